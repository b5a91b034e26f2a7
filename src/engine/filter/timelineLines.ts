// Lines found by a filter, as the timeline shows them: how many there are when, in which lanes they stand, and the next of them.
import { micros } from '../../base/time.ts';
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type {
  LineFound,
  LineHits,
  LineHitsQuery,
  LineStep,
  TimelineColumnsAsked,
} from '../../protocol/timelineApi.ts';
import type { TimelineWindow } from '../../protocol/engineApi.ts';
import type { Tape } from '../../replay/tape.ts';
import { inputRow } from '../present/inputs.ts';
import type { Incident } from '../present/incident.ts';
import { positionsOf } from '../present/podLines.ts';
import type { Timeline } from '../present/timeline.ts';
import type { LineSearch, LineSearches } from './lineSearch.ts';
import { inSlices } from './slices.ts';

/** Milliseconds after which an answer tells what there is by then. */
const ANSWER = 40;
/** Hits of one answer; beyond, those of a pixel are told by one of them. */
const MOST_MARKS = 8_000;
/** The lane of all lines: the ruler. */
const RULER = 0xffffffff;

interface Searched {
  readonly incident: Incident;
  readonly timeline: Timeline;
  readonly searches: LineSearches;
}

export async function timelineLines(
  { incident, timeline, searches }: Searched,
  { filter, within, window }: LineHitsQuery,
  signal: AbortSignal,
): Promise<LineHits> {
  const search = searches.of(incident, filter);
  if (!search.ok) throw new ChannelError(search.error, 'bad-filter');
  await lookOn(search.value, incident.tape.positionAtTime(window.from), signal);
  const { total, share } = search.value;
  const marks = marksOf(search.value, incident, timeline, window);
  return { total, share, columns: { counts: countsOf(search.value, within), ...marks } };
}

/** Until it is done, or has its first hit, or somebody waits for an answer for too long. */
async function lookOn(search: LineSearch, near: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ANSWER;
  const pause = inSlices(signal);
  const before = search.total;
  while (!search.isDone && performance.now() < until) {
    search.lookOn(near);
    if (before === 0 && search.total > before) break;
    await pause();
  }
}

function countsOf(search: LineSearch, { from, to, width }: TimelineColumnsAsked): Uint32Array {
  const counts = new Uint32Array(width);
  const perTime = width / Math.max(1, to - from);
  const { tape } = search;
  for (const hit of search.hits(0, tape.length)) {
    const column = Math.floor(((tape.time[hit] ?? NaN) - from) * perTime);
    if (column >= 0 && column < width) counts[column] = (counts[column] ?? 0) + 1;
  }
  return counts;
}

type Marks = Pick<LineHits['columns'], 'lane' | 'start' | 'position'>;

/** One hit for each lane and pixel, and for each pixel of the ruler. */
function marksOf(
  search: LineSearch,
  incident: Incident,
  timeline: Timeline,
  window: TimelineWindow,
): Marks {
  const { tape, history } = incident;
  const lane: number[] = [];
  const position: number[] = [];
  const perTime = window.width / Math.max(1, window.to - window.from);
  const [first, behind] = positionsIn(tape, window);
  const add = (id: number, hits: Iterable<number>): void => {
    let pixel = -1;
    for (const hit of hits) {
      if (position.length >= MOST_MARKS) return;
      const own = Math.floor(((tape.time[hit] ?? 0) - window.from) * perTime);
      if (own === pixel) continue;
      pixel = own;
      lane.push(id);
      position.push(hit);
    }
  };
  add(RULER, search.hits(first, behind));
  for (const id of window.lanes ?? []) {
    const podKey = timeline.lanes[id]?.podKey;
    const pod = podKey === undefined ? undefined : history.pod(podKey);
    if (pod === undefined || position.length === 0) continue;
    const lines = positionsOf(incident, pod);
    add(id, hitsAmong(search, lines.subarray(lowerBound(lines, first), lowerBound(lines, behind))));
  }
  return {
    lane: Uint32Array.from(lane),
    start: Float64Array.from(position, (hit) => (tape.time[hit] ?? 0) - window.from),
    position: Uint32Array.from(position),
  };
}

function positionsIn(tape: Tape, { from, to }: TimelineWindow): readonly [number, number] {
  return [tape.positionAtTime(micros(from - 1)) + 1, tape.positionAtTime(to) + 1];
}

function* hitsAmong(search: LineSearch, positions: Uint32Array): Iterable<number> {
  for (const position of positions) if (search.isHit(position)) yield position;
}

function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export async function timelineLine(
  { incident, timeline, searches }: Searched,
  { filter, after, step }: LineStep,
  signal: AbortSignal,
): Promise<LineFound> {
  const search = searches.of(incident, filter);
  if (!search.ok) throw new ChannelError(search.error, 'bad-filter');
  const hit = await search.value.next(after, step, inSlices(signal));
  const { total, isDone } = search.value;
  const record = hit < 0 ? undefined : incident.tape.record(hit);
  if (record === undefined) return { total, index: undefined, row: undefined, lane: undefined };
  const podKey = podNamedIn(incident.history, record.text)?.key;
  const lane = timeline.lanes.find((each) => podKey !== undefined && each.podKey === podKey)?.id;
  const index = isDone ? search.value.rank(hit) : undefined;
  return { total, index, row: inputRow(incident.tape, hit, record), lane };
}

const MOST_WORDS = 64;

/** The first pod that a line names by name, UID or the id of something of its. */
function podNamedIn(history: History, text: string): PodHistory | undefined {
  const words = text.match(/[\w.-]+\/[\w.-]+|[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  for (const word of words.slice(0, MOST_WORDS)) {
    const [namespace = '', name = ''] = word.split('/');
    const podKey = history.identify(word)?.podKey;
    const pod = podKey === undefined ? undefined : history.pod(podKey);
    const found = pod ?? history.podsNamed(namespace, name).at(-1);
    if (found !== undefined) return found;
  }
  return undefined;
}
