import { BACKSLASH, encode, QUOTE, SPACE } from './bytes.ts';
import type { RecentTexts } from './recentTexts.ts';

const DELETE = 127;
const LESS = 60;

/**
 * The pairs of a line as a kubelet nearly always writes them, so that their values are cut out without looking for keys: the parts that are
 * always the same, each but the last followed by a value. A value holds no escape, and ends where the next part begins; behind an
 * empty last part, the line ends with a bare word.
 */
export class LineTemplate {
  private readonly parts: readonly Uint8Array[];
  private readonly places: Int32Array;
  private readonly values: string[];

  constructor(...parts: readonly string[]) {
    this.parts = parts.map((part) => encode(part));
    this.places = new Int32Array(2 * (parts.length - 1));
    this.values = parts.slice(1);
  }

  /** The values in `[from, end)`, good until it is asked again; undefined when it does not stand just so. */
  read(
    bytes: Uint8Array,
    from: number,
    end: number,
    texts: RecentTexts,
  ): readonly string[] | undefined {
    const { parts, places } = this;
    let i = from;
    for (let k = 0; ; k++) {
      const part = parts[k];
      if (part === undefined) break;
      if (k > 0) {
        places[2 * k - 2] = i;
        i = valueEnd(bytes, i, end, part[0] ?? SPACE);
        places[2 * k - 1] = i;
      }
      if (i < 0 || !stands(part, bytes, i, end)) return undefined;
      i += part.length;
    }
    if (i !== end) return undefined;
    const { values } = this;
    for (let k = 0; k < values.length; k++)
      values[k] = texts.get(bytes, places[2 * k] ?? 0, places[2 * k + 1] ?? 0);
    return values;
  }
}

function stands(part: Uint8Array, bytes: Uint8Array, from: number, end: number): boolean {
  if (from + part.length > end) return false;
  for (let k = 0; k < part.length; k++) if (bytes[from + k] !== part[k]) return false;
  return true;
}

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
