// The items at hand, lane by lane: sharp ones of where the person looks or looked last, and broad ones of the whole time to show until
// sharp ones come. Knows windows and numbers only.
import type { TimeWindow } from '../shared/timeScale.ts';
import type { LaneItems, TimelineItems } from './items.ts';

interface Cover {
  readonly window: TimeWindow;
  /** µs that one pixel column of the answer stood for. */
  readonly perPixel: number;
  readonly items: LaneItems | undefined;
  /** Of a tape that has grown since: shown until there is a newer answer. */
  readonly stale?: true;
}

/** Lanes that are kept: some screens full. Who wants more at once would ask for ever. */
export const KEPT_LANES = 600;

export class LaneStore {
  private readonly near = new Map<number, Cover>();
  private readonly whole = new Map<number, Cover>();

  clear(): void {
    this.near.clear();
    this.whole.clear();
  }

  /** The tape is another one: what is at hand stands in, under the new ids of its lanes, until it is asked again. */
  outdate(renamed: ReadonlyMap<number, number>): void {
    for (const covers of [this.near, this.whole]) {
      const old = [...covers];
      covers.clear();
      for (const [lane, cover] of old) {
        const now = renamed.get(lane);
        if (now !== undefined) covers.set(now, { ...cover, stale: true });
      }
    }
  }

  /** Keeps what an answer has of `lanes`; `all` is the whole time there is. */
  put(
    lanes: readonly number[],
    window: TimeWindow,
    perPixel: number,
    all: TimeWindow,
    items: TimelineItems,
  ): void {
    const covers = contains(window, all) ? [this.near, this.whole] : [this.near];
    for (const lane of lanes)
      for (const cover of covers)
        keep(cover, lane, { window, perPixel, items: items.byLane.get(lane) });
  }

  /** Broad items never stand in the way of sharp ones. */
  putWhole(
    lanes: readonly number[],
    window: TimeWindow,
    perPixel: number,
    items: TimelineItems,
  ): void {
    for (const lane of lanes)
      keep(this.whole, lane, { window, perPixel, items: items.byLane.get(lane) });
  }

  /** The best there is of a lane for a window; undefined where nothing was answered yet. */
  of(lane: number, window: TimeWindow): LaneItems | undefined {
    const near = this.near.get(lane);
    if (near !== undefined && contains(near.window, window)) return near.items;
    const whole = this.whole.get(lane);
    return whole === undefined ? near?.items : whole.items;
  }

  /** Lanes that show nothing right in this window yet. */
  blank(lanes: readonly number[], window: TimeWindow): readonly number[] {
    return lanes.filter((lane) => {
      const near = this.near.get(lane);
      return near === undefined || !contains(near.window, window);
    });
  }

  /** Lanes that this window would show coarser than pixels, much finer, or not at all. */
  blurred(lanes: readonly number[], window: TimeWindow, perPixel: number): readonly number[] {
    return lanes.filter((lane) => {
      const near = this.near.get(lane);
      if (near === undefined || near.stale === true || !contains(near.window, window)) return true;
      return perPixel > near.perPixel * 1.5 || perPixel * 1.01 < near.perPixel;
    });
  }

  withoutWhole(lanes: readonly number[]): readonly number[] {
    return lanes.filter(
      (lane) => this.whole.get(lane)?.stale !== undefined || !this.whole.has(lane),
    );
  }
}

function contains(outer: TimeWindow, inner: TimeWindow): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

function keep(covers: Map<number, Cover>, lane: number, cover: Cover): void {
  covers.delete(lane);
  covers.set(lane, cover);
  if (covers.size <= KEPT_LANES) return;
  const [oldest] = covers.keys();
  if (oldest !== undefined) covers.delete(oldest);
}
