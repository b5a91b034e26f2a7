import type { Theme } from '../shared/theme.ts';
import type { TimeWindow } from '../shared/timeScale.ts';
import type { Fit } from './fitted.ts';
import type { Hatch } from './hatch.ts';
import type { LaneStore } from './laneStore.ts';
import type { Layout } from './layout.ts';

/** All that a frame is made of. Lengths are CSS pixels; lanes stand below the ruler, right of the labels. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly labelWidth: number;
  readonly window: TimeWindow;
  readonly scroll: number;
  readonly layout: Layout;
  readonly items: LaneStore;
  readonly theme: Theme;
  readonly hatch: Hatch;
  readonly fitted: Fit;
  readonly selectedPod: string | undefined;
  readonly focusedLane: number | undefined;
}
