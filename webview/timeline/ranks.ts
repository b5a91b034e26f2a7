// Which lanes matter, as it was when the person let go of the window: lanes never change places while it moves.
import type { Disposable } from '../../src/base/disposable.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { laneRank } from '../../src/protocol/timelineApi.ts';
import type { TimeWindow } from '../shared/timeScale.ts';
import { laneKey, type RankOf } from './arrange.ts';
import type { TimelineModel } from './model.ts';

/** Milliseconds for which a window must stand. */
const SETTLED = 350;

export class Ranks implements Disposable {
  private readonly model: TimelineModel;
  private readonly changed: () => void;
  private byKey: ReadonlyMap<string, number> = new Map();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private last = '';

  /** `changed`: lanes are to stand otherwise. */
  constructor(model: TimelineModel, changed: () => void) {
    this.model = model;
    this.changed = changed;
  }

  readonly of: RankOf = (lane: TimelineLane) => this.byKey.get(laneKey(lane));

  /** The person moves the window; `isHeld`: and has not let go of it yet. */
  moved(window: () => TimeWindow, isHeld: () => boolean): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (isHeld()) this.moved(window, isHeld);
      else void this.settle(window());
    }, SETTLED);
  }

  /** The window moved by itself. */
  stay(): void {
    clearTimeout(this.timer);
  }

  async settle(window: TimeWindow): Promise<void> {
    const place = `${window.from} ${window.to} ${this.model.session?.revision ?? 0}`;
    if (place === this.last) return;
    const now = await this.ask(window);
    if (now === undefined) return;
    this.last = place;
    this.byKey = now;
    this.changed();
  }

  /** The tape is another one: what begins to show something in the window does so, all else keeps its place. */
  async grown(window: TimeWindow): Promise<void> {
    const now = await this.ask(window);
    if (now === undefined) return;
    const { byKey } = this;
    const moved = [...now].some(
      ([key, rank]) => isNothing(byKey.get(key)) && rank !== laneRank.nothing,
    );
    this.byKey = new Map(
      [...now].map(([key, rank]) => {
        const before = byKey.get(key);
        return [key, before === undefined || isNothing(before) ? rank : before];
      }),
    );
    if (moved) this.changed();
  }

  private async ask(window: TimeWindow): Promise<ReadonlyMap<string, number> | undefined> {
    const number = ++this.asked;
    const ranks = await this.model.ranks(window).catch(() => undefined);
    if (ranks === undefined || number !== this.asked) return undefined;
    return new Map(
      this.model.lanes.flatMap((lane) => {
        const rank = ranks[lane.id];
        return rank === undefined ? [] : [[laneKey(lane), rank]];
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

function isNothing(rank: number | undefined): boolean {
  return rank === undefined || rank === laneRank.nothing;
}
