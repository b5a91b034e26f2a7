import type { ByteReader } from './byteReader.ts';
import { ArchiveProblem } from './chunks.ts';
import { u16, u32, u64 } from './littleEndian.ts';
import { isLocalHeader, LOCAL, Signature, signatureAt, type LocalHeader } from './zipHeader.ts';

/** A descriptor with its signature and numbers of 64 bits. */
const LONGEST = 24;
const WINDOW = 64 << 10;
/** With these two letters all signatures begin. */
const PK = 0x4b50;

interface Descriptor {
  readonly at: number;
  readonly length: number;
  readonly crc: number;
  readonly size: number;
}

/**
 * The data of an entry whose sizes stand behind it: it ends where a descriptor tells just the length that lies before it. So the
 * end of data that can't be unpacked is found as well.
 */
export class DescribedData {
  /** Known at the end. */
  crc = 0;
  size = -1;
  private ended = false;
  private readonly start: number;
  private readonly reader: ByteReader;
  private readonly method: number;

  constructor(reader: ByteReader, { method }: LocalHeader) {
    this.reader = reader;
    this.start = reader.position;
    this.method = method;
  }

  /** The data as far as it was not taken yet. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    const { reader } = this;
    while (!this.ended) {
      const held = await reader.ahead(WINDOW);
      const isLast = held.length < WINDOW;
      const end = endIn(held, reader.position - this.start, this.method, isLast);
      const size = end?.at ?? (isLast ? held.length : held.length - LOCAL - LONGEST);
      const piece = held.slice(0, size);
      reader.pass(size + (end?.length ?? 0));
      this.ended = end !== undefined || isLast;
      if (end !== undefined) ({ crc: this.crc, size: this.size } = end);
      yield piece;
      if (this.ended && !(end !== undefined && end.length > 0)) throw lost;
    }
  }
}

const lost = new ArchiveProblem(
  'its data is cut or damaged: what should end it is not there; what stands before that was read',
);

/** Where the data ends within these bytes, of which `passed` were before. A descriptor of length 0 is one that is damaged. */
function endIn(
  held: Uint8Array,
  passed: number,
  method: number,
  isLast: boolean,
): Descriptor | undefined {
  const to = isLast ? held.length - 4 : held.length - LOCAL;
  for (let i = held.indexOf(0x50); i >= 0 && i <= to; i = held.indexOf(0x50, i + 1)) {
    if (held[i + 1] !== 0x4b) continue;
    const signature = signatureAt(held, i);
    if (signature === Signature.descriptor) {
      const found = descriptorAt(held, i, 4, passed + i);
      if (found !== undefined) return found;
    } else if (signature === Signature.central || isLocalHeader(held, i)) {
      const found = bareBefore(held, i, passed);
      if (found !== undefined) return found;
      // Within data that is stored, another archive may lie.
      if (method !== 0) return { at: i, length: 0, crc: 0, size: 0 };
    }
  }
  return undefined;
}

/** A descriptor's numbers behind `skip` bytes of signature, if they are of data of that length. */
function descriptorAt(
  held: Uint8Array,
  at: number,
  skip: number,
  length: number,
): Descriptor | undefined {
  const crc = u32(held, at + skip);
  const sizes = at + skip + 4;
  const isWide = u64(held, sizes) === length && u16(held, sizes + 8) !== PK;
  if (isWide) return { at, length: skip + 20, crc, size: u64(held, sizes + 8) };
  return u32(held, sizes) === length
    ? { at, length: skip + 12, crc, size: u32(held, sizes + 4) }
    : undefined;
}

/** A descriptor without a signature in front of the header at `next`. */
function bareBefore(held: Uint8Array, next: number, passed: number): Descriptor | undefined {
  for (const length of [12, 20]) {
    const at = next - length;
    const found = at < 0 ? undefined : descriptorAt(held, at, 0, passed + at);
    if (found?.length === length) return found;
  }
  return undefined;
}
