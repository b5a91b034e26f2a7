// Every item of the timeline in columns, and what a window of them looks like. Knows numbers only: what a lane or a kind stands for is
// the affair of timeline.ts.
import { assert } from '../../base/assert.ts';

export const NO_POSITION = 0xffffffff;

/** Items to the block, on each level above the items themselves. */
const BLOCK = 64;

/**
 * A series is what one lane has of one kind. Items lie series by series, in each by start; series lie lane by lane.
 * `latest[0]` has for each whole or last block of 64 items the index of that which ends last, `latest[1]` for each 64 blocks, and so on.
 */
export interface TimelineStore {
  /** The series of lane L are `laneSeries[L]` until before `laneSeries[L + 1]`. */
  readonly laneSeries: Uint32Array;
  /** The items of series S are `seriesItems[S]` until before `seriesItems[S + 1]`. */
  readonly seriesItems: Uint32Array;
  readonly seriesKind: Uint8Array;
  /** µs since 1970. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly known: Uint8Array;
  readonly position: Uint32Array;
  readonly latest: readonly Uint32Array[];
}

export interface StoredItem {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  readonly known: number;
  readonly position: number;
}

/** Takes items in any order; columns grow by doubling. */
export class TimelineStoreBuilder {
  private length = 0;
  private lane = new Uint32Array(1024);
  private kind = new Uint8Array(1024);
  private start = new Float64Array(1024);
  private end = new Float64Array(1024);
  private known = new Uint8Array(1024);
  private position = new Uint32Array(1024);

  add(
    lane: number,
    kind: number,
    start: number,
    end: number,
    known: number,
    position: number,
  ): void {
    assert(kind < 256, 'a palette has at most 256 kinds');
    if (this.length === this.lane.length) this.grow();
    const index = this.length++;
    this.lane[index] = lane;
    this.kind[index] = kind;
    this.start[index] = start;
    this.end[index] = end;
    this.known[index] = known;
    this.position[index] = position;
  }

  private grow(): void {
    const size = 2 * this.length;
    const wider = <T extends { set(from: T): void }>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.lane = wider(this.lane, new Uint32Array(size));
    this.kind = wider(this.kind, new Uint8Array(size));
    this.start = wider(this.start, new Float64Array(size));
    this.end = wider(this.end, new Float64Array(size));
    this.known = wider(this.known, new Uint8Array(size));
    this.position = wider(this.position, new Uint32Array(size));
  }

  done(lanes: number): TimelineStore {
    const { length, lane, kind, start } = this;
    const any = Uint32Array.from({ length }, (_, index) => index);
    const order = sortedBy(lane, lanes, sortedBy(kind, 256, any));
    const laneSeries = new Uint32Array(lanes + 1);
    const items: number[] = [];
    const kinds: number[] = [];
    for (let rank = 0; rank < length; rank++) {
      const [at = 0, before = 0] = [order[rank], order[rank - 1]];
      if (rank > 0 && lane[at] === lane[before] && kind[at] === kind[before]) continue;
      items.push(rank);
      kinds.push(kind[at] ?? 0);
      const of = (lane[at] ?? 0) + 1;
      laneSeries[of] = (laneSeries[of] ?? 0) + 1;
    }
    items.push(length);
    for (let of = 0; of < lanes; of++)
      laneSeries[of + 1] = (laneSeries[of + 1] ?? 0) + (laneSeries[of] ?? 0);
    for (let series = 0; series < kinds.length; series++)
      sortByStart(order.subarray(items[series], items[series + 1]), start);
    const end = Float64Array.from(order, (at) => this.end[at] ?? 0);
    return {
      laneSeries,
      seriesItems: Uint32Array.from(items),
      seriesKind: Uint8Array.from(kinds),
      start: Float64Array.from(order, (at) => start[at] ?? 0),
      end,
      known: Uint8Array.from(order, (at) => this.known[at] ?? 0),
      position: Uint32Array.from(order, (at) => this.position[at] ?? 0),
      latest: latestOf(end),
    };
  }
}

/** A counting sort: keeps the order of what has one key. */
function sortedBy(keys: ArrayLike<number>, most: number, order: Uint32Array): Uint32Array {
  const next = new Uint32Array(most + 1);
  for (const at of order) next[(keys[at] ?? 0) + 1] = (next[(keys[at] ?? 0) + 1] ?? 0) + 1;
  for (let key = 0; key < most; key++) next[key + 1] = (next[key + 1] ?? 0) + (next[key] ?? 0);
  const out = new Uint32Array(order.length);
  for (const at of order) {
    const key = keys[at] ?? 0;
    const rank = next[key] ?? 0;
    out[rank] = at;
    next[key] = rank + 1;
  }
  return out;
}

/** Most series come in order of time and need no sorting. */
function sortByStart(order: Uint32Array, start: Float64Array): void {
  const time = (at: number | undefined): number => start[at ?? 0] ?? 0;
  for (let rank = 1; rank < order.length; rank++) {
    if (time(order[rank]) >= time(order[rank - 1])) continue;
    order.sort((a, b) => time(a) - time(b) || a - b);
    return;
  }
}

function latestOf(end: Float64Array): readonly Uint32Array[] {
  const levels: Uint32Array[] = [];
  let below: Uint32Array | undefined;
  for (let length = end.length; length > BLOCK;) {
    const blocks: Uint32Array = new Uint32Array(Math.ceil(length / BLOCK));
    for (let item = 0; item < length; item++) {
      const block = Math.floor(item / BLOCK);
      const candidate = below?.[item] ?? item;
      const best = item % BLOCK === 0 ? candidate : (blocks[block] ?? 0);
      blocks[block] = (end[candidate] ?? 0) > (end[best] ?? 0) ? candidate : best;
    }
    levels.push(blocks);
    below = blocks;
    length = blocks.length;
  }
  return levels;
}

/** All items of a lane by start. */
export function itemsOfLane(store: TimelineStore, lane: number): readonly StoredItem[] {
  const items: StoredItem[] = [];
  for (let series = seriesFrom(store, lane); series < seriesFrom(store, lane + 1); series++) {
    const kind = store.seriesKind[series] ?? 0;
    for (let at = store.seriesItems[series] ?? 0; at < (store.seriesItems[series + 1] ?? 0); at++) {
      items.push({
        start: store.start[at] ?? 0,
        end: store.end[at] ?? 0,
        kind,
        known: store.known[at] ?? 0,
        position: store.position[at] ?? NO_POSITION,
      });
    }
  }
  return items.sort((a, b) => a.start - b.start);
}

export function seriesFrom(store: TimelineStore, lane: number): number {
  return store.laneSeries[lane] ?? 0;
}

/** The first item from `low` until before `high` that starts at `time` or later, else `high`; near ones are found fastest. */
export function firstFrom(start: Float64Array, time: number, low: number, high: number): number {
  let step = 1;
  while (low + step < high && (start[low + step] ?? 0) < time) step *= 2;
  let from = low + (step >>> 1);
  let to = Math.min(high, low + step);
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((start[middle] ?? 0) < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Of the items from `low` until before `high` that which ends last. */
export function latestIn({ end, latest }: TimelineStore, low: number, high: number): number {
  let best = low;
  for (let at = low; at < high;) {
    const [level, size] = blockAt(at, high, latest.length);
    const candidate = level === 0 ? at : (latest[level - 1]?.[at / size] ?? at);
    if ((end[candidate] ?? 0) > (end[best] ?? 0)) best = candidate;
    at += size;
  }
  return best;
}

/** Calls back with each item from `low` until before `high` that ends at `time` or later. */
export function eachOpenAt(
  { end, latest }: TimelineStore,
  time: number,
  low: number,
  high: number,
  found: (at: number) => void,
): void {
  for (let at = low; at < high;) {
    let [level, size] = blockAt(at, high, latest.length);
    while (level > 0 && (end[latest[level - 1]?.[at / size] ?? at] ?? 0) >= time) {
      level--;
      size /= BLOCK;
    }
    if (level === 0 && (end[at] ?? 0) >= time) found(at);
    at += size;
  }
}

/** The highest level, and its size in items, of which a block begins at `at` and ends by `high`; 0 and 1 for the item itself. */
function blockAt(at: number, high: number, levels: number): [level: number, size: number] {
  let level = 0;
  let size = 1;
  while (level < levels && at % (size * BLOCK) === 0 && at + size * BLOCK <= high) {
    level++;
    size *= BLOCK;
  }
  return [level, size];
}
