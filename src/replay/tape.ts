// Room replay: the tape, its checkpoints and the cursor. It knows the order of inputs and asks the fold for states.
import { leastOf } from '../base/extremes.ts';
import type { InputId, SourceId } from '../base/input.ts';
import { micros, type Micros } from '../base/time.ts';
import type { LogRecord, LogTable } from '../log/record.ts';
import { isReversed } from '../log/sourceFacts.ts';
import { ownTimes, sortedByTime } from './ownTimes.ts';

/** One source on the tape, and how far its clock is behind the tape's (µs, added to each of its times). */
export interface TapeSource {
  readonly table: LogTable;
  readonly name: string;
  readonly clockOffset: number;
  /** Whose lines these are, where who opened it knows. */
  readonly node?: string;
}

/** One source's share of a tape. A step is the place of a record in the source's own order. */
interface Lane {
  readonly source: TapeSource;
  readonly backwards: boolean;
  /** Records that the tape holds, and the size of the last of them: it may gain lines. */
  readonly length: number;
  readonly lastSize: number;
  /** When the last of them stands, which one without a time after it takes. */
  lastTime: number;
  /** By ordinal; there may be room for more. */
  readonly positions: Uint32Array;
}

/** By position; there may be room for more. */
interface Order {
  readonly time: Float64Array;
  readonly sourceOf: Uint16Array;
  readonly ordinalOf: Uint32Array;
}

/** The first positions of another tape, which stay as they are in the one that continues it. */
interface Kept {
  readonly tape: Tape;
  readonly to: number;
}

/**
 * Several sources in one order: by time on the common clock, then by source and offset. A line that carries a time before that of
 * the line above has its place by its time: klog takes the time before its lock, parts of a log may stand in any order, a clock may
 * be set back (`clockSteps` tells). A source that stands newest line first is taken from its end.
 */
export class Tape {
  readonly sources: readonly TapeSource[];
  /** Number of inputs. A position runs from 0 to `length - 1`. */
  readonly length: number;
  /** By position: the time at which the order puts it (µs, never falling); NaN only before the first known time. */
  readonly time: Float64Array;
  private readonly order: Order;
  private readonly lanes: readonly Lane[];

  constructor(sources: readonly TapeSource[], kept?: Kept) {
    this.sources = sources;
    this.length = sources.reduce((sum, source) => sum + source.table.length, 0);
    this.lanes = sources.map((source, index) => laneOf(source, kept?.tape.lanes[index]));
    this.order = orderFor(this.length, kept?.tape.order);
    this.time = this.order.time.subarray(0, this.length);
    if (kept === undefined || kept.to < this.length) this.merge(kept);
    else this.endLanes();
  }

  /**
   * The tape of the same sources with what their tables have gained; `from` is the first position that is not as it was here. It
   * takes over what this one holds, which must not be asked any more. Costs what was gained, not what was there.
   */
  grown(): { readonly tape: Tape; readonly from: number } {
    const to = leastOf(this.lanes.map((lane) => this.certainTo(lane)));
    if (to <= 0) return { tape: new Tape(this.sources), from: 0 };
    const extended = this.lanes.map(({ source, length, lastSize, positions }) => {
      const same = length === 0 || source.table.sizeOf(length - 1) === lastSize;
      return same ? Infinity : (positions[length - 1] ?? 0);
    });
    return {
      tape: new Tape(this.sources, { tape: this, to }),
      from: Math.min(to, leastOf(extended)),
    };
  }

  /** The tape of the same sources when their tables hold fewer records, which are its first inputs. It takes over what this one holds, as `grown` does. */
  shrunk(): Tape {
    return new Tape(this.sources, { tape: this, to: Infinity });
  }

  /** Its first inputs alone; it does not grow. */
  first(length: number): Tape {
    const time = this.time.subarray(0, length);
    return Object.create(this, { length: { value: length }, time: { value: time } }) as Tape;
  }

  /** The first position that may not be as it was after what one source has gained. */
  private certainTo(lane: Lane): number {
    const { source, length, backwards, lastTime } = lane;
    if (source.table.length === length) return this.length;
    if (backwards || (length > 0 && Number.isNaN(lastTime))) return 0;
    const times = ownTimes(source, false, length, lastTime);
    let first = Infinity;
    for (const time of times) first = time < first ? time : first;
    if (Number.isNaN(times[0] ?? NaN)) return 0;
    const isBehind = first >= this.lastTime;
    return isBehind && this.lanes.length === 1 ? this.length : this.firstFrom(first);
  }

  private get lastTime(): number {
    return this.time[this.length - 1] ?? -Infinity;
  }

  private merge(kept: Kept | undefined): void {
    const next = new Earliest(this.lanes.map((lane, index) => this.stepsOf(lane, kept, index)));
    for (let position = kept?.to ?? 0; position < this.length; position++) {
      const { index, steps } = next;
      if (steps === undefined) return;
      const time = steps.next;
      this.put(position, index, steps.ordinalAt(steps.at++), time);
      next.settle();
    }
  }

  /** Of lanes of which all records stand where they stood. */
  private endLanes(): void {
    for (const lane of this.lanes)
      lane.lastTime = this.order.time[lane.positions[lane.length - 1] ?? -1] ?? NaN;
  }

  /** What a lane has from `kept` on: the records that stood behind it there, and those that came since. */
  private stepsOf(lane: Lane, kept: Kept | undefined, index: number): Steps {
    const before = kept?.tape.lanes[index];
    if (kept === undefined || before === undefined) {
      const times = ownTimes(lane.source, lane.backwards, 0, NaN);
      lane.lastTime = times.at(-1) ?? NaN;
      return new Steps(times, 0, lane.backwards);
    }
    const moved: number[] = [];
    const { tape } = kept;
    for (let position = kept.to; position < tape.length; position++)
      if (tape.order.sourceOf[position] === index) moved.push(position);
    const added = ownTimes(lane.source, false, before.length, before.lastTime);
    lane.lastTime = added.at(-1) ?? before.lastTime;
    if (moved.length === 0) return new Steps(added, before.length, false);
    const ordinals = moved.map((position) => tape.order.ordinalOf[position] ?? 0);
    const times = new Float64Array(moved.length + added.length);
    times.set(moved.map((position) => tape.time[position] ?? NaN));
    times.set(added, moved.length);
    for (let i = 0; i < added.length; i++) ordinals.push(before.length + i);
    return new Steps(times, 0, false, Uint32Array.from(ordinals));
  }

  private put(position: number, source: number, ordinal: number, time: number): void {
    const lane = this.lanes[source];
    if (lane === undefined) return;
    this.order.time[position] = time;
    this.order.sourceOf[position] = source;
    this.order.ordinalOf[position] = ordinal;
    lane.positions[ordinal] = position;
  }

  /** With its secrets starred: nobody who asks by position reads on the hot path. */
  record(position: number): LogRecord | undefined {
    const { source, ordinal } = this.place(position);
    return this.sources[source]?.table.shown(ordinal);
  }

  /** Where an input stands, as (index in `sources`, ordinal in its table). */
  place(position: number): { source: number; ordinal: number } {
    const { sourceOf, ordinalOf } = this.order;
    return { source: sourceOf[position] ?? 0, ordinal: ordinalOf[position] ?? 0 };
  }

  /** Undefined for a place that it does not have. */
  input(position: number): InputId | undefined {
    if (position < 0 || position >= this.length) return undefined;
    const { source, ordinal } = this.place(position);
    const table = this.sources[source]?.table;
    if (table === undefined || ordinal >= table.length) return undefined;
    return { source: table.source, offset: table.offsetOf(ordinal) };
  }

  /** The position of an input, or -1 when this tape doesn't hold it. */
  positionOfInput(id: InputId): number {
    const index = this.indexOfSource(id.source);
    const ordinal = this.sources[index]?.table.ordinalAt(id.offset) ?? -1;
    return this.positionOfOrdinal(index, ordinal);
  }

  positionOfOrdinal(source: number, ordinal: number): number {
    const lane = this.lanes[source];
    if (lane === undefined || ordinal < 0 || ordinal >= lane.length) return -1;
    const position = lane.positions[ordinal] ?? -1;
    return position < this.length ? position : -1;
  }

  /** By ordinal, for who goes through all records of a source (by its index). */
  positionsOf(source: number): Uint32Array {
    const { positions, length } = this.lanes[source] ?? { positions: new Uint32Array(), length: 0 };
    return positions.subarray(0, length);
  }

  /** How many records of a source (by its index) it holds. */
  recordsOf(source: number): number {
    return this.lanes[source]?.length ?? 0;
  }

  indexOfSource(source: SourceId): number {
    return this.sources.findIndex((entry) => entry.table.source === source);
  }

  timeAt(position: number): Micros {
    return micros(this.time[position] ?? NaN);
  }

  /** The last position whose time is at or before `time`, or -1. */
  positionAtTime(time: Micros): number {
    return this.firstWhere((value) => value > time) - 1;
  }

  /** The first position whose time is `time` or later. */
  private firstFrom(time: number): number {
    return this.firstWhere((value) => value >= time);
  }

  private firstWhere(isPast: (time: number) => boolean): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(this.time[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function laneOf(source: TapeSource, kept: Lane | undefined): Lane {
  const { table } = source;
  const { length } = table;
  return {
    source,
    backwards: kept?.backwards ?? isReversed(table),
    length,
    lastSize: length === 0 ? 0 : table.sizeOf(length - 1),
    lastTime: NaN,
    positions: kept === undefined ? new Uint32Array(length) : roomFor(length, kept.positions),
  };
}

function orderFor(length: number, kept: Order | undefined): Order {
  if (kept === undefined)
    return {
      time: new Float64Array(length),
      sourceOf: new Uint16Array(length),
      ordinalOf: new Uint32Array(length),
    };
  return {
    time: roomFor(length, kept.time),
    sourceOf: roomFor(length, kept.sourceOf),
    ordinalOf: roomFor(length, kept.ordinalOf),
  };
}

/** The same array, or one of twice the size that begins with it. */
function roomFor<T extends Float64Array | Uint32Array | Uint16Array>(length: number, array: T): T;
function roomFor(
  length: number,
  array: Float64Array | Uint32Array | Uint16Array,
): Float64Array | Uint32Array | Uint16Array {
  if (length <= array.length) return array;
  const wide =
    array instanceof Float64Array
      ? new Float64Array(2 * length)
      : array instanceof Uint32Array
        ? new Uint32Array(2 * length)
        : new Uint16Array(2 * length);
  wide.set(array);
  return wide;
}

/** Records of one lane in the order of the tape, which takes them one by one. */
class Steps {
  at = 0;
  readonly times: Float64Array;
  private readonly order: Uint32Array | undefined;
  private readonly from: number;
  private readonly backwards: boolean;

  /** `times` in the file's order, whose ordinals begin at `from` or stand in `ordinals`; both are put into the order of time. */
  constructor(times: Float64Array, from: number, backwards: boolean, ordinals?: Uint32Array) {
    this.from = from;
    this.backwards = backwards;
    const sorted = sortedByTime(times, ordinals);
    this.times = sorted.times;
    this.order = sorted.order;
  }

  /** The time of the next; NaN where none of the source is known. */
  get next(): number {
    return this.times[this.at] ?? NaN;
  }

  get isAtEnd(): boolean {
    return this.at >= this.times.length;
  }

  ordinalAt(step: number): number {
    const place = this.order?.[step] ?? step;
    return this.backwards ? this.times.length - 1 - place : this.from + place;
  }
}

/** Which of many sources is next: a binary heap of those that have more. A source without times stands before all. */
class Earliest {
  private readonly all: readonly Steps[];
  private readonly heap: number[];

  constructor(all: readonly Steps[]) {
    this.all = all;
    this.heap = [...all.keys()].filter((index) => all[index]?.isAtEnd === false);
    this.heap.sort((a, b) => (this.isBefore(a, b) ? -1 : 1));
  }

  get index(): number {
    return this.heap[0] ?? -1;
  }

  get steps(): Steps | undefined {
    return this.all[this.index];
  }

  /** After a step of the one that was next. */
  settle(): void {
    const { heap } = this;
    if (this.steps?.isAtEnd === true) {
      const last = heap.pop() ?? 0;
      if (heap.length > 0) heap[0] = last;
    }
    for (let place = 0; ;) {
      const right = 2 * place + 2;
      let first = right - 1;
      if (right < heap.length && this.isBefore(heap[right] ?? 0, heap[first] ?? 0)) first = right;
      if (first >= heap.length || !this.isBefore(heap[first] ?? 0, heap[place] ?? 0)) return;
      [heap[place], heap[first]] = [heap[first] ?? 0, heap[place] ?? 0];
      place = first;
    }
  }

  private isBefore(one: number, other: number): boolean {
    const a = this.all[one]?.next ?? NaN;
    const b = this.all[other]?.next ?? NaN;
    if (a === b || Number.isNaN(a) || Number.isNaN(b))
      return Number.isNaN(a) === Number.isNaN(b) ? one < other : Number.isNaN(a);
    return a < b;
  }
}
