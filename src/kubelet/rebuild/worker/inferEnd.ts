// How a worker came from terminating to finished: by the status lines of 1.29 on, else by what PLEG, volumes and the API show.
import { mostOf } from '../../../base/extremes.ts';
import { MILLISECOND, micros, SECOND, type Micros } from '../../../base/time.ts';
import {
  BACK_OFF,
  type Clues,
  type InferContext,
  isApiAway,
  LEAVES_API,
  SLACK,
  step,
} from './clues.ts';
import {
  CLEAN_UP,
  DELETED_AFTER_FINISH,
  FINISHED_DELAY,
  mayBeDown,
  RELIST_TO_END,
  settled,
  TERMINATED_DELAY,
  UNMOUNT_DELAY,
  UNMOUNT_POLL,
} from './endTimes.ts';
import type { Fact } from '../facts/fact.ts';
import { orphanEnd } from './orphans.ts';
import { newsAt, RELIST } from './relists.ts';
import type { Run } from '../facts/runs.ts';
import { isForced, isGivenUp, unleashed } from './unleashed.ts';
import type { WorkerFact } from './workerFact.ts';

/** The steps after a request to terminate. */
export function inferEnd(
  clues: Clues,
  context: InferContext,
  cause: WorkerFact,
): readonly WorkerFact[] {
  if (cause.step.kind === 'terminating' && cause.step.reason === 'orphaned')
    return orphanEnd(clues, context, cause);
  const { remove, stopped } = clues;
  const reason = cause.step.kind === 'terminating' ? cause.step.reason : 'deleted';
  const last = lastSecondDelete(clues, context, cause);
  const isAsked = reason === 'deleted' || reason === 'evicted';
  const isLast = remove === undefined || !isForced(clues, remove, context.isFoundAlive);
  const leaves = last !== undefined && isAsked && isLast;
  const limit = leaves ? (remove?.position ?? Infinity) : Infinity;
  const known = context.run.statusPrints ? fromPrints(clues, context, cause, limit) : undefined;
  if (known !== undefined) return withStop(known, stopped);
  if (leaves && remove !== undefined) {
    const end = finishBefore(clues, cause, last, context);
    return withStop([...terminatedBefore(clues, context, cause, end), ...end.all], stopped);
  }
  if (stopped !== undefined) {
    const finished = step({ kind: 'finished' }, stopped, 0);
    const end = { all: [finished], finished, since: finished.at };
    return [...terminatedBefore(clues, context, cause, end), finished];
  }
  const done = clues.evictionDone;
  const isKilled = done !== undefined && !clues.kills.some((f) => f.position > done.position);
  if (reason === 'evicted' && isKilled) return evictedEnd(clues, done);
  if (reason === 'evicted' && done === undefined) return endOfSandbox(clues, context, cause);
  if (remove === undefined) return silentEnd(clues, context, cause);
  return isGivenUp(clues, context.run, remove) ? [] : unleashed(clues, context, cause);
}

/** The eviction manager waits until the worker has killed the pod; that one then waits for the next relist. */
function evictedEnd(clues: Clues, done: Fact): readonly WorkerFact[] {
  const terminated = step({ kind: 'terminated' }, done, -TERMINATED_DELAY);
  const death = clues.deaths.find((f) => f.at >= done.at && f.at - done.at < 2 * RELIST);
  if (death !== undefined)
    return [terminated, step({ kind: 'finished' }, death, RELIST_TO_END, done)];
  return [
    terminated,
    step({ kind: 'maybeFinished' }, done, 0),
    step({ kind: 'finished' }, done, RELIST),
  ];
}

/** The eviction manager no longer waits: the sandbox's death is all that is told of the end. */
function endOfSandbox(
  clues: Clues,
  context: InferContext,
  cause: WorkerFact,
): readonly WorkerFact[] {
  const { run, isSandbox } = context;
  const death = clues.deaths.findLast(({ event, at }) => at > cause.at && isSandbox(event.id));
  if (death === undefined) return [];
  if (clues.errors.some(({ position }) => position > death.position))
    return silentEnd(clues, context, cause);
  const low = Math.max(cause.at, newsAt(run, death.at).since);
  if (!run.tearsDownFirst) return mayBeDown(low, death);
  return [
    ...settled(low, death.at, step({ kind: 'terminated' }, death, 0)),
    step({ kind: 'finished' }, death, RELIST_TO_END),
  ];
}

/**
 * A dead sandbox and no more word: it hangs, or it is done and only the API server is away, which then says so. Before 1.27 the pod leaves
 * that one later than its worker finishes, so that nobody knows which.
 */
function silentEnd(
  clues: Clues,
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
  cause: WorkerFact,
): readonly WorkerFact[] {
  const failed = clues.errors.findLast((f) => f.at > cause.at);
  const from = failed?.at ?? cause.at;
  const retried = failed === undefined ? undefined : retriedAfter(clues, run, failed);
  if (retried !== undefined) return retried;
  const death = clues.deaths.findLast((f) => f.at > from);
  if (death === undefined) return [];
  const mayStay = run.machine !== 'pending' && isSandbox(death.event.id);
  if (!mayStay && !isApiAway(run, death.at, from)) return [];
  return [
    step({ kind: 'maybeTerminated' }, death, -Math.min(RELIST, death.at - cause.at)),
    step({ kind: 'maybeFinished' }, death, 0),
  ];
}

/** A kill that failed is tried again: with no error of that it went well, or hangs. Lines of 1.29 on would tell which. */
function retriedAfter(clues: Clues, run: Run, failed: Fact): readonly WorkerFact[] | undefined {
  const sign = clues.all.findLast(
    ({ event, position }) => event.kind === 'network.netns' && position > failed.position,
  );
  if (sign === undefined || run.statusPrints) return undefined;
  return [step({ kind: 'maybeTerminated' }, sign, 0), step({ kind: 'maybeFinished' }, sign, 0)];
}

/** The line of a goroutine's end (v=3) is exact. */
function withStop(steps: readonly WorkerFact[], stopped: Fact | undefined): readonly WorkerFact[] {
  if (stopped === undefined) return steps;
  return steps.map((one) =>
    one.step.kind === 'finished' ? step({ kind: 'finished' }, stopped, 0) : one,
  );
}

function fromPrints(
  clues: Clues,
  context: InferContext,
  cause: WorkerFact,
  limit: number,
): readonly WorkerFact[] | undefined {
  const failed = clues.errors.findLast((f) => f.at > cause.at && f.position < limit);
  const from = failed?.position ?? -1;
  const prints = clues.prints.filter(
    (f) => f.at >= cause.at - SLACK && f.position > from && f.position < limit,
  );
  const end = prints.at(-1);
  const middle = prints.at(-2);
  const { remove } = clues;
  if (end === undefined) return undefined;
  const gone = limit < Infinity ? remove : undefined;
  if (middle === undefined) {
    if (gone === undefined) return undefined;
    const last = lastSecondDelete(clues, context, cause) ?? gone;
    const { all } = finishBefore(clues, cause, last, context);
    return [step({ kind: 'terminated' }, end, TERMINATED_DELAY, gone), ...all];
  }
  const isRetry = failed !== undefined && gone === undefined && prints.length === 2;
  if (isRetry) {
    const dead = clues.deaths.find(({ event }) => context.isSandbox(event.id))?.position;
    if (dead === undefined || dead < middle.position)
      return ofRetry(middle, end, dead !== undefined && dead < from);
  }
  const steps = [
    step({ kind: 'terminated' }, middle, TERMINATED_DELAY, end),
    step({ kind: 'finished' }, end, FINISHED_DELAY),
  ];
  const isGone = remove !== undefined && remove.position < end.position;
  const early = !context.to.reaches(end.at + LEAVES_API);
  // A retry prints at its begin too, at the end of both of its steps, and then waits for the API server.
  const stays = prints.length > 2 && isApiAway(context.run, end.at);
  const settledNow = isGone || gone !== undefined || early || stays;
  // With a kill before them the lines are those of the end: a sandbox that was ready prints nothing at the beginning.
  const killed = clues.kills.some((f) => f.at >= cause.at - SLACK && f.position < middle.position);
  if (settledNow || killed || !isDeletion(cause)) return steps;
  // It should have left the API server by now: then these lines may be of other steps.
  return [
    step({ kind: 'maybeTerminated' }, middle, TERMINATED_DELAY, end),
    step({ kind: 'maybeFinished' }, end, FINISHED_DELAY),
  ];
}

/**
 * Two lines after an error: SyncTerminatingPod generates a status before killPod, too (kubelet.go), which prints where the sandbox is dead
 * by then. So they are of its begin and end, or of its end and SyncTerminatedPod's begin.
 */
function ofRetry(first: Fact, second: Fact, isBegin: boolean): readonly WorkerFact[] {
  const terminated = step({ kind: 'terminated' }, second, TERMINATED_DELAY);
  if (isBegin) return [terminated];
  return [
    step({ kind: 'maybeTerminated' }, first, TERMINATED_DELAY, second),
    terminated,
    step({ kind: 'maybeFinished' }, second, FINISHED_DELAY),
    step({ kind: 'maybeForgotten' }, second, FINISHED_DELAY),
  ];
}

function isDeletion(cause: WorkerFact): boolean {
  return cause.step.kind === 'terminating' && cause.step.reason === 'deleted';
}

/** The DELETE with which the API object goes away; the first one of a run when an earlier run had begun to delete. */
function lastSecondDelete(
  clues: Clues,
  { before }: InferContext,
  cause: WorkerFact,
): Fact | undefined {
  const sign = clues.firstKill;
  const isEarly = sign !== undefined && sign.at >= cause.at - SLACK;
  const kill = isEarly ? sign : clues.kills.find((fact) => fact.at >= cause.at - SLACK);
  const [first] = clues.deletes;
  // Only the end of a pod whose deletion began unseen is deleted without a kill of its own.
  const isUnseen =
    cause.step.kind === 'terminating' && cause.step.reason === 'deleted'
      ? first !== undefined && first.at > cause.at
      : false;
  const begun =
    isUnseen ||
    (kill !== undefined &&
      first !== undefined &&
      kill.at < cause.at + SECOND &&
      first.at > kill.at);
  const enough = before?.deleted === true || begun ? 1 : 2;
  return clues.deletes.length >= enough ? clues.deletes.at(-1) : undefined;
}

interface Finish {
  readonly all: readonly WorkerFact[];
  readonly finished: WorkerFact;
  /** From when on it may have been. */
  readonly since: Micros;
}

/** The end of a worker whose pod left the API server at `gone`, without a status line of it. */
function finishBefore(
  clues: Clues,
  cause: WorkerFact,
  gone: Fact,
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
): Finish {
  const failed = clues.errors.findLast((f) => f.at > cause.at && f.at < gone.at);
  const from = failed?.at ?? cause.at;
  const death = clues.deaths.findLast((f) => f.at > from && f.at <= gone.at);
  const unmounted = clues.all.findLast(
    (f) => f.event.kind === 'volume' && f.event.step === 'unmounted' && f.at <= gone.at,
  );
  const latest = step({ kind: 'finished' }, gone, -DELETED_AFTER_FINISH);
  const finish = (finished: WorkerFact): Finish => ({
    all: [finished],
    finished,
    since: finished.at,
  });
  // From 1.27 on the API object goes at once when the worker has finished; before, with the next status sync.
  if (death === undefined || run.machine === 'pending') return finish(latest);
  if (death.at >= latest.at) return finish(latest);
  // What is unmounted was terminated: the populator asks for it (findAndRemoveDeletedPods of pkg/kubelet/volumemanager/populator).
  const isTold = unmounted !== undefined && unmounted.at > from;
  if (!run.tearsDownFirst && isSandbox(death.event.id) && !isTold) {
    const maybe = { ...latest, step: { kind: 'maybeFinished' }, at: death.at } as const;
    return { all: [maybe, latest], finished: latest, since: maybe.at };
  }
  const afterDeath = death.at + RELIST_TO_END;
  const at = Math.max(afterDeath, unmounted === undefined ? 0 : unmounted.at + UNMOUNT_POLL / 2);
  if (at > latest.at) return finish(latest);
  return finish({ ...step({ kind: 'finished' }, death, 0, gone), at: micros(at) });
}

/** From the runtime's word that the sandbox is stopped to the state: the status is read once more. */
const STOPPED_DELAY = 15 * MILLISECOND;

/** Terminated somewhere between the last sign that it was not, and what only comes after. */
function terminatedBefore(
  clues: Clues,
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
  cause: WorkerFact,
  { finished, since }: Finish,
): readonly WorkerFact[] {
  const inside = clues.all.filter((f) => f.at >= cause.at && f.at <= finished.at);
  const stopped = inside.findLast((f) => f.event.kind === 'sandbox.stopped');
  if (stopped !== undefined) return [step({ kind: 'terminated' }, stopped, STOPPED_DELAY)];
  const news = newsAt(run, finished.at);
  const cleaning = Math.min(since - CLEAN_UP, news.since);
  const killing = Math.max(cause.at, mostOf(inside.map((f) => notBefore(f, clues))));
  const low = Math.max(cleaning, killing);
  const death = clues.deaths.findLast((f) => f.at >= low && f.at <= finished.at);
  const unmount = inside.find(
    (f) => f.event.kind === 'volume' && f.event.step === 'unmountStarted' && f.at >= low,
  );
  const killed = news.failed === 'at once' ? killedBy(clues, cause, finished) : undefined;
  const isDown = run.tearsDownFirst || death === undefined || !isSandbox(death.event.id);
  const high = Math.min(
    finished.at,
    isDown ? (death?.at ?? Infinity) : Infinity,
    unmount?.at ?? Infinity,
    Math.max(low, killed ?? Infinity),
  );
  const earliest = Math.max(
    low,
    death === undefined ? -Infinity : newsAt(run, death.at).since,
    unmount === undefined ? -Infinity : unmount.at - UNMOUNT_DELAY,
  );
  // The sandbox is stopped soon after its network; the relist that tells may be late.
  const torn = clues.teardowns.findLast(({ at }) => at >= killing && at <= high)?.at ?? Infinity;
  return settled(Math.min(earliest, high, torn), high, {
    ...finished,
    step: { kind: 'terminated' },
  });
}

/**
 * When a runtime that answers has ended what it was told to kill, at the latest: the grace period, and a little for the sandbox.
 * Not known after an error of the kill.
 */
function killedBy(clues: Clues, cause: WorkerFact, finished: WorkerFact): number | undefined {
  const isInside = ({ at }: Fact): boolean => at >= cause.at - SLACK && at <= finished.at;
  const kill = clues.kills.findLast(isInside);
  if (kill?.event.grace === undefined || clues.errors.some(isInside)) return undefined;
  return kill.at + kill.event.grace * SECOND + RELIST;
}

/** A time before which the worker was not yet terminated, as one line of its last stretch shows. */
function notBefore(fact: Fact, clues: Clues): number {
  switch (fact.event.kind) {
    case 'container.killing':
    case 'container.preStop':
    case 'container.killed':
    case 'network.netns':
    case 'network.failed':
      return fact.at;
    case 'worker.error': {
      const woken = clues.deaths.some((death) => death.position > fact.position);
      return woken ? fact.at : fact.at + BACK_OFF;
    }
    default:
      return -Infinity;
  }
}
