// In which order lanes stand, under which headings, and which are pinned on top. Knows names only, no pixels.
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { laneRank } from '../../src/protocol/timelineApi.ts';

export const groupings = ['namespace', 'node', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** How the person wants the lanes. Lanes are named by `laneKey`, which outlives a longer log. */
export interface Arrangement {
  /** Undefined: by node when there are several, else by namespace. */
  readonly grouping: Grouping | undefined;
  /** In order, the topmost first. */
  readonly pinned: readonly string[];
  /** Moved lanes, each with the place that it was given among the others of its group: a number between their indices. */
  readonly moved: Readonly<Record<string, number>>;
  /** Headings of groups that were folded, and that of quiet pods when it was unfolded. */
  readonly folded: readonly string[];
}

export const asItComes: Arrangement = { grouping: undefined, pinned: [], moved: {}, folded: [] };

/** A group's name among the answers: a namespace and a node may have the same. */
export function groupKey(grouping: Grouping, name: string): string {
  return `${grouping} ${name}`;
}

export function groupingOf(lanes: readonly TimelineLane[], { grouping }: Arrangement): Grouping {
  return grouping ?? (lanes.some(({ node }) => node !== '') ? 'node' : 'namespace');
}

/** The heading of the counters: no namespace and no node has such a name. */
export const COUNTERS = 'Counters';

/** The heading of pods of which the window shows nothing. */
export const QUIET = '\u2026';

/** How much a lane matters, as `laneRank` has it; undefined while nobody knows. */
export type RankOf = (lane: TimelineLane) => number | undefined;

const unranked: RankOf = () => undefined;

export interface ArrangedLane {
  readonly lane: TimelineLane;
  /** Of its group; empty for lanes above all groups. */
  readonly heading: string;
  /** Its place in the order, to move others before or behind it. */
  readonly rank: number;
}

export interface Arranged {
  readonly pinned: readonly ArrangedLane[];
  readonly rest: readonly ArrangedLane[];
}

export function laneKey({ kind, podKey, node, counter }: TimelineLane): string {
  return podKey ?? `${kind} ${counter ?? node}`;
}

/**
 * `wanted`: ids of the pods' lanes to be there, all when absent; lanes that stand for no pod, and pinned ones, are always there.
 * Grouped by nothing, pods come in the order in which they were first seen, else what matters most comes first in its group.
 * Those without anything in the window come last, under a heading of their own.
 */
export function arrange(
  lanes: readonly TimelineLane[],
  wanted: ReadonlySet<number> | undefined,
  arrangement: Arrangement,
  rankOf: RankOf = unranked,
): Arranged {
  const { pinned, moved } = arrangement;
  const ordered = [
    ...lanes.flatMap((lane) => (lane.kind === 'counter' ? { lane, heading: COUNTERS } : [])),
    ...inGroups(
      lanes.filter(({ kind }) => kind !== 'counter'),
      groupingOf(lanes, arrangement),
      rankOf,
    ),
  ];
  const placed = ordered.map(({ lane, heading }, index): ArrangedLane => ({
    lane,
    heading,
    rank: moved[laneKey(lane)] ?? index,
  }));
  const headings = [...new Set(placed.map(({ heading }) => heading))];
  const groupOf = new Map(headings.map((heading, index) => [heading, index]));
  if (Object.keys(moved).length > 0)
    placed.sort(
      (a, b) => (groupOf.get(a.heading) ?? 0) - (groupOf.get(b.heading) ?? 0) || a.rank - b.rank,
    );
  const pins = pinned.flatMap((key) => placed.find(({ lane }) => laneKey(lane) === key) ?? []);
  const isPinned = new Set(pins);
  const rest = placed.filter((each) => !isPinned.has(each) && isWanted(each.lane, wanted));
  return { pinned: pins, rest: quietLast(rest, rankOf) };
}

/** A row of its own for one of them would be none the less. */
const FEW = 2;

function quietLast(lanes: readonly ArrangedLane[], rankOf: RankOf): readonly ArrangedLane[] {
  const isQuiet = ({ lane }: ArrangedLane): boolean =>
    lane.podKey !== undefined && rankOf(lane) === laneRank.nothing;
  const quiet = lanes.filter(isQuiet);
  if (quiet.length < FEW) return lanes;
  const rest = lanes.filter((each) => !isQuiet(each));
  return [...rest, ...quiet.map((each) => ({ ...each, heading: QUIET }))];
}

function isWanted({ podKey, id }: TimelineLane, wanted: ReadonlySet<number> | undefined): boolean {
  return podKey === undefined || wanted?.has(id) !== false;
}

function inGroups(
  lanes: readonly TimelineLane[],
  grouping: Grouping,
  rankOf: RankOf,
): readonly { readonly lane: TimelineLane; readonly heading: string }[] {
  const headed = lanes.map((lane) => ({ lane, heading: headingOf(lane, grouping) }));
  const names = [...new Set(headed.map(({ heading }) => heading))];
  if (grouping !== 'namespace') names.sort(byName);
  const rank = new Map(names.map((name, index) => [name, index]));
  const first = ({ podKey, first: at }: TimelineLane): number =>
    podKey === undefined ? -Infinity : (at ?? Infinity);
  return headed.toSorted(
    (a, b) =>
      (rank.get(a.heading) ?? 0) - (rank.get(b.heading) ?? 0) ||
      (grouping === 'none'
        ? first(a.lane) - first(b.lane) || 0
        : matters(a.lane, rankOf) - matters(b.lane, rankOf)),
  );
}

/** Lanes that stand for no pod keep their places above. */
function matters(lane: TimelineLane, rankOf: RankOf): number {
  return lane.podKey === undefined ? -1 : (rankOf(lane) ?? laneRank.changing);
}

function headingOf({ podKey, group, node }: TimelineLane, grouping: Grouping): string {
  if (grouping === 'none') return '';
  if (grouping === 'node') return node;
  return podKey === undefined ? '' : group;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Pinned when it was not, else no longer. */
export function togglePin(arrangement: Arrangement, key: string): Arrangement {
  return { ...arrangement, pinned: toggled(arrangement.pinned, key) };
}

/** A group is folded when it was not, else no longer. */
export function toggleFold(arrangement: Arrangement, heading: string): Arrangement {
  return { ...arrangement, folded: toggled(arrangement.folded, heading) };
}

/** All groups are folded, or none when one was. */
export function toggleFolds(arrangement: Arrangement, { rest }: Arranged): Arrangement {
  const headings = [...new Set(rest.map(({ heading }) => heading))].filter(
    (each) => each !== '' && each !== QUIET,
  );
  const some = headings.some((each) => arrangement.folded.includes(each));
  const quiet = arrangement.folded.filter((each) => each === QUIET);
  return { ...arrangement, folded: some ? quiet : [...headings, ...quiet] };
}

/** Groups of which the heading alone is shown: those that were folded, and what is quiet until it is unfolded. */
export function foldedIn({ folded }: Arrangement): readonly string[] {
  return folded.includes(QUIET) ? folded.filter((each) => each !== QUIET) : [...folded, QUIET];
}

function toggled(list: readonly string[], one: string): readonly string[] {
  return list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
}

/** One place up (-1) or down (1): among the pinned ones, or within its group. */
export function moveLane(
  arrangement: Arrangement,
  arranged: Arranged,
  key: string,
  by: 1 | -1,
): Arrangement {
  const { pinned, moved } = arrangement;
  const pin = pinned.indexOf(key);
  if (pin >= 0) {
    const to = Math.max(0, Math.min(pinned.length - 1, pin + by));
    return { ...arrangement, pinned: pinned.with(pin, pinned[to] ?? key).with(to, key) };
  }
  const index = arranged.rest.findIndex(({ lane }) => laneKey(lane) === key);
  const own = arranged.rest[index];
  const next = arranged.rest[index + by];
  if (own === undefined || next?.heading !== own.heading) return arrangement;
  const beyond = arranged.rest[index + 2 * by];
  const far = beyond?.heading === own.heading ? beyond.rank : next.rank + by;
  return { ...arrangement, moved: { ...moved, [key]: (next.rank + far) / 2 } };
}
