// Values that were made before of the same bytes. Objects of a cluster are alike, and an update changes little of one: most of what
// is read has been read before. Nobody may change what it gives.

/** How many values are known at a time; a power of two. */
const slots = 1 << 16;
/** Bytes by which values are known again; when they are used up, it begins anew. */
const most = 8 << 20;

export class SharedValues {
  private readonly values: unknown[] = new Array<unknown>(slots);
  private readonly hashes = new Int32Array(slots);
  /** Where a value's bytes are kept; 0 where the slot has no value, but perhaps the hash of one that was met once. */
  private readonly starts = new Uint32Array(slots);
  private readonly lengths = new Uint32Array(slots);
  private readonly ids = new Uint32Array(slots);
  private kept = Buffer.allocUnsafe(64 << 10);
  private used = 1;
  private seen: Buffer | undefined;
  private view: DataView = new DataView(new ArrayBuffer(0));

  /** @param id what the bytes are: other things may be written alike */
  hash(id: number, bytes: Buffer, start: number, end: number): number {
    if (bytes !== this.seen) {
      this.seen = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const { view } = this;
    let hash = Math.imul(id, 0x9e3779b1) ^ (end - start);
    let at = start;
    for (; at + 4 <= end; at += 4) {
      hash = Math.imul(hash ^ view.getInt32(at, true), 0x85ebca6b);
      hash = (hash << 13) | (hash >>> 19);
    }
    for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
    // 0 is for slots that are empty.
    return (hash ^ (hash >>> 15)) | 1;
  }

  find(hash: number, id: number, bytes: Buffer, start: number, end: number): unknown {
    const slot = (hash >>> 1) & (slots - 1);
    const from = this.starts[slot] ?? 0;
    const length = end - start;
    if (from === 0 || this.hashes[slot] !== hash) return undefined;
    if (this.lengths[slot] !== length || this.ids[slot] !== id) return undefined;
    const { kept } = this;
    if (length > 40) {
      return kept.compare(bytes, start, end, from, from + length) === 0
        ? this.values[slot]
        : undefined;
    }
    for (let i = 0; i < length; i++) if (kept[from + i] !== bytes[start + i]) return undefined;
    return this.values[slot];
  }

  /** Keeps a value that was not found, if it is the second of its kind: most that come once never come again. */
  keep(hash: number, id: number, bytes: Buffer, start: number, end: number, value: unknown): void {
    const slot = (hash >>> 1) & (slots - 1);
    if (this.hashes[slot] !== hash) {
      this.hashes[slot] = hash;
      this.starts[slot] = 0;
      this.values[slot] = undefined;
      return;
    }
    const length = end - start;
    if (!this.hasRoom(length)) return;
    bytes.copy(this.kept, this.used, start, end);
    this.starts[slot] = this.used;
    this.lengths[slot] = length;
    this.ids[slot] = id;
    this.values[slot] = value;
    this.used += length;
  }

  private hasRoom(length: number): boolean {
    if (length > most >> 4) return false;
    if (this.used + length > most) {
      this.used = 1;
      this.starts.fill(0);
      this.values.fill(undefined);
    } else if (this.used + length > this.kept.length) {
      const larger = Buffer.allocUnsafe(Math.min(most, (this.used + length) * 2));
      this.kept.copy(larger, 0, 0, this.used);
      this.kept = larger;
    }
    return true;
  }
}
