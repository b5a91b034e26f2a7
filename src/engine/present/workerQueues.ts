// The queues of all pod workers at a moment, the longest wait first.
import { ordered } from '../../base/ordered.ts';
import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type {
  ComputedActions,
  History,
  PodHistory,
  QueuedUpdate,
  WorkerQueue,
} from '../../kubelet/rebuild/history.ts';
import { actionsText } from '../../kubelet/rebuild/pod/describe.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { Ordered, Range } from '../../protocol/engineApi.ts';
import type { RowSeverity, ShownValue } from '../../protocol/rows.ts';
import type {
  CacheWriteRow,
  QueueOrder,
  UpdateRow,
  WorkerQueueRow,
  WorkerQueues,
} from '../../protocol/workerQueueApi.ts';
import { knownBy, podName, type Incident } from './incident.ts';
import { maybe, plain } from './pageRows.ts';
import { stateText, workerIcon } from './pods.ts';
import { isWholeWorkers, unsureWorkers } from './unsureWorkers.ts';
import { shown, shownVerbosity } from './values.ts';

/** More replaced updates are counted, not told one by one. */
const MOST_UPDATES = 20;
/** After so long a wait a person should look: a sync waits for volumes for 2 min 3 s. */
const LONG = 123_000_000;

const READS = 'waits for the pod cache';

interface Queued {
  readonly pod: PodHistory;
  readonly queue: WorkerQueue;
  /** The wait it is sorted by. */
  readonly waits: number | undefined;
  readonly works: number | undefined;
}

/** `wanted`: the pods that a filter leaves. */
export function workerQueues(
  incident: Incident,
  moment: Moment,
  query: Range & Ordered<QueueOrder>,
  wanted?: ReadonlySet<PodHistory>,
): WorkerQueues {
  const all = queuesAt(incident.history, moment);
  const kept = wanted === undefined ? all : all.filter(({ pod }) => wanted.has(pod));
  const { by, order = 'up', start, count } = query;
  const sorted = by === undefined ? kept : ordered(kept, (one) => columnOf(one, by, moment), order);
  const rows = sorted.slice(start, start + count);
  const run = incident.history.runs.findLast(({ from }) => from <= moment.time);
  const isWhole = isWholeWorkers(incident.history, moment);
  return {
    at: moment.time,
    total: kept.length,
    rows: rows.map((one) => queueRow(one, moment)),
    kept: wanted === undefined ? undefined : kept.map(({ pod }) => pod.key),
    counts: {
      workers: all.length,
      unsure: unsureWorkers(incident.history, moment).length,
      isWhole,
      working: all.filter(({ works }) => works !== undefined).length,
      isWorkTold: isWhole && all.every(({ queue }) => queue.active.known !== 'unknown'),
      waiting: all.filter(({ waits }) => waits !== undefined).length,
      reading: all.filter(({ queue }) => queue.stage.value === READS).length,
      untold: all.filter(({ queue }) => queue.waiting.known === 'unknown').length,
    },
    verbosity:
      run === undefined
        ? { text: 'unknown: no line tells it', known: 'unknown', provedBy: [] }
        : shownVerbosity(run),
    sample: sampleAt(incident.history, moment),
  };
}

function queuesAt(history: History, moment: Moment): readonly Queued[] {
  return history
    .podsBy(moment)
    .flatMap((pod) => {
      const queue = pod.firstSeen > moment.time ? undefined : pod.queue(moment);
      if (queue === undefined) return [];
      const since = (value: WorkerQueue['active']): number | undefined =>
        typeof value.value === 'object' ? moment.time - value.value.at : undefined;
      return [{ pod, queue, waits: waitOf(queue, moment), works: since(queue.active) }];
    })
    .sort(
      (a, b) =>
        (b.waits ?? -1) - (a.waits ?? -1) ||
        (b.works ?? -1) - (a.works ?? -1) ||
        (a.queue.next.value?.from ?? Infinity) - (b.queue.next.value?.from ?? Infinity) ||
        (podName(a.pod) < podName(b.pod) ? -1 : 1),
    );
}

/** What a column of the workers has. */
function columnOf(
  { pod, queue, waits, works }: Queued,
  by: QueueOrder,
  moment: Moment,
): number | string | undefined {
  const columns = {
    pod: () => podName(pod),
    works: () => works,
    waits: () => waits,
    due: () => queue.next.value?.from,
    plan: () => planBy(pod, moment)?.text,
  };
  return columns[by]();
}

/** Since the first update came that has not been taken. */
function waitOf({ waiting, replaced }: WorkerQueue, { time }: Moment): number | undefined {
  if (typeof waiting.value !== 'object') return undefined;
  return time - (replaced[0] ?? waiting.value).at;
}

/** What a worker has, what waits and when it is due, in words. */
export function queueTexts(
  { active, waiting, next }: WorkerQueue,
  now: Micros,
): Readonly<Record<'active' | 'waiting' | 'next', ShownValue>> {
  const since = (value: WorkerQueue['active']): ShownValue =>
    shown(value, (one) =>
      one === 'nothing'
        ? one
        : `${one.work.value ?? 'an update'}, ${formatDuration(Math.max(0, now - one.at))}`,
    );
  return {
    active: since(active),
    waiting: since(waiting),
    next: shown(next, ({ from, until, why }) =>
      from === undefined || until === undefined ? why : dueText(from, until, now),
    ),
  };
}

/** What was due a tick takes, and whether it did no line may tell. */
export function dueText(from: Micros, until: Micros, now: Micros): string {
  if (until < now) return `was due ${formatTimeOfDay(until).slice(0, 8)}`;
  const latest = formatDuration(until - now);
  if (from > now) return `in ${formatDuration(from - now)} to ${latest}`;
  return `within ${latest}, unless it was taken since ${formatTimeOfDay(from).slice(0, 8)}`;
}

function queueRow({ pod, queue, waits, works }: Queued, moment: Moment): WorkerQueueRow {
  const { time } = moment;
  const texts = queueTexts(queue, time);
  const state = stateText(pod, moment);
  const { next } = queue;
  const isLate = next.value?.until !== undefined && next.value.until < time;
  const severity: RowSeverity =
    Math.max(waits ?? 0, works ?? 0) > LONG || isLate ? 'warning' : 'none';
  const updateOf = (value: WorkerQueue['active']): UpdateRow | undefined =>
    typeof value.value === 'object' ? updateRow(value.value) : undefined;
  return {
    podKey: pod.key,
    pod: plain(podName(pod)),
    icon: workerIcon(pod, moment),
    state,
    active: texts.active,
    activeUpdate: updateOf(queue.active),
    stage: shown(queue.stage),
    stageSince: queue.stageSince,
    waiting: texts.waiting,
    waitingUpdate: updateOf(queue.waiting),
    replaced: queue.replaced.slice(-MOST_UPDATES).map(updateRow),
    replacedTotal: queue.replaced.length,
    asked: queue.asked.slice(-MOST_UPDATES).map(updateRow),
    next: texts.next,
    why: next.value?.why ?? '',
    dueFrom: next.value?.from,
    dueUntil: next.value?.until,
    plan: planBy(pod, moment),
    waited: waits ?? works,
    severity,
    input: (waits === undefined ? queue.active : queue.waiting).provedBy[0] ?? state.provedBy[0],
    label: [
      `worker of ${podName(pod)}`,
      `works on ${texts.active.text}`,
      `waiting: ${texts.waiting.text}`,
      `next sync: ${texts.next.text}`,
    ].join(', '),
  };
}

function planBy(pod: PodHistory, moment: Moment): ShownValue | undefined {
  const plan = pod.computed.findLast(
    ({ at, position }) => at <= moment.time && knownBy(moment, position),
  );
  return plan && planText(plan);
}

/** Nothing is to be done where that is shown: of an init container the line may not tell. */
export function planText({ actions, init, input }: ComputedActions): ShownValue {
  const text = actionsText({ ...actions, initContainersToStart: init.value });
  if (text === undefined) return shown(init, () => 'nothing to do');
  const known = init.known === 'unknown' ? 'seen' : init.known;
  return { text: plain(text), known, provedBy: [input] };
}

function updateRow({ at, work, askedBy, input }: QueuedUpdate): UpdateRow {
  return {
    at,
    work: shown(work),
    askedBy: askedBy === undefined ? undefined : plain(askedBy),
    input,
  };
}

const states = ['sync', 'terminating', 'terminated'] as const;

function sampleAt(history: History, moment: Moment): WorkerQueues['sample'] {
  const last = history.workingPods.findLast(
    ({ at, position }) => at <= moment.time && knownBy(moment, position),
  );
  if (last === undefined) return undefined;
  const counts = { sync: 0, terminating: 0, terminated: 0 };
  const then: Moment = { ...moment, time: last.at };
  let isTold = true;
  for (const { firstSeen, worker } of history.pods) {
    if (firstSeen > last.at || worker.present.at(then).value === false) continue;
    const state = worker.state.at(then).value;
    if (state === undefined) isTold = false;
    else counts[state]++;
  }
  const words = (each: typeof counts): string =>
    states.map((state) => `${state} ${each[state]}`).join(', ');
  return {
    at: last.at,
    text: words(last.counts),
    log: isTold ? words(counts) : undefined,
    input: last.input,
  };
}

/** Writes into the pod cache up to a moment, the newest first. */
export function cacheWritesBy({ history }: Incident, moment: Moment): readonly CacheWriteRow[] {
  return history.cacheWrites
    .filter(({ at, position }) => at <= moment.time && knownBy(moment, position))
    .map(({ at, pod, podKey, kind, error, input }) => ({
      at,
      pod: plain(pod),
      podKey,
      kind,
      error: maybe(error),
      input,
    }))
    .reverse();
}
