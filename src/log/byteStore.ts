/** Bytes of a store from `from` on; they stay as they are. */
export interface ByteWindow {
  readonly bytes: Uint8Array;
  readonly from: number;
}

/** The text of a source, read by place. Reads are synchronous: they come from memory, a file, or decompressed blocks. */
export interface ByteStore {
  readonly size: number;
  /** The bytes from `offset`, at most `size` of them: fewer only at the end. The caller may not write into them. */
  read(offset: number, size: number): Uint8Array;
  /** Bytes that lie in memory together around `offset`, as many as there are. The caller may not write into them. */
  around(offset: number): ByteWindow;
}

/** A store that is filled while a text is read. */
export interface GrowingBytes extends ByteStore {
  append(chunk: Uint8Array): void;
}

/** Bytes held in memory; it may grow at its end. */
export class MemoryBytes implements ByteStore {
  private bytes: Uint8Array;
  private used: number;

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    // Of a platform's own kind of array a part takes longer to make.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.used = bytes.length;
  }

  get size(): number {
    return this.used;
  }

  read(offset: number, size: number): Uint8Array {
    return this.bytes.subarray(offset, Math.min(offset + size, this.used));
  }

  around(): ByteWindow {
    return { bytes: this.bytes.subarray(0, this.used), from: 0 };
  }

  append(chunk: Uint8Array): void {
    if (this.used + chunk.length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.bytes.length, this.used + chunk.length, 4096));
      grown.set(this.bytes.subarray(0, this.used));
      this.bytes = grown;
    }
    this.bytes.set(chunk, this.used);
    this.used += chunk.length;
  }
}
