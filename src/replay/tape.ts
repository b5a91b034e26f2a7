// Room replay: the tape, its checkpoints and the cursor. It knows the order of inputs and asks the fold for states.
import type { InputId, SourceId } from '../base/input.ts';
import { micros, type Micros } from '../base/time.ts';
import type { LogRecord, LogTable } from '../log/record.ts';
import { isReversed } from '../log/sourceFacts.ts';

/** One source on the tape, and how far its clock is behind the tape's (µs, added to each of its times). */
export interface TapeSource {
  readonly table: LogTable;
  readonly name: string;
  readonly clockOffset: number;
  /** Whose lines these are, where who opened it knows. */
  readonly node?: string;
}

/** One source's share of a tape. A step is an ordinal, counted from the end when the source stands newest line first. */
interface Lane {
  readonly source: TapeSource;
  readonly backwards: boolean;
  /** Records that the tape holds, and the size of the last of them: it may gain lines. */
  readonly length: number;
  readonly lastSize: number;
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
 * Several sources in one order: by time on the common clock, then by source and offset. Lines of one source keep the order of the
 * file; klog takes its time before its lock, so a line may carry a time a few milliseconds before the line above
 * it: its place is then that of the line above. A source that stands newest line first is taken from its end.
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
    this.merge(kept);
  }

  /**
   * The tape of the same sources with what their tables have gained; `from` is the first position that is not as it was here. It
   * takes over what this one holds, which must not be asked any more. Costs what was gained, not what was there.
   */
  grown(): { readonly tape: Tape; readonly from: number } {
    const to = Math.min(...this.lanes.map((lane) => this.certainTo(lane)));
    if (to <= 0) return { tape: new Tape(this.sources), from: 0 };
    const extended = this.lanes.map(({ source, length, lastSize, positions }) => {
      const same = length === 0 || source.table.sizeOf(length - 1) === lastSize;
      return same ? Infinity : (positions[length - 1] ?? 0);
    });
    return { tape: new Tape(this.sources, { tape: this, to }), from: Math.min(to, ...extended) };
  }

  /** The first position that may not be as it was after what one source has gained. */
  private certainTo(lane: Lane): number {
    const { source, length, backwards } = lane;
    if (source.table.length === length) return this.length;
    const before = this.settledBefore(lane, length);
    if (backwards || (length > 0 && Number.isNaN(before))) return 0;
    const first = settledTimes(source, false, length, before)[0] ?? NaN;
    if (Number.isNaN(first)) return 0;
    return this.lanes.length === 1 ? this.length : this.firstFrom(first);
  }

  /** The tape's time at the step before a step of a lane; NaN before its first. */
  private settledBefore(lane: Lane, step: number): number {
    return step === 0 ? NaN : (this.time[stepPosition(lane, step - 1)] ?? NaN);
  }

  private merge(kept: Kept | undefined): void {
    const next = (kept?.tape.lanes ?? []).map((lane) => stepsBefore(lane, kept?.to ?? 0));
    const lanes = this.lanes.map(({ source, backwards }, index) => {
      const first = (next[index] ??= 0);
      const lane = kept?.tape.lanes[index];
      const before = lane === undefined ? NaN : (kept?.tape.settledBefore(lane, first) ?? NaN);
      return { first, times: settledTimes(source, backwards, first, before) };
    });
    for (let position = kept?.to ?? 0; position < this.length; position++) {
      let best = -1;
      let bestTime = Infinity;
      for (let index = 0; index < lanes.length; index++) {
        const lane = lanes[index];
        const at = (next[index] ?? 0) - (lane?.first ?? 0);
        if (lane === undefined || at >= lane.times.length) continue;
        const time = lane.times[at] ?? 0;
        if (best < 0 || time < bestTime) {
          best = index;
          bestTime = time;
        }
      }
      const step = next[best] ?? 0;
      next[best] = step + 1;
      this.put(position, best, step, bestTime);
    }
  }

  private put(position: number, source: number, step: number, time: number): void {
    const lane = this.lanes[source];
    if (lane === undefined) return;
    const ordinal = lane.backwards ? lane.length - 1 - step : step;
    this.order.time[position] = time;
    this.order.sourceOf[position] = source;
    this.order.ordinalOf[position] = ordinal;
    lane.positions[ordinal] = position;
  }

  record(position: number): LogRecord | undefined {
    const { source, ordinal } = this.place(position);
    return this.sources[source]?.table.record(ordinal);
  }

  /** Where an input stands, as (index in `sources`, ordinal in its table). */
  place(position: number): { source: number; ordinal: number } {
    const { sourceOf, ordinalOf } = this.order;
    return { source: sourceOf[position] ?? 0, ordinal: ordinalOf[position] ?? 0 };
  }

  input(position: number): InputId | undefined {
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
    return lane.positions[ordinal] ?? -1;
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

function stepPosition({ backwards, length, positions }: Lane, step: number): number {
  return positions[backwards ? length - 1 - step : step] ?? 0;
}

/** How many steps of a lane stand before a position. */
function stepsBefore(lane: Lane, position: number): number {
  let low = 0;
  let high = lane.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stepPosition(lane, middle) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The times of one source from a step on, on the tape's clock, made never to fall: an unknown or earlier time takes that of the line
 * above, of which `before` is the one above the first.
 */
export function settledTimes(
  { table, clockOffset }: TapeSource,
  backwards: boolean,
  first: number,
  before: number,
): Float64Array {
  const times = new Float64Array(table.length - first);
  const { time, length } = table;
  let last = before;
  for (let i = 0; i < times.length; i++) {
    const step = first + i;
    const own = (time[backwards ? length - 1 - step : step] ?? NaN) + clockOffset;
    if (Number.isNaN(last) || own > last) last = own;
    times[i] = last;
  }
  return fillStart(times);
}

/** Lines before the first time of a source stand with that first time, so that they sort beside what follows them. */
function fillStart(times: Float64Array): Float64Array {
  const first = times.findIndex((time) => !Number.isNaN(time));
  if (first > 0) times.fill(times[first] ?? 0, 0, first);
  return times;
}
