/** More than any object of a cluster comes to: etcd takes none over a few megabytes. */
const largest = 16 << 20;

/** The bytes of a stream that are not used up yet, in one piece; places are counted from the first of them. */
export class ByteWindow {
  bytes: Buffer = Buffer.allocUnsafe(128 << 10);
  /** Where the window begins in `bytes`, and where it ends. */
  start = 0;
  end = 0;

  get length(): number {
    return this.end - this.start;
  }

  /** False when what is kept has grown beyond all measure; the bytes are then not taken. */
  append(chunk: Buffer): boolean {
    if (this.length + chunk.length > largest) return false;
    if (this.end + chunk.length > this.bytes.length) this.makeRoom(chunk.length);
    chunk.copy(this.bytes, this.end);
    this.end += chunk.length;
    return true;
  }

  text(from: number, to: number): string {
    return this.bytes.toString('utf8', this.start + from, this.start + to);
  }

  /** Forgets the first `count` bytes. */
  drop(count: number): void {
    this.start += count;
  }

  private makeRoom(more: number): void {
    const kept = this.length;
    const target =
      (kept + more) * 2 > this.bytes.length ? Buffer.allocUnsafe((kept + more) * 2) : this.bytes;
    this.bytes.copy(target, 0, this.start, this.end);
    this.bytes = target;
    this.start = 0;
    this.end = kept;
  }
}
