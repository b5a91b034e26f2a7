// What the page keeps when it is hidden or reloaded.
import * as arrangement from './arrange.ts';
import type { Arrangement } from './arrange.ts';

/** A moment that the person wants to find again. */
export interface Mark {
  /** µs since 1970. */
  readonly time: number;
  readonly note: string;
}

export interface PageState {
  readonly from: number;
  readonly to: number;
  readonly filter: string;
  readonly arrangement: Arrangement;
  readonly marks: readonly Mark[];
  readonly following: boolean;
}

/** The state as it was kept, by this version or another: what is not understood is left out, and without a window there is none. */
export function readState(value: unknown): PageState | undefined {
  if (!isObject(value)) return undefined;
  const { from, to, filter } = value;
  if (typeof from !== 'number' || typeof to !== 'number' || typeof filter !== 'string')
    return undefined;
  if (!Number.isFinite(from) || !(to > from)) return undefined;
  return {
    from,
    to,
    filter,
    arrangement: readArrangement(value['arrangement']),
    marks: listOf(value['marks']).flatMap(readMark),
    following: value['following'] === true,
  };
}

function readArrangement(value: unknown): Arrangement {
  if (!isObject(value)) return arrangement.asItComes;
  const grouping = arrangement.groupings.find((each) => each === value['grouping']);
  const moved = isObject(value['moved']) ? Object.entries(value['moved']) : [];
  return {
    grouping,
    pinned: listOf(value['pinned']).filter((key) => typeof key === 'string'),
    moved: Object.fromEntries(
      moved.flatMap(([key, rank]) => (typeof rank === 'number' ? [[key, rank]] : [])),
    ),
    folded: listOf(value['folded']).filter((heading) => typeof heading === 'string'),
  };
}

function readMark(value: unknown): Mark[] {
  if (!isObject(value)) return [];
  const { time, note } = value;
  return typeof time === 'number' && Number.isFinite(time) && typeof note === 'string'
    ? [{ time, note }]
    : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
