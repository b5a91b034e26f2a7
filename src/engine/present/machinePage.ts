// The machine that the sync loop is, part by part at a moment: what each holds, as far as the log tells.
import { inferred, unknown, type InputId, type Value } from '../../base/input.ts';
import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type {
  ContainerHistory,
  History,
  PodEvent,
  PodHistory,
} from '../../kubelet/rebuild/history.ts';
import { loopSince } from '../../kubelet/rebuild/node/loopSkips.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { MachinePage, MachinePart, MachineWorker } from '../../protocol/pageApi.ts';
import type { PodRow, RowSeverity, ShownValue } from '../../protocol/rows.ts';
import { cachedPods } from './cachedPods.ts';
import {
  configuredAt,
  isOfMirror,
  isOfProcess,
  isWholeConfig,
  isWholeOf,
  mirrorsAt,
} from './configured.ts';
import { failuresBy, isFailing, knownBy, podName, type Incident } from './incident.ts';
import { inputRow } from './inputs.ts';
import { machineEvent } from './machinePath.ts';
import { plain, tidied } from './pageRows.ts';
import { plegView } from './pleg.ts';
import { podBy } from './podBy.ts';
import { pendingAt, podRows } from './pods.ts';
import { plural, shown } from './values.ts';
import { isWholeWorkers } from './unsureWorkers.ts';
import { dueText } from './workerQueues.ts';

const MOST_WORKERS = 64;

type Named = MachinePage['parts'][number]['values'][number];
type Part = MachinePage['parts'][number];

export function machinePage(incident: Incident, moment: Moment): MachinePage {
  const { tape } = incident;
  const record = moment.position < 0 ? undefined : tape.record(moment.position);
  const line = record === undefined ? undefined : inputRow(tape, moment.position, record);
  const { rows, total } = podRows(incident, moment, {
    start: 0,
    count: MOST_WORKERS,
    gone: false,
  });
  return {
    at: moment.time,
    position: moment.position,
    inputs: tape.length,
    event: machineEvent(incident, moment),
    line: line === undefined ? undefined : { ...line, text: plain(line.text) },
    parts: partsAt(incident, moment),
    workers: rows.map((row) => workerOf(incident, moment, tidied(row))),
    workerTotal: total,
  };
}

function workerOf({ history }: Incident, moment: Moment, row: PodRow): MachineWorker {
  const pod = podBy(history, row.key, moment);
  return {
    key: row.key,
    pod: `${row.namespace}/${row.name}`,
    icon: row.icon,
    state: row.state,
    queue: row.queue,
    waiting: pod === undefined ? undefined : pendingAt(pod, moment).value,
  };
}

function partsAt(incident: Incident, moment: Moment): Part[] {
  const present = incident.history
    .podsBy(moment)
    .filter((pod) => pod.firstSeen <= moment.time && pod.worker.present.at(moment).value === true);
  const configured = configuredAt(incident.history, moment);
  const mirrored = mirrorsAt(incident.history, moment);
  const skips = skipping(incident, moment);
  return [
    ...sources(incident, moment, configured, mirrored),
    part(
      'podConfig',
      named(
        'pods that the loop was told of',
        countedIf(isWholeConfig(incident.history, moment), configured.length + mirrored.size),
      ),
    ),
    ...channels(skips),
    loop(skips),
    workers(moment, present, isWholeWorkers(incident.history, moment)),
    workQueue(moment, present),
    runtime(incident, moment, present),
    cni(incident, moment),
    ...pleg(incident, moment, skips),
    volumes(incident, moment, present),
    part(
      'status',
      lastOf(
        incident.history,
        moment,
        incident.history.pods,
        /^pod\.(phase|status|deletedFromApi)$/,
      ),
    ),
  ];
}

function part(id: MachinePart, ...values: readonly Named[]): Part {
  return { part: id, severity: 'none', values };
}

function loud(one: Part, severity: RowSeverity): Part {
  return { ...one, severity };
}

function named(name: string, value: ShownValue): Named {
  return { name, value };
}

function counted(count: number, what: string, provedBy: readonly InputId[] = []): ShownValue {
  const many = what.endsWith('x') ? `${what}es` : `${what}s`;
  return { text: plural(count, what, many), known: 'inferred', provedBy: provedBy.slice(0, 3) };
}

function text(
  words: string,
  known: 'seen' | 'inferred',
  ...provedBy: readonly InputId[]
): ShownValue {
  return { text: plain(words), known, provedBy };
}

function untold(why: string): ShownValue {
  return shown(unknown(why));
}

function sources(
  { history }: Incident,
  moment: Moment,
  configured: readonly PodHistory[],
  mirrored: ReadonlySet<string>,
): Part[] {
  return (['api', 'file', 'http'] as const).map((source) => {
    const own = configured.filter(({ configSource }) => configSource.value === source);
    const mirrors = source === 'api' ? mirrored.size : 0;
    return part(
      source,
      named(
        'pods that the loop was told of from here',
        countedIf(isWholeOf(history, moment, source), own.length + mirrors),
      ),
      lastOf(
        history,
        moment,
        [...own, ...toldBefore(history, moment, source, new Set(own))],
        /^config\./,
        (pod, event) => isOfMirror(pod, event) === (pod.configSource.value !== source),
      ),
    );
  });
}

/** Pods of sources, where not each is known to be told. */
function countedIf(isWhole: boolean, count: number): ShownValue {
  if (isWhole) return count === 0 ? text('none', 'inferred') : counted(count, 'pod');
  return count === 0
    ? untold('no line up to here tells which it has')
    : text(`at least ${plural(count, 'pod')}`, 'inferred');
}

/** What else a source may have told of last: the pod that it took away last, and mirror pods, whose lines are tied to any life of their name. */
function toldBefore(
  history: Incident['history'],
  moment: Moment,
  source: string,
  configured: ReadonlySet<PodHistory>,
): PodHistory[] {
  const mirrored = history.pods.filter(
    ({ configSource, mirror }) =>
      source === 'api' && configSource.value !== source && mirror.length > 0,
  );
  let last: { pod: PodHistory; position: number } | undefined;
  for (const pod of history.podsBy(moment)) {
    if (pod.configSource.value !== source || configured.has(pod)) continue;
    const mark = pod.lastMark('config.remove');
    if (mark === undefined || mark.at > moment.time || !knownBy(moment, mark.position)) continue;
    if (mark.position > (last?.position ?? -1)) last = { pod, position: mark.position };
  }
  return last === undefined ? mirrored : [...mirrored, last.pod];
}

/** The last event of one kind among some pods, in this process of the kubelet. */
function lastOf(
  history: History,
  moment: Moment,
  pods: readonly PodHistory[],
  kind: RegExp,
  isMeant: (pod: PodHistory, event: PodEvent) => boolean = () => true,
): Named {
  let last: { pod: PodHistory; event: PodEvent } | undefined;
  for (const pod of pods) {
    const event = pod.events.findLast(
      (each) =>
        each.at <= moment.time &&
        knownBy(moment, each.position) &&
        kind.test(each.kind) &&
        isMeant(pod, each) &&
        isOfProcess(history, moment, each),
    );
    if (event !== undefined && event.position > (last?.event.position ?? -1)) last = { pod, event };
  }
  if (last === undefined) return named('last', untold('the log up to the cursor does not show it'));
  const { pod, event } = last;
  const when = formatTimeOfDay(event.at).slice(0, 12);
  return named('last', text(`${when} ${podName(pod)}: ${event.text}`, 'seen', event.input));
}

interface Skipping {
  readonly reason: Value<string>;
  readonly since: Micros | undefined;
  readonly at: Micros;
}

function skipping({ history }: Incident, moment: Moment): Skipping {
  const { loopSkips } = history;
  return {
    reason: loopSkips.at(moment),
    since: loopSince(loopSkips, moment),
    at: moment.time,
  };
}

function isSkipping({ reason }: Skipping): boolean {
  return (reason.value ?? '') !== '';
}

const waits: readonly (readonly [MachinePart, string])[] = [
  ['configCh', 'pod updates'],
  ['plegCh', 'container events'],
  ['syncCh', 'a tick every second'],
  ['probeCh', 'probe results'],
  ['housekeepingCh', 'a tick every two seconds'],
];

/** No line tells what waits in a channel: the loop may be at work on one item for long. Whether it reads at all is told. */
function channels(skips: Skipping): Part[] {
  return waits.map(([id, carries]) => {
    const { reason } = skips;
    const fill =
      reason.known === 'unknown'
        ? untold('the log does not show whether the loop reads it')
        : isSkipping(skips)
          ? shown(inferred('not read: whatever comes now waits', ...reason.provedBy))
          : untold('the log does not show what waits in it; the loop reads it');
    const one = part(id, named('holds', fill), named('carries', text(carries, 'inferred')));
    return isSkipping(skips) ? loud(one, 'warning') : one;
  });
}

function loop(skips: Skipping): Part {
  const { reason, since, at } = skips;
  const state = shown(reason, (words) => (words === '' ? 'runs' : 'skips all pods'));
  const one = part(
    'syncLoop',
    named('state', state),
    ...(isSkipping(skips) ? [named('because', shown(reason, plain))] : []),
    ...(since === undefined
      ? []
      : [
          named(
            'for',
            text(formatDuration(at - since), 'inferred', ...reason.provedBy.slice(0, 1)),
          ),
        ]),
  );
  return isSkipping(skips) ? loud(one, 'error') : one;
}

function workers(moment: Moment, present: readonly PodHistory[], isWhole: boolean): Part {
  const states = new Map<string, number>();
  for (const pod of present) {
    const state = pod.worker.state.at(moment).value ?? 'unknown';
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  const waiting = present.filter((pod) => pendingAt(pod, moment).value === true).length;
  const overdue = present.filter((pod) =>
    pod.awaits(moment).some(({ due }) => due !== undefined && due < moment.time),
  ).length;
  const one = part(
    'workers',
    named('pods', countedIf(isWhole, present.length)),
    ...[...states].map(([state, count]) => named(state, counted(count, 'pod'))),
    named(
      'with an update pending',
      waiting === 0 && present.some(({ worker }) => worker.pending.at(moment).known === 'unknown')
        ? untold('the log does not show which update waits')
        : counted(waiting, 'pod'),
    ),
    named('overdue', counted(overdue, 'pod')),
  );
  return overdue > 0 ? loud(one, 'warning') : one;
}

/**
 * Pods whose next sync lines foretell. More may be in the queue: those of which no line tells, or whose work is not done, and those that
 * are gone, until they are due.
 */
function workQueue(moment: Moment, present: readonly PodHistory[]): Part {
  const told = present.flatMap((pod) => {
    const { next } = pod.queue(moment) ?? {};
    const { from, until, why = '' } = next?.value ?? {};
    if (next === undefined || from === undefined || until === undefined) return [];
    return [{ pod, from, until, why, next }];
  });
  const first = told.toSorted((a, b) => a.from - b.from)[0];
  if (first === undefined)
    return part('workQueue', named('due', untold('no line up to here tells that a pod is due')));
  const { pod, from, until, why, next } = first;
  const within = told.filter((one) => one.from > moment.time).length;
  const proof = next.provedBy.slice(0, 3);
  return part(
    'workQueue',
    named(
      'due',
      within === 0
        ? untold('no line tells whether a tick has taken what was due')
        : text(`at least ${plural(within, 'pod')}`, 'inferred', ...proof),
    ),
    named(
      'next by the log',
      text(`${podName(pod)}, ${dueText(from, until, moment.time)}`, 'inferred', ...proof),
    ),
    named('because', text(why, 'inferred', ...proof)),
  );
}

function runtime({ history }: Incident, moment: Moment, present: readonly PodHistory[]): Part {
  const running = present.reduce(
    (sum, pod) =>
      sum + pod.containers.filter((container) => isThere(container, pod, moment)).length,
    0,
  );
  const ready = present.reduce(
    (sum, pod) =>
      sum + pod.sandboxes.filter(({ state }) => state.at(moment).value === 'ready').length,
    0,
  );
  const failed = lastOf(
    history,
    moment,
    history.pods,
    /^(runtime\.failed|sandbox\.(failed|stopFailed))$/,
  );
  const isTold = isRelisted(history, moment);
  const known = (count: number, what: string): ShownValue =>
    isTold ? counted(count, what) : untold('no relist has told since the kubelet started again');
  return part(
    'runtime',
    named('running containers', known(running, 'container')),
    named('ready sandboxes', known(ready, 'sandbox')),
    { ...failed, name: 'last failure' },
  );
}

/** Also while it is killed, until a line shows it, or all of its pod, dead. */
function isThere({ state }: ContainerHistory, { worker }: PodHistory, moment: Moment): boolean {
  const { value } = state.at(moment);
  return (
    value === 'running' || (value === 'killing' && worker.terminated.at(moment).value !== true)
  );
}

/** What ran before a new start may have ended meanwhile: the first relist that finds a pod tells of it. */
function isRelisted({ runs, pods }: History, moment: Moment): boolean {
  const run = runs.findLast(({ from }) => from <= moment.time);
  if (run === undefined || run === runs[0]) return true;
  return pods.some(({ events }) =>
    events.some(
      ({ at, kind, position }) =>
        at >= run.from &&
        at <= moment.time &&
        knownBy(moment, position) &&
        kind.startsWith('pleg.'),
    ),
  );
}

function cni({ history }: Incident, moment: Moment): Part {
  const begun = history.network.filter(({ from }) => from <= moment.time);
  const failing = begun.filter((operation) => isFailing(operation, moment));
  const failures = begun.reduce((sum, operation) => sum + failuresBy(operation, moment), 0);
  const proof = failing.flatMap(({ attempts }) => attempts[0]?.provedBy.slice(0, 1) ?? []);
  const one = part(
    'cni',
    named(
      'now',
      failing.length === 0
        ? text('OK', 'inferred')
        : text(`${failing.length} failing`, 'seen', ...proof.slice(0, 3)),
    ),
    named('failed attempts so far', text(String(failures), 'seen')),
  );
  return failing.length > 0 ? loud(one, 'error') : one;
}

function pleg(incident: Incident, moment: Moment, skips: Skipping): Part[] {
  const [least, most] = cachedPods(incident.history.podsBy(moment), moment, !isSkipping(skips));
  const { health, relist } = plegView(incident, moment, [], { start: 0, count: 0 });
  const sick = health.text === 'not healthy';
  const one = part(
    'pleg',
    named('health', health),
    named('relists', relist),
    lastOf(incident.history, moment, incident.history.pods, /^pleg\./),
  );
  return [
    sick ? loud(one, 'error') : one,
    part(
      'cache',
      named(
        'statuses',
        least === most ? counted(least, 'pod') : text(`${least}–${most} pods`, 'inferred'),
      ),
      named(
        'as new as',
        relist.known === 'unknown' ? untold('the last relist left no line') : relist,
      ),
    ),
  ];
}

function volumes({ history }: Incident, moment: Moment, present: readonly PodHistory[]): Part {
  const now = present.flatMap((pod) => pod.volumes.map(({ state }) => state.at(moment).value));
  const count = (...steps: readonly string[]): number =>
    now.filter((step) => step !== undefined && steps.includes(step)).length;
  const failed = count('failed');
  const one = part(
    'volumes',
    named('being mounted', counted(count('attached', 'mountStarted'), 'volume')),
    named('being unmounted', counted(count('unmountStarted'), 'volume')),
    named('failed', counted(failed, 'volume')),
    lastOf(history, moment, history.pods, /^volume/),
  );
  return failed > 0 ? loud(one, 'warning') : one;
}
