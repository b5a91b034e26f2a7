/** The columns of a table while it grows; a column is widened by doubling. */
export class Columns {
  length = 0;
  offset = new Float64Array(START);
  size = new Uint32Array(START);
  time = new Float64Array(START);
  severity = new Uint8Array(START);
  message = new Uint32Array(START);
  site = new Uint32Array(START);
  pid = new Uint32Array(START);
  format = new Uint8Array(START);

  /** A new row, zeroed; its index. */
  add(): number {
    if (this.length === this.offset.length) this.widen(this.length * 2);
    return this.length++;
  }

  private widen(size: number): void {
    this.offset = grown(this.offset, new Float64Array(size));
    this.size = grown(this.size, new Uint32Array(size));
    this.time = grown(this.time, new Float64Array(size));
    this.severity = grown(this.severity, new Uint8Array(size));
    this.message = grown(this.message, new Uint32Array(size));
    this.site = grown(this.site, new Uint32Array(size));
    this.pid = grown(this.pid, new Uint32Array(size));
    this.format = grown(this.format, new Uint8Array(size));
  }
}

const START = 1024;

function grown<T extends Float64Array | Uint32Array | Uint8Array>(old: T, wide: T): T {
  wide.set(old);
  return wide;
}
