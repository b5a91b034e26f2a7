// The next item of a search through the timeline, and how items and hits spread over time.
import { micros } from '../../base/time.ts';
import type {
  TimelineColumnsAsked,
  TimelineFound,
  TimelineOverview,
  TimelinePlace,
  TimelineQuery,
} from '../../protocol/timelineApi.ts';
import type { Timeline } from './timeline.ts';
import { firstFrom, NO_POSITION, seriesFrom, type TimelineStore } from './timelineStore.ts';

/** The items of one series, from `first` until before `behind`. */
interface Stretch {
  readonly lane: number;
  readonly kind: number;
  readonly first: number;
  readonly behind: number;
}

export function timelineFind(timeline: Timeline, query: TimelineQuery): TimelineFound {
  const stretches = [...matching(timeline, query)];
  const { store } = timeline;
  const { time, position, item } = query.after;
  // What is not told of the place lies before all that it could be when going back, else behind.
  const open = query.step > 0 ? Infinity : -1;
  const after = { time, position: position ?? open, item: item ?? open };
  let hit: { at: number; of: Stretch } | undefined;
  for (const of of stretches) {
    const behind = firstBehind(store, of, after);
    const at = query.step > 0 ? behind : behind - 1 - Number(isAt(store, behind - 1, after));
    if (at < of.first || at >= of.behind) continue;
    if (hit === undefined || query.step * compare(store, at, placeOf(store, hit.at)) < 0)
      hit = { at, of };
  }
  return {
    total: stretches.reduce((sum, { first, behind }) => sum + behind - first, 0),
    index: hit === undefined ? -1 : rankOf(store, stretches, hit.at),
    hit: hit === undefined ? undefined : hitOf(store, hit.of, hit.at),
    columns: query.within === undefined ? undefined : countedIn(store, stretches, query.within),
  };
}

function hitOf(store: TimelineStore, { lane, kind }: Stretch, at: number): TimelineFound['hit'] {
  const place = placeOf(store, at);
  const position = place.position === NO_POSITION ? undefined : place.position;
  return { lane, kind, end: micros(store.end[at] ?? 0), place, position };
}

export function timelineOverview(
  timeline: Timeline,
  window: TimelineColumnsAsked,
): TimelineOverview {
  const { kinds, lanes, store } = timeline;
  const quiet = new Set(
    lanes.flatMap(({ id, kind }) => (/^(findings|gaps)$/.test(kind) ? id : [])),
  );
  const all = [...stretchesOf(timeline, undefined)].filter(({ lane }) => !quiet.has(lane));
  const loud = (severity: string): readonly Stretch[] =>
    all.filter(({ kind }) => kinds[kind]?.severity === severity);
  return {
    all: countedIn(store, all, window),
    warnings: countedIn(store, loud('warning'), window),
    errors: countedIn(store, loud('error'), window),
  };
}

function* stretchesOf(
  { lanes, store }: Timeline,
  wanted: readonly number[] | undefined,
): Iterable<Stretch> {
  for (const lane of wanted ?? lanes.map(({ id }) => id)) {
    const end = seriesFrom(store, lane + 1);
    for (let series = seriesFrom(store, lane); series < end; series++)
      yield {
        lane,
        kind: store.seriesKind[series] ?? 0,
        first: store.seriesItems[series] ?? 0,
        behind: store.seriesItems[series + 1] ?? 0,
      };
  }
}

function* matching(timeline: Timeline, query: TimelineQuery): Iterable<Stretch> {
  const { kinds, lanes } = timeline;
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const names = kinds.map(({ slug }, index) => (query.names?.[index] ?? slug).toLowerCase());
  for (const of of stretchesOf(timeline, query.lanes)) {
    const severity = kinds[of.kind]?.severity;
    if (query.severity === 'error' && severity !== 'error') continue;
    if (query.severity === 'warning' && severity !== 'error' && severity !== 'warning') continue;
    const text = `${lanes[of.lane]?.name.toLowerCase() ?? ''} ${names[of.kind] ?? ''}`;
    if (words.every((word) => text.includes(word))) yield of;
  }
}

type Place = Required<TimelinePlace>;

function placeOf({ start, position }: TimelineStore, at: number): Place {
  return { time: micros(start[at] ?? 0), position: position[at] ?? NO_POSITION, item: at };
}

/** Below 0 when the item comes before the place. */
function compare({ start, position }: TimelineStore, at: number, place: Place): number {
  return (start[at] ?? 0) - place.time || (position[at] ?? 0) - place.position || at - place.item;
}

function isAt(store: TimelineStore, at: number, place: Place): boolean {
  return at === place.item && compare(store, at, place) === 0;
}

/** The first item of a stretch behind a place, else where the stretch ends. */
function firstBehind(store: TimelineStore, of: Stretch, place: Place): number {
  let at = firstFrom(store.start, place.time, of.first, of.behind);
  while (at < of.behind && compare(store, at, place) <= 0) at++;
  return at;
}

/** How many items of all stretches come before one of them. */
function rankOf(store: TimelineStore, stretches: readonly Stretch[], hit: number): number {
  const place = placeOf(store, hit);
  return stretches.reduce((sum, of) => sum + firstBehind(store, of, place) - of.first, -1);
}

/** Items that begin in each column of a window. */
function countedIn(
  { start }: TimelineStore,
  stretches: readonly Stretch[],
  { from, to, width }: TimelineColumnsAsked,
): Uint32Array {
  const counts = new Uint32Array(width);
  const perTime = width / Math.max(1, to - from);
  for (const { first, behind } of stretches) {
    const end = firstFrom(start, to, first, behind);
    for (let at = firstFrom(start, from, first, behind); at < end; at++) {
      const column = Math.floor(((start[at] ?? 0) - from) * perTime);
      counts[column] = (counts[column] ?? 0) + 1;
    }
  }
  return counts;
}
