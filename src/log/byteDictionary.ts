import { decode, encode } from './bytes.ts';
import type { Dictionary } from './record.ts';

/** Entries of a dictionary one after the other, from some number on: as they cross to another thread. */
export interface DictionaryPart {
  readonly bytes: Uint8Array;
  /** Where each entry ends in `bytes`. */
  readonly ends: Uint32Array;
}

/** A whole dictionary as it is kept; the arrays are the dictionary's own. */
export interface KeptDictionary extends DictionaryPart {
  readonly hashes: Uint32Array;
}

/** Of a bundle of many small logs, each has its own dictionaries: they begin small. */
const FIRST_SLOTS = 32;

/**
 * A dictionary that is asked with bytes, so that a line whose message was met before makes no string. All entries lie in one
 * array; a string is made when one is asked for. Number 0 is the empty string.
 */
export class ByteDictionary implements Dictionary {
  private count = 0;
  private bytes: Uint8Array = new Uint8Array(256);
  private used = 0;
  /** Where each entry ends; it begins where the one before ends. */
  private ends: Uint32Array = new Uint32Array(16);
  private hashes: Uint32Array = new Uint32Array(16);
  /** Open addressing; always a power of two long and at most half full; entries are number + 1. */
  private slots = new Uint32Array(FIRST_SLOTS);
  private readonly texts = new Map<number, string>();

  constructor(kept?: KeptDictionary) {
    if (kept === undefined) {
      this.intern(new Uint8Array(0), 0, 0);
      return;
    }
    this.bytes = kept.bytes;
    this.used = kept.bytes.length;
    this.ends = kept.ends;
    this.hashes = kept.hashes;
    this.count = kept.ends.length;
    this.hang(slotsFor(this.count));
  }

  /** All of it, to be made anew from. */
  get kept(): KeptDictionary {
    return {
      bytes: this.bytes.subarray(0, this.used),
      ends: this.ends.subarray(0, this.count),
      hashes: this.hashes.subarray(0, this.count),
    };
  }

  get size(): number {
    return this.count;
  }

  at(index: number): string {
    const known = this.texts.get(index);
    if (known !== undefined) return known;
    if (index >= this.count) return '';
    const text = decode(this.bytes, this.startOf(index), this.ends[index]);
    if (this.texts.size < 100_000) this.texts.set(index, text);
    return text;
  }

  /** Bytes of an entry. */
  sizeOf(index: number): number {
    return index < this.count ? (this.ends[index] ?? 0) - this.startOf(index) : 0;
  }

  find(text: string): number {
    const key = encode(text);
    return (this.slots[this.slotOf(hashOf(key, 0, key.length), key, 0, key.length)] ?? 0) - 1;
  }

  /** The number of the bytes `[from, to)`, a new one if they are new. */
  intern(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const slot = this.slotOf(hash, bytes, from, to);
    const known = this.slots[slot] ?? 0;
    if (known > 0) return known - 1;
    const number = this.count;
    this.keep(bytes, from, to);
    this.hashes[number] = hash;
    this.ends[number] = this.used;
    this.count = number + 1;
    this.slots[slot] = this.count;
    if (this.count * 2 > this.slots.length) this.hang(this.slots.length * 2);
    return number;
  }

  internText(text: string): number {
    const key = encode(text);
    return this.intern(key, 0, key.length);
  }

  /** The entries from number `first` on. */
  partFrom(first: number): DictionaryPart {
    const start = this.startOf(first);
    return {
      bytes: this.bytes.slice(start, this.used),
      ends: this.ends.slice(first, this.count).map((end) => end - start),
    };
  }

  /** Interns all entries of a part; their numbers here. */
  internPart(part: DictionaryPart): Uint32Array {
    let from = 0;
    return part.ends.map((end) => {
      const number = this.intern(part.bytes, from, end);
      from = end;
      return number;
    });
  }

  /** Makes room for so many times what is here. */
  reserve(times: number): void {
    this.bytes = widened(this.bytes, new Uint8Array(Math.ceil(this.used * times)));
    const entries = Math.ceil(this.count * times);
    this.ends = widened(this.ends, new Uint32Array(entries));
    this.hashes = widened(this.hashes, new Uint32Array(entries));
  }

  private startOf(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] ?? 0);
  }

  private keep(bytes: Uint8Array, from: number, to: number): void {
    const size = this.used + to - from;
    if (size > this.bytes.length)
      this.bytes = widened(this.bytes, new Uint8Array(Math.max(size, this.bytes.length * 2)));
    this.bytes.set(bytes.subarray(from, to), this.used);
    this.used = size;
    if (this.count === this.ends.length) {
      this.ends = widened(this.ends, new Uint32Array(this.ends.length * 2));
      this.hashes = widened(this.hashes, new Uint32Array(this.hashes.length * 2));
    }
  }

  private slotOf(hash: number, bytes: Uint8Array, from: number, to: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] ?? 0;
      if (entry === 0) return slot;
      if (this.hashes[entry - 1] === hash && this.holds(entry - 1, bytes, from, to)) return slot;
    }
  }

  private holds(index: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.startOf(index);
    const size = to - from;
    if ((this.ends[index] ?? 0) - start !== size) return false;
    const own = this.bytes;
    for (let i = 0; i < size; i++) if (own[start + i] !== bytes[from + i]) return false;
    return true;
  }

  /** Hangs all entries into so many slots. */
  private hang(slots: number): void {
    this.slots = new Uint32Array(slots);
    const mask = this.slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      let slot = (this.hashes[index] ?? 0) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = index + 1;
    }
  }
}

/** Of at most half of which so many entries take. */
function slotsFor(entries: number): number {
  let slots = FIRST_SLOTS;
  while (slots < entries * 2) slots *= 2;
  return slots;
}

/** What stands in `array` in a wider one, unless that is none. */
function widened<T extends Uint8Array | Uint32Array>(array: T, wide: T): T {
  if (wide.length <= array.length) return array;
  wide.set(array);
  return wide;
}

/** FNV-1a over the bytes, 32 bits. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
