import { Extents, type KeptExtents } from './extents.ts';

/** All columns as they are kept. */
export interface KeptColumns extends KeptExtents {
  readonly time: Float64Array;
  readonly severity: Uint8Array;
  readonly message: Uint16Array;
  readonly site: Uint16Array;
  readonly pid: Uint16Array;
  readonly format: Uint8Array;
}

/** The columns of a table while it grows. Numbers of dictionaries are 16 bits wide: the dictionaries keep to that. */
export class Columns {
  length = 0;
  readonly extents: Extents;
  time: Float64Array;
  severity: Uint8Array;
  message: Uint16Array;
  site: Uint16Array;
  pid: Uint16Array;
  format: Uint8Array;

  constructor(kept?: KeptColumns) {
    this.extents = new Extents(kept);
    if (kept !== undefined) {
      this.length = this.extents.length;
      this.time = kept.time;
      this.severity = kept.severity;
      this.message = kept.message;
      this.site = kept.site;
      this.pid = kept.pid;
      this.format = kept.format;
      return;
    }
    // Of a bundle of many small logs, each has its columns.
    const room = 64;
    this.time = new Float64Array(room);
    this.severity = new Uint8Array(room);
    this.message = new Uint16Array(room);
    this.site = new Uint16Array(room);
    this.pid = new Uint16Array(room);
    this.format = new Uint8Array(room);
  }

  /** All rows, to be made anew from. */
  get kept(): KeptColumns {
    const { length } = this;
    return {
      ...this.extents.kept,
      time: this.time.subarray(0, length),
      severity: this.severity.subarray(0, length),
      message: this.message.subarray(0, length),
      site: this.site.subarray(0, length),
      pid: this.pid.subarray(0, length),
      format: this.format.subarray(0, length),
    };
  }

  /** The index of a new row of so many bytes; what it holds is yet to be written. */
  add(size: number): number {
    this.extents.push(size);
    if (this.length === this.time.length) this.reserve(this.length * 2);
    return this.length++;
  }

  /** Forgets all rows, and keeps their room. */
  clear(): void {
    this.length = 0;
    this.extents.clear();
  }

  /** Makes room for so many rows. */
  reserve(rows: number): void {
    if (rows <= this.time.length) return;
    this.extents.reserve(rows);
    this.time = grown(this.time, new Float64Array(rows));
    this.severity = grown(this.severity, new Uint8Array(rows));
    this.message = grown(this.message, new Uint16Array(rows));
    this.site = grown(this.site, new Uint16Array(rows));
    this.pid = grown(this.pid, new Uint16Array(rows));
    this.format = grown(this.format, new Uint8Array(rows));
  }

  /** Adds rows behind those that are here. */
  append(rows: PackedRows): void {
    const base = this.length;
    const added = rows.size.length;
    if (base + added > this.time.length) this.reserve(Math.ceil((base + added) * 1.2));
    this.time.set(rows.time, base);
    this.severity.set(rows.severity, base);
    this.message.set(rows.message, base);
    this.site.set(rows.site, base);
    this.pid.set(rows.pid, base);
    this.format.set(rows.format, base);
    for (const size of rows.size) this.extents.push(size);
    this.length = base + added;
  }

  /** All rows and what they refer to in one buffer; in `room` if it is big enough. */
  pack(refs: Uint32Array, counts: Uint8Array, room: ArrayBuffer | undefined): PackedRows {
    const { length } = this;
    const need = packedSize(length, refs.length);
    // A little more than needed: the next part, which is given it again, may be somewhat longer.
    const buffer = room !== undefined && room.byteLength >= need ? room : newRoom(need);
    const packed = unpack(buffer, length, refs.length);
    packed.time.set(this.time.subarray(0, length));
    for (let row = 0; row < length; row++) packed.size[row] = this.extents.sizeOf(row);
    packed.refs.set(refs);
    packed.message.set(this.message.subarray(0, length));
    packed.site.set(this.site.subarray(0, length));
    packed.pid.set(this.pid.subarray(0, length));
    packed.severity.set(this.severity.subarray(0, length));
    packed.format.set(this.format.subarray(0, length));
    packed.counts.fill(0);
    packed.counts.set(counts);
    return packed;
  }
}

/** Rows in one buffer, so that it goes to another thread and comes back to be filled again. Offsets follow from sizes. */
export interface PackedRows {
  readonly buffer: ArrayBuffer;
  readonly time: Float64Array;
  readonly size: Uint32Array;
  /** References of the rows, and how many each row has (`Postings`). */
  readonly refs: Uint32Array;
  readonly counts: Uint8Array;
  readonly message: Uint16Array;
  readonly site: Uint16Array;
  readonly pid: Uint16Array;
  readonly severity: Uint8Array;
  readonly format: Uint8Array;
}

function newRoom(need: number): ArrayBuffer {
  return new ArrayBuffer(Math.ceil((need * 1.25) / 8) * 8);
}

function packedSize(rows: number, refs: number): number {
  return rows * (8 + 4 + 3 * 2 + 3) + refs * 4;
}

/** Views on a buffer, the widest first so that each stands where its width wants. */
function unpack(buffer: ArrayBuffer, rows: number, refs: number): PackedRows {
  const sizes = rows * 8;
  const refsAt = sizes + rows * 4;
  const words = refsAt + refs * 4;
  const bytes = words + rows * 6;
  return {
    buffer,
    time: new Float64Array(buffer, 0, rows),
    size: new Uint32Array(buffer, sizes, rows),
    refs: new Uint32Array(buffer, refsAt, refs),
    message: new Uint16Array(buffer, words, rows),
    site: new Uint16Array(buffer, words + rows * 2, rows),
    pid: new Uint16Array(buffer, words + rows * 4, rows),
    severity: new Uint8Array(buffer, bytes, rows),
    format: new Uint8Array(buffer, bytes + rows, rows),
    counts: new Uint8Array(buffer, bytes + rows * 2, rows),
  };
}

function grown<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  old: T,
  wide: T,
): T {
  wide.set(old);
  return wide;
}
