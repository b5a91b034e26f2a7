import { shownLine } from '../base/shownText.ts';

/** Reading comes first and rebuilding, which tells nothing in between, takes as long again: what reads for so long takes over a second. */
const QUIET_MS = 500;
/** A line that changes faster can't be read. */
const EVERY_MS = 100;
/** Of a line on a terminal that tells no width, or one that nothing fits in. */
const WIDTH = 80;
const NARROW = 20;

export interface Progress {
  readonly tell: (text: string, fraction: number | undefined) => void;
  /** Takes its line away. */
  readonly end: () => void;
}

/** How far reading is, on one line of a terminal that is written anew; nothing at all where `stream` is a file or a pipe. */
export function progressOn(
  stream: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown },
  now: () => number = () => performance.now(),
): Progress {
  const from = now();
  let shown = '';
  let last = 0;
  const show = (line: string): void => {
    if (line === shown) return;
    stream.write(`\r\u001b[K${line}`);
    shown = line;
  };
  return {
    tell(text, fraction) {
      const since = now() - from;
      if (stream.isTTY !== true || since < QUIET_MS) return;
      // What tells no part is said once, before something long.
      if (fraction !== undefined && since - last < EVERY_MS) return;
      last = since;
      const part = fraction === undefined ? '' : ` ${Math.floor(fraction * 100)} %`;
      const tail = `${part}, ${Math.floor(since / 1_000)} s`;
      const { columns = 0 } = stream;
      show(shownLine(text, (columns < NARROW ? WIDTH : columns) - tail.length - 2) + tail);
    },
    end() {
      if (shown !== '') show('');
    },
  };
}
