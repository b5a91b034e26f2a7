import { BACKSLASH, decode, QUOTE, SPACE } from './bytes.ts';

const SLOTS = 8_192;
/** Bytes: ids, names, durations. Longer texts are errors, which rarely come twice. */
const LONGEST = 80;
/** Bytes that are compared at once. */
const WORD = 4;

/** What `plain` holds. */
const PLAIN = 1;
const ODD = 2;

const DELETE = 127;
const LESS = 60;

/** Texts that were cut from lines lately: equal bytes give the same string, and mostly no new one. */
export class RecentTexts {
  private readonly texts: string[] = [];
  /** By slot the bytes of its text: they are compared sooner than the characters of a string. */
  private held = new DataView(new ArrayBuffer(0));
  /** By slot whether its text is a plain word: `PLAIN`, `ODD`, or 0 before somebody asks. */
  private readonly plain = new Uint8Array(SLOTS);
  /** The bytes that were asked about last, as they are read by words. */
  private asked: Uint8Array = new Uint8Array(0);
  private view: DataView = new DataView(this.asked.buffer);

  get(bytes: Uint8Array, from: number, to: number): string {
    const size = to - from;
    if (size > LONGEST) return decode(bytes, from, to);
    const view = this.viewOf(bytes);
    const slot = slotOf(view, from, to);
    const known = this.texts[slot];
    if (known?.length === size && areSame(this.held, slot * LONGEST, view, from, size))
      return known;
    const text = decode(bytes, from, to);
    // What has characters of more than one byte is longer there than here.
    if (text.length === size) this.keep(slot, text, view, from);
    return text;
  }

  /** As `get`, of a word of ASCII without blanks, quotes, escapes and `<` that was met lately: undefined says nothing. */
  plainWord(bytes: Uint8Array, from: number, to: number): string | undefined {
    const size = to - from;
    if (size < WORD || size > LONGEST) return undefined;
    const view = this.viewOf(bytes);
    const slot = slotOf(view, from, to);
    const known = this.texts[slot];
    if (known?.length !== size || !areSame(this.held, slot * LONGEST, view, from, size))
      return undefined;
    if (this.plain[slot] === 0) this.plain[slot] = isPlain(bytes, from, to) ? PLAIN : ODD;
    return this.plain[slot] === PLAIN ? known : undefined;
  }

  /** These bytes, as they are read by words. */
  viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.asked) {
      this.asked = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.view;
  }

  private keep(slot: number, text: string, view: DataView, from: number): void {
    if (this.held.byteLength === 0) this.held = new DataView(new ArrayBuffer(SLOTS * LONGEST));
    while (this.texts.length < SLOTS) this.texts.push('');
    this.texts[slot] = text;
    this.plain[slot] = 0;
    const { held } = this;
    const own = slot * LONGEST;
    let i = 0;
    for (; i <= text.length - WORD; i += WORD)
      held.setInt32(own + i, view.getInt32(from + i, true), true);
    for (; i < text.length; i++) held.setUint8(own + i, view.getUint8(from + i));
  }
}

/** Whether as many bytes of one view are those of another. */
export function areSame(
  one: DataView,
  at: number,
  other: DataView,
  from: number,
  size: number,
): boolean {
  let i = 0;
  for (; i <= size - WORD; i += WORD)
    if (one.getInt32(at + i, true) !== other.getInt32(from + i, true)) return false;
  for (; i < size; i++) if (one.getUint8(at + i) !== other.getUint8(from + i)) return false;
  return true;
}

/** ASCII without blanks, quotes, escapes and `<`. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte <= SPACE || byte >= DELETE) return false;
    if (byte === QUOTE || byte === BACKSLASH || byte === LESS) return false;
  }
  return true;
}

/** Ids differ from their first digit on, names of pods at their end. */
function slotOf(view: DataView, from: number, to: number): number {
  let hash = to - from;
  if (hash >= WORD) {
    const second = Math.min(from + WORD, to - WORD);
    const last = Math.max(from, to - 2 * WORD);
    hash = mixed(hash, view.getInt32(from, true));
    hash = mixed(hash, view.getInt32(second, true));
    hash = mixed(hash, view.getInt32(last, true));
    hash = mixed(hash, view.getInt32(to - WORD, true));
  } else for (let i = from; i < to; i++) hash = mixed(hash, view.getUint8(i));
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function mixed(hash: number, word: number): number {
  const all = Math.imul(hash ^ word, 0x2c1b_3c6d);
  return all ^ (all >>> 15);
}
