// What a page gets of the timeline for one window: columns that hold at most one item for each lane, kind and pixel column that it
// starts in, and never more than a frame may carry.
import { micros } from '../../base/time.ts';
import type { TimelineWindow } from '../../protocol/engineApi.ts';
import type { TimelineColumns } from '../../protocol/rows.ts';
import {
  eachOpenAt,
  firstFrom,
  latestIn,
  NO_POSITION,
  seriesFrom,
  type TimelineStore,
} from './timelineStore.ts';

/** Of an answer: at 30 bytes each that is below 200 KB. */
export const MOST_ITEMS = 6_500;

/**
 * Items of one lane and kind that start in one pixel column become one, which ends with the last of them, is known as that one is, and is
 * proved by the first. Lanes come in the order asked, each in order of start. Those that do not fit any more are named in `more`;
 * a lane that does not fit alone is answered with broader columns.
 */
export function windowColumns(
  store: TimelineStore,
  window: TimelineWindow,
  lanes: readonly number[],
  revision: number,
  most: number,
): TimelineColumns {
  const { from, to, width } = window;
  const perPixel = Math.max(1, (to - from) / Math.max(1, width));
  const answer = new Answer(store, from, to, most);
  let more: readonly number[] = [];
  for (const [index, lane] of lanes.entries()) {
    if (answer.addLane(lane, perPixel)) continue;
    if (answer.length > 0) {
      more = lanes.slice(index);
      break;
    }
    for (let broad = 2 * perPixel; !answer.addLane(lane, broad);) broad *= 2;
  }
  const columns = answer.columns();
  const head = { from: micros(from), to: micros(to), revision, columns };
  return more.length === 0 ? head : { ...head, more };
}

/** The rows of an answer as they come, and in which order they go out. */
class Answer {
  length = 0;
  private readonly store: TimelineStore;
  private readonly from: number;
  private readonly to: number;
  private readonly most: number;
  private readonly order: Uint32Array;
  private readonly rows: TimelineColumns['columns'];

  constructor(store: TimelineStore, from: number, to: number, most: number) {
    this.store = store;
    this.from = from;
    this.to = to;
    // A column of each kind, and one of what began before the window, always fit.
    this.most = Math.max(most, 2 * 256);
    this.order = new Uint32Array(this.most);
    this.rows = emptyColumns(this.most);
  }

  /** False, and nothing is changed, when the lane does not fit. */
  addLane(lane: number, perPixel: number): boolean {
    const before = this.length;
    const { store } = this;
    for (let series = seriesFrom(store, lane); series < seriesFrom(store, lane + 1); series++) {
      if (this.addSeries(lane, series, perPixel)) continue;
      this.length = before;
      return false;
    }
    const { start } = this.rows;
    for (let row = before; row < this.length; row++) this.order[row] = row;
    this.order
      .subarray(before, this.length)
      .sort((a, b) => (start[a] ?? 0) - (start[b] ?? 0) || a - b);
    return true;
  }

  private addSeries(lane: number, series: number, perPixel: number): boolean {
    const { store, from, to } = this;
    const kind = store.seriesKind[series] ?? 0;
    const first = store.seriesItems[series] ?? 0;
    const behind = store.seriesItems[series + 1] ?? 0;
    const inside = firstFrom(store.start, from, first, behind);
    if (!this.addOpen(lane, kind, first, inside, perPixel)) return false;
    for (let at = inside; at < behind && (store.start[at] ?? 0) <= to;) {
      const column = Math.floor(((store.start[at] ?? 0) - from) / perPixel);
      const edge = Math.min(from + (column + 1) * perPixel, to + 1);
      // Rounding may put an item on the edge of its own column.
      const next = Math.max(at + 1, firstFrom(store.start, edge, at, behind));
      const last = latestIn(store, at, next);
      if (!this.push(lane, kind, at, last, next - at)) return false;
      at = next;
    }
    return true;
  }

  /** What began before the window and reaches into it. */
  private addOpen(
    lane: number,
    kind: number,
    first: number,
    inside: number,
    perPixel: number,
  ): boolean {
    const { store, from, to } = this;
    if (from > to) return true;
    let fits = true;
    let group = { column: NaN, at: 0, last: 0, count: 0 };
    const flush = (): void => {
      if (group.count > 0) fits &&= this.push(lane, kind, group.at, group.last, group.count);
    };
    eachOpenAt(store, from, first, inside, (at) => {
      const column = Math.floor(((store.start[at] ?? 0) - from) / perPixel);
      if (column === group.column) {
        group.count++;
        if ((store.end[at] ?? 0) > (store.end[group.last] ?? 0)) group.last = at;
        return;
      }
      flush();
      group = { column, at, last: at, count: 1 };
    });
    flush();
    return fits;
  }

  private push(lane: number, kind: number, at: number, last: number, count: number): boolean {
    if (this.length >= this.most) return false;
    const { rows, store } = this;
    const row = this.length++;
    rows.lane[row] = lane;
    rows.start[row] = (store.start[at] ?? 0) - this.from;
    rows.end[row] = (store.end[last] ?? 0) - this.from;
    rows.kind[row] = kind;
    rows.known[row] = store.known[last] ?? 0;
    rows.count[row] = count;
    rows.position[row] = store.position[at] ?? NO_POSITION;
    return true;
  }

  columns(): TimelineColumns['columns'] {
    const { rows } = this;
    const order = this.order.subarray(0, this.length);
    const out = emptyColumns(this.length);
    for (let rank = 0; rank < order.length; rank++) {
      const row = order[rank] ?? 0;
      out.lane[rank] = rows.lane[row] ?? 0;
      out.start[rank] = rows.start[row] ?? 0;
      out.end[rank] = rows.end[row] ?? 0;
      out.kind[rank] = rows.kind[row] ?? 0;
      out.known[rank] = rows.known[row] ?? 0;
      out.count[rank] = rows.count[row] ?? 0;
      out.position[rank] = rows.position[row] ?? NO_POSITION;
    }
    return out;
  }
}

function emptyColumns(length: number): TimelineColumns['columns'] {
  return {
    lane: new Uint32Array(length),
    start: new Float64Array(length),
    end: new Float64Array(length),
    kind: new Uint8Array(length),
    known: new Uint8Array(length),
    count: new Uint32Array(length),
    position: new Uint32Array(length),
  };
}
