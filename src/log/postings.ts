import { ByteDictionary } from './byteDictionary.ts';

/** More identities than this are not told apart: the log is a hostile one. */
const MAX_IDENTITIES = 4_000_000;

/** The first so many rows with a UID or a name tell whose it is. */
const TELLING = 3;
/** Digits of a sandbox' or container's whole id. */
const CONTAINER_ID = 64;

/** References of rows, one row after the other, and how many each row has. */
export interface KeptPostings {
  readonly refs: Uint32Array;
  readonly counts: Uint8Array;
}

/** Which rows name which identity. Rows are added in order; an answer is a list of rising rows. */
export class Postings {
  readonly identities: ByteDictionary;
  /** Identities of all rows, one row after the other. */
  private refs: Uint32Array = new Uint32Array(64);
  private refCount = 0;
  /** How many of them a row has, at most 255. */
  private counts: Uint8Array = new Uint8Array(64);
  private rows = 0;
  /** Derived when first asked: for each identity its rows. */
  private starts: Uint32Array | undefined;
  /** The row that was asked for last, and where its references begin. */
  private asked = { row: 0, from: 0 };
  private lists = new Uint32Array(0);

  constructor(identities = new ByteDictionary(), kept?: KeptPostings) {
    this.identities = identities;
    if (kept === undefined) return;
    this.refs = kept.refs;
    this.refCount = kept.refs.length;
    this.counts = kept.counts;
    this.rows = kept.counts.length;
  }

  /** Something in the bytes names an identity, in this row or one not before the last. Its number, -1 when it gets none. */
  add(row: number, bytes: Uint8Array, from: number, to: number): number {
    if (this.identities.size >= MAX_IDENTITIES) return -1;
    const identity = this.identities.intern(bytes, from, to);
    this.addRef(row, identity);
    return identity;
  }

  /** As `add`, of an identity whose number is known. */
  addKnown(row: number, identity: number): void {
    if (this.identities.size < MAX_IDENTITIES) this.addRef(row, identity);
  }

  addRef(row: number, identity: number): void {
    if (row >= this.counts.length) {
      const wide = new Uint8Array(Math.max(row + 1, this.counts.length * 2));
      wide.set(this.counts);
      this.counts = wide;
    }
    this.rows = Math.max(this.rows, row + 1);
    const count = this.counts[row] ?? 0;
    for (let k = this.refCount - count; k < this.refCount; k++)
      if (this.refs[k] === identity) return;
    if (count === 255) return;
    if (this.refCount === this.refs.length) {
      const wide = new Uint32Array(Math.max(64, this.refs.length * 2));
      wide.set(this.refs);
      this.refs = wide;
    }
    this.refs[this.refCount++] = identity;
    this.counts[row] = count + 1;
    this.starts = undefined;
  }

  /** Makes room for so many times what is here. */
  reserve(times: number): void {
    const refs = new Uint32Array(Math.max(this.refs.length, Math.ceil(this.refCount * times)));
    refs.set(this.refs.subarray(0, this.refCount));
    this.refs = refs;
    const counts = new Uint8Array(Math.max(this.counts.length, Math.ceil(this.rows * times)));
    counts.set(this.counts.subarray(0, this.rows));
    this.counts = counts;
  }

  /** Joins rows that were read elsewhere, behind all that are here; `refs` are numbers of this dictionary. */
  addPart(base: number, refs: Uint32Array, counts: Uint8Array): void {
    const size = this.refCount + refs.length;
    if (size > this.refs.length) {
      const wide = new Uint32Array(Math.max(size, this.refs.length * 1.5));
      wide.set(this.refs.subarray(0, this.refCount));
      this.refs = wide;
    }
    this.refs.set(refs, this.refCount);
    this.refCount = size;
    if (base + counts.length > this.counts.length) {
      const wide = new Uint8Array(Math.max(base + counts.length, this.counts.length * 1.5));
      wide.set(this.counts);
      this.counts = wide;
    }
    this.counts.set(counts, base);
    this.rows = base + counts.length;
    this.starts = undefined;
  }

  /** Rows that name it, rising; undefined for a text that no row does. */
  rowsOf(identity: string): Uint32Array | undefined {
    const number = this.identities.find(identity);
    if (number < 0) return undefined;
    const starts = this.starts ?? this.group();
    return this.lists.subarray(starts[number] ?? 0, starts[number + 1] ?? 0);
  }

  /** The UIDs and names that a row names, by their numbers; cheap where rows are asked for one after the other. */
  podsOf(row: number): Uint32Array {
    let { row: at, from } = this.asked;
    for (; at < row; at++) from += this.counts[at] ?? 0;
    for (; at > row; at--) from -= this.counts[at - 1] ?? 0;
    this.asked = { row, from };
    const refs = this.refs.subarray(from, from + (this.counts[row] ?? 0));
    return refs.filter((ref) => this.identities.sizeOf(ref) !== CONTAINER_ID);
  }

  /** The first rows, rising, of each UID and each name. */
  firstRows(): Uint32Array {
    const left = Uint8Array.from({ length: this.identities.size }, (_, i) =>
      this.identities.sizeOf(i) === CONTAINER_ID ? 0 : TELLING,
    );
    const rows: number[] = [];
    let k = 0;
    for (let row = 0; row < this.rows; row++) {
      const end = k + (this.counts[row] ?? 0);
      let isFirst = false;
      for (; k < end; k++) {
        const ref = this.refs[k] ?? 0;
        const more = left[ref] ?? 0;
        if (more === 0) continue;
        left[ref] = more - 1;
        isFirst = true;
      }
      if (isFirst) rows.push(row);
    }
    return Uint32Array.from(rows);
  }

  /** References of the rows as they are held, for who joins parts or keeps them: valid until the next change. */
  get parts(): KeptPostings {
    return {
      refs: this.refs.subarray(0, this.refCount),
      counts: this.counts.subarray(0, this.rows),
    };
  }

  /** Forgets all rows; the identities keep their numbers. */
  clear(): void {
    this.counts.fill(0, 0, this.rows);
    this.refCount = 0;
    this.rows = 0;
    this.asked = { row: 0, from: 0 };
    this.starts = undefined;
  }

  private group(): Uint32Array {
    const starts = new Uint32Array(this.identities.size + 2);
    for (let k = 0; k < this.refCount; k++) {
      const slot = (this.refs[k] ?? 0) + 2;
      starts[slot] = (starts[slot] ?? 0) + 1;
    }
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
    this.lists = new Uint32Array(this.refCount);
    let k = 0;
    for (let row = 0; row < this.rows; row++) {
      for (let left = this.counts[row] ?? 0; left > 0; left--, k++) {
        const slot = (this.refs[k] ?? 0) + 1;
        const place = starts[slot] ?? 0;
        this.lists[place] = row;
        starts[slot] = place + 1;
      }
    }
    this.starts = starts;
    return starts;
  }
}
