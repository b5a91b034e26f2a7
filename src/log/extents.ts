/** Rows of one group: the sizes of so many are added up to find a place. */
const GROUP = 64;
/** Of the integers that an engine keeps without a box. */
const LARGEST_SMALL = 0x7fff_ffff;
/** A size that doesn't fit in 16 bits stands elsewhere. */
const LONG = 0xffff;

/** All extents as they are kept. */
export interface KeptExtents {
  readonly sizes: Uint16Array;
  readonly groups: Float64Array;
  readonly longRows: Uint32Array;
  readonly longSizes: Uint32Array;
}

/**
 * Where each row lies in its text, two bytes a row: rows lie behind each other without holes, so that a place is that of its group and
 * the sizes of the rows before it there.
 */
export class Extents {
  length = 0;
  /** Bytes that the rows cover. */
  total = 0;
  private sizes: Uint16Array = new Uint16Array(GROUP);
  private groups: Float64Array = new Float64Array(1);
  private readonly long = new Map<number, number>();
  /** The row that was asked for last: mostly the next one comes soon behind it. */
  private askedRow = 0;
  private askedPlace = 0;

  constructor(kept?: KeptExtents) {
    if (kept === undefined) return;
    this.sizes = kept.sizes;
    this.groups = kept.groups;
    this.length = kept.sizes.length;
    kept.longRows.forEach((row, i) => this.long.set(row, kept.longSizes[i] ?? 0));
    const last = this.length - 1;
    this.total = last < 0 ? 0 : this.offsetOf(last) + this.sizeOf(last);
  }

  /** All of it, to be made anew from. */
  get kept(): KeptExtents {
    return {
      sizes: this.sizes.subarray(0, this.length),
      groups: this.groups.subarray(0, Math.ceil(this.length / GROUP)),
      longRows: Uint32Array.from(this.long.keys()),
      longSizes: Uint32Array.from(this.long.values()),
    };
  }

  push(size: number): void {
    const row = this.length++;
    this.reserve(this.length);
    if (row % GROUP === 0) this.groups[row / GROUP] = this.total;
    this.setSize(row, size);
    this.total += size;
  }

  /** The last row is so much longer. */
  extend(size: number): void {
    const row = this.length - 1;
    this.setSize(row, this.sizeOf(row) + size);
    this.total += size;
  }

  sizeOf(row: number): number {
    const size = this.sizes[row] ?? 0;
    return size === LONG ? (this.long.get(row) ?? LONG) : size;
  }

  offsetOf(row: number): number {
    const group = Math.floor(row / GROUP);
    const goesOn = row >= this.askedRow && group * GROUP <= this.askedRow;
    let place = goesOn ? this.askedPlace : (this.groups[group] ?? 0);
    for (let before = goesOn ? this.askedRow : group * GROUP; before < row; before++)
      place += this.sizeOf(before);
    this.askedRow = row;
    this.askedPlace = place;
    // An integer that is no float where it can be: it is kept with each fact, and takes half the room so.
    return place <= LARGEST_SMALL ? place | 0 : place;
  }

  /** The last row that begins at or before `offset`, or -1. */
  rowAt(offset: number): number {
    let low = 0;
    let high = Math.ceil(this.length / GROUP);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.groups[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return -1;
    let row = (low - 1) * GROUP;
    let end = (this.groups[low - 1] ?? 0) + this.sizeOf(row);
    while (row + 1 < this.length && end <= offset) end += this.sizeOf(++row);
    return row;
  }

  reserve(rows: number): void {
    if (rows <= this.sizes.length) return;
    const room = Math.max(rows, this.sizes.length * 2, GROUP);
    const sizes = new Uint16Array(room);
    sizes.set(this.sizes);
    this.sizes = sizes;
    const groups = new Float64Array(Math.ceil(room / GROUP));
    groups.set(this.groups);
    this.groups = groups;
  }

  clear(): void {
    this.length = 0;
    this.total = 0;
    this.askedRow = 0;
    this.askedPlace = 0;
    this.long.clear();
  }

  private setSize(row: number, size: number): void {
    this.sizes[row] = Math.min(size, LONG);
    if (size >= LONG) this.long.set(row, size);
  }
}
