// Splits the stream of a watch into its events, one on each line, as the server's encoder writes them.
import { ByteWindow } from './byteWindow.ts';

const newline = 0x0a;

export class EventLines {
  private readonly window = new ByteWindow();
  /** So many bytes of the window are known to hold no end of a line. */
  private searched = 0;

  /** Takes bytes; false when one line is larger than any object can be. */
  push(chunk: Buffer): boolean {
    return this.window.append(chunk);
  }

  /** The next whole line that is not empty. */
  next(): string | undefined {
    const { window } = this;
    for (;;) {
      const rest = window.bytes.subarray(window.start + this.searched, window.end);
      const found = rest.indexOf(newline);
      if (found < 0) {
        this.searched = window.length;
        return undefined;
      }
      const length = this.searched + found;
      const line = window.text(0, length);
      window.drop(length + 1);
      this.searched = 0;
      if (line.trim() !== '') return line;
    }
  }
}
