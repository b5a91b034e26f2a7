// Where on the tape a breakpoint may stop: for each kind of trigger the ascending positions of its candidates.
import { leastOf } from '../../base/extremes.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { micros, SECOND, type Micros } from '../../base/time.ts';
import type { PodHistory, WorkerState } from '../../kubelet/rebuild/history.ts';
import { firstOf } from '../../kubelet/rebuild/pod/tries.ts';
import { severities } from '../../log/record.ts';
import type { DebugThreadId, DebugTrigger } from '../../protocol/debugApi.ts';
import { positionOf, type DebugContext } from '../present/debugNode.ts';
import { podOf, resolve, textAt } from '../present/debugEvaluate.ts';
import {
  calledNext,
  callersOf,
  functionOf,
  isClassic,
  knownFunctions,
  LAST_DOCKERSHIM,
  makersOf,
  relistName,
  syncFunction,
  syncFunctionOf,
} from '../present/goFunctions.ts';
import type { DebugIndex } from '../present/debugIndex.ts';
import { functionsAt } from '../present/debugStack.ts';
import { contextAt } from './contextAt.ts';

/** Positions, ascending, each once; and the line that a breakpoint on a log line is put on. */
export interface Candidates {
  readonly positions: Uint32Array;
  readonly line?: number;
  /** Whose worker comes there, by position: the line may be of another thread. */
  readonly workers?: ReadonlyMap<number, DebugThreadId>;
  /** In the mode `then`, where later lines have a say in the positions: whether the lines up to one of them tell of a hit. */
  readonly isTold?: (position: number) => boolean;
}

export function candidatesOf(context: DebugContext, on: DebugTrigger): Result<Candidates> {
  const { index } = context;
  switch (on.kind) {
    case 'line':
      return lineCandidates(index, on.source, on.line);
    case 'go':
      return goCandidates(index, on.file, on.line);
    case 'function':
      return functionCandidates(context, on.name.trim());
    case 'data':
      return dataCandidates(context, on.expression);
    case 'severity':
      return ok({ positions: severityPositions(index, on.least) });
    case 'finding':
      return ok({
        positions: sorted(
          index.incident.findings
            .filter((finding) => finding.severity === on.severity)
            .map((finding) => findingPosition(context, finding)),
        ),
      });
    case 'overdue':
      return ok({ positions: sorted(overdue(context).map(({ position }) => position)) });
  }
}

function sorted(positions: Iterable<number>): Uint32Array {
  return Uint32Array.from(new Set([...positions].filter((position) => position >= 0))).sort();
}

function dataCandidates(context: DebugContext, expression: string): Result<Candidates> {
  const node = resolve(context, expression);
  if (!node.ok) return node;
  const changes = node.value.changes?.();
  if (changes === undefined)
    return err(`${expression} is no value that a breakpoint can be set on.`);
  if (context.moment.hindsight === 'now') return ok({ positions: sorted(changes) });
  // By then it may have been told otherwise: each line of the pod may have changed it.
  const [, , name] = /pod\(\s*(["'])(.{1,500}?)\1\s*\)/.exec(expression) ?? [];
  const pod = name === undefined ? undefined : podOf(context, name);
  const lines = pod?.events.map(({ position }) => position) ?? [];
  const isTold = (position: number): boolean =>
    textAt(contextAt(context, position), expression) !==
    textAt(contextAt(context, position - 1), expression);
  return ok({ positions: sorted([...changes, ...lines]), isTold });
}

function lineCandidates(index: DebugIndex, source: number, line: number): Result<Candidates> {
  const { tape } = index.incident;
  const table = tape.sources[source]?.table;
  const ordinal = table?.ordinalAtLine(line) ?? -1;
  if (table === undefined || ordinal < 0) return err(`This log has no line ${line}.`);
  return ok({
    positions: Uint32Array.of(tape.positionOfOrdinal(source, ordinal)),
    line: table.lineOf(ordinal),
  });
}

/** Positions of the rows of all sources for which a column has one of some numbers. */
function rowsWith(
  index: DebugIndex,
  column: 'site' | 'message',
  numbersOf: (source: number) => ReadonlySet<number>,
): Uint32Array {
  const { tape } = index.incident;
  const found: number[] = [];
  tape.sources.forEach(({ table }, source) => {
    const numbers = numbersOf(source);
    if (numbers.size === 0) return;
    const values = table[column];
    for (let row = 0; row < table.length; row++)
      if (numbers.has(values[row] ?? 0)) found.push(tape.positionOfOrdinal(source, row));
  });
  return Uint32Array.from(found).sort();
}

function goCandidates(index: DebugIndex, file: string, line: number): Result<Candidates> {
  const site = `${file}:${line}`;
  const positions = rowsWith(index, 'site', (source) => {
    const number = index.incident.tape.sources[source]?.table.sites.find(site) ?? -1;
    return new Set(number < 0 ? [] : [number]);
  });
  if (positions.length > 0) return ok({ positions });
  const lines = goLines(index, file);
  if (lines.length === 0) return err(`No line of this log was written by ${file}.`);
  const near = lines.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line)).slice(0, 3);
  return err(
    `${site} wrote no line of this log. The nearest that did: ${near.toSorted((a, b) => a - b).join(', ')}.`,
  );
}

/** Lines of a Go file that wrote something, ascending. */
export function goLines(index: DebugIndex, file: string): readonly number[] {
  const lines = new Set<number>();
  for (const { table } of index.incident.tape.sources)
    for (let i = 1; i < table.sites.size; i++) {
      const site = table.sites.at(i);
      if (site.startsWith(`${file}:`)) lines.add(Number(site.slice(file.length + 1)));
    }
  return [...lines].filter((line) => line > 0).sort((a, b) => a - b);
}

function functionCandidates(context: DebugContext, name: string): Result<Candidates> {
  const { index } = context;
  const [kind, rest = ''] = name.split(/:(.*)/s);
  if (kind === 'pod') {
    const pod = podOf(context, rest.trim());
    if (pod === undefined) return err(`The log mentions no pod ${rest.trim()}.`);
    const isTold = (position: number): boolean =>
      pod
        .by(contextAt(context, position).moment)
        ?.events.some((event) => event.position === position) === true;
    return ok({ positions: sorted(pod.events.map(({ position }) => position)), isTold });
  }
  if (kind === 'event') return eventCandidates(index, rest.trim());
  const plain = name.replace(/^.*[./]/s, '');
  const direct = messagesOf(index, (name) => name === plain);
  const workers = enteringWorkers(context, plain);
  for (const position of direct) workers.delete(position);
  const positions = sorted([...direct, ...workers.keys(), ...modelPositions(context, plain)]);
  if (positions.length > 0) return ok({ positions, workers });
  const within = messagesOf(
    index,
    (own, isOther, minor) =>
      own !== undefined && !isOther && callersOf(own, { minor, ends: 'asked' }).includes(plain),
  );
  const called = within.filter((position) => isIn(context, position, plain));
  if (called.length > 0) return ok({ positions: called });
  return knownFunctions().includes(plain)
    ? err(`Nothing in this log shows that ${plain} ran.`)
    : err(
        `The log shows no function ${plain || '""'}. Try HandlePodAdditions, SyncTerminatingPod, relist, pod:ns/name or event:containerDied.`,
      );
}

function eventCandidates(index: DebugIndex, slug: string): Result<Candidates> {
  const wanted = slug.toLowerCase();
  const kinds = new Set<string>();
  const positions: number[] = [];
  for (const pod of index.incident.history.pods)
    for (const event of pod.events) {
      const own = event.kind.toLowerCase();
      kinds.add(event.kind);
      if (own === wanted || own.endsWith(`.${wanted}`)) positions.push(event.position);
    }
  return positions.length > 0
    ? ok({ positions: sorted(positions) })
    : err(`No event ${slug} is on this tape, but: ${[...kinds].sort().join(', ')}.`);
}

/** Lines whose message tells a function, its own or another that runs before or after it, by one sample of each message. */
function messagesOf(
  index: DebugIndex,
  wanted: (name: string | undefined, isOther: boolean, minor: number | undefined) => boolean,
): Uint32Array {
  return rowsWith(index, 'message', (source) => {
    const table = index.incident.tape.sources[source]?.table;
    const numbers = new Set<number>();
    index.samples(source).forEach((row, number) => {
      if (table === undefined || row >= table.length) return;
      const record = table.record(row);
      const minor = record.time === undefined ? undefined : index.minorAt(record.time);
      const own = functionOf(record, minor);
      const others = [calledNext(record), ...makersOf(record)];
      if ([own, ...others].some((name, i) => wanted(name, i > 0, minor))) numbers.add(number);
    });
    return numbers;
  });
}

/** Calls that the rebuilt history tells of, though the function itself writes no line at this verbosity. */
function modelPositions(context: DebugContext, name: string): readonly number[] {
  const { index } = context;
  const { history } = index.incident;
  const events = (wanted: (kind: string) => boolean): readonly number[] =>
    history.pods.flatMap((pod) =>
      pod.events.filter(({ kind }) => wanted(kind)).map(({ position }) => position),
    );
  const network = (command: 'ADD' | 'DEL'): readonly number[] =>
    history.network
      .filter((operation) => operation.command === command)
      .flatMap(({ attempts }) => attempts.map((one) => firstOf(one).position));
  // Versions after it, and other runtimes, have no such function.
  const timeAt = (position: number): Micros => micros(index.incident.tape.time[position] ?? 0);
  const ofDocker = (positions: readonly number[]): readonly number[] =>
    positions.filter((position) => {
      const minor = index.minorAt(timeAt(position)) ?? Infinity;
      return minor <= LAST_DOCKERSHIM && index.isDockerAt(timeAt(position));
    });
  switch (name) {
    case 'UpdatePod':
      return events((kind) => kind.startsWith('config.') && kind !== 'config.reconcile');
    case 'killPod':
    case 'KillPod':
    case 'killPodWithSyncResult':
    case 'killContainersWithSyncResult':
      return events((kind) => kind === 'container.killing').filter((position) =>
        isIn(context, position, name),
      );
    case 'dispatchWork':
      return events((kind) => kind.startsWith('config.') && kind !== 'config.reconcile').filter(
        (position) => isClassic(index.minorAt(timeAt(position))),
      );
    case 'CNI DEL':
    case 'StopPodSandbox':
      return network('DEL');
    case 'TearDownPod':
    case 'deleteFromNetwork':
      return ofDocker(network('DEL'));
    case 'GetNetNS':
    case 'InspectContainer':
    case 'getNetworkNamespace':
    case 'buildCNIRuntimeConf':
      return ofDocker([...network('DEL'), ...network('ADD')]);
    case 'CNI ADD':
    case 'RunPodSandbox':
      return network('ADD');
    case 'SetUpPod':
    case 'addToNetwork':
      return ofDocker(network('ADD'));
    case 'relist':
    case 'Relist':
      // In small letters it is also what the lines themselves call it.
      return relists(index).filter(
        (position) => name === 'relist' || relistName(index.minorAt(timeAt(position))) === name,
      );
    default:
      return [];
  }
}

/** Where workers come to a sync function, and whose it is. */
function enteringWorkers(context: DebugContext, name: string): Map<number, DebugThreadId> {
  const { index } = context;
  const { history, tape } = index.incident;
  const state = statesOf[name];
  if (state === undefined) return new Map();
  // SyncPod is also a function of the runtime, in all versions; the others have their name in some.
  const isNamed = (position: number): boolean =>
    name === syncFunction.sync ||
    syncFunctionOf(state, index.minorAt(micros(tape.time[position] ?? 0))) === name;
  const found = new Map<number, DebugThreadId>();
  for (const pod of history.pods)
    for (const position of entering(context, pod, state).filter(isNamed))
      if (!found.has(position) || index.threadAt(position) === pod.key)
        found.set(position, pod.key);
  return found;
}

/** What a pod was doing tells which of its callers a function had. */
function isIn(context: DebugContext, position: number, name: string): boolean {
  return functionsAt(contextAt(context, position)).includes(name);
}

const statesOf: Readonly<Record<string, WorkerState | undefined>> = {
  [syncFunction.sync]: 'sync',
  syncPod: 'sync',
  syncTerminatingPod: 'terminating',
  syncTerminatedPod: 'terminated',
  [syncFunction.terminating]: 'terminating',
  [syncFunction.terminated]: 'terminated',
};

/**
 * Where a worker must have come to the function of a state, and its stack shows it: at a change of its state that lasts, where it is made anew
 * in the state of the one before it, where it may start at last. Lines of v≥4 tell of the function itself. What is finished runs none:
 * UpdatePod in pkg/kubelet/pod_workers.go (1.22 to 1.26) makes a pod so that had ended, cleanupUnstartedPod one that never started.
 */
function entering(context: DebugContext, pod: PodHistory, state: WorkerState): readonly number[] {
  const { worker } = pod;
  const { tape } = context.index.incident;
  const comes = [worker.present, worker.started].flatMap(({ changes }) =>
    changes.filter(({ value }) => value.value === true),
  );
  const isEntered = (position: number): boolean => {
    const there = contextAt(context, position);
    const { moment } = there;
    const { known, value } = worker.state.at(moment);
    const name = syncFunctionOf(state, context.index.minorAt(moment.time));
    return (
      value === state &&
      known === 'inferred' &&
      worker.finished.at(moment).value !== true &&
      (state !== 'sync' || worker.started.at(moment).value === true) &&
      (worker.working.at(moment).value === true ||
        (context.index.threadAt(position) === pod.key && functionsAt(there).includes(name)))
    );
  };
  return [...worker.state.changes, ...comes]
    .map((change) => positionOf(context, change))
    .filter((position) => position < tape.length && isEntered(position));
}

/** Relists that a line shows, and the first event of each second, which only a relist brings. */
function relists(index: DebugIndex): readonly number[] {
  const { pleg } = index.incident.history;
  const shown = pleg.relists.map(({ input }) => index.incident.tape.positionOfInput(input));
  const brought = pleg.events
    .filter(
      (event, i) =>
        i === 0 ||
        Math.floor(event.at / SECOND) !== Math.floor((pleg.events[i - 1]?.at ?? 0) / SECOND),
    )
    .map(({ position }) => position);
  return [...shown, ...brought];
}

function severityPositions(index: DebugIndex, least: 'warning' | 'error'): Uint32Array {
  const { tape } = index.incident;
  const from = severities.indexOf(least);
  const found: number[] = [];
  tape.sources.forEach(({ table }, source) => {
    for (let row = 0; row < table.length; row++)
      if ((table.severity[row] ?? 0) >= from) found.push(tape.positionOfOrdinal(source, row));
  });
  return Uint32Array.from(found).sort();
}

type Finding = DebugIndex['incident']['findings'][number];

/** The first line that shows a fault; in the mode `then` that from which on it is told. */
export function findingPosition({ index, moment }: DebugContext, finding: Finding): number {
  const { tape } = index.incident;
  if (moment.hindsight === 'then') return leastOf(finding.spans.map(({ seenAt }) => seenAt));
  const shown = finding.evidence
    .filter(({ role }) => role !== 'context')
    .map(({ input }) => tape.positionOfInput(input))
    .filter((position) => position >= 0);
  return shown.length > 0
    ? leastOf(shown)
    : Math.min(tape.length - 1, index.positionFrom(finding.first));
}

export interface Overdue {
  readonly position: number;
  readonly pod: PodHistory;
  readonly what: string;
}

/** The first line after each time at which something was due and had not come. */
export function overdue({ index, moment }: DebugContext): readonly Overdue[] {
  const found: Overdue[] = [];
  for (const pod of index.incident.history.pods) {
    const told = new Set<string>();
    for (const at of askingTimes(pod)) {
      const position = index.incident.tape.positionAtTime(at);
      for (const awaited of pod.awaits({ ...moment, time: at, position })) {
        if (awaited.due === undefined) continue;
        const late = index.positionFrom(awaited.due);
        const time = index.incident.tape.timeAt(late);
        const key = `${awaited.what} ${late}`;
        if (late >= index.incident.tape.length || told.has(key)) continue;
        told.add(key);
        const still = pod
          .awaits({ ...moment, time, position: late })
          .some((other) => other.what === awaited.what && other.due === awaited.due);
        if (still) found.push({ position: late, pod, what: awaited.what });
      }
    }
  }
  return found;
}

/** Once a second of a pod's own events: something is only due seconds after them. */
function askingTimes(pod: PodHistory): readonly Micros[] {
  const times: Micros[] = [];
  pod.events.forEach((event, i) => {
    const next = pod.events[i + 1]?.at ?? Infinity;
    const last = times.at(-1) ?? -Infinity;
    if (next - event.at >= SECOND || event.at - last >= SECOND) times.push(event.at);
  });
  return times;
}
