// The stretches of a pod's life that have a name: what a timeline draws as bars, and what tells the slow step.
import { isSameInput, type Known } from '../../../base/input.ts';
import { micros, MILLISECOND, SECOND } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import { type Fact, isKillError } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import type { NetworkOperation, PodPhase, WorkerTracks } from '../history.ts';
import type { IdIndex } from '../identity/ids.ts';
import type { Track } from '../track.ts';
import {
  hasFailedTeardown,
  hasNoInit,
  markOf,
  nextSandboxes,
  type Mark,
  type Round,
  roundOf,
  startedBy,
} from './rounds.ts';

type Kind = PodPhase['kind'];

export function phasesOf(
  facts: readonly Fact[],
  worker: WorkerTracks,
  network: readonly NetworkOperation[],
  ids: IdIndex,
  runs: readonly Run[],
): readonly PodPhase[] {
  const marks = marksOf(facts, worker, network, ids, runs);
  const phases = [
    ...starting(marks, facts, ids),
    ...ending(marks, facts, worker, network, ids),
    ...pulls(facts, marks.terminating, ids),
    ...backoffs(facts, ids),
    ...network.flatMap((one) => networkPhase(one, marks.terminated ?? marks.finished)),
  ];
  return phases.sort((a, b) => a.from - b.from);
}

interface Marks {
  readonly added: Mark | undefined;
  /** No worker ever takes it up. */
  readonly refused: Mark | undefined;
  /** Its first sync. */
  readonly begun: Mark | undefined;
  readonly started: Mark | undefined;
  /** A readiness probe says so for the first time. */
  readonly ready: Mark | undefined;
  readonly terminating: Mark | undefined;
  readonly terminated: Mark | undefined;
  readonly finished: Mark | undefined;
  readonly forgotten: Mark | undefined;
  /** Its worker is no longer there. */
  readonly gone: Mark | undefined;
  readonly removed: Mark | undefined;
  /** Whatever no line has ended by then ended unseen. */
  readonly isGone: boolean;
  readonly isClassic: boolean;
  /** Lines may not tell when that is over, though nothing hangs: up to 1.21 a sync that succeeds has no line. */
  readonly mayBeOver: ReadonlySet<Kind>;
  /** When the process of the kubelet that ends it ended before it was done, and no later one is shown to go on with that. */
  readonly cut: Mark | undefined;
}

function marksOf(
  facts: readonly Fact[],
  worker: WorkerTracks,
  network: readonly NetworkOperation[],
  ids: IdIndex,
  runs: readonly Run[],
): Marks {
  const first = (wanted: (event: KubeletEvent) => boolean): Mark | undefined =>
    markOf(facts.find(({ event }) => wanted(event)));
  const forgotten = leaves(worker.present);
  const terminating = terminatingOf(facts, worker, runs);
  const run = terminating && runs.findLast(({ from }) => from <= terminating.at);
  const isClassic = run?.machine === 'classic';
  const removed = markOf(
    facts.findLast(({ event }) => event.kind === 'config' && event.op === 'REMOVE'),
  );
  const gone = markAt(worker.present.changes.find(({ value }) => value.value === false));
  const isDeleted =
    terminating !== undefined &&
    (becomes(worker.deleted)?.at ?? Infinity) <= terminating.at + TOLD_LATE;
  const cut = terminating && cutOf(facts, worker, terminating, runs);
  const inTime = (mark: Mark | undefined): Mark | undefined =>
    cut !== undefined && (mark?.at ?? 0) >= cut.at ? undefined : mark;
  const down =
    inTime(toldOf(worker.terminated)) ?? inTime(torn(facts, worker.terminated, network, ids, run));
  const terminated = down && shownWith(down, network);
  return {
    added: first((event) => event.kind === 'config' && event.op === 'ADD'),
    begun: becomes(worker.started),
    refused: first((event) => event.kind === 'admission.denied'),
    started: first((event) => event.kind === 'pod.started'),
    ready: first(
      (event) =>
        event.kind === 'loop.probe' && event.probe === 'readiness' && event.status === 'ready',
    ),
    terminating,
    terminated,
    // A worker up to 1.21 has nothing to do once the pod is killed; one that is deleted is at its end when it's gone from its source.
    finished: isClassic
      ? (inTime(becomes(worker.finished)) ?? inTime(isDeleted ? removed : terminated))
      : inTime(later(toldOf(worker.finished), terminated)),
    forgotten,
    gone,
    removed,
    isGone: isClassic ? (gone ?? removed) !== undefined : forgotten !== undefined,
    isClassic,
    mayBeOver: new Set(!isClassic ? [] : isDeleted ? ['teardown'] : ['teardown', 'terminating']),
    cut,
  };
}

function becomes({ changes }: Track<boolean>): Mark | undefined {
  return markAt(changes.find(({ value }) => value.value === true));
}

/**
 * Up to 1.21 podKiller ends a pod whose worker is told nothing (PerformPodKillingWork in pkg/kubelet/kubelet_pods.go), and the plan of a sync one
 * whose containers are all dead (computePodActions).
 */
function terminatingOf(
  facts: readonly Fact[],
  { terminationRequested }: WorkerTracks,
  runs: readonly Run[],
): Mark | undefined {
  const asked = becomes(terminationRequested);
  const isClassic = ({ at }: Fact): boolean =>
    runs.findLast(({ from }) => from <= at)?.machine === 'classic';
  const killed = facts.find(
    (fact) =>
      fact.event.kind === 'podKiller.killing' ||
      fact.event.kind === 'podKiller.failed' ||
      (isPlannedEnd(fact) && isClassic(fact)),
  );
  return earliest(asked, markOf(killed));
}

/** A sync up to 1.21 is going to kill the pod, and makes no other sandbox. */
function isPlannedEnd({ event }: Fact): boolean {
  if (event.kind === 'sandbox.stopping') return !event.anew;
  return event.kind === 'pod.actions' && event.actions.killPod && !event.actions.createSandbox;
}

/** The next start of the kubelet, unless lines after it show that it goes on to end the pod. */
function cutOf(
  facts: readonly Fact[],
  { deleted }: WorkerTracks,
  terminating: Mark,
  runs: readonly Run[],
): Mark | undefined {
  const next = runs.find(({ from }) => from > terminating.at);
  if (next === undefined) return undefined;
  const isDeleted = (becomes(deleted)?.at ?? Infinity) < next.from;
  const goesOn = facts.some(
    ({ at, event }) =>
      at >= next.from && (isEnding(event) || (isDeleted && event.kind === 'config')),
  );
  return goesOn
    ? undefined
    : { at: next.from, provedBy: next.firstInput === undefined ? [] : [next.firstInput] };
}

/** What only the end of a pod does. */
function isEnding(event: KubeletEvent): boolean {
  switch (event.kind) {
    case 'container.killing':
    case 'container.preStop':
    case 'podKiller.killing':
    case 'podKiller.failed':
    case 'worker.terminated':
    case 'worker.finished':
      return true;
    case 'worker.error':
      return isKillError(event.error);
    case 'worker.enter':
      return event.work !== 'sync';
    default:
      return false;
  }
}

/** Of an end of which nobody knows for so long whether it had come, no length is told. */
const UNTOLD = 5 * SECOND;

function toldOf({ changes }: Track<boolean>): Mark | undefined {
  const index = changes.findIndex(({ value }) => value.value === true);
  const [before, end] = [changes[index - 1], changes[index]];
  const isLong =
    before?.value.value === undefined && (end?.at ?? 0) - (before?.at ?? Infinity) > UNTOLD;
  return isLong ? undefined : markAt(end);
}

/** No line tells the end of its teardown, but one shows how late it was at most: both views of it say that. */
function shownWith(mark: Mark, network: readonly NetworkOperation[]): Mark {
  const own = network.find(
    ({ command, until }) =>
      command === 'DEL' &&
      until.known === 'inferred' &&
      until.provedBy.every((one, i) => isSameInput(one, mark.provedBy[i])),
  );
  return own?.until.value === undefined ? mark : { ...mark, at: own.until.value };
}

function later(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  return a !== undefined && b !== undefined && b.at > a.at ? { ...a, at: b.at } : a;
}

/** From what ends a pod to the moment that is inferred for its worker, at the most. */
const TOLD_LATE = 20 * MILLISECOND;

/** When its pod was down, where nothing tells more of the worker. */
function torn(
  facts: readonly Fact[],
  terminated: Track<boolean>,
  network: readonly NetworkOperation[],
  ids: IdIndex,
  run: Run | undefined,
): Mark | undefined {
  const death =
    run?.tearsDownFirst === true ? sandboxEnd(facts, terminated, network, ids) : undefined;
  return death ?? (run?.machine === 'classic' ? killedUpTo21(facts) : undefined);
}

/**
 * Its last sandbox is dead, as the first process to see it tells, unless a teardown failed, which its death does not mend, or its DEL runs on: it
 * died by something else.
 */
function sandboxEnd(
  facts: readonly Fact[],
  { changes }: Track<boolean>,
  network: readonly NetworkOperation[],
  ids: IdIndex,
): Mark | undefined {
  const from = changes.find(({ value }, i) => value.value === undefined && i > 0)?.at ?? Infinity;
  const last = facts.findLast((fact) => ids.get(plegDeath(fact))?.isSandbox === true);
  const id = last && plegDeath(last);
  const death = facts.find((fact) => id !== undefined && plegDeath(fact) === id);
  if (death === undefined || death.at < from) return undefined;
  const start = facts.findLast((fact) => startedBy(fact, ids) !== undefined)?.position ?? -1;
  const failed = facts.some((fact) => fact.position > start && hasFailedTeardown(fact));
  const runsOn = network.some(({ sandboxId, attempts, from: called, until: done }) => {
    const isCalled = attempts.some(({ networks }) => networks.length > 0) && called <= death.at;
    return sandboxId === id && isCalled && (done.value ?? Infinity) > death.at;
  });
  return failed || runsOn ? undefined : markOf(death);
}

/**
 * killPod has returned: the eviction manager, which had it killed, says so, or the worker begins another sync with a status (syncPod of
 * pkg/kubelet/kubelet.go). The sync that kills makes its status first, too.
 */
function killedUpTo21(facts: readonly Fact[]): Mark | undefined {
  const last = facts.findLastIndex(
    (fact) => fact.event.kind === 'container.killing' || hasFailedTeardown(fact),
  );
  if (last < 0) return undefined;
  const hasFailed = facts[last]?.event.kind !== 'container.killing';
  const after = facts.slice(last + 1);
  const [one, next] = after.filter((fact, i) => isOfSync(fact, after[i - 1]));
  const evicted = after.find(({ event }) => event.kind === 'pod.evicted');
  return earlier(markOf(hasFailed ? next : one), markOf(evicted)) ?? markOf(evicted);
}

/** From the line of a death to the loop's own status for it (cleanUpContainersInPod of pkg/kubelet/kubelet.go). */
const AFTER_DEATH = 5 * MILLISECOND;

function isOfSync({ event, at }: Fact, before: Fact | undefined): boolean {
  if (event.kind !== 'status.generated') return false;
  return before?.event.kind !== 'pleg.event' || at - before.at > AFTER_DEATH;
}

/** The first moment from which on it is not sure to be true any more. */
function leaves({ changes }: Track<boolean>): Mark | undefined {
  return markAt(changes.find(({ value }, i) => value.value !== true && i > 0));
}

function markAt(change: Track<boolean>['changes'][number] | undefined): Mark | undefined {
  return change === undefined ? undefined : { at: change.at, provedBy: change.value.provedBy };
}

function starting(marks: Marks, facts: readonly Fact[], ids: IdIndex): readonly PodPhase[] {
  const { added, refused, begun, started, ready, terminating } = marks;
  const before = terminating === undefined ? facts : facts.filter(({ at }) => at <= terminating.at);
  const [next, ...more] = nextSandboxes(before, ids);
  const isPlain = hasNoInit(facts, ids);
  const round = roundOf(facts.slice(0, next), ids, isPlain);
  const { needed, sandbox, first } = round;
  const running = round.app ?? (first === undefined ? started : undefined);
  const over = terminating && shownAt(terminating, facts);
  return [
    ...span(
      'queue',
      added,
      (begun === undefined ? needed : earlier(begun, needed)) ?? sandbox ?? refused,
    ),
    ...(ready === undefined ? [] : span('ready', running, ready)),
    ...inSandbox({ ...round, app: running }, next === undefined ? over : markOf(facts[next])),
    ...[next, ...more].flatMap((from, i) => {
      if (from === undefined) return [];
      const to = more[i];
      const told = roundOf(facts.slice(from, to), ids, isPlain);
      return inSandbox(told, to === undefined ? over : markOf(facts[to]));
    }),
  ];
}

/** The line that shows it, which may be before the moment that is inferred for the worker. */
function shownAt(mark: Mark, facts: readonly Fact[]): Mark {
  const line = facts.find(({ input }) => mark.provedBy.includes(input));
  return line !== undefined && line.at < mark.at ? { ...mark, at: line.at } : mark;
}

function inSandbox(round: Round, end: Mark | undefined): readonly PodPhase[] {
  const { needed, stopping, creating, sandbox, first, app, failed } = round;
  const over = earlier(failed, end) ?? end;
  // Where no line tells init containers apart, the first container may be one.
  const container = round.isTold ? app : (first ?? app);
  return [
    ...teardown(stopping, creating ?? over),
    ...span(
      'sandbox',
      creating ?? (stopping === undefined ? needed : undefined),
      sandbox ?? first ?? app ?? over,
    ),
    ...span('start', sandbox, container ?? over),
    ...(round.isTold ? [] : span('initOrRunning', first, app ?? over)),
    ...span('running', app, over),
  ];
}

function ending(
  marks: Marks,
  facts: readonly Fact[],
  { state }: WorkerTracks,
  network: readonly NetworkOperation[],
  ids: IdIndex,
): readonly PodPhase[] {
  const { terminating, terminated, finished, forgotten, cut } = marks;
  const { isClassic, isGone, gone, removed, mayBeOver } = marks;
  if (terminating === undefined) return [];
  const after = facts.filter(({ at }) => at >= terminating.at && at < (cut?.at ?? Infinity));
  const kill = markOf(after.find((fact) => fact.event.kind === 'container.killing'));
  const dead = kill === undefined ? undefined : lastDeath(after);
  const unmount = markOf(after.find((fact) => isVolume(fact, 'unmountStarted')));
  const unmounted = markOf(after.findLast((fact) => isVolume(fact, 'unmounted')));
  const failed = markOf(after.find(hasFailedTeardown));
  const entered = markOf(
    after.find(({ event }) => event.kind === 'worker.enter' && event.work === 'terminating'),
  );
  const called = callOfTeardown(facts, kill, network, terminated, ids);
  const killed = earliest(dead, failed, terminated, hasFailedStop(after) ? undefined : called);
  const planned = markOf(after.find(isPlannedEnd));
  const begun =
    kill === undefined ? (entered ?? planned ?? called) : (earlier(called, dead) ?? dead);
  const phases = [
    ...span('terminating', terminating, finished),
    ...span('kill', kill, killed),
    ...teardown(earliest(begun, failed), terminated),
    ...span('unmount', unmount, unmounted),
    ...span('cleanup', terminated, finished),
  ];
  const end = earliest(cut, isClassic ? removed : gone);
  // Where lines tell each state of its worker, what none has ended hung.
  const hung = ({ from }: PodPhase): boolean =>
    state.changes.findLast(({ at }) => at <= from)?.value.known === 'seen';
  return [
    ...phases.flatMap((phase) => {
      if (phase.to !== undefined) return [phase];
      if (hung(phase)) return cut === undefined ? [phase] : [until(phase, cut, phase.known)];
      if (end !== undefined && end.at > phase.from) return [until(phase, end)];
      // Of a pod that is gone nothing tells when its last steps ended.
      const isTold = planned !== undefined || (!isClassic && phase.kind === 'terminating');
      if (isGone && !isTold) return [];
      const isUntold = isGone || mayBeOver.has(phase.kind);
      return [isUntold ? { ...phase, known: 'unknown' as const } : phase];
    }),
    ...span('finished', finished, forgotten),
  ];
}

/** No line tells its end, which was not later. */
function until(phase: PodPhase, { at, provedBy }: Mark, known: Known = 'unknown'): PodPhase {
  return { ...phase, to: at, known, provedBy: [...phase.provedBy, ...provedBy] };
}

/** Between two lines of one relist no time is told. */
function teardown(from: Mark | undefined, to: Mark | undefined): readonly PodPhase[] {
  return span('teardown', from, to).filter(
    (phase) => phase.to === undefined || phase.to - phase.from >= MILLISECOND,
  );
}

/**
 * The first line of StopPodSandbox, which killPodWithSyncResult calls when it has killed all containers (kuberuntime_manager.go); where none
 * was left to kill it goes on to the sandboxes at once, so that its sync begins the teardown (SyncTerminatingPod in pkg/kubelet/kubelet.go).
 */
function callOfTeardown(
  facts: readonly Fact[],
  kill: Mark | undefined,
  network: readonly NetworkOperation[],
  terminated: Mark | undefined,
  ids: IdIndex,
): Mark | undefined {
  const started = facts.findLast((fact) => startedBy(fact, ids) === 'container')?.at ?? 0;
  const since = Math.max(started, kill?.at ?? 0);
  const last = terminated?.at ?? Infinity;
  const begins = network.flatMap(({ command, attempts, from }) => {
    const [{ by, provedBy } = { by: undefined, provedBy: [] }] = attempts;
    const isOwn = command === 'DEL' && by !== 'gc' && from > since && from <= last;
    return isOwn ? [{ at: from, provedBy: provedBy.slice(0, 1) }] : [];
  });
  return earliest(...begins);
}

/** killPodWithSyncResult goes on to the sandboxes, though a container that could not be stopped runs on. */
function hasFailedStop(facts: readonly Fact[]): boolean {
  return facts.some(
    ({ event }) =>
      (event.kind === 'runtime.failed' && event.call === 'StopContainer') ||
      (event.kind === 'worker.error' && event.error.includes('KillContainer')),
  );
}

/** Of all that are killed. Each counts when it died first, for another process of the kubelet finds it dead anew. */
function lastDeath(facts: readonly Fact[]): Mark | undefined {
  const dead = new Map<string, Fact>();
  const killed = new Set<string>();
  for (const fact of facts) {
    const { event } = fact;
    if (event.kind === 'container.killing') killed.add(event.id);
    const id = event.kind === 'container.killed' ? event.id : plegDeath(fact);
    if (id !== undefined && !dead.has(id)) dead.set(id, fact);
  }
  const deaths = [...killed].map((id) => dead.get(id));
  if (deaths.includes(undefined)) return undefined;
  return markOf(
    deaths.reduce((a, b) => ((a?.position ?? 0) > (b?.position ?? 0) ? a : b), undefined),
  );
}

/** Id of what a relist found dead. */
function plegDeath({ event }: Fact): string | undefined {
  if (event.kind === 'pleg.finished') return event.id;
  if (event.kind === 'pleg.event') return event.type === 'ContainerDied' ? event.id : undefined;
  return event.kind === 'pleg.transition' && event.to === 'exited' ? event.id : undefined;
}

function isVolume({ event }: Fact, step: string): boolean {
  return event.kind === 'volume' && event.step === step;
}

/** A relist sees a death late: the worker may have been done before. */
function earlier(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  if (a === undefined) return undefined;
  return b !== undefined && b.at < a.at ? b : a;
}

function earliest(...marks: readonly (Mark | undefined)[]): Mark | undefined {
  return marks.reduce((a, b) => earlier(a, b) ?? b, undefined);
}

/** Relists begin a second after the last one's end: lines about them that are nearer are of one, or the loop was late with both. */
const ONE_RELIST = SECOND / 2;

/** A phase from one mark to another; open when the second is missing; none without the first, or when no time is told to pass. */
function span(kind: Kind, from: Mark | undefined, to: Mark | undefined): readonly PodPhase[] {
  if (from === undefined) return [];
  const least = from.isOfRelist === true && to?.isOfRelist === true ? ONE_RELIST : 1;
  if (to !== undefined && to.at - from.at < least) return [];
  const provedBy = to === undefined ? from.provedBy : [...from.provedBy, ...to.provedBy];
  return [{ kind, from: from.at, to: to?.at, known: 'inferred', provedBy }];
}

function pulls(
  facts: readonly Fact[],
  terminating: Mark | undefined,
  ids: IdIndex,
): readonly PodPhase[] {
  const told = facts.flatMap((fact, i) => {
    if (fact.event.kind !== 'pod.event' || fact.event.reason !== 'Pulling') return [];
    const end = facts
      .slice(i + 1)
      .find(
        ({ event }) =>
          event.kind === 'pod.event' && (event.reason === 'Pulled' || event.reason === 'Failed'),
      );
    return span('pull', markOf(fact), markOf(end)).map(
      (one) => ({ ...one, known: 'seen' }) as const,
    );
  });
  const ofRuntime = runtimePulls(facts, terminating, ids).filter(
    ({ from, to = Infinity }) => !told.some((one) => one.from < to && (one.to ?? Infinity) > from),
  );
  return [...told, ...ofRuntime];
}

/** Pulls as the runtime tells of them, from which the pod's part in them was inferred. */
function runtimePulls(
  facts: readonly Fact[],
  terminating: Mark | undefined,
  ids: IdIndex,
): readonly PodPhase[] {
  const phases: PodPhase[] = [];
  const open: Mark[] = [];
  for (const fact of facts) {
    const { event, at, input } = fact;
    if (event.kind === 'image.pulling')
      open.push({ at: micros(at - event.for), provedBy: [input] });
    else if (event.kind === 'image.pullFailed')
      phases.push(...span('pull', open.shift(), markOf(fact)));
    else if (event.kind === 'image.pulled') {
      // Its end may tell of a begin before the log's.
      const begin = event.took === undefined ? undefined : micros(at - event.took);
      const began = begin === undefined ? undefined : { at: begin, provedBy: [] };
      phases.push(...span('pull', open.shift() ?? began, markOf(fact)));
    }
  }
  const without = open.flatMap((one) => {
    const next = facts.find((fact) => fact.at > one.at && goesOn(fact, ids));
    const cut = terminating === undefined || terminating.at <= one.at ? undefined : terminating;
    return span(
      'pull',
      one,
      next === undefined ? cut : (earlier(cut, markOf(next)) ?? markOf(next)),
    );
  });
  return [...phases, ...without];
}

/** A sync that does more, or failed, waits for no pull any longer, whatever became of the line about its end. */
function goesOn(fact: Fact, ids: IdIndex): boolean {
  const { kind } = fact.event;
  if (kind === 'worker.error' || kind === 'container.asked') return true;
  return startedBy(fact, ids) === 'container';
}

/** From a failure that says "back-off" to the next container that starts. */
function backoffs(facts: readonly Fact[], ids: IdIndex): readonly PodPhase[] {
  const phases: PodPhase[] = [];
  let since: Fact | undefined;
  for (const fact of facts) {
    const { event } = fact;
    if (event.kind === 'worker.error' && /ack-off/.test(event.error)) since ??= fact;
    const starts = startedBy(fact, ids) === 'container';
    const ends = event.kind === 'config' && (event.op === 'DELETE' || event.op === 'REMOVE');
    if (since !== undefined && (starts || ends)) {
      phases.push(...span('backoff', markOf(since), markOf(fact)));
      since = undefined;
    }
  }
  return since === undefined ? phases : [...phases, ...span('backoff', markOf(since), undefined)];
}

/** No network is made for a pod that is terminated; what is left of one may be taken down still. */
function networkPhase(operation: NetworkOperation, over: Mark | undefined): readonly PodPhase[] {
  const { command, from, until, attempts } = operation;
  const latest = command === 'ADD' && over !== undefined && over.at > from ? over.at : undefined;
  const to = until.value ?? latest;
  // Of its end alone nobody knows how long it took.
  if (to === from) return [];
  const provedBy = attempts.flatMap((one) => one.provedBy.slice(0, 1)).slice(0, 3);
  const known = until.known === 'seen' ? 'seen' : 'inferred';
  return [{ kind: 'network', from, to, known, provedBy }];
}
