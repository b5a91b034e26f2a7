import { at, decode } from './bytes.ts';

const SLOTS = 8_192;
/** Bytes: ids, names, durations. Longer texts are errors, which rarely come twice. */
const LONGEST = 80;

/** Texts that were cut from lines lately: equal bytes give the same string, and mostly no new one. */
export class RecentTexts {
  private readonly texts: string[] = [];

  get(bytes: Uint8Array, from: number, to: number): string {
    const size = to - from;
    if (size > LONGEST) return decode(bytes, from, to);
    const slot = slotOf(bytes, from, to);
    const known = this.texts[slot] ?? '';
    if (known.length === size && isText(known, bytes, from)) return known;
    while (this.texts.length < SLOTS) this.texts.push('');
    return (this.texts[slot] = decode(bytes, from, to));
  }
}

/** Ids differ from their first digit on, names of pods at their end. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to && i < from + 6; i++) hash = Math.imul(hash ^ at(bytes, i), 0x01000193);
  for (let i = Math.max(from, to - 8); i < to; i++)
    hash = Math.imul(hash ^ at(bytes, i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function isText(text: string, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) !== at(bytes, from + i)) return false;
  return true;
}
