// What a thread of the kubelet is doing, as a stack: the line it last wrote, the function that wrote it, and who must have called that.
import { formatDuration, MILLISECOND } from '../../base/time.ts';
import type { InputId, Value } from '../../base/input.ts';
import type { NetworkAttempt, PodEvent, PodHistory } from '../../kubelet/rebuild/history.ts';
import { triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import type { LogRecord } from '../../log/record.ts';
import type { DebugFrame, DebugThreadId, GoPlace } from '../../protocol/debugApi.ts';
import { sampledPart, sampledWorker } from './debugGoroutines.ts';
import { parts } from './debugIndex.ts';
import type { DebugContext } from './debugNode.ts';
import {
  calledNext,
  callersOf,
  fileOf,
  functionOf,
  isClassic,
  killerOf,
  makersOf,
  shownFunction,
  UNTOLD,
  syncFunctionOf,
  workerLoop,
  type Caller,
} from './goFunctions.ts';
import { isFailing, isRunning, knownBy } from './incident.ts';
import { shortId } from './values.ts';

/** How far back the last line of a part of the kubelet is looked for. */
const LOOK_BACK = 20_000;
/** How long before a line of a call of the plug-in its first one stands: in between docker is asked for the namespace. */
const AROUND = 100 * MILLISECOND;
const MOST_AROUND = 1000;
const addBegins = /^(?:Calling network plugin \S+ to set up pod|About to add CNI network)/;
const delBegins = /^(?:Calling network plugin \S+ to tear down pod|About to del CNI network)/;

export function stackOf(context: DebugContext, thread: DebugThreadId): readonly DebugFrame[] {
  const frames = framesOf(context, thread);
  const inferred = frames.find(({ go }) => go?.isVersionInferred === true)?.go;
  return inferred === undefined ? frames : [...frames, ofInferredVersion(inferred)];
}

/** No line says which source the frames are of. */
function ofInferredVersion({ version = '' }: GoPlace): DebugFrame {
  return labelFrame(`as of ${version}, inferred from where messages were printed`);
}

function framesOf(context: DebugContext, thread: DebugThreadId): readonly DebugFrame[] {
  const { index, moment } = context;
  const here = index.threadAt(moment.position) === thread;
  const pod = index.incident.history.pod(thread);
  if (pod !== undefined) return podStack(context, pod, here);
  const position = here ? moment.position : lastLineOf(context, thread);
  const record = index.record(position);
  if (record === undefined) return [];
  const line = lineFrame(context, record, position);
  const sampled = sampledPart(context, thread);
  if (sampled !== undefined) return [line, ...sampled];
  return thread === 'syncLoop'
    ? [line, ...loopFrames(context, record)]
    : [line, ...writerFrames(context, record, undefined)];
}

function lastLineOf({ index, moment }: DebugContext, thread: DebugThreadId): number {
  if (!parts.some(([id]) => id === thread)) return -1;
  const end = Math.max(-1, moment.position - LOOK_BACK);
  for (let position = moment.position; position > end; position--)
    if (index.threadAt(position) === thread) return position;
  return -1;
}

function lineFrame({ index }: DebugContext, record: LogRecord, position: number): DebugFrame {
  return {
    name: shortened(record.message === '' ? record.text : record.message),
    kind: 'line',
    known: 'seen',
    go: undefined,
    place: index.place(record.id),
    began: position,
  };
}

function shortened(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

/** The function that wrote a line, at its statement; then who called it. */
function writerFrames(
  context: DebugContext,
  record: LogRecord,
  pod: PodHistory | undefined,
): readonly DebugFrame[] {
  if (record.file === '') return [];
  const minor = minorOf(context);
  const name = functionOf(record, minor);
  const own: DebugFrame = {
    name: name === undefined ? `${record.file}:${record.fileLine}` : shownFunction(name),
    kind: 'go',
    known: 'seen',
    go: context.index.goPlace(record.file, record.fileLine, context.moment),
    place: context.index.place(record.id),
    began: undefined,
  };
  const command = name === 'buildCNIRuntimeConf' ? commandAround(context, record) : undefined;
  const stopper = stopperOf(context, pod, tryAt(context, pod, record));
  const caller = { ...callerOf(whenCalled(context, pod, record), pod), command, stopper };
  const again = name === 'InitNetworkPlugin' && isSaidBefore(context, record);
  const callers = name === undefined ? [] : callersOf(name, { ...caller, again }, record.file);
  return [...madeBy(context, record), own, ...callerFrames(context, callers, record.id)];
}

const ofKill = new Set(['killContainer', 'StopContainer', 'executePreStopHook']);

/** Who called is told by what was known then: of a line of a kill where the kill of that container began. */
function whenCalled(
  context: DebugContext,
  pod: PodHistory | undefined,
  record: LogRecord,
): DebugContext {
  const { index } = context;
  const id = /[0-9a-f]{64}/.exec(record.text)?.[0];
  if (
    pod === undefined ||
    id === undefined ||
    !ofKill.has(functionOf(record, minorOf(context)) ?? '')
  )
    return context;
  const begin = lastOf(
    context,
    pod,
    (kind, { position }) =>
      kind === 'container.killing' && index.record(position)?.text.includes(id) === true,
  );
  return back(context, begin);
}

function callerFrames(
  context: DebugContext,
  callers: readonly string[],
  proof: InputId | undefined,
): readonly DebugFrame[] {
  return callers.map((one, index) =>
    one === UNTOLD
      ? labelFrame(index === callers.length - 1 ? untold : `${untold}, within`)
      : inferredFrame(context, one, proof),
  );
}

const untold = 'called by what no line tells';

/** Whether the same process said so before: the start is short. */
function isSaidBefore({ index }: DebugContext, { id, message, pid }: LogRecord): boolean {
  const position = index.incident.tape.positionOfInput(id);
  for (let at = position - 1; at >= Math.max(0, position - MOST_AROUND); at--) {
    const before = index.record(at);
    if (before?.message === message && before.pid === pid) return true;
  }
  return false;
}

/** The try to take a network down, or to set it up, of which a line tells. */
function tryAt(
  { moment }: DebugContext,
  pod: PodHistory | undefined,
  { id }: LogRecord,
): NetworkAttempt | undefined {
  return pod?.network
    .flatMap((operation) => triesBy(operation, moment))
    .find(({ provedBy }) =>
      provedBy.some(({ source, offset }) => source === id.source && offset === id.offset),
    );
}

/** Who called StopPodSandbox, if not a kill of the pod: the collector does for a pod that is gone, too (removeSandbox of kuberuntime_gc.go). */
function stopperOf(
  context: DebugContext,
  pod: PodHistory | undefined,
  one: NetworkAttempt | undefined,
): Caller['stopper'] {
  if (one !== undefined && one.by !== 'unknown') return one.by === 'gc' ? 'gc' : undefined;
  return pod === undefined || mayBeCollected(context, pod) ? 'unknown' : undefined;
}

function mayBeCollected(context: DebugContext, pod: PodHistory): boolean {
  const { moment } = context;
  const isGone = pod.worker.present.at(moment).value === false;
  if (!isClassic(minorOf(context)))
    return isGone || pod.worker.terminated.at(moment).value === true;
  if (isNamesakeKilled(context, pod)) return true;
  if (!isGone && lastConfig(context, pod)?.kind !== 'config.remove') return false;
  const last = lastOf(context, pod, isOfKill)?.kind;
  return last !== 'container.killing' && last !== 'podKiller.killing';
}

/** An older pod of that name, which was removed, has a sandbox yet: no line says whose is stopped. */
function isNamesakeKilled(context: DebugContext, pod: PodHistory): boolean {
  const { index, moment } = context;
  const { namespace, name, firstSeen } = pod;
  return index.incident.history
    .podsNamed(namespace, name)
    .some(
      (one) =>
        one.firstSeen < firstSeen &&
        lastConfig(context, one)?.kind === 'config.remove' &&
        one.sandboxes.some(({ state }) => state.at(moment).value === 'ready'),
    );
}

/** A kill, or that one has ended. */
function isOfKill(kind: string): boolean {
  return /^(?:podKiller\.|container\.killing$|sandbox\.stop)/.test(kind);
}

/** The functions in which a line was written, the innermost first, as far as they are known. */
export function functionsAt(context: DebugContext): readonly string[] {
  const { index, moment } = context;
  const record = index.record(moment.position);
  const pod = index.incident.history.pod(index.threadAt(moment.position));
  return record === undefined ? [] : writerFrames(context, record, pod).map(({ name }) => name);
}

/** Functions that made the error of a line: they have returned, and stand apart. */
function madeBy(context: DebugContext, record: LogRecord): readonly DebugFrame[] {
  const makers = makersOf(record);
  if (makers.length === 0) return [];
  return [
    labelFrame('the error was made in'),
    ...makers.map((name) => inferredFrame(context, name, record.id)),
    labelFrame('and is told of by'),
  ];
}

function labelFrame(name: string): DebugFrame {
  return {
    name,
    kind: 'label',
    known: 'inferred',
    go: undefined,
    place: undefined,
    began: undefined,
  };
}

/** What the CNI driver does where a line doesn't say it: told by the lines shortly before, unknown where these are of calls of both kinds. */
function commandAround({ index }: DebugContext, record: LogRecord): 'ADD' | 'DEL' | undefined {
  const position = index.incident.tape.positionOfInput(record.id);
  const found = new Set<'ADD' | 'DEL'>();
  for (let at = position - 1; at >= Math.max(0, position - MOST_AROUND); at--) {
    const before = index.record(at);
    if (before?.time === undefined || record.time === undefined) continue;
    if (record.time - before.time > AROUND) break;
    if (addBegins.test(before.message)) found.add('ADD');
    if (delBegins.test(before.message)) found.add('DEL');
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function minorOf({ index, moment }: DebugContext): number | undefined {
  return index.minorAt(moment.time);
}

function callerOf(context: DebugContext, pod: PodHistory | undefined): Caller {
  const { moment } = context;
  return {
    minor: minorOf(context),
    docker: context.index.isDockerAt(moment.time),
    state: pod?.worker.state.at(moment).value,
    byKiller: pod !== undefined && (isKilling(context, pod) || isKilledAfterRemoval(context, pod)),
    anew: pod !== undefined && lastOf(context, pod, isOfStart)?.kind === 'sandbox.needed',
    ends: pod === undefined ? undefined : endsFor(context, pod),
  };
}

/** A pod that some source has is no orphan; one that the kubelet was asked to end did not end by itself. */
function endsFor(context: DebugContext, pod: PodHistory): Caller['ends'] {
  const { moment } = context;
  const known = lastConfig(context, pod);
  if (known === undefined) {
    const told = lastOf(context, pod, (kind) => kind === 'worker.terminating');
    const line = told && context.index.record(told.position);
    return line !== undefined && /orphan/i.test(line.message) ? 'orphaned' : undefined;
  }
  if (!isClassic(minorOf(context))) return 'asked';
  const { deleted, evicted } = pod.worker;
  const isAsked =
    known.kind === 'config.delete' ||
    known.kind === 'config.remove' ||
    deleted.at(moment).value === true ||
    evicted.at(moment).value === true;
  return isAsked ? 'asked' : undefined;
}

/** What comes after a sync has found that it needs a sandbox: it has one, or another sync follows. */
function isOfStart(kind: string): boolean {
  return /^(?:sandbox|pleg|loop)\./.test(kind);
}

/** The pod killer has begun, and no line tells of work for its worker since: that a sync failed is the end of one. */
function isKilling(context: DebugContext, pod: PodHistory): boolean {
  const last = lastOf(
    context,
    pod,
    (kind) => /^(?:podKiller|worker|pod\.actions)\b/.test(kind) && kind !== 'worker.error',
  );
  const asked = lastConfig(context, pod);
  const isAsked =
    asked?.kind !== 'config.remove' && (asked?.position ?? -1) > (last?.position ?? -1);
  return last?.kind === 'podKiller.killing' && !isAsked;
}

/** Its containers were killed when its worker was forgotten. */
function isKilledAfterRemoval(context: DebugContext, pod: PodHistory): boolean {
  const asked = lastConfig(context, pod);
  if (asked?.kind !== 'config.remove') return false;
  const killed = lastOf(context, pod, (kind) => kind === 'container.killing');
  return killed !== undefined && killed.position > asked.position;
}

/** What its own source told last, not what the API did of its mirror pod. */
function lastConfig(context: DebugContext, pod: PodHistory): PodEvent | undefined {
  const mirror = new Set(pod.mirror.map(({ position }) => position));
  return lastOf(context, pod, (kind, { position }) => isConfig(kind) && !mirror.has(position));
}

/** The last event of some kinds up to a time, of this process of the kubelet: nothing of a worker outlives it. */
function lastOf(
  { index, moment }: DebugContext,
  pod: PodHistory,
  isWanted: (kind: string, event: PodEvent) => boolean,
  by = moment.time,
): PodEvent | undefined {
  const from = index.processFrom(pod, moment.time);
  return pod.events.findLast(
    (event) =>
      isWanted(event.kind, event) &&
      event.at <= by &&
      event.at >= from &&
      knownBy(moment, event.position),
  );
}

function inferredFrame(
  context: DebugContext,
  name: string,
  proof: InputId | undefined,
  began?: number,
): DebugFrame {
  return {
    name: shownFunction(name),
    kind: 'go',
    known: 'inferred',
    go: goOf(context, name),
    place: context.index.place(proof),
    began,
  };
}

function goOf(context: DebugContext, name: string): GoPlace | undefined {
  const file = fileOf(name, callerOf(context, undefined)) ?? '';
  return file === '' ? undefined : context.index.goPlace(file, 0, context.moment);
}

function loopFrames(context: DebugContext, record: LogRecord): readonly DebugFrame[] {
  const next = calledNext(record);
  const called = next === undefined ? [] : [inferredFrame(context, next, record.id)];
  return [...called, ...writerFrames(context, record, undefined)];
}

/** A worker: its last line, the call it hangs in, the sync it runs; and below a label what asked for that. */
function podStack(context: DebugContext, pod: PodHistory, here: boolean): readonly DebugFrame[] {
  const { index, moment } = context;
  const position = here ? moment.position : lastEventOf(context, pod);
  const record = index.record(position);
  const line = record === undefined ? [] : [lineFrame(context, record, position)];
  const sampled = sampledWorker(context, pod);
  if (sampled !== undefined) return [...line, ...sampled, ...askedBy(context, pod, sampled)];
  const writer = record === undefined ? [] : writerFrames(context, record, pod);
  if (writer.some(({ name }) => name === 'removeSandbox' || name === untold))
    return [...line, ...writer];
  // The sync loop does that itself, for a pod whose worker nothing shows at work.
  if (isOfLoop(writer) && pod.worker.working.at(moment).value !== true) return [...line, ...writer];
  const isOfWorker = writer.some(({ name }) => isRoot(name, minorOf(context)));
  // A worker is terminated once its sync has returned (completeTerminating); terminating it may become while a sync goes on (UpdatePod).
  const change = pod.worker.state.changeAt(moment);
  const isOver = change?.value.value === 'terminated' && change.at > (record?.time ?? Infinity);
  const base = isOfWorker && !isOver ? writer : workerFrames(context, pod);
  const called = record === undefined ? context : whenCalled(context, pod, record);
  return [...line, ...hanging(context, pod, base), ...base, ...askedBy(called, pod, base)];
}

function lastEventOf({ moment }: DebugContext, pod: PodHistory): number {
  const last = pod.events.findLast(
    (event) => event.at <= moment.time && knownBy(moment, event.position),
  );
  return last?.position ?? -1;
}

function isOfLoop(frames: readonly DebugFrame[]): boolean {
  return frames.some(({ name }) => name === 'syncLoop');
}

function isRoot(name: string, minor: number | undefined): boolean {
  return name === workerLoop(minor) || (isClassic(minor) && name === killerOf(minor));
}

/** The worker by its model: in one of its sync functions, or waiting for work. */
function workerFrames(context: DebugContext, pod: PodHistory): readonly DebugFrame[] {
  const { index, moment } = context;
  const { worker } = pod;
  const minor = minorOf(context);
  const loop = workerLoop(minor);
  const change = worker.state.changeAt(moment);
  const state = change?.value.value;
  const proof = change?.value.provedBy[0];
  if (worker.present.at(moment).value === false)
    return [inferredFrame(context, loop, proof)].map((frame) => ({
      ...frame,
      name: 'the worker is gone',
      go: undefined,
    }));
  // Of a pod that was not admitted no worker is known: its last line is all there is.
  if (change === undefined) return [];
  const began = index.positionFrom(change.at);
  const root = inferredFrame(context, loop, proof);
  const working = worker.working.at(moment);
  if (state === undefined || working.value !== true)
    return [{ ...root, name: `${loop} (${idleness(worker.present.at(moment), working)})` }];
  const sync = inferredFrame(context, syncFunctionOf(state, minor), proof, began);
  return [working.known === 'seen' ? { ...sync, known: 'seen' } : sync, root];
}

function idleness(present: Value<boolean>, working: Value<boolean>): string {
  if (present.value !== true) return 'no line tells whether it is still there';
  return working.value === false ? 'waits for work' : 'no line tells whether it works';
}

/** The network call that runs, with those that lead to it as far as `below` doesn't show them; of one that fails between its tries a label. */
function hanging(
  context: DebugContext,
  pod: PodHistory,
  below: readonly DebugFrame[],
): readonly DebugFrame[] {
  const { moment, index } = context;
  const running = pod.network.find((one) => isRunning(one, moment));
  const operation = running ?? pod.network.find((one) => isFailing(one, moment));
  if (operation === undefined) return [];
  const call = `CNI ${operation.command}`;
  const last = triesBy(operation, moment).at(-1);
  const how = isFailing(operation, moment) ? 'failing' : 'running';
  const proof = last?.provedBy[0];
  const sandbox = operation.sandboxId === undefined ? '' : ` of ${shortId(operation.sandboxId)}`;
  const name = `${call}${sandbox}, ${how} for ${formatDuration(moment.time - operation.from)}`;
  const began = index.positionFrom(operation.from);
  if (running === undefined) return [{ ...labelFrame(name), place: index.place(proof), began }];
  const top = { ...inferredFrame(context, call, proof, began), name };
  // A line from deep within a sync has its own callers; they are not those of the call that fails.
  if (below.length > 2) return [top];
  const shown = new Set(below.map(({ name }) => name.replace(/ .*/, '')));
  const stopper = stopperOf(context, pod, last);
  const callers = callersOf(call, { ...callerOf(context, pod), stopper });
  return [
    top,
    ...callerFrames(
      context,
      callers.filter((caller) => !shown.has(caller)),
      proof,
    ),
  ];
}

/**
 * What the sync loop took before it asked for what runs, which `frames` are of. Up to 1.21 a removed pod is the pod killer's, never its
 * worker's (deletePod in pkg/kubelet/kubelet.go).
 */
function askedBy(
  context: DebugContext,
  pod: PodHistory,
  frames: readonly DebugFrame[],
): readonly DebugFrame[] {
  const { index, moment } = context;
  const active = pod.queue(moment)?.active;
  const minor = minorOf(context);
  const isWorkers = !isClassic(minor) || !frames.some(({ name }) => name === killerOf(minor));
  const asked = isWorkers ? undefined : lastConfig(whenSent(context, pod), pod);
  let cause = asked?.kind === 'config.remove' ? asked : undefined;
  if (!isWorkers && cause === undefined) return askedByHousekeeping(context);
  if (isWorkers && typeof active?.value === 'object' && active.value.askedBy !== undefined)
    cause = lastOf(
      context,
      pod,
      (kind) => asks(kind) && (kind !== 'config.remove' || !isClassic(minor)),
      active.value.at,
    );
  const record = cause === undefined ? undefined : index.record(cause.position);
  if (cause === undefined || record === undefined)
    return active === undefined || active.value === 'nothing'
      ? []
      : [labelFrame('asked for by what no line tells')];
  return [
    labelFrame('asked for by the sync loop'),
    ...handed(context, cause.kind).map((name) => inferredFrame(context, name, cause.input)),
    ...loopFrames(context, record).map((frame) =>
      frame.known === 'seen' ? { ...frame, began: cause.position } : frame,
    ),
  ];
}

/** What the pod killer has begun was asked for before: it passes over what it is sent of that pod meanwhile. */
function whenSent(context: DebugContext, pod: PodHistory): DebugContext {
  return back(
    context,
    lastOf(context, pod, (kind) => kind === 'podKiller.killing'),
  );
}

/** The same at an earlier event, if there is one. */
function back(context: DebugContext, event: PodEvent | undefined): DebugContext {
  if (event === undefined) return context;
  return { ...context, moment: { ...context.moment, time: event.at, position: event.position } };
}

/** The pod killer is sent what was removed, and what HandlePodCleanups finds (pkg/kubelet/kubelet_pods.go). */
function askedByHousekeeping(context: DebugContext): readonly DebugFrame[] {
  const name = 'HandlePodCleanups';
  return [
    labelFrame('asked for by the sync loop'),
    ...[name, ...callersOf(name, callerOf(context, undefined))].map((one) =>
      inferredFrame(context, one, undefined),
    ),
  ];
}

function isConfig(kind: string): boolean {
  return kind.startsWith('config.') && kind !== 'config.reconcile';
}

/** What makes the sync loop call UpdatePod (syncLoopIteration; isSyncPodWorthy). */
function asks(kind: string): boolean {
  return (
    isConfig(kind) ||
    (kind.startsWith('pleg.container') && kind !== 'pleg.containerRemoved') ||
    kind === 'pleg.podSync' ||
    kind === 'loop.sync' ||
    kind === 'loop.probe'
  );
}

/** How a handler of the sync loop hands a pod on: up to 1.21 a removed one to the pod killer, others past a test for those that are over. */
function handed(context: DebugContext, kind: string): readonly string[] {
  if (!isClassic(minorOf(context))) return ['UpdatePod'];
  return kind === 'config.remove' ? ['deletePod'] : ['UpdatePod', 'dispatchWork'];
}
