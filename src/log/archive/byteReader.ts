import { joined } from '../bytes.ts';
import type { Chunks } from './chunks.ts';

/** A source read by need: so many bytes ahead, so many passed on. What the source throws is thrown by every call from then on. */
export class ByteReader {
  /** Bytes that were passed. */
  position = 0;
  private held: Uint8Array = new Uint8Array(0);
  private ended = false;
  private broken: Error | undefined;
  private readonly iterator: AsyncIterator<Uint8Array>;

  constructor(source: Chunks) {
    this.iterator = source[Symbol.asyncIterator]();
  }

  /** The bytes that come next, at least `size` of them unless the source ends before; good until the next call. */
  async ahead(size: number): Promise<Uint8Array> {
    while (this.held.length < size && !this.ended) {
      // The source may use its buffer again.
      const rest = this.held.slice();
      const next = await this.next();
      if (next === undefined) this.ended = true;
      this.held = joined([rest, next ?? new Uint8Array(0)]);
    }
    return this.held;
  }

  /** Passes bytes that are held. */
  pass(size: number): void {
    this.held = this.held.subarray(size);
    this.position += size;
  }

  /** The next bytes, in pieces; fewer where the source ends. */
  async *take(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0;) {
      const piece = (await this.ahead(1)).subarray(0, left);
      if (piece.length === 0) return;
      this.pass(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** Reads on to the end of the source, which may be broken there. */
  async toEnd(): Promise<void> {
    for (let held = await this.ahead(1); held.length > 0; held = await this.ahead(1))
      this.pass(held.length);
  }

  private async next(): Promise<Uint8Array | undefined> {
    if (this.broken !== undefined) throw this.broken;
    try {
      const next = await this.iterator.next();
      return next.done === true ? undefined : next.value;
    } catch (error) {
      this.broken = error instanceof Error ? error : new Error(String(error));
      throw this.broken;
    }
  }
}
