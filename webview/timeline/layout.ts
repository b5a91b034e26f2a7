// Where each lane stands: its top and its height, with a heading where a group begins. Knows numbers only.
import type { TimelineLane } from '../../src/protocol/rows.ts';

export const LANE_HEIGHT = 30;
/** Of one finding in the lane of findings. */
export const ROW_HEIGHT = 16;
export const GROUP_HEIGHT = 22;
export const RULER_HEIGHT = 26;

export interface PlacedLane {
  readonly lane: TimelineLane;
  readonly top: number;
  readonly height: number;
}

export interface PlacedGroup {
  readonly name: string;
  readonly top: number;
}

export interface Layout {
  readonly lanes: readonly PlacedLane[];
  readonly groups: readonly PlacedGroup[];
  readonly height: number;
}

/**
 * `filter`: part of a lane's or a group's name; lanes that stand for no pod are always shown.
 * `rows`: how many findings stand one below the other.
 */
export function layOut(lanes: readonly TimelineLane[], filter: string, rows: number): Layout {
  const wanted = filter.trim().toLowerCase();
  const placed: PlacedLane[] = [];
  const groups: PlacedGroup[] = [];
  let top = 0;
  let group = '';
  for (const lane of lanes) {
    const matches =
      lane.podKey === undefined || `${lane.group}/${lane.name}`.toLowerCase().includes(wanted);
    if (!matches) continue;
    if (lane.group !== group) {
      group = lane.group;
      groups.push({ name: group, top });
      top += GROUP_HEIGHT;
    }
    const below = lane.kind === 'findings' ? Math.max(0, rows - 1) * ROW_HEIGHT : 0;
    const height = LANE_HEIGHT + below;
    placed.push({ lane, top, height });
    top += height;
  }
  return { lanes: placed, groups, height: top };
}

/** Lanes that a viewport shows, whole or in part. */
export function visibleLanes(
  layout: Layout,
  scroll: number,
  height: number,
): readonly PlacedLane[] {
  const first = firstBelow(layout, scroll);
  let behind = first;
  while ((layout.lanes[behind]?.top ?? Infinity) < scroll + height) behind++;
  return layout.lanes.slice(first, behind);
}

export function laneAt(layout: Layout, y: number): PlacedLane | undefined {
  const placed = layout.lanes[firstBelow(layout, y)];
  return placed !== undefined && y >= placed.top ? placed : undefined;
}

/** Index of the first lane that ends below `y`: there may be tens of thousands. */
function firstBelow({ lanes }: Layout, y: number): number {
  let low = 0;
  let high = lanes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { top, height } = lanes[middle] ?? { top: 0, height: 0 };
    if (top + height > y) high = middle;
    else low = middle + 1;
  }
  return low;
}
