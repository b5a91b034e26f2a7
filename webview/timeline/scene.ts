import type { Theme } from '../shared/theme.ts';
import type { TimeWindow } from '../shared/timeScale.ts';
import type { Grouping } from './arrange.ts';
import type { CounterStore } from './counters.ts';
import type { Fit } from './fitted.ts';
import type { Hatch } from './hatch.ts';
import type { LaneStore } from './laneStore.ts';
import type { Layout } from './layout.ts';

/** How lanes of several pods are laid over each other: the ruler counts from `origin`, a lane is drawn earlier by its shift (µs). */
export interface Alignment {
  readonly origin: number;
  readonly shifts: ReadonlyMap<number, number>;
}

/** All that a frame is made of. Lengths are CSS pixels; lanes stand below the ruler, right of the labels. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly labelWidth: number;
  readonly window: TimeWindow;
  readonly scroll: number;
  readonly layout: Layout;
  readonly items: LaneStore;
  readonly counters: CounterStore;
  /** By `groupKey`: what stands beside the headings of large groups. */
  readonly groups: CounterStore<string>;
  readonly grouping: Grouping;
  readonly theme: Theme;
  readonly hatch: Hatch;
  readonly fitted: Fit;
  readonly selectedPod: string | undefined;
  readonly focusedLane: number | undefined;
  readonly alignment: Alignment | undefined;
}

/** The window in which a lane's own times stand. */
export function windowOf(
  { window, alignment }: Pick<Scene, 'window' | 'alignment'>,
  lane: number,
): TimeWindow {
  const shift = alignment?.shifts.get(lane) ?? 0;
  return shift === 0 ? window : { from: window.from + shift, to: window.to + shift };
}
