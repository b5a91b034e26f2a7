// Ends that nobody asked a worker for: its containers are over, or its pod's time is.
import { MILLISECOND, micros, MINUTE, SECOND } from '../../../base/time.ts';
import { type Clues, type InferContext, step } from './clues.ts';
import { FINISHED_DELAY, RELIST_TO_END, settled, TERMINATED_DELAY } from './endTimes.ts';
import { type Fact, isKillError, type Of } from '../facts/fact.ts';
import { newsAt, RELIST, slowAt } from './relists.ts';
import type { Run } from '../facts/runs.ts';
import { LogEnd } from '../logEnd.ts';
import { cleanedUp, endBySandbox, isDeadline, isStopped } from './stoppedSandbox.ts';
import type { WorkerFact } from './workerFact.ts';

const TERMINATE_DELAY = 4 * MILLISECOND;
/** A container that is to run again starts, or has its back-off told, within this time. */
const RESTARTED = 4 * SECOND;
/** What one relist has found is told within this time. */
const SAME_RELIST = 10 * MILLISECOND;
/** The two status lines of a sync that makes a sandbox follow each other within this time. */
const PAIR = 30 * MILLISECOND;
/** A sync kills a container that is to be another one within this time. */
const CHANGED = 4 * SECOND;
/** From the ADD to the end of a first sync that finds its pod over. */
const FOUND_OVER_DELAY = 9 * MILLISECOND;

/** What came after the last start of a container, and before anybody asked for an end. */
function lastStretch(
  clues: Clues,
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
): (fact: Fact) => boolean {
  const limit = Math.min(
    clues.deletes[0]?.position ?? Infinity,
    clues.remove?.position ?? Infinity,
    clues.evicted?.position ?? Infinity,
    clues.orphaned?.position ?? Infinity,
  );
  // The first relist of a new kubelet tells of a sandbox that runs as of one that starts.
  const wasThere = endedWhileAway(clues, run) !== undefined;
  const last = clues.starts.findLast(
    ({ event, position }) => position < limit && !(wasThere && isSandbox(event.id)),
  );
  const over = last !== undefined && isSandbox(last.event.id) ? deadWith(last, clues) : undefined;
  const from = over === undefined ? (last?.position ?? -1) : over.position - 1;
  return ({ position }) => position > from && position < limit;
}

/** A relist may tell of a container that has died already before it tells of the start of its sandbox. */
function deadWith({ at, position }: Fact, { deaths, starts }: Clues): Fact | undefined {
  return deaths.find(
    (dead) =>
      dead.position < position &&
      at - dead.at < SAME_RELIST &&
      !starts.some(({ event }) => event.id === dead.event.id),
  );
}

/**
 * The pod's containers ended by themselves: the sync that the last death caused found the pod at its end. Known in hindsight:
 * no container started after, and either the status lines of both later steps came, or the sandbox died without a kill.
 */
export function naturalEnd(
  clues: Clues,
  context: Pick<InferContext, 'run' | 'isSandbox' | 'running' | 'to'>,
): readonly WorkerFact[] | undefined {
  const until = clues.deletes[0] ?? clues.remove ?? clues.evicted;
  const end = until === undefined ? context.to : new LogEnd(until.at);
  const told = endBySandbox(clues, context, lastStretch(clues, context), end);
  return context.run.statusPrints
    ? (told ?? ownEnd(clues, context))
    : (ownEnd(clues, context) ?? told);
}

function ownEnd(
  clues: Clues,
  context: Pick<InferContext, 'run' | 'isSandbox' | 'running'>,
): readonly WorkerFact[] | undefined {
  const { run, isSandbox, running } = context;
  const inside = lastStretch(clues, context);
  const away = endedWhileAway(clues, run);
  const deaths = [away, ...clues.deaths].filter((one) => one !== undefined).filter(inside);
  const prints = clues.prints.filter(inside);
  const isLate = ({ event }: Of<'pleg.event'>): boolean =>
    !isSandbox(event.id) && (away === undefined || !diedBefore(event.id, clues, away));
  // A container that was never started dies too, when it is removed: after the sandbox.
  const sandboxGone = clues.deaths.findLast((fact) => inside(fact) && isSandbox(fact.event.id));
  const sandboxDeath = sandboxGone ?? deaths.at(-1);
  const before = (run.statusPrints ? prints.at(-2) : sandboxDeath)?.position ?? Infinity;
  const last = clues.deaths.findLast((f) => inside(f) && f.position < before && isLate(f));
  // The pod is at its end when the last of its containers is.
  const [death] = last === undefined ? deaths : [last];
  if (death === undefined) return run.statusPrints ? neverRan(clues, inside) : undefined;
  const kill = clues.kills.find(inside);
  const ofSync = kill === undefined || isOfSync(kill, death, deaths, clues);
  if (!ofSync && run.statusPrints) return undefined;
  if (kill !== undefined && !run.statusPrints && !isDown(kill, clues, isSandbox)) return undefined;
  if (clues.errors.some((fact) => inside(fact) && fact.position > death.position)) return undefined;
  const delay = death === away ? FOUND_OVER_DELAY : TERMINATE_DELAY;
  const completed = { kind: 'terminating', reason: 'completed' } as const;
  const terminating = ofSync
    ? step(completed, death, delay)
    : step(completed, kill, -TERMINATE_DELAY);
  if (run.statusPrints && clues.prints.some((fact) => !inside(fact) && fact.at > death.at))
    return undefined;
  if (run.statusPrints) {
    // With its sandbox dead already each step prints, that of the sync that notices too.
    const lines = prints.filter((fact) => fact.position > (sandboxGone?.position ?? Infinity));
    const [noticed] = lines.length === 4 ? lines : [];
    const begin = noticed === undefined ? terminating : step(completed, noticed, 0);
    return (
      byStatusLines(prints, begin, clues.deletes[0] ?? clues.remove) ?? cutShort(prints, begin, run)
    );
  }
  if (deaths.length < 2 || sandboxDeath === undefined || prints.length > 0) return undefined;
  const { since } = newsAt(run, sandboxDeath.at);
  if (since - death.at > (sandboxGone === undefined ? 10 * SECOND : MINUTE)) return undefined;
  if (!isLastSandbox(sandboxDeath, clues, isSandbox)) return undefined;
  if (sandboxGone === undefined && outlives(clues, running)) return undefined;
  const begun = [
    ...unnoticed(ofSync ? death : kill, run, clues),
    { ...terminating, provenAt: sandboxDeath.position },
  ];
  const isSame = sandboxDeath !== death && sandboxDeath.at - death.at < SAME_RELIST;
  if (isSame && ofSync && slowAt(run, death.at) === undefined)
    return [...begun, ...cleanedUp(sandboxDeath, run)];
  return [
    ...begun,
    ...settled(
      Math.max(terminating.at, since),
      sandboxDeath.at,
      step({ kind: 'terminated' }, sandboxDeath, 0),
    ),
    step({ kind: 'finished' }, sandboxDeath, RELIST_TO_END),
  ];
}

/** What ran already before this run of the kubelet, and has not died: a sandbox is not outlived. */
function outlives({ deaths, exits }: Clues, running: ReadonlySet<string>): boolean {
  const dead = new Set([...deaths, ...exits].map(({ event }) => event.id));
  return [...running].some((id) => !dead.has(id));
}

/** Among slow relists a sync may know of a death long before its event comes, and wait with the kill for a relist. */
function unnoticed(sign: Fact, run: Run, { starts }: Clues): readonly WorkerFact[] {
  const slow = slowAt(run, sign.at);
  const start = starts.findLast(({ position }) => position < sign.position);
  if (slow === undefined || start === undefined) return [];
  const from = Math.max(start.at, slow.from - RELIST);
  return [{ ...step({ kind: 'maybeTerminating' }, sign, 0), at: micros(from) }];
}

/**
 * A pod that is over without a sandbox, for its deadline as a rule: the status line of the sync that noticed, both of
 * SyncTerminatingPod, and that of SyncTerminatedPod. A sync that goes on prints in pairs, and fails or starts something.
 */
function neverRan(
  { prints, errors, starts, deletes, remove }: Clues,
  inside: (fact: Fact) => boolean,
): readonly WorkerFact[] | undefined {
  const from = errors.findLast(inside)?.position ?? -1;
  const lines = prints.filter((fact) => inside(fact) && fact.position > from);
  const [noticed, begin] = lines;
  if (noticed === undefined || begin === undefined || lines.length !== 4) return undefined;
  if (begin.at - noticed.at < PAIR || starts.some(inside)) return undefined;
  const completed = { kind: 'terminating', reason: 'completed' } as const;
  return byStatusLines(lines, step(completed, noticed, 0), deletes[0] ?? remove);
}

/**
 * The death of the last container of a pod that then shows nothing, for a while or until it was asked to end: it is over, or a runtime is
 * about to start the next. From 1.29 on a status line tells of the end soon.
 */
export function maybeEnded(
  clues: Clues,
  context: Pick<InferContext, 'run' | 'isSandbox' | 'running' | 'to'>,
): Fact | undefined {
  const { run, isSandbox, running, to } = context;
  const inside = lastStretch(clues, context);
  const containers = new Set([...running].filter((id) => !isSandbox(id)));
  const away = outlives(clues, containers) ? undefined : endedWhileAway(clues, run);
  const death = clues.deaths.findLast((fact) => inside(fact) && !isSandbox(fact.event.id)) ?? away;
  if (death === undefined || !inside(death)) return undefined;
  const until = clues.deletes[0] ?? clues.remove ?? clues.evicted;
  const end = until === undefined ? to : new LogEnd(until.at);
  const isShort = !end.reaches(death.at + RESTARTED);
  if (until === undefined ? isShort || run.statusPrints : run.statusPrints && !isShort)
    return undefined;
  const after = [...clues.kills, ...clues.errors, ...clues.prints];
  if (after.some((fact) => inside(fact) && fact.position > death.position)) return undefined;
  const isNext = ({ event, position }: Of<'pleg.event'>): boolean =>
    position > death.position && !isSandbox(event.id);
  if (clues.starts.some(isNext)) return undefined;
  const isRunning = clues.starts.some(
    ({ event, position }) =>
      position < death.position &&
      !isSandbox(event.id) &&
      !clues.deaths.some((dead) => dead.event.id === event.id && dead.position <= death.position),
  );
  return isRunning ? undefined : death;
}

/**
 * The status line of the sync that found the pod over, when its end was still on its way as it was deleted: it stands alone, and
 * nothing was made after it.
 */
export function noticedEnd(
  clues: Clues,
  context: Pick<InferContext, 'run' | 'isSandbox'>,
): Fact | undefined {
  if (!context.run.statusPrints) return undefined;
  const inside = lastStretch(clues, context);
  const death = clues.deaths.findLast(inside);
  if (death === undefined || clues.errors.some((f) => inside(f) && f.position > death.position))
    return undefined;
  const [first, second] = clues.prints.filter((f) => inside(f) && f.position > death.position);
  if (first === undefined || second === undefined || second.at - first.at < PAIR) return undefined;
  return clues.prints.some((f) => !inside(f) && f.position > second.position) ? first : undefined;
}

/**
 * The death of the last container of a pod whose sandbox then can't be stopped: a sync that goes on would start a container, or fail
 * for another reason.
 */
export function endThatFails(
  clues: Clues,
  context: Pick<InferContext, 'run' | 'isSandbox'>,
): Fact | undefined {
  const inside = lastStretch(clues, context);
  const away = endedWhileAway(clues, context.run);
  const death =
    clues.deaths.findLast((fact) => inside(fact) && !context.isSandbox(fact.event.id)) ?? away;
  if (death === undefined) return undefined;
  const isAfter = (fact: Fact): boolean => inside(fact) && fact.position > death.position;
  const errors = clues.errors.filter(isAfter);
  const fails =
    errors.length > 0 && errors.every(({ event }) => event.error.includes('KillPodSandbox'));
  // Up to 1.21 the sync of a pod that is over says so, too.
  const isSyncing =
    context.run.machine !== 'classic' && isToMakeSandbox(clues.all.filter(isAfter), context.run);
  return fails && !isSyncing && !clues.kills.some(isAfter) ? death : undefined;
}

/**
 * SyncPod finds that the pod needs another sandbox, and its kill of the old one fails. From 1.29 on the status says so, too, at each end of
 * a sync: between two failures of a kill that ends the pod that is one line, of SyncPod's two.
 */
function isToMakeSandbox(facts: readonly Fact[], { statusPrints }: InferContext['run']): boolean {
  let failures = 0;
  let prints = 0;
  for (const { event } of facts) {
    if (event.kind === 'sandbox.needed') prints += 1;
    if (event.kind !== 'worker.error') continue;
    if (statusPrints ? failures > 0 && prints > 1 : prints > 0) return true;
    failures += 1;
    prints = 0;
  }
  return false;
}

/** Whether a dead container may be the pod's sandbox: a known one that still runs, a start of it, or what dies later speaks against it. */
function isLastSandbox(
  { event, position }: Fact,
  { starts, kills, deaths }: Clues,
  isSandbox: (id: string) => boolean,
): boolean {
  if (event.kind !== 'pleg.event') return false;
  if (isSandbox(event.id)) return true;
  if ([...kills, ...deaths].some((later) => later.position > position)) return false;
  return !starts.some((start) => start.event.id === event.id || isSandbox(start.event.id));
}

/** The ADD of a pod whose container the first relist of a new kubelet found dead: its first sync notices. */
function endedWhileAway({ add, exits }: Clues, run: Run): Fact | undefined {
  return run.started && exits.some((one) => one.position < (add?.position ?? -1)) ? add : undefined;
}

/**
 * A sync kills what is left of a pod that is over: its sidecars when its containers have ended, a container that fails its probe and is
 * not started again.
 */
function isOfSync(kill: Fact, last: Fact, deaths: readonly Fact[], clues: Clues): boolean {
  const ended = deaths.some(({ position }) => position < kill.position);
  return (isProbed(kill, clues) || ended) && last.position > kill.position;
}

/** The sandbox went after a kill: it was not one container that was to start again. */
function isDown(kill: Fact, { deaths }: Clues, isSandbox: (id: string) => boolean): boolean {
  return deaths.some(({ event, position }) => position > kill.position && isSandbox(event.id));
}

function isProbed(kill: Fact, { all }: Clues): boolean {
  return all.some(
    ({ event, at }) => event.kind === 'loop.probe' && at <= kill.at && kill.at - at < SECOND,
  );
}

function diedBefore(id: string, { exits }: Clues, add: Fact): boolean {
  return exits.some(({ event, position }) => position < add.position && event.id === id);
}

/** The last two status lines are those of the ends of SyncTerminatingPod and of SyncTerminatedPod, a relist apart. */
function byStatusLines(
  prints: readonly Of<'sandbox.needed'>[],
  terminating: WorkerFact,
  gone: Fact | undefined,
): readonly WorkerFact[] | undefined {
  const end = prints.at(-1);
  const middle = prints.at(-2);
  if (end === undefined || middle === undefined) return undefined;
  // A sandbox that is made anew prints in pairs, milliseconds apart, and fails or starts soon after.
  if (gone === undefined && end.at - middle.at < PAIR) return undefined;
  return [
    { ...terminating, provenAt: end.position },
    step({ kind: 'terminated' }, middle, TERMINATED_DELAY, end),
    step({ kind: 'finished' }, end, FINISHED_DELAY),
  ];
}

/** The status line of SyncTerminatingPod alone, when the kubelet ended before SyncTerminatedPod had printed. */
function cutShort(
  [print, ...others]: readonly Of<'sandbox.needed'>[],
  terminating: WorkerFact,
  { to }: Run,
): readonly WorkerFact[] | undefined {
  if (print === undefined || others.length > 0 || to === undefined) return undefined;
  if (to - print.at < PAIR || print.event.need !== 'notReady') return undefined;
  return [
    { ...terminating, provenAt: print.position },
    step({ kind: 'maybeTerminated' }, print, 0),
  ];
}

/**
 * Where a worker ends a pod for its `activeDeadlineSeconds`: the event that says so (v≥3), else the kill that no death or probe has caused,
 * with the status lines of both later steps after it.
 */
export function overdueAt(
  clues: Clues,
  context: Pick<InferContext, 'run' | 'isSandbox'>,
): Fact | undefined {
  const inside = lastStretch(clues, context);
  const told = clues.all.find((fact) => isDeadline(fact) && inside(fact));
  const kill = clues.kills.find(inside);
  if (told !== undefined || kill === undefined || !context.run.statusPrints) return told;
  const isAfter = (fact: Fact): boolean => inside(fact) && fact.position > kill.position;
  // A sync kills what is left of a pod when a container has just died.
  const left = clues.deaths.some(
    (fact) => inside(fact) && fact.at <= kill.at && kill.at - fact.at < SECOND,
  );
  const synced =
    left || clues.errors.some((fact) => isAfter(fact) && !isKillError(fact.event.error));
  if (synced || isProbed(kill, clues)) return undefined;
  const ends = clues.prints.filter(isAfter).length >= 2;
  return ends || endsDeleted(kill, clues, context) ? kill : undefined;
}

/** The same of a pod that was deleted while it was killed: of what else a sync kills nothing had told. */
function endsDeleted(
  kill: Fact,
  clues: Clues,
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
): boolean {
  const { add, updates, prints } = clues;
  const causes = [add, ...updates];
  if (add === undefined || causes.some((one) => one !== undefined && isSoonAfter(kill, one)))
    return false;
  const [print, end] = prints.filter(({ position }) => position > kill.position);
  return print !== undefined && end !== undefined && isStopped(clues, print, run, isSandbox);
}

/** A changed container is killed by the sync that the change has caused. */
function isSoonAfter(kill: Fact, cause: Fact): boolean {
  return kill.position > cause.position && kill.at - cause.at < CHANGED;
}
