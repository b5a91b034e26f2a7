// The next item of a search through the timeline, and how items and hits spread over time.
import { micros } from '../../base/time.ts';
import type {
  TimelineColumnsAsked,
  TimelineFound,
  TimelineOverview,
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
  const { time, position = query.step > 0 ? NO_POSITION : -1 } = query.after;
  let hit: { at: number; of: Stretch } | undefined;
  for (const of of stretches) {
    const at =
      query.step > 0
        ? firstAfter(store, of, time, position)
        : firstAfter(store, of, time, position - 1) - 1;
    if (at < of.first || at >= of.behind) continue;
    if (hit === undefined || query.step * compare(store, at, hit.at) < 0) hit = { at, of };
  }
  return {
    total: stretches.reduce((sum, { first, behind }) => sum + behind - first, 0),
    index: hit === undefined ? -1 : rankOf(store, stretches, hit.at),
    hit: hit === undefined ? undefined : hitOf(store, hit.of, hit.at),
    columns: query.within === undefined ? undefined : countedIn(store, stretches, query.within),
  };
}

function hitOf(store: TimelineStore, { lane, kind }: Stretch, at: number): TimelineFound['hit'] {
  const position = store.position[at] ?? NO_POSITION;
  return {
    lane,
    kind,
    start: micros(store.start[at] ?? 0),
    end: micros(store.end[at] ?? 0),
    position: position === NO_POSITION ? undefined : position,
  };
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

function compare({ start, position }: TimelineStore, a: number, b: number): number {
  return (start[a] ?? 0) - (start[b] ?? 0) || (position[a] ?? 0) - (position[b] ?? 0);
}

/** The first item of a stretch that comes after a place, else where the stretch ends. */
function firstAfter(store: TimelineStore, of: Stretch, time: number, position: number): number {
  let at = firstFrom(store.start, time, of.first, of.behind);
  while (at < of.behind && store.start[at] === time && (store.position[at] ?? 0) <= position) at++;
  return at;
}

/** How many items of all stretches come before one of them. */
function rankOf(store: TimelineStore, stretches: readonly Stretch[], hit: number): number {
  const time = store.start[hit] ?? 0;
  const position = store.position[hit] ?? 0;
  return stretches.reduce((sum, of) => {
    const inOwn = hit >= of.first && hit < of.behind;
    return sum + (inOwn ? hit : firstAfter(store, of, time, position - 1)) - of.first;
  }, 0);
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
