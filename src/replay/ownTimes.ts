// The times of one source's records and the order that they give. A line that was printed a moment late, or a part of a log that stands
// in the wrong place, has its own time: none takes that of what stands before it.
import { SECOND } from '../base/time.ts';
import type { LogTable } from '../log/record.ts';

/** A stamp of whole seconds may stand for any moment of its second, one of whole milliseconds for any of its millisecond. */
const precisions = [SECOND, 1000] as const;

/** What times are taken from: a source on the tape. */
interface TimedSource {
  readonly table: LogTable;
  readonly clockOffset: number;
}

/**
 * The times of one source from a step on, on the tape's clock. A step is an ordinal, counted from the end where the source stands newest
 * line first. A record without a time takes that of the one before, of which `before` is the one before the first; so does one whose
 * stamp is not exact enough to tell that it was earlier.
 */
export function ownTimes(
  { table, clockOffset }: TimedSource,
  backwards: boolean,
  first: number,
  before: number,
): Float64Array {
  const times = new Float64Array(table.length - first);
  const { time, length } = table;
  let last = before;
  for (let i = 0; i < times.length; i++) {
    const step = first + i;
    const own = time[backwards ? length - 1 - step : step] ?? NaN;
    const placed = own + clockOffset;
    if (placed >= last || Number.isNaN(last)) last = placed;
    else if (placed < last && !mayBeLater(own, last - placed)) last = placed;
    times[i] = last;
  }
  return fillStart(times);
}

/** Whether a stamp may stand for a moment so much later. */
function mayBeLater(stamp: number, apart: number): boolean {
  return precisions.some((precision) => apart < precision && stamp % precision === 0);
}

/** Lines before the first time of a source stand with that first time, so that they sort beside what follows them. */
function fillStart(times: Float64Array): Float64Array {
  const first = times.findIndex((time) => !Number.isNaN(time));
  if (first > 0) times.fill(times[first] ?? 0, 0, first);
  return times;
}

/** A record is moved one by one past so many at most; a log that is more out of order than that is sorted as a whole. */
const NEAR = 256;

/** Times in their order, those that are equal as they stood; `order` tells where each stood (or its `ordinal`), undefined where all stay. */
export function sortedByTime(
  times: Float64Array,
  ordinals?: Uint32Array,
): { readonly times: Float64Array; readonly order: Uint32Array | undefined } {
  let order = ordinals;
  for (let i = 1; i < times.length; i++) {
    const time = times[i] ?? 0;
    if (!(time < (times[i - 1] ?? 0))) continue;
    order ??= Uint32Array.from(times, (_, place) => place);
    let to = i - 1;
    while (to > 0 && i - to <= NEAR && time < (times[to - 1] ?? 0)) to--;
    if (i - to > NEAR) return sortedWhole(times, order);
    moveDown(times, i, to);
    moveDown(order, i, to);
  }
  return { times, order };
}

function moveDown(array: Float64Array | Uint32Array, from: number, to: number): void {
  const value = array[from] ?? 0;
  array.copyWithin(to + 1, to, from);
  array[to] = value;
}

/** Moved records stay behind those with the same time that stood before them, so places decide as ordinals would. */
function sortedWhole(
  times: Float64Array,
  order: Uint32Array,
): { readonly times: Float64Array; readonly order: Uint32Array } {
  const places = Uint32Array.from(times, (_, place) => place);
  places.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return {
    times: Float64Array.from(places, (place) => times[place] ?? 0),
    order: Uint32Array.from(places, (place) => order[place] ?? 0),
  };
}
