// The queue of one worker at a moment: what it works on, the one update that waits and what that replaced, and when the work queue
// gives the pod back to the sync loop (UpdatePod, podWorkerLoop and completeWork of pkg/kubelet/pod_workers.go, v1.34).
import { countWhile } from '../../../base/bisect.ts';
import { inferred, seen, unknown, type Value } from '../../../base/input.ts';
import { micros, type Micros } from '../../../base/time.ts';
import { backOffPeriod, resyncInterval } from '../../podWorkersDraft.ts';
import { type Fact, isOf } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import type { NextSync, QueuedUpdate, WorkerQueue, WorkerTracks } from '../history.ts';
import type { Moment } from '../track.ts';
import { askedBefore, askOf, HANDED, isOwnNext, OWN } from '../worker/asks.ts';
import { Undelivered } from '../worker/undelivered.ts';
import { dueAfter, retryAfter, type RetrySources } from './retry.ts';

const HELD = 'retry: 10 to 15 s after it could not start';

export interface QueueSources extends RetrySources {
  readonly worker: WorkerTracks;
}

/** As all facts of the kubelet’s process tell it. Undefined when the workers hold no entry, or nobody knows. */
export function queueAt(whole: QueueSources, moment: Moment): WorkerQueue | undefined {
  const { worker, runs } = whole;
  if (worker.present.at(moment).value !== true) return undefined;
  // What waited in a process went with it.
  const run = runs.findLast(({ from }) => from <= moment.time);
  const facts = ofRun(whole.facts, run);
  const sources = { ...whole, facts };
  const own = ownLines(facts, moment.time);
  const active = activeAt(sources, moment, own, run);
  const since = typeof active.value === 'object' ? active.value.at : undefined;
  const asked = since === undefined ? [] : requests(facts, own, since);
  const updates = run?.machine === 'lifecycle' ? undelivered(facts, own.end) : own.notified;
  const waiting = waitingAt(sources, moment, own, updates, run);
  const isTold = typeof waiting.value === 'object' && updates.length > 0;
  return {
    active,
    ...stageAt(facts, active, own, run),
    waiting,
    replaced: isTold ? updates.slice(0, -1) : [],
    asked: waiting.known === 'unknown' ? asked : [],
    next: nextAt(sources, moment, { own, active, waiting }),
  };
}

function ofRun(facts: readonly Fact[], run: Run | undefined): readonly Fact[] {
  const since = run?.firstPosition ?? 0;
  return (facts[0]?.position ?? since) >= since
    ? facts
    : facts.filter(({ position }) => position >= since);
}

/** What lines of v≥4 tell of the worker by a time, and where they end. */
interface OwnLines {
  /** How many facts there are by then. */
  readonly end: number;
  /** Index of the last begin. */
  readonly begin: number | undefined;
  /** The end of that work. */
  readonly done: Fact | undefined;
  /** The sync function of that work has begun. */
  readonly entered: Fact | undefined;
  /** Updates since the last begin, by the lines that 1.27 and later print for each. */
  readonly notified: readonly QueuedUpdate[];
  /** The worker was made and has not begun anything. */
  readonly first: Fact | undefined;
  /** Of the last sync, if it failed. */
  readonly failed: Fact | undefined;
  /** It may not start yet, and has not begun since. */
  readonly held: Fact | undefined;
}

function ownLines(facts: readonly Fact[], time: Micros): OwnLines {
  const end = countWhile(facts, ({ at }) => at <= time);
  let done: Fact | undefined;
  let failed: Fact | undefined;
  let entered: Fact | undefined;
  let held: Fact | undefined;
  let first: Fact | undefined;
  let begin: number | undefined;
  const notified: QueuedUpdate[] = [];
  for (let index = end - 1; index >= 0; index--) {
    const fact = facts[index];
    if (fact === undefined) break;
    if (isOf('worker.begin', fact)) {
      begin = index;
      break;
    }
    if (isOf('worker.end', fact)) done ??= fact;
    else if (isOf('worker.error', fact)) failed ??= fact;
    else if (isOf('worker.enter', fact)) entered ??= fact;
    else if (isOf('worker.waitsToStart', fact)) held ??= fact;
    else if (isOf('worker.first', fact)) first ??= fact;
    else if (isOf('worker.notified', fact))
      notified.push({
        work:
          fact.event.work === undefined
            ? unknown('its line names no type')
            : seen(fact.event.work, fact.input),
        at: fact.at,
        askedBy: askedBefore(facts, index),
        input: fact.input,
      });
  }
  return { end, begin, done, entered, notified: notified.reverse(), first, failed, held };
}

/** From the line of its begin to that of its end. */
function isBusy({ begin, done }: OwnLines): boolean {
  return begin !== undefined && done === undefined;
}

/** Done with its last work by then, and not waiting to start. */
function isIdleAt(own: OwnLines, time: Micros): boolean {
  return !isBusy(own) && own.held === undefined && (own.done?.at ?? -Infinity) < time;
}

/** Of a kubelet up to 1.26, whose updates leave no line of their own. */
function undelivered(facts: readonly Fact[], end: number): readonly QueuedUpdate[] {
  const taken = new Undelivered(facts);
  for (let index = 0; index < end; index++) taken.take(index);
  const work = unknown('no line names its type');
  return taken.waiting.map(({ fact, askedBy }) => ({
    work,
    at: fact.at,
    askedBy,
    input: fact.input,
  }));
}

function activeAt(
  { facts, worker }: QueueSources,
  moment: Moment,
  own: OwnLines,
  run: Run | undefined,
): WorkerQueue['active'] {
  const { begin, done, held } = own;
  const change = worker.working.changeAt(moment);
  const working = change?.value;
  // completeWork leaves `working` as it is where an update waits.
  const isOver = done !== undefined && change !== undefined && change.at < done.at;
  if (isOver && worker.pending.at(moment).value === true) return seen('nothing', done.input);
  // startPodSync: what has not started has no active update.
  if (held !== undefined && working?.value !== false) return inferred('nothing', held.input);
  if (change === undefined || working === undefined || working.known === 'unknown')
    return unknown(whyUnknown(run));
  if (!working.value) return { ...working, value: 'nothing' };
  const [notice] = isBusy(own) ? [] : own.notified;
  // `working` is set with the notice; the worker begins a moment later.
  if (notice !== undefined && notice.at <= change.at) {
    const idle = done ?? own.first;
    const isAtOnce = idle !== undefined && notice.at === moment.time;
    return isAtOnce ? inferred('nothing', idle.input) : unknown(whyUnknown(run));
  }
  const began = begin === undefined || done !== undefined ? undefined : facts[begin];
  if (began !== undefined && isOf('worker.begin', began)) {
    const work = seen(began.event.work, began.input);
    const askedBy = askedBefore(facts, begin ?? 0);
    return seen({ work, at: began.at, askedBy, input: began.input }, began.input);
  }
  const input = working.provedBy[0];
  const entered = worker.state.changeAt(moment);
  const state = worker.state.at(moment);
  const work = state.known === 'seen' ? inferred(state.value, ...state.provedBy) : state;
  if (entered !== undefined && state.value === 'terminated') {
    // The worker goes on to it by itself, or by what came meanwhile (completeTerminating).
    const at = micros(Math.max(change.at, entered.at));
    return { ...working, value: { work, at, askedBy: undefined, input } };
  }
  // The sync loop prints what it took before it hands it over.
  const asked = facts.findLast((fact) => fact.at <= change.at && askOf(fact) !== undefined);
  if (asked === undefined || change.at - asked.at > HANDED)
    return { ...working, value: { work, at: change.at, askedBy: undefined, input } };
  // Where no line stands at the begin itself, the one of the loop tells it.
  const at = facts.some((fact) => fact.at === change.at) ? change.at : asked.at;
  return { ...working, value: { work, at, askedBy: askOf(asked), input } };
}

function whyUnknown(run: Run | undefined): string {
  if (run?.machine === 'classic')
    return 'up to 1.21 a worker prints no line when it begins and ends';
  return run?.workerLines === true
    ? 'no line up to here tells whether it works'
    : 'below --v=4 a worker prints no line when it begins and ends';
}

/** "Notifying pod of pending update" came with 1.27. */
function whyUntold(run: Run | undefined): string {
  if (run !== undefined && run.machine !== 'pending')
    return 'up to 1.26 no line tells which update waits';
  return run?.workerLines === true
    ? 'no line up to here tells which update waits'
    : 'below --v=4 no line tells which update waits';
}

/** Between its begin and the sync function a worker waits for a status that is newer than its last sync. */
function stageAt(
  facts: readonly Fact[],
  active: WorkerQueue['active'],
  { begin, done, entered }: OwnLines,
  run: Run | undefined,
): Pick<WorkerQueue, 'stage' | 'stageSince'> {
  if (active.value === 'nothing')
    return { stage: { ...active, value: 'idle' }, stageSince: undefined };
  const began = begin === undefined || done !== undefined ? undefined : facts[begin];
  if (began === undefined || active.known === 'unknown')
    return {
      stage: unknown(whyUnknown(run)),
      stageSince: undefined,
    };
  return entered === undefined
    ? { stage: inferred('waits for the pod cache', began.input), stageSince: began.at }
    : { stage: seen('syncs', entered.input), stageSince: entered.at };
}

/** What the sync loop took for the pod since a time. */
function requests(
  facts: readonly Fact[],
  { end, begin }: OwnLines,
  since: Micros,
): readonly QueuedUpdate[] {
  const found: QueuedUpdate[] = [];
  for (let index = end - 1; index > (begin ?? -1); index--) {
    const fact = facts[index];
    // What came with its begin is what it works on.
    if (fact === undefined || fact.at <= since) break;
    const askedBy = askOf(fact);
    if (askedBy === undefined) continue;
    const work = unknown('no line names its type');
    found.push({ work, at: fact.at, askedBy, input: fact.input });
  }
  return found.reverse();
}

function waitingAt(
  { facts, worker }: QueueSources,
  moment: Moment,
  own: OwnLines,
  updates: readonly QueuedUpdate[],
  run: Run | undefined,
): WorkerQueue['waiting'] {
  const newest = updates.at(-1);
  const finished = worker.finished.at(moment);
  // cleanupUnstartedPod took what waited, and up to 1.26 completeTerminated.
  const isTaken = own.held !== undefined || run?.machine === 'lifecycle';
  if (isTaken && finished.value === true) return inferred('nothing', ...finished.provedBy);
  const change = worker.pending.changeAt(moment);
  const pending = change?.value;
  const isNotified = own.notified.length > 0 && finished.value !== true;
  const isLost = pending?.known === 'unknown' && (change?.at ?? 0) > (newest?.at ?? 0);
  // An idle worker takes it at once (startPodSync), before the line of its begin.
  if (newest !== undefined && isNotified && isIdleAt(own, newest.at) && newest.at < moment.time)
    return unknown(whyUntold(run));
  if (newest !== undefined && (isBusy(own) || isNotified) && !isLost) {
    const known = own.notified.length > 0 ? seen : inferred;
    return newest.input === undefined ? known(newest) : known(newest, newest.input);
  }
  // completeWork and a pod that may not start yet leave it in its slot.
  if (newest !== undefined && pending?.value === true) return { ...pending, value: newest };
  if (change === undefined || pending === undefined || pending.known === 'unknown')
    return unknown(whyUntold(run));
  if (!pending.value) return { ...pending, value: 'nothing' };
  const state = worker.state.at(moment);
  const work = state.known === 'seen' ? inferred(state.value, ...state.provedBy) : state;
  return {
    ...pending,
    value: { work, at: change.at, askedBy: askedAt(facts, change), input: pending.provedBy[0] },
  };
}

/** Who asked for the update that waits since a line. */
function askedAt(
  facts: readonly Fact[],
  { at, value }: { readonly at: Micros; readonly value: Value<boolean> },
): string | undefined {
  const [input] = value.provedBy;
  const end = countWhile(facts, (fact) => fact.at <= at);
  const index = facts.findLastIndex(
    (fact, i) =>
      i < end && fact.input.source === input?.source && fact.input.offset === input.offset,
  );
  const fact = facts[index];
  if (fact === undefined) return undefined;
  // completeTerminating asks with requeueLastPodUpdate.
  if (isOwnNext(fact) || fact.event.kind === 'worker.requeued') return OWN;
  return askOf(fact) ?? askedBefore(facts, index);
}

/** `completeWork`, up to 1.21 `wrapUp`. */
function nextAt(
  sources: QueueSources,
  moment: Moment,
  { own, active, waiting }: Pick<WorkerQueue, 'active' | 'waiting'> & { readonly own: OwnLines },
): Value<NextSync> {
  const finished = sources.worker.finished.at(moment);
  const proof = (known: Value<unknown>) => known.provedBy.slice(0, 1);
  if (finished.value === true)
    return inferred(never('none: its worker is finished'), ...proof(finished));
  const { failed, held } = own;
  // allowPodStart puts it into the work queue, as a sync that failed does; an update that comes wakes the worker sooner.
  const isWoken = own.notified.some(({ at }) => at > (held?.at ?? Infinity));
  if (held !== undefined && active.value === 'nothing' && !isWoken)
    return inferred(dueAfter(held.at, backOffPeriod, HELD), held.input);
  // podWorkerLoop returns after it, whatever waits; completeWork retries one that failed.
  if (typeof active.value === 'object' && active.value.work.value === 'terminated') {
    const why = 'none: its worker ends when the work is done, if that succeeds';
    return inferred(never(why), ...proof(active));
  }
  if (typeof waiting.value === 'object')
    return inferred(never('at once, when the work is done: an update waits'), ...proof(waiting));
  if (typeof active.value === 'object')
    return inferred(never('to be set when the work is done'), ...proof(active));
  const retry = failed === undefined ? undefined : retryAfter(failed, sources);
  // Without lines of its own it may have done other work since that left none: what the sync loop gave it, or the retry.
  if (own.done === undefined) {
    const isFresh =
      retry !== undefined &&
      moment.time <= retry.until &&
      !isAskedSince(sources.facts.slice(0, own.end), failed);
    return failed !== undefined && isFresh
      ? inferred(retry, failed.input)
      : unknown(
          'the log does not show when its last sync ended; a resync comes 60 to 90 s after it',
        );
  }
  // getPodsToSync takes out what is due before the loop prints it.
  const tick = lastTick(sources.facts, own.done, own.end);
  if (tick !== undefined) return inferred(never('to be set when the work is done'), tick.input);
  return inferred(retry ?? resyncAfter(own.done.at), own.done.input);
}

function lastTick(facts: readonly Fact[], since: Fact, end: number): Fact | undefined {
  for (let index = end - 1; facts[index] !== since; index--) {
    const fact = facts[index];
    if (fact === undefined || isOf('loop.sync', fact)) return fact;
  }
  return undefined;
}

function isAskedSince(facts: readonly Fact[], since: Fact | undefined): boolean {
  const from = since?.position ?? Infinity;
  return facts.some((fact) => fact.position > from && askOf(fact) !== undefined);
}

function never(why: string): NextSync {
  return { from: undefined, until: undefined, why };
}

function resyncAfter(at: Micros): NextSync {
  return dueAfter(at, resyncInterval, 'resync: 60 to 90 s after a sync that succeeded');
}
