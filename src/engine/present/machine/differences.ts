// Where what the log tells of a kubelet is not what it held, and why: nothing told it, it was told later, or it was told wrongly.
import { formatTimeOfDay } from '../../../base/time.ts';
import type { PodHistory } from '../../../kubelet/rebuild/history.ts';
import type { Moment, Track } from '../../../kubelet/rebuild/track.ts';
import type {
  MachineDifference,
  MachineParts,
  MachinePartId,
  MachinePod,
  WorkerRow,
} from '../../../protocol/machineApi.ts';
import type { ShownValue } from '../../../protocol/rows.ts';
import type { Incident } from '../incident.ts';
import { shown } from '../values.ts';

interface Compared {
  readonly incident: Incident;
  readonly moment: Moment;
  /** `at verbosity 2`; empty where the log doesn't say it. */
  readonly level: string;
}

export function differencesAt(
  incident: Incident,
  moment: Moment,
  parts: MachineParts,
): MachineDifference[] {
  const { runs } = incident.history;
  const run = runs.findLast(({ from }) => from <= moment.time) ?? runs[0];
  const verbosity = run?.verbosity.value;
  const level = verbosity === undefined ? '' : ` at verbosity ${verbosity}`;
  const compared = { incident, moment, level };
  return [
    ...storedPods(compared, parts),
    ...(parts.podWorkers?.workers ?? []).flatMap((row) => workerDifferences(compared, row)),
    ...untoldRows(compared, parts),
  ];
}

/** Pods that PodConfig holds and no line has named by the moment. */
function storedPods({ incident, moment, level }: Compared, { podConfig }: MachineParts) {
  const stored = podConfig?.sources.flatMap(({ source, pods }) =>
    pods.map(({ pod }) => ({ pod, source })),
  );
  return (stored ?? []).flatMap(({ pod, source }): MachineDifference[] => {
    const known = pod.key === undefined ? undefined : incident.history.pod(pod.key);
    if (known !== undefined && known.firstSeen <= moment.time) return [];
    const why = known === undefined ? 'not printed' : 'late';
    const told = unknownValue('no line by the cursor names it');
    const text =
      known === undefined
        ? `No line${level} names ${pod.name}, which PodConfig has from ${source}.`
        : `The first line that names ${pod.name} comes at ${formatTimeOfDay(known.firstSeen)}; PodConfig has it from ${source} already.`;
    return [{ part: 'podConfig', pod, field: 'pod', told, held: `from ${source}`, why, text }];
  });
}

function workerDifferences(compared: Compared, row: WorkerRow): MachineDifference[] {
  const { pod } = row;
  const history = pod.key === undefined ? undefined : compared.incident.history.pod(pod.key);
  if (history === undefined) {
    const told = unknownValue('no line names the pod');
    const text = `No line${compared.level} names ${pod.name}, which has a worker.`;
    return [
      { part: 'podWorkers', pod, field: 'present', told, held: 'true', why: 'not printed', text },
    ];
  }
  const { worker } = history;
  const waits = row.pending !== undefined || row.lastUndelivered !== undefined;
  const of = <T>(field: string, track: Track<T>, held: T): MachineDifference[] =>
    valueDifference(compared, 'podWorkers', pod, field, track, held);
  return [
    ...of('present', worker.present, true),
    ...(row.state === undefined
      ? classicState(compared, history, row)
      : of<string>('state', worker.state, row.state)),
    ...of('working', worker.working, row.working),
    ...of('pending', worker.pending, waits),
    ...flags.flatMap(([field, goName]) => {
      const held = row.fields.find(({ name }) => name === goName);
      return held === undefined ? [] : of(field, worker[field], held.text === 'true');
    }),
  ];
}

const flags = [
  ['startedTerminating', 'startedTerminating'],
  ['deleted', 'deleted'],
  ['evicted', 'evicted'],
  ['finished', 'finished'],
] as const;

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

function valueDifference<T>(
  { moment, level }: Compared,
  part: MachinePartId,
  pod: MachinePod,
  field: string,
  track: Track<T>,
  held: T,
): MachineDifference[] {
  const value = track.at(moment);
  const told = shown(value);
  const base = { part, pod, field, told, held: String(held) };
  if (value.known === 'unknown') {
    const text = `No line${level} tells ${field} of ${pod.name}: the kubelet held ${String(held)}.`;
    return [{ ...base, why: 'not printed', text }];
  }
  if (value.value === held) return [];
  const next = track.changes.find(({ at }) => at > moment.time);
  if (next?.value.value === held) {
    const text = `That ${field} of ${pod.name} is ${String(held)} is told by a line at ${formatTimeOfDay(next.at)}.`;
    return [{ ...base, why: 'late', text }];
  }
  const text = `The log is read as ${field} of ${pod.name} being ${told.text}: the kubelet held ${String(held)}.`;
  return [{ ...base, why: 'wrong', text }];
}

/** What no line of any verbosity tells. */
function untoldRows(
  { incident, moment, level }: Compared,
  { podCache, workQueue, pleg }: MachineParts,
): MachineDifference[] {
  const readers = podCache?.readers.map(({ pod, since }): MachineDifference => {
    const held = `waits since ${formatTimeOfDay(since)}`;
    const told = unknownValue('no line tells who waits in the pod cache');
    const text = `No line tells that the worker of ${pod.name} waits in the pod cache.`;
    return { part: 'podCache', pod, field: 'reader', told, held, why: 'not printed', text };
  });
  const due = workQueue?.due.map((row): MachineDifference => {
    const told = unknownValue('no line tells when a pod is due again');
    const held = `${formatTimeOfDay(row.due)}: ${row.why}`;
    const text = `No line tells when ${row.pod.name} is due again.`;
    return { part: 'workQueue', pod: row.pod, field: 'due', told, held, why: 'not printed', text };
  });
  const told = incident.history.pleg.relists.findLast(({ at }) => at <= moment.time);
  const relist: MachineDifference[] = [];
  if (pleg?.relistTime !== undefined && told === undefined) {
    const text = `No line${level} tells of a relist.`;
    const held = formatTimeOfDay(pleg.relistTime);
    const value = unknownValue('no relist left a line');
    relist.push({
      part: 'pleg',
      pod: undefined,
      field: 'relistTime',
      told: value,
      held,
      why: 'not printed',
      text,
    });
  }
  return [...relist, ...(readers ?? []), ...(due ?? [])];
}

function unknownValue(why: string): ShownValue {
  return { text: `unknown: ${why}`, known: 'unknown', provedBy: [] };
}
