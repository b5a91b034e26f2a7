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
  private readonly sourceOf: Uint16Array;
  private readonly ordinalOf: Uint32Array;
  private readonly positionOf: readonly Uint32Array[];

  constructor(sources: readonly TapeSource[]) {
    this.sources = sources;
    const backwards = sources.map((source) => isReversed(source.table));
    const lanes = sources.map((source, index) => settledTimes(source, backwards[index] ?? false));
    this.length = sources.reduce((sum, source) => sum + source.table.length, 0);
    this.time = new Float64Array(this.length);
    this.sourceOf = new Uint16Array(this.length);
    this.ordinalOf = new Uint32Array(this.length);
    this.positionOf = sources.map((source) => new Uint32Array(source.table.length));
    this.merge(lanes, backwards);
  }

  private merge(lanes: readonly Float64Array[], backwards: readonly boolean[]): void {
    const next = lanes.map(() => 0);
    for (let position = 0; position < this.length; position++) {
      let best = -1;
      let bestTime = Infinity;
      for (let index = 0; index < lanes.length; index++) {
        const lane = lanes[index];
        const at = next[index] ?? 0;
        if (lane === undefined || at >= lane.length) continue;
        const time = lane[at] ?? 0;
        if (best < 0 || time < bestTime) {
          best = index;
          bestTime = time;
        }
      }
      const step = next[best] ?? 0;
      next[best] = step + 1;
      const ordinal = backwards[best] === true ? (lanes[best]?.length ?? 0) - 1 - step : step;
      this.time[position] = bestTime;
      this.sourceOf[position] = best;
      this.ordinalOf[position] = ordinal;
      const back = this.positionOf[best];
      if (back !== undefined) back[ordinal] = position;
    }
  }

  record(position: number): LogRecord | undefined {
    return this.sources[this.sourceOf[position] ?? 0]?.table.record(this.ordinalOf[position] ?? 0);
  }

  /** Where an input stands, as (index in `sources`, ordinal in its table). */
  place(position: number): { source: number; ordinal: number } {
    return { source: this.sourceOf[position] ?? 0, ordinal: this.ordinalOf[position] ?? 0 };
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
    return ordinal < 0 ? -1 : (this.positionOf[index]?.[ordinal] ?? -1);
  }

  positionOfOrdinal(source: number, ordinal: number): number {
    return this.positionOf[source]?.[ordinal] ?? -1;
  }

  indexOfSource(source: SourceId): number {
    return this.sources.findIndex((entry) => entry.table.source === source);
  }

  timeAt(position: number): Micros {
    return micros(this.time[position] ?? NaN);
  }

  /** The last position whose time is at or before `time`, or -1. */
  positionAtTime(time: Micros): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value = this.time[middle] ?? 0;
      if (Number.isNaN(value) || value <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** The times of one source on the tape's clock, made never to fall: an unknown or earlier time takes that of the line above. */
function settledTimes(source: TapeSource, backwards: boolean): Float64Array {
  const { table, clockOffset } = source;
  const times = new Float64Array(table.length);
  let last = NaN;
  for (let i = 0; i < table.length; i++) {
    const own = (table.time[backwards ? table.length - 1 - i : i] ?? NaN) + clockOffset;
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
