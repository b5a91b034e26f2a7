// The tracks of workers, of which a log has a dozen for each pod, in columns: a change takes some twenty bytes there, and is an object
// only while somebody looks at it. It knows nothing of what the values mean.
import { type InputId, sourceId, type Value } from '../../../base/input.ts';
import { micros, type Micros } from '../../../base/time.ts';
import { type Change, type Moment, type Track, untold } from '../track.ts';

/** What a change stands on. */
export interface Proof {
  readonly at: Micros;
  readonly provedBy: readonly InputId[];
  readonly provenAt: number;
}

/** Lists of inputs, by number. */
export class ProofColumns {
  private offsets: Float64Array;
  private sources: Uint32Array;
  /** Where the list of each number ends. */
  private ends: Uint32Array;
  private count = 0;
  /** The list that was added last: several changes in a row stand on one. */
  private last: readonly InputId[] | undefined;

  /** `room`: for how many there is room before the columns are copied into wider ones. */
  constructor(room: number) {
    this.offsets = new Float64Array(room);
    this.sources = new Uint32Array(room);
    this.ends = new Uint32Array(room);
  }

  add(inputs: readonly InputId[]): number {
    if (inputs === this.last) return this.count - 1;
    this.last = inputs;
    let end = this.startOf(this.count);
    this.offsets = roomFor(this.offsets, end + inputs.length);
    this.sources = roomFor(this.sources, end + inputs.length);
    for (const { source, offset } of inputs) {
      this.sources[end] = source;
      this.offsets[end++] = offset;
    }
    this.ends = roomFor(this.ends, this.count + 1);
    this.ends[this.count] = end;
    return this.count++;
  }

  at(number: number): readonly InputId[] {
    const inputs: InputId[] = [];
    for (let i = this.startOf(number); i < (this.ends[number] ?? 0); i++)
      inputs.push({ source: sourceId(this.sources[i] ?? 0), offset: this.offsets[i] ?? 0 });
    return inputs;
  }

  /** Nothing more is added. */
  settle(): void {
    const end = this.startOf(this.count);
    this.offsets = this.offsets.slice(0, end);
    this.sources = this.sources.slice(0, end);
    this.ends = this.ends.slice(0, this.count);
    this.last = undefined;
  }

  private startOf(number: number): number {
    return number === 0 ? 0 : (this.ends[number - 1] ?? 0);
  }
}

const knowns = ['seen', 'inferred', 'unknown'] as const;
const UNKNOWN = 2;

/** The changes of tracks of one kind, those of a track behind each other. */
export class TrackColumns<T> {
  readonly proofs: ProofColumns;
  /** Why a value is unknown that is. */
  private readonly why: string;
  private readonly values: T[] = [];
  private readonly numbers = new Map<T, number>();
  private at: Float64Array;
  private provenAt: Float64Array;
  private said: Uint32Array;
  private proof: Uint32Array;
  private length = 0;
  /** Where the changes of each track end. */
  private ends: Uint32Array;
  private tracks = 0;

  /** `room` as that of `ProofColumns`. */
  constructor(proofs: ProofColumns, why: string, room: number) {
    this.proofs = proofs;
    this.why = why;
    this.at = new Float64Array(room);
    this.provenAt = new Float64Array(room);
    this.said = new Uint32Array(room);
    this.proof = new Uint32Array(room);
    this.ends = new Uint32Array(room);
  }

  /** A value and how it is known, as one number. */
  code(known: 'seen' | 'inferred', value: T): number {
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.values.length;
      this.values.push(value);
      this.numbers.set(value, number);
    }
    return 4 * number + (known === 'seen' ? 0 : 1);
  }

  /** The number of the track with the changes of a draft. */
  append({ count, times, provenAts, said, proofs }: TrackDraft<T>): number {
    const from = this.length;
    this.length += count;
    this.at = roomFor(this.at, this.length);
    this.provenAt = roomFor(this.provenAt, this.length);
    this.said = roomFor(this.said, this.length);
    this.proof = roomFor(this.proof, this.length);
    for (let i = 0; i < count; i++) {
      this.at[from + i] = times[i] ?? NaN;
      this.provenAt[from + i] = provenAts[i] ?? 0;
      this.said[from + i] = said[i] ?? UNKNOWN;
      this.proof[from + i] = proofs[i] ?? 0;
    }
    this.ends = roomFor(this.ends, this.tracks + 1);
    this.ends[this.tracks] = this.length;
    return this.tracks++;
  }

  /** A track by its number, counted from 0 in the order in which they were appended. */
  track(number: number): Track<T> {
    const from = number === 0 ? 0 : (this.ends[number - 1] ?? 0);
    return new PackedTrack(this, from, this.ends[number] ?? from);
  }

  /** Nothing more is appended. */
  settle(): void {
    this.at = this.at.slice(0, this.length);
    this.provenAt = this.provenAt.slice(0, this.length);
    this.said = this.said.slice(0, this.length);
    this.proof = this.proof.slice(0, this.length);
    this.ends = this.ends.slice(0, this.tracks);
  }

  change(index: number): Change<T> {
    return {
      at: micros(this.at[index] ?? NaN),
      value: this.valueOf(index),
      provenAt: this.provenAtOf(index),
    };
  }

  atOf(index: number): number {
    return this.at[index] ?? NaN;
  }

  provenAtOf(index: number): number {
    return this.provenAt[index] ?? 0;
  }

  /** The first of some changes that is to a value. */
  firstTo(value: T, from: number, to: number): Change<T> | undefined {
    const number = this.numbers.get(value);
    for (let i = from; i < to; i++) {
      const said = this.said[i] ?? UNKNOWN;
      if (said >>> 2 === number && (said & 3) !== UNKNOWN) return this.change(i);
    }
    return undefined;
  }

  private valueOf(index: number): Value<T> {
    const said = this.said[index] ?? UNKNOWN;
    const provedBy = this.proofs.at(this.proof[index] ?? 0);
    const known = knowns[said & 3] ?? 'unknown';
    const value = this.values[said >>> 2];
    if (known === 'unknown' || value === undefined)
      return { known: 'unknown', provedBy, why: this.why };
    return { known, value, provedBy };
  }
}

class PackedTrack<T> implements Track<T> {
  private readonly columns: TrackColumns<T>;
  private readonly from: number;
  private readonly to: number;

  constructor(columns: TrackColumns<T>, from: number, to: number) {
    this.columns = columns;
    this.from = from;
    this.to = to;
  }

  get changes(): readonly Change<T>[] {
    const changes: Change<T>[] = [];
    for (let i = this.from; i < this.to; i++) changes.push(this.columns.change(i));
    return changes;
  }

  firstTo(value: T): Change<T> | undefined {
    return this.columns.firstTo(value, this.from, this.to);
  }

  changeAt({ time, position, hindsight }: Moment): Change<T> | undefined {
    const { columns, from } = this;
    let high = this.to;
    let low = high > from && columns.atOf(high - 1) <= time ? high : from;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (columns.atOf(middle) <= time) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= from; i--)
      if (hindsight === 'now' || columns.provenAtOf(i) <= position) return columns.change(i);
    return undefined;
  }

  at(moment: Moment): Value<T> {
    return this.changeAt(moment)?.value ?? untold;
  }
}

/** The changes of one track while they are added; used for one track after another. */
export class TrackDraft<T> {
  count = 0;
  readonly times: number[] = [];
  readonly provenAts: number[] = [];
  readonly said: number[] = [];
  readonly proofs: number[] = [];
  private readonly columns: TrackColumns<T>;

  constructor(columns: TrackColumns<T>) {
    this.columns = columns;
  }

  set(known: 'seen' | 'inferred', value: T, proof: Proof): void {
    this.add(this.columns.code(known, value), proof);
  }

  /** The value is unknown from there on. */
  blur(proof: Proof): void {
    this.add(UNKNOWN, proof);
  }

  /** The number of its track among the columns. */
  close(): number {
    const number = this.columns.append(this);
    this.count = 0;
    return number;
  }

  /** As `OpenTrack.set`. */
  private add(said: number, { at, provedBy, provenAt }: Proof): void {
    const index = this.after(at);
    if (index > 0 && this.said[index - 1] === said) return;
    for (let i = this.count++; i > index; i--) this.move(i - 1, i);
    this.times[index] = at;
    this.provenAts[index] = provenAt;
    this.said[index] = said;
    this.proofs[index] = this.columns.proofs.add(provedBy);
  }

  private move(from: number, to: number): void {
    this.times[to] = this.times[from] ?? NaN;
    this.provenAts[to] = this.provenAts[from] ?? 0;
    this.said[to] = this.said[from] ?? 0;
    this.proofs[to] = this.proofs[from] ?? 0;
  }

  private after(time: number): number {
    let high = this.count;
    let low = (this.times[high - 1] ?? NaN) <= time && high > 0 ? high : 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The same array, or one of twice the size that begins with it. */
function roomFor<A extends Float64Array | Uint32Array>(array: A, length: number): A;
function roomFor(array: Float64Array | Uint32Array, length: number): Float64Array | Uint32Array {
  if (length <= array.length) return array;
  const size = Math.max(length, 2 * array.length);
  const wide = array instanceof Float64Array ? new Float64Array(size) : new Uint32Array(size);
  wide.set(array);
  return wide;
}
