import { formatDuration } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { PodQuery } from '../../protocol/engineApi.ts';
import type { PodRow, RowSeverity, ShownValue, WorkerIcon } from '../../protocol/rows.ts';
import { isFailing, isOpen, knownBy, podName, type Incident } from './incident.ts';
import { loudest, shown } from './values.ts';

/** Pods that the kubelet has met by the moment, those that need a person first. */
export function podRows(
  incident: Incident,
  moment: Moment,
  query: PodQuery,
): { total: number; rows: PodRow[] } {
  const text = query.text?.trim().toLowerCase() ?? '';
  const rows = incident.history.pods
    .filter((pod) => pod.firstSeen <= moment.time)
    .filter((pod) => matches(pod, text))
    .map((pod) => podRow(incident, moment, pod))
    .filter((row) => query.gone !== false || row.icon !== 'gone')
    .sort(
      (a, b) =>
        rank(a) - rank(b) || a.namespace.localeCompare(b.namespace) || a.name.localeCompare(b.name),
    );
  return { total: rows.length, rows: rows.slice(query.start, query.start + query.count) };
}

function matches(pod: PodHistory, text: string): boolean {
  return (
    text === '' ||
    podName(pod).toLowerCase().includes(text) ||
    (pod.uid.value?.includes(text) ?? false)
  );
}

const order: readonly RowSeverity[] = ['error', 'warning', 'info', 'none'];

function rank(row: PodRow): number {
  return order.indexOf(row.severity) * 2 + (row.icon === 'gone' ? 1 : 0);
}

export function podRow(incident: Incident, moment: Moment, pod: PodHistory): PodRow {
  const worker = pod.worker;
  const icon = workerIcon(pod, moment);
  const state = stateText(pod, moment);
  const present = worker.present.changeAt(moment);
  const since = (
    present?.value.value === false ? present : (worker.state.changeAt(moment) ?? present)
  )?.at;
  const waits = pod.awaits(moment).map((awaited) => {
    const overdue = awaited.due !== undefined && awaited.due < moment.time;
    const late = overdue ? `, ${formatDuration(moment.time - awaited.due)} overdue` : '';
    return {
      ...awaited,
      text: `${awaited.what}, ${formatDuration(moment.time - awaited.since)}${late}`,
      overdue,
    };
  });
  const findings = incident.findings.filter(
    (finding) =>
      finding.podKey === pod.key && finding.severity !== 'info' && isOpen(finding, moment),
  );
  const severity = loudest(
    icon === 'stuck' ? 'error' : 'none',
    findings.some((finding) => finding.severity === 'critical' || finding.severity === 'high')
      ? 'error'
      : 'none',
    findings.length > 0 ? 'warning' : 'none',
    waits.some((wait) => wait.overdue) ? 'warning' : 'none',
  );
  const last = lastEvent(pod, moment);
  const queue = queueText(pod, moment);
  const waitText = waits.map((wait) => wait.text).join('; ');
  return {
    key: pod.key,
    namespace: pod.namespace,
    name: pod.name,
    uid: shown(pod.uid),
    icon,
    state,
    since,
    queue,
    waits,
    severity,
    findings: findings.map((finding) => finding.key),
    input: state.provedBy[0] ?? last?.input,
    lastEvent: last,
    label: [
      podName(pod),
      state.text + (since === undefined ? '' : ` for ${formatDuration(moment.time - since)}`),
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

function workerIcon(pod: PodHistory, moment: Moment): WorkerIcon {
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
  return shown(pod.worker.pending.at(moment), (pending) =>
    pending ? '1 update waiting' : 'nothing waiting',
  );
}
