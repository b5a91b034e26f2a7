import { BACKSLASH, encode, QUOTE, SPACE } from './bytes.ts';
import { areSame, type RecentTexts } from './recentTexts.ts';

const DELETE = 127;
const LESS = 60;

/**
 * The pairs of a line as a kubelet nearly always writes them, so that their values are cut out without looking for keys: the parts that are
 * always the same, each but the last followed by a value. A value holds no escape, and ends where the next part begins; behind an
 * empty last part, the line ends with a bare word.
 */
export class LineTemplate {
  private readonly parts: readonly DataView[];
  /** The first byte of each part; a space where it is empty. */
  private readonly stops: readonly number[];
  private readonly values: string[];
  /** How long each value was last: most are of one length. */
  private readonly sizes: Int32Array;

  constructor(...parts: readonly string[]) {
    this.parts = parts.map((part) => new DataView(encode(part).buffer));
    this.stops = parts.map((part) => part.charCodeAt(0) || SPACE);
    this.values = parts.slice(1);
    this.sizes = new Int32Array(parts.length);
  }

  /** The values in `[from, end)`, good until it is asked again; undefined when it does not stand just so. */
  read(
    bytes: Uint8Array,
    from: number,
    end: number,
    texts: RecentTexts,
  ): readonly string[] | undefined {
    const { parts, values } = this;
    const view = texts.viewOf(bytes);
    let i = from;
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k] ?? noBytes;
      if (k > 0) {
        const start = i;
        i = this.valueEnd(k, bytes, start, end, texts);
        if (i < 0) return undefined;
      }
      const next = i + part.byteLength;
      if (next > end || !areSame(part, 0, view, i, part.byteLength)) return undefined;
      i = next;
    }
    return i === end ? values : undefined;
  }

  /** Takes the value before the k-th part; where that begins, or -1. */
  private valueEnd(
    k: number,
    bytes: Uint8Array,
    from: number,
    end: number,
    texts: RecentTexts,
  ): number {
    const { sizes, values } = this;
    const stop = this.stops[k] ?? SPACE;
    const guess = from + (sizes[k] ?? 0);
    if (guess === end || (guess < end && bytes[guess] === stop)) {
      const word = texts.plainWord(bytes, from, guess);
      if (word !== undefined) {
        values[k - 1] = word;
        return guess;
      }
    }
    const to = valueEnd(bytes, from, end, stop);
    if (to < 0) return -1;
    sizes[k] = to - from;
    values[k - 1] = texts.get(bytes, from, to);
    return to;
  }
}

const noBytes = new DataView(new ArrayBuffer(0));

/** Where `stop` or the line's end comes; -1 when something stands before it that only the whole line tells what it is. */
function valueEnd(bytes: Uint8Array, from: number, end: number, stop: number): number {
  // A bare word is no string; and what stands between `<` and `>` has lines of its own.
  if (stop === SPACE && (bytes[from] === LESS || bytes[from] === QUOTE)) return -1;
  for (let i = from; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === stop) return i;
    if (byte < SPACE || byte >= DELETE || byte === BACKSLASH) return -1;
  }
  return end;
}
