// What was another at one moment than at another, value by value, with the line that changed it last. And the whole state as a text, for
// an editor that compares texts.
import { formatRfc3339, formatTimeOfDay } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { ShownValue } from '../../protocol/rows.ts';
import type { DiffRow } from '../../protocol/stateApi.ts';
import { podName, type Incident } from './incident.ts';
import { stateText as podState } from './pods.ts';
import { nodeFields, podFields, type StateField } from './stateFields.ts';

const notThere: ShownValue = { text: 'not there', known: 'inferred', provedBy: [] };

/** The node's values first, then the pods by name. A pod that came or went is one row. */
export function diffRows(incident: Incident, from: Moment, to: Moment): readonly DiffRow[] {
  return [
    ...nodeFields(incident).flatMap((one) => changed('', undefined, one, from, to)),
    ...podsInOrder(incident).flatMap((pod) => podDiff(pod, from, to)),
  ];
}

function podDiff(pod: PodHistory, from: Moment, to: Moment): readonly DiffRow[] {
  const before = isThere(pod, from);
  const after = isThere(pod, to);
  if (!before && !after) return [];
  const name = podName(pod);
  if (before && after)
    return podFields(pod).flatMap((one) => changed(name, pod.key, one, from, to));
  const change = pod.worker.present.changeAt(after ? to : from);
  const gone = pod.worker.present.changeAt(after ? from : to);
  const last = from.time <= to.time === after ? change : gone;
  return [
    {
      name,
      podKey: pod.key,
      field: 'pod',
      before: before ? podState(pod, from) : notThere,
      after: after ? podState(pod, to) : notThere,
      at: last?.at,
      input: last?.value.provedBy[0],
    },
  ];
}

export function isThere(pod: PodHistory, moment: Moment): boolean {
  return pod.firstSeen <= moment.time && pod.worker.present.at(moment).value !== false;
}

function changed(
  name: string,
  podKey: string | undefined,
  one: StateField,
  from: Moment,
  to: Moment,
): readonly DiffRow[] {
  const before = one.at(from);
  const after = one.at(to);
  if (before.text === after.text) return [];
  if (before.known === 'unknown' && after.known === 'unknown') return [];
  const change = one.changeAt(from.time <= to.time ? to : from);
  const at = change?.at;
  return [{ name, podKey, field: one.name, before, after, at, input: change?.value.provedBy[0] }];
}

function podsInOrder({ history }: Incident): readonly PodHistory[] {
  return [...history.pods].sort(
    (a, b) => compare(podName(a), podName(b)) || a.firstSeen - b.firstSeen,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** For a terminal: one change a line. `line` names an input, `kubelet.log:12`. */
export function diffText(
  rows: readonly DiffRow[],
  line: (row: DiffRow) => string | undefined,
): string {
  if (rows.length === 0) return 'Nothing changed.\n';
  return rows
    .map((row) => {
      const where = [row.name, row.field].filter((part) => part !== '').join(' ');
      const when = row.at === undefined ? '' : `  ${formatTimeOfDay(row.at)}`;
      const by = line(row);
      return `${where}: ${row.before.text} → ${row.after.text}${when}${by === undefined ? '' : `  ${by}`}\n`;
    })
    .join('');
}

/** All that the kubelet held at a moment, one value a line; `~` is inferred, `?` unknown. */
export function wholeStateText(incident: Incident, moment: Moment): string {
  const lines = [`# ${formatRfc3339(moment.time)}   (~ inferred, ? unknown)`];
  const add = (indent: string, fields: readonly StateField[]): void => {
    for (const one of fields) lines.push(`${indent}${one.name}: ${marked(one.at(moment))}`);
  };
  add('', nodeFields(incident));
  for (const pod of podsInOrder(incident)) {
    if (!isThere(pod, moment)) continue;
    lines.push('', `${podName(pod)}:`);
    add('  ', podFields(pod));
    for (const { what } of pod.awaits(moment)) lines.push(`  waits for: ${what}`);
  }
  return `${lines.join('\n')}\n`;
}

function marked({ text, known }: ShownValue): string {
  if (known === 'unknown') return '?';
  return known === 'inferred' ? `${text} ~` : text;
}
