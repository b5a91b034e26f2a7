import { inferred, type Value } from '../../base/input.ts';
import { shownText } from '../../base/shownText.ts';
import { ordered } from '../../base/ordered.ts';
import { formatDuration, type Micros } from '../../base/time.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { PodOrder, PodQuery } from '../../protocol/engineApi.ts';
import type { PodRow, RowSeverity, ShownValue, WorkerIcon } from '../../protocol/rows.ts';
import { isProblem } from './findings.ts';
import { findingsById, findingsByPod, openAmong, type FindingsByPod } from './findingGroups.ts';
import { isFailing, isOpen, knownBy, podName, type Incident } from './incident.ts';
import { isOverdue, podHealth, troubleOf, type PodThen } from './podHealth.ts';
import { sortedPods } from './sortedPods.ts';
import { shown } from './values.ts';

/** Pods that the kubelet has met by the moment, of those `wanted`: first those that need a person. Only rows that are asked for are made. */
export function podRows(
  incident: Incident,
  moment: Moment,
  query: Omit<PodQuery, 'text'>,
  wanted?: ReadonlySet<PodHistory>,
): { total: number; rows: PodRow[] } {
  const { start, count } = query;
  const rowsOf = (pods: readonly PodHistory[]): PodRow[] =>
    pods.slice(start, start + count).map((pod) => podRow(incident, moment, pod));
  const sorted = sortedPods(incident, moment);
  if (wanted === undefined && moment.hindsight === 'now' && query.by === undefined) {
    // Of most of those that are gone nothing is to be said: they come last, and nobody looks at each.
    const { ranked, looked } = firstRanked(incident, moment, query);
    if (ranked[LAST]?.length === 0) {
      const first = ranked.flat();
      const others = query.gone === false ? 0 : sorted.goneCount - looked.size;
      const wish = Math.min(others, start + count - first.length);
      const pods = [...first, ...sorted.goneBut(looked, wish)];
      return { total: first.length + others, rows: rowsOf(pods) };
    }
  }
  const all = wanted === undefined ? sorted.all : sorted.all.filter((pod) => wanted.has(pod));
  const ranked = rankedPods(incident, moment, query, all).flat();
  const { by, order: direction = 'up' } = query;
  const pods =
    by === undefined ? ranked : ordered(ranked, (pod) => columnOf(pod, by, moment), direction);
  return { total: pods.length, rows: rowsOf(pods) };
}

interface FirstRanked {
  readonly moment: Moment;
  readonly pods: readonly PodHistory[];
  readonly gone: boolean | undefined;
  readonly ranked: readonly (readonly PodHistory[])[];
  readonly looked: ReadonlySet<PodHistory>;
}

const lastRanked = new WeakMap<Incident, FirstRanked>();

/** Those that stay and those that are gone of which something is to be said: at one moment several views ask for parts of the same. */
function firstRanked(
  incident: Incident,
  moment: Moment,
  { gone }: Pick<PodQuery, 'gone'>,
): FirstRanked {
  const last = lastRanked.get(incident);
  const pods = incident.history.podsBy(moment);
  const isSame =
    last?.moment.time === moment.time &&
    last.moment.position === moment.position &&
    last.pods === pods &&
    last.gone === gone;
  if (isSame) return last;
  const sorted = sortedPods(incident, moment);
  const troubled = sorted.goneOf(troubledKeys(incident, moment));
  const looked = new Set([...troubled, ...sorted.goneAfter(moment.time)]);
  const query = gone === undefined ? {} : { gone };
  const ranked = rankedPods(incident, moment, query, sorted.with([...looked]));
  const made = { moment, pods, gone, ranked, looked };
  lastRanked.set(incident, made);
  return made;
}

/** What a column of the pods has. */
function columnOf(pod: PodHistory, by: PodOrder, moment: Moment): number | string | undefined {
  switch (by) {
    case 'pod':
      return podName(pod);
    case 'worker': {
      const { text, known } = stateText(pod, moment);
      return known === 'unknown' ? undefined : text;
    }
    case 'for':
      return lengthSince(sinceWhen(pod, moment), moment);
    case 'waits':
      return lengthSince(pod.awaits(moment)[0]?.since, moment);
  }
}

function lengthSince(since: Micros | undefined, { time }: Moment): number | undefined {
  return since === undefined ? undefined : time - since;
}

/** Since when its worker is as `stateText` says first. */
function sinceWhen({ worker }: PodHistory, moment: Moment): Micros | undefined {
  const { present, finished, state } = worker;
  const presence = present.changeAt(moment);
  if (presence?.value.value === false) return presence.at;
  const end = finished.changeAt(moment);
  return (end?.value.value === true ? end : (state.changeAt(moment) ?? presence))?.at;
}

function troubledKeys(incident: Incident, moment: Moment): ReadonlySet<string | undefined> {
  const open = [...findingsById(incident, moment).values()].flatMap((group) =>
    openAmong(group, moment).filter(isProblem),
  );
  return new Set(open.map(({ podKey }) => podKey));
}

/** By how much they need a person, those that are gone after the others. */
function rankedPods(
  incident: Incident,
  moment: Moment,
  query: Pick<PodQuery, 'gone'>,
  pods: readonly PodHistory[],
): readonly (readonly PodHistory[])[] {
  const ranked: PodHistory[][] = order.flatMap(() => [[], []]);
  const found = findingsByPod(incident, moment);
  const sorted = sortedPods(incident, moment);
  for (const pod of pods) {
    if (pod.firstSeen > moment.time) continue;
    const isLongGone = sorted.goneAt(pod) <= moment.time && pod.isToldBy(moment);
    if (!isLongGone && pod.by(moment) === undefined) continue;
    const icon = isLongGone ? 'gone' : workerIcon(pod, moment);
    if (query.gone === false && icon === 'gone') continue;
    const rank = order.indexOf(needOf(thenOf(found, moment, pod, icon))) * 2;
    ranked[rank + (icon === 'gone' ? 1 : 0)]?.push(pod);
  }
  return ranked;
}

/** How much a pod needs a person, the most first. */
const order = ['grave', 'failing', 'degraded', 'none'] as const;
/** The rank of those that are gone and of which nothing is to be said. */
const LAST = 2 * order.length - 1;

function needOf(pod: PodThen): (typeof order)[number] {
  const { icon, findings } = pod;
  const isGrave = findings.some(({ severity }) => severity === 'critical' || severity === 'high');
  if (icon === 'stuck' || isGrave) return 'grave';
  const is = troubleOf(pod)?.is;
  return is === 'failing' || is === 'degraded' ? is : 'none';
}

function openFindings(found: FindingsByPod, moment: Moment, pod: PodHistory): readonly Finding[] {
  const findings = found.size === 0 ? undefined : found.get(pod.key);
  return findings?.filter((finding) => isProblem(finding) && isOpen(finding, moment)) ?? none;
}

const none: readonly Finding[] = [];

function thenOf(
  found: FindingsByPod,
  moment: Moment,
  pod: PodHistory,
  icon = workerIcon(pod, moment),
): PodThen {
  return { told: pod.by(moment), moment, icon, findings: openFindings(found, moment, pod) };
}

/** How much it needs a person, as its row says. */
export function podSeverity(incident: Incident, moment: Moment, pod: PodHistory): RowSeverity {
  return severityOf(thenOf(findingsByPod(incident, moment), moment, pod));
}

function severityOf(pod: PodThen): RowSeverity {
  const need = needOf(pod);
  return need === 'grave' ? 'error' : need === 'none' ? 'none' : 'warning';
}

export function podRow(incident: Incident, moment: Moment, pod: PodHistory): PodRow {
  const then = thenOf(findingsByPod(incident, moment), moment, pod);
  const { icon, findings } = then;
  const state = stateText(pod, moment);
  const since = sinceWhen(pod, moment);
  const waits = pod.awaits(moment).map((awaited) => {
    const overdue = isOverdue(awaited, moment);
    const late = overdue ? `, ${formatDuration(moment.time - (awaited.due ?? 0))} overdue` : '';
    return {
      ...awaited,
      text: `${awaited.what}, ${formatDuration(moment.time - awaited.since)}${late}`,
      overdue,
    };
  });
  const last = lastEvent(pod, moment);
  const health = podHealth(then);
  const queue = queueText(pod, moment);
  const waitText = waits.map((wait) => wait.text).join('; ');
  return {
    key: pod.key,
    namespace: pod.namespace,
    name: pod.name,
    uid: shown(pod.uid),
    health,
    icon,
    state,
    since,
    queue,
    waits,
    severity: severityOf(then),
    findings: findings.map((finding) => finding.key),
    titles: findings.map(({ title }) => shownText(title)),
    input: state.provedBy[0] ?? last?.input,
    lastEvent: last,
    label: [
      podName(pod),
      state.text + (since === undefined ? '' : ` for ${formatDuration(moment.time - since)}`),
      findings.length > 0 || health.is === 'unknown'
        ? `health ${health.is}`
        : `health ${health.is}: ${health.text}`,
      waitText === '' ? '' : `waits for ${waitText}`,
      ...findings.map((finding) => finding.title),
    ]
      .filter((part) => part !== '')
      .join(', '),
  };
}

function lastEvent(pod: PodHistory, moment: Moment): PodRow['lastEvent'] {
  let low = 0;
  let high = pod.events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const event = pod.events[middle];
    if (event !== undefined && event.at <= moment.time && knownBy(moment, event.position))
      low = middle + 1;
    else high = middle;
  }
  const event = pod.events[low - 1];
  return event === undefined ? undefined : { at: event.at, text: event.text, input: event.input };
}

export function workerIcon(pod: PodHistory, moment: Moment): WorkerIcon {
  const worker = pod.worker;
  const present = worker.present.at(moment);
  if (present.known === 'unknown') return 'unknown';
  if (!present.value) return 'gone';
  if (worker.finished.at(moment).value === true) return 'finished';
  const state = worker.state.at(moment).value;
  if (state === 'terminated') return 'terminated';
  if (state === 'terminating') {
    return pod.network.some(
      (operation) => operation.command === 'DEL' && isFailing(operation, moment),
    )
      ? 'stuck'
      : 'terminating';
  }
  if (state === undefined) return 'unknown';
  return worker.working.at(moment).value === true ? 'working' : 'sync';
}

/** What its worker is doing, in words. */
export function stateText(pod: PodHistory, moment: Moment): ShownValue {
  const worker = pod.worker;
  const present = worker.present.at(moment);
  if (present.known === 'unknown') return shown(present);
  if (!present.value) return { text: 'gone', known: present.known, provedBy: present.provedBy };
  const finished = worker.finished.at(moment);
  if (finished.value === true) return shown(finished, () => 'finished');
  const state = worker.state.at(moment);
  const working = worker.working.at(moment);
  if (working.known === 'unknown') return shown(state);
  const known = working.known === 'inferred' ? 'inferred' : state.known;
  return { ...shown(state, (value) => `${value}, ${working.value ? 'working' : 'idle'}`), known };
}

function queueText(pod: PodHistory, moment: Moment): ShownValue {
  return shown(pendingAt(pod, moment), (pending) =>
    pending ? '1 update pending' : 'none pending',
  );
}

/** Whether an update waits. Up to 1.26 none has a line: what the sync loop took while the worker was at it tells of it. */
export function pendingAt(pod: PodHistory, moment: Moment): Value<boolean> {
  const { pending, working } = pod.worker;
  const told = pending.at(moment);
  if (told.value === true || working.at(moment).value !== true) return told;
  const waiting = pod.queue(moment)?.waiting;
  return typeof waiting?.value === 'object' ? inferred(true, ...waiting.provedBy) : told;
}
