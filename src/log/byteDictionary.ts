import { at, decode, encode } from './bytes.ts';
import type { Dictionary } from './record.ts';

/**
 * A dictionary that is asked with bytes, so that a line whose message was met before makes no string. Number 0 is the
 * empty string.
 */
export class ByteDictionary implements Dictionary {
  private readonly keys: Uint8Array[] = [];
  private readonly hashes: number[] = [];
  private readonly texts: (string | undefined)[] = [];
  /** Open addressing; always a power of two long and at most half full; entries are number + 1. */
  private slots = new Uint32Array(256);

  constructor() {
    this.intern(new Uint8Array(0), 0, 0);
  }

  get size(): number {
    return this.keys.length;
  }

  at(index: number): string {
    const known = this.texts[index];
    if (known !== undefined) return known;
    const key = this.keys[index];
    const text = key === undefined ? '' : decode(key);
    if (key !== undefined) this.texts[index] = text;
    return text;
  }

  bytesAt(index: number): Uint8Array | undefined {
    return this.keys[index];
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
    this.keys.push(bytes.slice(from, to));
    this.hashes.push(hash);
    this.slots[slot] = this.keys.length;
    if (this.keys.length * 2 > this.slots.length) this.widen();
    return this.keys.length - 1;
  }

  internText(text: string): number {
    const key = encode(text);
    return this.intern(key, 0, key.length);
  }

  private slotOf(hash: number, bytes: Uint8Array, from: number, to: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] ?? 0;
      if (entry === 0) return slot;
      if (this.hashes[entry - 1] === hash && sameBytes(this.keys[entry - 1], bytes, from, to))
        return slot;
    }
  }

  private widen(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    this.hashes.forEach((hash, index) => {
      let slot = hash & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = index + 1;
    });
  }
}

/** FNV-1a over the bytes, 32 bits. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ at(bytes, i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function sameBytes(
  key: Uint8Array | undefined,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  if (key?.length !== to - from) return false;
  for (let i = 0; i < key.length; i++) if (at(key, i) !== at(bytes, from + i)) return false;
  return true;
}
