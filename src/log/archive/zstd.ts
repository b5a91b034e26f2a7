import { joined } from '../bytes.ts';
import { Decompress } from 'fzstd';
import makeHashes, { type XXHash, type XXHashAPI } from 'xxhash-wasm';
import { ArchiveProblem } from './chunks.ts';
import { u16, u32, u64 } from './littleEndian.ts';

/** What `zstd -d` itself allows. The decoder takes as much memory before it reads the first block. */
const MAX_WINDOW = 128 << 20;
/** The longest header of a frame, its magic included. */
const HEADER = 18;

interface Frame {
  readonly decoder: Decompress;
  /** Undefined where the frame has no checksum. */
  readonly hash: XXHash<bigint> | undefined;
  readonly size: number | undefined;
  given: number;
}

/** What comes next in the stream, so many bytes of it. */
type Part = 'header' | 'block head' | 'block' | 'checksum' | 'skipped';

/**
 * Walks the frames of Zstandard data (RFC 8878) and has each decoded by its own decoder: the memory that a frame asks for, its
 * length and its checksum are things that the decoder doesn't look at.
 */
export class ZstdFrames {
  private part: Part = 'header';
  private left = 0;
  private lastBlock = false;
  private frame: Frame | undefined;
  private held = new Uint8Array(0);
  private readonly hashes: XXHashAPI;
  private readonly out: (data: Uint8Array) => void;

  private constructor(hashes: XXHashAPI, out: (data: Uint8Array) => void) {
    this.hashes = hashes;
    this.out = out;
  }

  static async load(): Promise<(out: (data: Uint8Array) => void) => ZstdFrames> {
    const hashes = await makeHashes();
    return (out) => new ZstdFrames(hashes, out);
  }

  push(piece: Uint8Array, final: boolean): void {
    let bytes = joined([this.held, piece]);
    for (let done = this.step(bytes, final); done > 0; done = this.step(bytes, final))
      bytes = bytes.subarray(done);
    this.held = bytes.slice();
    if (final && (bytes.length > 0 || this.frame !== undefined || this.left > 0))
      throw new ArchiveProblem('the Zstandard data is cut; what stands before that was read');
  }

  /** Takes what it can of the next part; how many bytes that was. */
  private step(bytes: Uint8Array, final: boolean): number {
    switch (this.part) {
      case 'header':
        return bytes.length === 0 || (bytes.length < HEADER && !final) ? 0 : this.begin(bytes);
      case 'block head':
        return bytes.length < 3 ? 0 : this.beginBlock(bytes);
      case 'checksum':
        return bytes.length < 4 ? 0 : this.end(bytes);
      case 'block':
      case 'skipped':
        return this.pass(bytes);
    }
  }

  private begin(bytes: Uint8Array): number {
    const magic = u32(bytes, 0);
    if (magic >>> 4 === 0x184d2a5) {
      this.part = 'skipped';
      this.left = u32(bytes, 4);
      if (this.left === 0) this.part = 'header';
      return Math.min(8, bytes.length);
    }
    if (magic !== 0xfd2fb528) throw damaged();
    const { length, window, size, checked } = frameHeader(bytes);
    if (window > MAX_WINDOW)
      throw new ArchiveProblem(
        `the Zstandard data needs ${Math.ceil(window / 2 ** 20)} MiB of memory to be unpacked, which is more than ${MAX_WINDOW >> 20}; it was not read`,
      );
    const hash = checked ? this.hashes.create64() : undefined;
    const frame: Frame = {
      decoder: new Decompress((data) => {
        frame.given += data.length;
        hash?.update(data);
        this.out(data);
      }),
      hash,
      size,
      given: 0,
    };
    this.frame = frame;
    frame.decoder.push(bytes.slice(0, length), false);
    this.part = 'block head';
    return length;
  }

  private beginBlock(bytes: Uint8Array): number {
    const head = u16(bytes, 0) | ((bytes[2] ?? 0) << 16);
    const type = (head >> 1) & 3;
    if (type === 3) throw damaged();
    this.lastBlock = (head & 1) === 1;
    // A block of one repeated byte holds that byte alone.
    this.left = type === 1 ? 1 : head >> 3;
    this.frame?.decoder.push(bytes.slice(0, 3), false);
    this.part = 'block';
    if (this.left === 0) this.endBlock();
    return 3;
  }

  private pass(bytes: Uint8Array): number {
    const size = Math.min(bytes.length, this.left);
    this.left -= size;
    if (this.part === 'block') this.frame?.decoder.push(bytes.slice(0, size), false);
    if (this.left > 0) return size;
    if (this.part === 'block') this.endBlock();
    else this.part = 'header';
    return size;
  }

  private endBlock(): void {
    if (!this.lastBlock) this.part = 'block head';
    else if (this.frame?.hash === undefined) this.endFrame();
    else this.part = 'checksum';
  }

  private end(bytes: Uint8Array): number {
    const { frame } = this;
    frame?.decoder.push(bytes.slice(0, 4), true);
    if (frame?.hash !== undefined && Number(frame.hash.digest() & 0xffff_ffffn) !== u32(bytes, 0))
      throw new ArchiveProblem(
        'the Zstandard data is damaged: it is not what its checksum is of, and lines may be altered',
      );
    this.endFrame();
    return 4;
  }

  private endFrame(): void {
    const { frame } = this;
    this.frame = undefined;
    this.part = 'header';
    if (frame?.hash === undefined) frame?.decoder.push(new Uint8Array(0), true);
    if (frame?.size !== undefined && frame.size !== frame.given) throw damaged();
  }
}

interface FrameHeader {
  readonly length: number;
  readonly window: number;
  readonly size: number | undefined;
  readonly checked: boolean;
}

export function frameHeader(bytes: Uint8Array): FrameHeader {
  const flags = bytes[4] ?? 0;
  const single = (flags & 32) !== 0;
  const sizeKind = flags >> 6;
  const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
  const at = (single ? 5 : 6) + dictionary;
  const sizeBytes = sizeKind === 0 ? Number(single) : 1 << sizeKind;
  const read = [
    () => bytes[at] ?? 0,
    () => u16(bytes, at) + 256,
    () => u32(bytes, at),
    () => u64(bytes, at),
  ];
  const size = sizeBytes === 0 ? undefined : read[sizeKind]?.();
  const descriptor = bytes[5] ?? 0;
  const base = 2 ** (10 + (descriptor >> 3));
  const window = single ? (size ?? 0) : base + (base / 8) * (descriptor & 7);
  return { length: at + sizeBytes, window, size, checked: (flags & 4) !== 0 };
}

function damaged(): ArchiveProblem {
  return new ArchiveProblem('the Zstandard data is damaged; what stands before that was read');
}
