// Where what the log tells of a kubelet is not what it held, and why: nothing told it, a later line does, or it was told wrongly.
import type { Value } from '../../../base/input.ts';
import { formatTimeOfDay, micros, type Micros } from '../../../base/time.ts';
import type { PodHistory } from '../../../kubelet/rebuild/history.ts';
import type { Moment, Track } from '../../../kubelet/rebuild/track.ts';
import type {
  MachineDifference,
  MachineParts,
  MachinePod,
  WorkerRow,
} from '../../../protocol/machineApi.ts';
import { mirrorAt, mirrorMarks } from '../configured.ts';
import { shown, shownVerbosity } from '../values.ts';
import { heldSoon, historyOf, unknownValue, type Compared } from './compared.ts';
import type { SecondEye } from './secondEye.ts';
import { untoldRows } from './untoldRows.ts';
import { heldFields, heldOf, sinceOf, type HeldField } from './workerFields.ts';

/** `uid`: of that pod alone. */
export function differencesAt(
  eye: SecondEye,
  moment: Moment,
  parts: MachineParts,
  uid: string | undefined,
): MachineDifference[] {
  const { incident } = eye;
  const { runs } = incident.history;
  const run = runs.findLast(({ from }) => from <= moment.time) ?? runs[0];
  const level =
    run?.verbosity.value === undefined
      ? ''
      : ` of this log (verbosity ${shownVerbosity(run).text})`;
  const compared = { eye, incident, moment, level };
  return [
    ...storedPods(compared, parts),
    ...(parts.podWorkers?.workers ?? []).flatMap((row) => workerDifferences(compared, row)),
    ...(uid === undefined ? goneWorkers(compared, parts) : []),
    ...untoldRows(compared, parts),
  ];
}

/** Pods that PodConfig holds and no line has named by the moment. */
function storedPods(compared: Compared, { podConfig }: MachineParts): MachineDifference[] {
  const { moment, level } = compared;
  const stored = podConfig?.sources.flatMap(({ source, pods }) =>
    pods.map(({ pod }) => ({ pod, source })),
  );
  return (stored ?? []).flatMap(({ pod, source }): MachineDifference[] => {
    const first = firstNamed(compared, pod, source);
    if (first !== undefined && first <= moment.time) return [];
    const why = first === undefined ? 'not printed' : 'late';
    const told = unknownValue('no line by the cursor tells that the loop or a worker has it');
    const text =
      first === undefined
        ? `No line${level} tells that the loop or a worker has ${pod.name}, which PodConfig has from ${source}.`
        : `The first line of the loop or a worker that names ${pod.name} comes at ${formatTimeOfDay(first)}; PodConfig has it from ${source} already.`;
    return [{ part: 'podConfig', pod, field: 'pod', told, held: `from ${source}`, why, text }];
  });
}

/** When a line first names a pod of a source; of a mirror pod, which no UID tells apart, the line of its source by then, or the next. */
function firstNamed(compared: Compared, pod: MachinePod, source: string): Micros | undefined {
  const known = historyOf(compared, pod);
  if (known !== undefined || source !== 'api') return known?.firstSeen;
  const { incident, moment } = compared;
  const [namespace = '', name = ''] = pod.name.split('/');
  const by = mirrorAt(incident.history, moment, namespace, name);
  const marks = mirrorMarks(incident.history, namespace, name);
  return (by ?? marks.find(({ at, kind }) => at > moment.time && kind === 'config.add'))?.at;
}

function workerDifferences(compared: Compared, row: WorkerRow): MachineDifference[] {
  const { pod } = row;
  const history = historyOf(compared, pod);
  if (history === undefined) {
    const told = unknownValue('no line names the pod');
    const text = `No line${compared.level} names ${pod.name}, which has a worker.`;
    return [
      { part: 'podWorkers', pod, field: 'present', told, held: 'true', why: 'not printed', text },
    ];
  }
  return heldFields.flatMap((field) => {
    if (field === 'state' && row.state === undefined) return classicState(compared, history, row);
    const held = heldOf(row, field);
    const track: Track<unknown> = history.worker[field];
    const value = field === 'pending' ? pendingAt(history, compared.moment) : undefined;
    return held === undefined ? [] : valueDifference(compared, pod, field, track, held, value);
  });
}

/** Workers that the log tells of and the kubelet does not hold. */
function goneWorkers(compared: Compared, { podWorkers }: MachineParts): MachineDifference[] {
  const { incident, moment } = compared;
  // Of some of them alone nobody can say which are not there.
  if (podWorkers === undefined || podWorkers.total > podWorkers.workers.length) return [];
  const held = new Set(podWorkers.workers.map(({ pod }) => pod.key));
  return incident.history.pods.flatMap((history) => {
    const { key, uid, worker, firstSeen, namespace, name } = history;
    if (held.has(key) || firstSeen > moment.time) return [];
    if (worker.present.at(moment).value !== true) return [];
    const pod = { uid: uid.value ?? '', name: `${namespace}/${name}`, key };
    return valueDifference(compared, pod, 'present', worker.present, false);
  });
}

/** Before 1.22 a worker has no state: one that is inside a sync is not over, whatever is inferred. */
function classicState(
  { moment }: Compared,
  { worker }: PodHistory,
  { pod, goroutine }: WorkerRow,
): MachineDifference[] {
  const told = worker.state.at(moment);
  if (told.value !== 'terminated' || goroutine !== 'syncing') return [];
  const text = `The worker of ${pod.name} is inside a sync; that it is over is said too early.`;
  const held = 'no state: it is inside a sync';
  return [{ part: 'podWorkers', pod, field: 'state', told: shown(told), held, why: 'wrong', text }];
}

/** As the table of queues tells it. */
function pendingAt(history: PodHistory, moment: Moment): Value<boolean> | undefined {
  const waiting = history.queue(moment)?.waiting;
  if (waiting === undefined) return undefined;
  return waiting.known === 'unknown'
    ? waiting
    : { ...waiting, value: typeof waiting.value === 'object' };
}

/** Whether the kubelet held the same until a time: not another update that came, or was worked on, after this one. */
function isStill(
  { eye, incident, moment }: Compared,
  { uid }: MachinePod,
  field: HeldField,
  until: Micros,
): boolean {
  const heldBy = (by: Pick<Moment, 'time' | 'position'>): unknown => {
    const step = eye.stepAt(by);
    const { podWorkers } = eye.held({ step, uid, count: 1 }, ['podWorkers']).parts;
    const row = podWorkers?.workers.find((one) => one.pod.uid === uid);
    return row === undefined ? undefined : [heldOf(row, field), sinceOf(row, field)].join();
  };
  const time = micros(until - 1);
  return heldBy(moment) === heldBy({ time, position: incident.tape.positionAtTime(time) });
}

function valueDifference(
  compared: Compared,
  pod: MachinePod,
  field: HeldField,
  track: Track<unknown>,
  held: string | boolean | number,
  value: Value<unknown> = track.at(compared.moment),
): MachineDifference[] {
  const { moment, level } = compared;
  const told = shown(value, String);
  const base = { part: 'podWorkers', pod, field, told, held: String(held) } as const;
  if (value.known === 'unknown') {
    const text = `No line${level} tells ${field} of ${pod.name}: the kubelet held ${String(held)}.`;
    return [{ ...base, why: 'not printed', text }];
  }
  if (value.value === held) return [];
  const next = track.changes.find(({ at }) => at > moment.time);
  if (next?.value.value === held && isStill(compared, pod, field, next.at)) {
    const text = `That ${field} of ${pod.name} is ${String(held)} is told by a line at ${formatTimeOfDay(next.at)}.`;
    return [{ ...base, why: 'late', text }];
  }
  const isSoon = heldSoon(compared, pod, ['podWorkers'], ({ podWorkers }) => {
    const row = podWorkers?.workers.find((one) => one.pod.uid === pod.uid);
    if (row === undefined) return field === 'present' && value.value === false;
    return heldOf(row, field) === value.value;
  });
  if (isSoon) {
    const text = `The log tells ${field} of ${pod.name} as ${told.text} already: the kubelet held so within a second.`;
    return [{ ...base, why: 'early', text }];
  }
  const text = `The log is read as ${field} of ${pod.name} being ${told.text}: the kubelet held ${String(held)}.`;
  return [{ ...base, why: 'wrong', text }];
}
