// Splits the stream of a watch in JSON into its events, one on each line, as the server's encoder writes them.
import { err, ok, type Result } from '../base/result.ts';
import type { WatchEvent } from '../informer/listerWatcher.ts';
import { ByteWindow } from './byteWindow.ts';
import { field, isRecord, jsonOf, textField } from './json.ts';
import type { EventReader } from './readers.ts';

const newline = 0x0a;

export class EventLines implements EventReader {
  private readonly window = new ByteWindow();
  /** So many bytes of the window are known to hold no end of a line. */
  private searched = 0;
  private readonly received: (object: unknown) => void;

  /** @param received may change each object before it is handed on */
  constructor(received: (object: unknown) => void) {
    this.received = received;
  }

  push(chunk: Buffer): boolean {
    return this.window.append(chunk);
  }

  next(): Result<WatchEvent<unknown>> | undefined {
    const line = this.line();
    if (line === undefined) return undefined;
    const event = jsonOf(line);
    const type = textField(event, 'type');
    const object = field(event, 'object');
    if (type === undefined || !isRecord(object)) {
      return err(event === undefined ? 'it is no JSON' : 'it is no event');
    }
    this.received(object);
    return ok({ type, object });
  }

  /** The next whole line that is not empty. */
  private line(): string | undefined {
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
