// Every item of the timeline in columns, and what a window of them looks like. Knows numbers only: what a lane or a kind stands for is
// the affair of timeline.ts.
import { assert } from '../../base/assert.ts';

export const NO_POSITION = 0xffffffff;

/** A block holds 2^4 of the level below. */
const SHIFT = 4;
const BLOCK = 1 << SHIFT;

/**
 * A series is what one lane has of one kind. Items lie series by series, in each by start; series lie lane by lane.
 * `latest[0]` has for each whole or last block of 16 items the index of that which ends last, `latest[1]` for each 16 blocks, and so on.
 */
export interface TimelineStore {
  /** The series of lane L are `laneSeries[L]` until before `laneSeries[L + 1]`. */
  readonly laneSeries: Uint32Array;
  /** The items of series S are `seriesItems[S]` until before `seriesItems[S + 1]`. */
  readonly seriesItems: Uint32Array;
  readonly seriesKind: Uint8Array;
  /** 1 where no item ends before one that starts before it, so that ends can be searched as starts are; else 0. */
  readonly seriesOrdered: Uint8Array;
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
    const asAdded = new Uint32Array(length);
    for (let index = 0; index < length; index++) asAdded[index] = index;
    const order = sortedBy(lane, lanes, sortedBy(kind, 256, asAdded));
    const laneSeries = new Uint32Array(lanes + 1);
    const items: number[] = [];
    const kinds: number[] = [];
    for (let rank = 0; rank < length; rank++) {
      const at = order[rank] ?? 0;
      const before = order[rank - 1] ?? 0;
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
    const end = gathered(new Float64Array(length), this.end, order);
    const ordered = kinds.map((_, series) =>
      isOrdered(end, items[series] ?? 0, items[series + 1] ?? 0),
    );
    return {
      laneSeries,
      seriesItems: Uint32Array.from(items),
      seriesOrdered: Uint8Array.from(ordered, Number),
      seriesKind: Uint8Array.from(kinds),
      start: gathered(new Float64Array(length), start, order),
      end,
      known: gathered(new Uint8Array(length), this.known, order),
      position: gathered(new Uint32Array(length), this.position, order),
      latest: latestOf(end),
    };
  }
}

function gathered<T extends Float64Array | Uint32Array | Uint8Array>(
  out: T,
  column: T,
  order: Uint32Array,
): T {
  for (let rank = 0; rank < order.length; rank++) out[rank] = column[order[rank] ?? 0] ?? 0;
  return out;
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

function isOrdered(end: Float64Array, low: number, high: number): boolean {
  for (let at = low + 1; at < high; at++) if ((end[at] ?? 0) < (end[at - 1] ?? 0)) return false;
  return true;
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
  return itemsIn(store, lane, -Infinity, Infinity);
}

/** Those of them that are not over before `from` nor begin after `to`. */
export function itemsIn(
  store: TimelineStore,
  lane: number,
  from: number,
  to: number,
): readonly StoredItem[] {
  const items: StoredItem[] = [];
  for (let series = seriesFrom(store, lane); series < seriesFrom(store, lane + 1); series++) {
    const kind = store.seriesKind[series] ?? 0;
    for (let at = store.seriesItems[series] ?? 0; at < (store.seriesItems[series + 1] ?? 0); at++) {
      const start = store.start[at] ?? 0;
      const end = store.end[at] ?? 0;
      if (start > to) break;
      if (end < from) continue;
      const known = store.known[at] ?? 0;
      items.push({ start, end, kind, known, position: store.position[at] ?? NO_POSITION });
    }
  }
  return items.sort((a, b) => a.start - b.start);
}

export function seriesFrom(store: TimelineStore, lane: number): number {
  return store.laneSeries[lane] ?? 0;
}

/** The first of ascending times from `low` until before `high` that is `time` or later, else `high`; near ones are found fastest. */
export function firstFrom(times: Float64Array, time: number, low: number, high: number): number {
  let step = 1;
  while (low + step < high && (times[low + step] ?? 0) < time) step *= 2;
  let from = low + (step >>> 1);
  let to = Math.min(high, low + step);
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((times[middle] ?? 0) < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Of the items from `low` until before `high` that which ends last. */
export function latestIn({ end, latest }: TimelineStore, low: number, high: number): number {
  let best = low;
  for (let at = low; at < high;) {
    const level = levelAt(at, high, latest.length);
    const candidate = latest[level - 1]?.[at >>> (level * SHIFT)] ?? at;
    if ((end[candidate] ?? 0) > (end[best] ?? 0)) best = candidate;
    at += 1 << (level * SHIFT);
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
    let level = levelAt(at, high, latest.length);
    while (level > 0 && (end[latest[level - 1]?.[at >>> (level * SHIFT)] ?? at] ?? 0) >= time)
      level--;
    if (level === 0 && (end[at] ?? 0) >= time) found(at);
    at += 1 << (level * SHIFT);
  }
}

/** The highest level of which a block begins at `at` and ends by `high`; 0 for the item itself. */
function levelAt(at: number, high: number, levels: number): number {
  let level = 0;
  for (let size = BLOCK; level < levels && at % size === 0 && at + size <= high; size *= BLOCK)
    level++;
  return level;
}
