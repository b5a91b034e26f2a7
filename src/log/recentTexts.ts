import { decode } from './bytes.ts';

const SLOTS = 8_192;
/** Bytes: ids, names, durations. Longer texts are errors, which rarely come twice. */
const LONGEST = 80;

/** Texts that were cut from lines lately: equal bytes give the same string, and mostly no new one. */
export class RecentTexts {
  private readonly texts: string[] = [];
  /** By slot the bytes of its text: they are compared sooner than the characters of a string. */
  private held = new Uint8Array(0);

  get(bytes: Uint8Array, from: number, to: number): string {
    const size = to - from;
    if (size > LONGEST) return decode(bytes, from, to);
    const slot = slotOf(bytes, from, to);
    const known = this.texts[slot];
    if (known?.length === size && this.holds(slot, bytes, from, to)) return known;
    const text = decode(bytes, from, to);
    // What has characters of more than one byte is longer there than here.
    if (text.length === size) this.keep(slot, text, bytes, from, to);
    return text;
  }

  private holds(slot: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { held } = this;
    let own = slot * LONGEST;
    for (let i = from; i < to; i++) if (held[own++] !== bytes[i]) return false;
    return true;
  }

  private keep(slot: number, text: string, bytes: Uint8Array, from: number, to: number): void {
    if (this.held.length === 0) this.held = new Uint8Array(SLOTS * LONGEST);
    while (this.texts.length < SLOTS) this.texts.push('');
    this.texts[slot] = text;
    // So few bytes are copied sooner than a part is made of them.
    const { held } = this;
    let own = slot * LONGEST;
    for (let i = from; i < to; i++) held[own++] = bytes[i] ?? 0;
  }
}

/** Ids differ from their first digit on, names of pods at their end. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to && i < from + 6; i++)
    hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  for (let i = Math.max(from, to - 8); i < to; i++)
    hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
