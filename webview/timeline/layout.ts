// Where each lane stands: its top and its height, with a heading where a group begins. Knows numbers only.
import type { RowSeverity, TimelineLane } from '../../src/protocol/rows.ts';
import { COUNTERS, QUIET, type Arranged, type ArrangedLane } from './arrange.ts';

export const LANE_HEIGHT = 34;
/** Of one finding in the lane of findings. */
export const ROW_HEIGHT = 19;
export const GROUP_HEIGHT = 24;
export const RULER_HEIGHT = 26;
export const COUNTER_HEIGHT = 30;

export interface PlacedLane {
  readonly lane: TimelineLane;
  readonly heading: string;
  readonly top: number;
  readonly height: number;
}

export interface PlacedGroup {
  readonly name: string;
  readonly top: number;
  /** Where its last lane ends. */
  readonly bottom: number;
  readonly folded: boolean;
  /** Lanes in it, shown or not. */
  readonly count: number;
  /** The loudest of its lanes. */
  readonly severity: RowSeverity;
}

/** Lanes one below the other; tops are distances from the first one's. */
export interface Column {
  readonly lanes: readonly PlacedLane[];
  readonly groups: readonly PlacedGroup[];
  readonly height: number;
}

/** Pinned lanes stay on top, the rest scrolls below them. */
export interface Layout extends Column {
  readonly pinned: Column;
}

/** `rows`: how many findings stand one below the other. `folded`: groups whose lanes are left out. */
export function layOut(
  { pinned, rest }: Arranged,
  rows: number,
  folded: readonly string[] = [],
): Layout {
  const flat = pinned.map((each) => ({ ...each, heading: '' }));
  return { ...columnOf(rest, rows, new Set(folded)), pinned: columnOf(flat, rows, new Set()) };
}

function columnOf(
  lanes: readonly ArrangedLane[],
  rows: number,
  folded: ReadonlySet<string>,
): Column {
  const placed: PlacedLane[] = [];
  const groups: Writable<PlacedGroup>[] = [];
  let top = 0;
  let group: Writable<PlacedGroup> | undefined;
  for (const { lane, heading } of lanes) {
    if (heading !== (group?.name ?? '')) {
      group = heading === '' ? undefined : groupFrom(heading, top, folded);
      if (group !== undefined) {
        groups.push(group);
        top += GROUP_HEIGHT;
      }
    }
    if (group !== undefined) {
      group.count++;
      if (loudness[lane.severity] > loudness[group.severity]) group.severity = lane.severity;
      if (group.folded) continue;
    }
    const height = heightOf(lane, rows);
    placed.push({ lane, heading, top, height });
    top += height;
    if (group !== undefined) group.bottom = top;
  }
  return { lanes: placed, groups, height: top };
}

function groupFrom(name: string, top: number, folded: ReadonlySet<string>): Writable<PlacedGroup> {
  const bottom = top + GROUP_HEIGHT;
  return { name, top, bottom, folded: folded.has(name), count: 0, severity: 'none' };
}

function heightOf({ kind }: TimelineLane, rows: number): number {
  if (kind === 'counter') return COUNTER_HEIGHT;
  return LANE_HEIGHT + (kind === 'findings' ? Math.max(0, rows - 1) * ROW_HEIGHT : 0);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const loudness: Readonly<Record<RowSeverity, number>> = { none: 0, info: 1, warning: 2, error: 3 };

/** So many pods don't fit on a screen: their group is summed up beside its heading. */
const LARGE = 20;

export function isLarge({ name, count }: PlacedGroup): boolean {
  return count > LARGE && name !== COUNTERS && name !== QUIET;
}

/** The heading that stays in sight while lanes of its group are: with the place where it stands then. */
export function stuckGroup({ groups }: Column, scroll: number): PlacedGroup | undefined {
  const group = groups.findLast(({ top }) => top <= scroll);
  if (group === undefined || group.folded || group.top === scroll || group.bottom <= scroll)
    return undefined;
  return { ...group, top: Math.min(scroll, group.bottom - GROUP_HEIGHT) };
}

/** `scroll`: the height at which the column is cut off above. */
export function groupAt(column: Column, y: number, scroll: number): PlacedGroup | undefined {
  return [stuckGroup(column, scroll), ...column.groups].find(
    (group) => group !== undefined && y >= group.top && y < group.top + GROUP_HEIGHT,
  );
}

/** Lanes that a viewport shows, whole or in part. */
export function visibleLanes(
  column: Column,
  scroll: number,
  height: number,
): readonly PlacedLane[] {
  const first = firstBelow(column, scroll);
  let behind = first;
  while ((column.lanes[behind]?.top ?? Infinity) < scroll + height) behind++;
  return column.lanes.slice(first, behind);
}

export function laneAt(column: Column, y: number): PlacedLane | undefined {
  const placed = column.lanes[firstBelow(column, y)];
  return placed !== undefined && y >= placed.top ? placed : undefined;
}

/** All lanes from the top of the screen down. */
export function allLanes(layout: Layout): readonly PlacedLane[] {
  return [...layout.pinned.lanes, ...layout.lanes];
}

/** Index of the first lane that ends below `y`: there may be tens of thousands. */
function firstBelow({ lanes }: Column, y: number): number {
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
