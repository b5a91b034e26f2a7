import { Gunzip } from 'fflate';
import { ArchiveProblem } from './chunks.ts';
import { Checksum } from './crc32.ts';
import { u32 } from './littleEndian.ts';

/** The checksum and the length that end a member. */
const TRAILER = 8;
/** A header, with the names in it, is found within so many bytes behind the trailer. */
const KEPT = 64 << 10;

/** Unpacks gzip of any number of members, and holds each against the checksum and the length in its trailer (RFC 1952). */
export class CheckedGunzip {
  private readonly gunzip: Gunzip;
  private sum = new Checksum();
  /** The end of what was pushed. */
  private tail = new Uint8Array(0);
  private seen = 0;

  constructor(out: (data: Uint8Array) => void) {
    this.gunzip = new Gunzip((data) => {
      this.sum.add(data);
      out(data);
    });
    // Told where the next member begins, when all of the one before has come out.
    this.gunzip.onmember = (offset) => {
      this.check(offset);
      this.sum = new Checksum();
    };
  }

  push(piece: Uint8Array, final: boolean): void {
    const kept = this.tail.subarray(Math.max(0, this.tail.length - KEPT));
    const tail = new Uint8Array(kept.length + piece.length);
    tail.set(kept);
    tail.set(piece, kept.length);
    this.tail = tail;
    this.seen += piece.length;
    this.gunzip.push(piece, final);
    if (final) this.check(this.seen);
  }

  /** Throws unless the trailer that ends at `end` is of what came out. */
  private check(end: number): void {
    const at = this.tail.length - (this.seen - end) - TRAILER;
    const { value, size } = this.sum;
    if (at >= 0 && u32(this.tail, at) === value && u32(this.tail, at + 4) === size % 2 ** 32)
      return;
    throw new ArchiveProblem(
      'the gzip data is cut or damaged: it is not what its checksum is of, and lines may be altered',
    );
  }
}
