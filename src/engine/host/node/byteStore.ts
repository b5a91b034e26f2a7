import fs from 'node:fs';
import zlib from 'node:zlib';
import type { Disposable } from '../../../base/disposable.ts';
import type { Chunks } from '../../../log/archive/chunks.ts';
import type { ByteStore, ByteWindow } from '../../../log/byteStore.ts';
import { NEWLINE } from '../../../log/bytes.ts';

/** Records are read near each other: a miss reads this much around the place. */
const WINDOW = 64 << 10;
const WINDOWS = 32;
/** What is unpacked as one. */
const BLOCK = 256 << 10;

/** Parts of a text that were read last; the buffers are never written again, so views of them stay good. */
class Windows {
  private readonly held = new Map<number, Uint8Array>();
  private readonly load: (index: number) => Uint8Array;

  constructor(load: (index: number) => Uint8Array) {
    this.load = load;
  }

  get(index: number): Uint8Array {
    const known = this.held.get(index);
    if (known !== undefined) {
      this.held.delete(index);
      this.held.set(index, known);
      return known;
    }
    const loaded = this.load(index);
    this.held.set(index, loaded);
    for (const oldest of this.held.keys()) {
      if (this.held.size <= WINDOWS) break;
      this.held.delete(oldest);
    }
    return loaded;
  }

  forget(index: number): void {
    this.held.delete(index);
  }
}

/** Reads `[offset, offset + size)` out of windows of equal width. */
function gather(windows: Windows, width: number, offset: number, size: number): Uint8Array {
  const first = Math.floor(offset / width);
  const start = offset - first * width;
  if (start + size <= width) return windows.get(first).subarray(start, start + size);
  const whole = new Uint8Array(size);
  for (let done = 0; done < size;) {
    const index = Math.floor((offset + done) / width);
    const from = offset + done - index * width;
    const part = windows.get(index).subarray(from, from + size - done);
    if (part.length === 0) return whole.subarray(0, done);
    whole.set(part, done);
    done += part.length;
  }
  return whole;
}

function windowAround(windows: Windows, width: number, offset: number): ByteWindow {
  const index = Math.floor(offset / width);
  return { bytes: windows.get(index), from: index * width };
}

/** A file on the disk, as long as it was when it was opened. A file cut while it is read gives fewer bytes, never an error. */
export class FileBytes implements ByteStore, Disposable {
  private readonly fd: number;
  private known: number;
  private readonly windows = new Windows((index) => this.readWindow(index));
  private looked = new Uint8Array(0);

  /** Throws what the system says when the file can't be opened. */
  constructor(path: string) {
    this.fd = fs.openSync(path, 'r');
    this.known = fs.fstatSync(this.fd).size;
  }

  get size(): number {
    return this.known;
  }

  /** From now on it ends with its last whole line. */
  endAtLine(): void {
    for (let end = this.known; end > 0;) {
      const from = Math.max(0, end - WINDOW);
      const newline = this.read(from, end - from).lastIndexOf(NEWLINE);
      end = from;
      if (newline < 0) continue;
      this.known = from + newline + 1;
      return;
    }
    this.known = 0;
  }

  read(offset: number, size: number): Uint8Array {
    return gather(this.windows, WINDOW, offset, Math.max(0, Math.min(size, this.known - offset)));
  }

  around(offset: number): ByteWindow {
    const { bytes, from } = windowAround(this.windows, WINDOW, offset);
    // The file may go on behind its known end, and otherwise than what is read as such.
    return { bytes: bytes.subarray(0, Math.max(0, this.known - from)), from };
  }

  /** Reads a place that nothing else is read near; good until the next look. */
  look(offset: number, size: number): Uint8Array {
    if (this.looked.length < size) this.looked = new Uint8Array(size);
    return this.looked.subarray(0, this.readInto(this.looked.subarray(0, size), offset));
  }

  /** Reads straight into a buffer, for going through the whole file; the number of bytes read. */
  readInto(buffer: Uint8Array, offset: number): number {
    return fs.readSync(this.fd, buffer, 0, buffer.length, offset);
  }

  dispose(): void {
    fs.closeSync(this.fd);
  }

  private readWindow(index: number): Uint8Array {
    const buffer = new Uint8Array(WINDOW);
    const read = fs.readSync(this.fd, buffer, 0, WINDOW, index * WINDOW);
    return buffer.subarray(0, read);
  }
}

const CHUNK = 4 << 20;

/** A file from its start to where it ended when it was opened: what comes later is for who follows it. */
export async function* fileChunks(bytes: FileBytes, signal?: AbortSignal): Chunks {
  const buffer = new Uint8Array(CHUNK);
  for (let offset = 0; offset < bytes.size;) {
    signal?.throwIfAborted();
    const read = bytes.readInto(buffer, offset);
    if (read === 0) return;
    const size = Math.min(read, bytes.size - offset);
    yield buffer.subarray(0, size);
    offset += size;
    // Between two chunks, questions and a wish to stop come through.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * A text that came out of an archive or a stream: kept in memory in blocks, packed again lightly, since klog shrinks to an eighth
 * and nobody may unpack to the disk.
 */
export class BlockBytes implements ByteStore {
  private readonly packed: Uint8Array[] = [];
  private readonly windows = new Windows((index) => this.unpack(index));
  private tail = new Uint8Array(0);
  private tailUsed = 0;

  get size(): number {
    return this.packed.length * BLOCK + this.tailUsed;
  }

  append(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + BLOCK - this.tailUsed);
      this.widenTail(this.tailUsed + part.length);
      this.tail.set(part, this.tailUsed);
      this.tailUsed += part.length;
      from += part.length;
      if (this.tailUsed === BLOCK) this.pack();
    }
  }

  read(offset: number, size: number): Uint8Array {
    return gather(this.windows, BLOCK, offset, Math.max(0, Math.min(size, this.size - offset)));
  }

  around(offset: number): ByteWindow {
    const { bytes, from } = windowAround(this.windows, BLOCK, offset);
    // The tail has room that is not filled yet, and a wider one may take its place.
    return { bytes: bytes.subarray(0, this.size - from), from };
  }

  /** The tail of a small text is small: a bundle may hold thousands. */
  private widenTail(size: number): void {
    if (size <= this.tail.length) return;
    const wide = new Uint8Array(Math.min(BLOCK, Math.max(size, 2 * this.tail.length)));
    wide.set(this.tail.subarray(0, this.tailUsed));
    this.tail = wide;
    this.windows.forget(this.packed.length);
  }

  private pack(): void {
    this.packed.push(zlib.deflateRawSync(this.tail, { level: 1 }));
    this.windows.forget(this.packed.length - 1);
    this.tail = new Uint8Array(BLOCK);
    this.tailUsed = 0;
  }

  private unpack(index: number): Uint8Array {
    const block = this.packed[index];
    // The tail grows in place, behind what was read of it.
    if (block === undefined) return this.tail;
    return zlib.inflateRawSync(block);
  }
}

/** A text that goes on in memory behind what a file held. */
export class ExtendedBytes implements ByteStore {
  private readonly file: FileBytes;
  private readonly rest = new BlockBytes();

  constructor(file: FileBytes) {
    this.file = file;
  }

  get size(): number {
    return this.file.size + this.rest.size;
  }

  append(chunk: Uint8Array): void {
    this.rest.append(chunk);
  }

  read(offset: number, size: number): Uint8Array {
    const { file, rest } = this;
    if (offset >= file.size) return rest.read(offset - file.size, size);
    const first = file.read(offset, size);
    if (first.length === size || offset + first.length < file.size) return first;
    const second = rest.read(0, size - first.length);
    const both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  }

  around(offset: number): ByteWindow {
    const { file, rest } = this;
    if (offset < file.size) return file.around(offset);
    const { bytes, from } = rest.around(offset - file.size);
    return { bytes, from: from + file.size };
  }
}
