// The `workers` command's text: JSON lines, one for each change, each the whole set of workers from its time on.
import type { Value } from '../../base/input.ts';
import { rfc3339OrNull, type Micros } from '../../base/time.ts';
import type { History, PodHistory } from './history.ts';
import type { Moment } from './track.ts';
import { heldNames } from './worker/workerTracks.ts';

/** One line of the output, without its line break. Rows leave out what is not known; pods whose UID is not known have no row. */
export function* workersJsonl(history: History): Generator<string> {
  const pods = history.pods.filter((pod) => pod.uid.known !== 'unknown');
  yield line(history.from, []);
  let last = '';
  for (const at of changeTimes(pods)) {
    const moment: Moment = { time: at, position: Infinity, hindsight: 'now' };
    const rows = pods.flatMap((pod) => row(pod, moment));
    const text = JSON.stringify(rows);
    if (text !== last) yield line(at, rows);
    last = text;
  }
}

function line(at: Micros, workers: readonly object[]): string {
  return JSON.stringify({ t: rfc3339OrNull(at), workers });
}

function changeTimes(pods: readonly PodHistory[]): readonly Micros[] {
  const times = new Set<Micros>();
  for (const pod of pods)
    for (const field of ['present', ...heldNames] as const)
      for (const change of pod.worker[field].changes) times.add(change.at);
  return [...times].sort((a, b) => a - b);
}

function row(pod: PodHistory, moment: Moment): readonly object[] {
  if (pod.worker.present.at(moment).value !== true) return [];
  const entries: [string, unknown][] = [
    ['uid', pod.uid.value],
    ['pod', `${pod.name}_${pod.namespace}`],
  ];
  for (const field of heldNames) {
    const held: Value<unknown> = pod.worker[field].at(moment);
    if (held.known !== 'unknown') entries.push([field, held.value]);
  }
  return [Object.fromEntries(entries)];
}
