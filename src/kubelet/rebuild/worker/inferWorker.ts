// What a worker must have done, from the lines that v=2 prints. Each rule names what it stands on; measured delays are those of
// real kubelets. It says nothing where the lines of v≥4 are there to say it.
import { addAll, leastOf } from '../../../base/extremes.ts';
import { MILLISECOND, micros, SECOND } from '../../../base/time.ts';
import { ownLines } from './classicWorking.ts';
import {
  type Clues,
  DOUBT,
  type InferContext,
  isSignOfKill,
  isSignOfSync,
  isSignOfWorker,
  LEAVES_API,
  SLACK,
  sortOut,
  step,
} from './clues.ts';
import { deletedBefore } from './deletedBefore.ts';
import { endsAgain, isStaticAdd, wasStopped } from './endsAgain.ts';
import { type Fact, isKillError, type Of } from '../facts/fact.ts';
import { afterHeld, heldUntil } from './heldSync.ts';
import { inferEnd } from './inferEnd.ts';
import { endThatFails, maybeEnded, naturalEnd, noticedEnd, overdueAt } from './unasked.ts';
import { inferForgetting, passAfter, syncTickAfter } from './inferForgetting.ts';
import { struckAt } from './stoppedSandbox.ts';
import { inferWorking } from './inferWorking.ts';
import { afterlife, sinceBegin, withOrphan } from './orphans.ts';
import { slowAt } from './relists.ts';
import type { Run } from '../facts/runs.ts';
import { whenReady } from './unready.ts';
import type { WorkerFact } from './workerFact.ts';

/** From the SyncLoop line to the change of the worker's entry. */
const CREATE_DELAY = 8 * MILLISECOND;
const TERMINATE_DELAY = 4 * MILLISECOND;
/** What had to wait for admission begins its first sync within this time of it. */
const ADMITTED = SECOND / 2;
/** The first sync of a pod that may start shows itself within this time. */
const BEGINS = 10 * SECOND;
/** From the status line of SyncTerminatedPod to its end. */
const FINISHED_DELAY = 6 * MILLISECOND;

export function inferWorker(facts: readonly Fact[], context: InferContext): readonly WorkerFact[] {
  const { run } = context;
  const clues = whenReady(withOrphan(sortOut(facts), run), run);
  const created = creation(clues, run);
  if (created === undefined) return [];
  const waits = waiting(clues, context);
  const steps = [created, ...waits, ...syncing(clues, created)];
  const isHeld = waits.length === 1;
  const ending = isHeld ? neverStarted(clues) : endOf(clues, context, created);
  addAll(steps, ending);
  addAll(steps, inferForgetting(clues, run, ending));
  addAll(steps, inferWorking(facts, run, created, steps, context.isSandbox));
  return [...steps, ...afterlife(clues, run, ending)];
}

function creation(clues: Clues, run: Run): WorkerFact | undefined {
  const { add, denied, orphaned } = clues;
  if (denied !== undefined) return afterDenial(clues, denied);
  if (add !== undefined) return afterAdd(clues, add, run);
  const first = clues.all.find((fact) => isSignOfWorker(fact));
  if (first === undefined || isOfPodKiller(first, run)) return undefined;
  const isNew = (run.started && first.event.kind !== 'sample.pod') || first === orphaned;
  const since = first === orphaned ? sinceBegin(first) : 0;
  return step({ kind: isNew ? 'created' : 'existing' }, first, since);
}

/** Up to 1.21 housekeeping has no worker kill what runs of a pod that no source has (podKiller of pkg/kubelet/kubelet_pods.go). */
function isOfPodKiller({ event, at }: Fact, { machine, started, sourcesTold }: Run): boolean {
  const [told] = sourcesTold;
  if (machine !== 'classic' || !started || told === undefined) return false;
  return told.at <= at && ['container.killing', 'container.preStop'].includes(event.kind);
}

/**
 * Soon after its ADD, and before the first line of its first sync; when admission made room meanwhile, by killing others, only then
 * (killPodNow in pkg/kubelet/pod_workers.go waits).
 */
function afterAdd({ all }: Clues, add: Fact, { madeRoom, machine }: Run): WorkerFact {
  const own = machine === 'classic' ? ownLines(all) : undefined;
  const first = all.find(
    (fact) =>
      fact.position > add.position && (ofSync.has(fact.event.kind) || own?.has(fact) === true),
  );
  const begun = first?.at ?? Infinity;
  const waited = madeRoom.some((at) => at > add.at && at <= begun && begun - at < ADMITTED);
  const delay = waited ? begun - add.at : Math.min(CREATE_DELAY, begun - add.at);
  return step({ kind: 'created' }, add, Math.max(0, delay));
}

const ofSync: ReadonlySet<Fact['event']['kind']> = new Set([
  'sandbox.needed',
  'container.killing',
  'container.preStop',
  'network.netns',
  'network.failed',
  'worker.error',
]);

/** A pod refused at admission has no worker, until an update of it makes one, which finds it at its end. */
function afterDenial(clues: Clues, denied: Fact): WorkerFact | undefined {
  const update = [...clues.updates, ...clues.deletes, clues.remove]
    .filter((fact) => fact !== undefined)
    .filter((fact) => fact.position > denied.position)
    .sort((a, b) => a.position - b.position)[0];
  return update === undefined ? undefined : step({ kind: 'created' }, update, 0);
}

/** A worker that was there before the log begins: what only the state sync does shows that it is in it. */
function syncing(clues: Clues, created: WorkerFact): readonly WorkerFact[] {
  if (created.step.kind !== 'existing') return [];
  const end = Math.min(clues.deletes[0]?.at ?? Infinity, clues.remove?.at ?? Infinity);
  const sign = clues.all.find((fact) => fact.at < end && isSignOfSync(fact));
  return sign === undefined ? [] : [step({ kind: 'syncing' }, sign, 0)];
}

/** A static pod that replaces another waits, without having started, until that one is done and its own retry comes. */
function waiting(clues: Clues, { waitsUntil, run }: InferContext): readonly WorkerFact[] {
  const { add } = clues;
  // Up to 1.21 nothing waits: the pods run side by side.
  if (waitsUntil === undefined || run.machine === 'classic') return [];
  if (add === undefined || waitsUntil <= add.at) return [];
  const first = clues.all.find(
    (fact) =>
      fact.at > add.at &&
      (fact.event.kind === 'sandbox.needed' ||
        fact.event.kind === 'pleg.event' ||
        fact.event.kind === 'worker.error'),
  );
  // That the other one is never done may be an error: only the silence of this one shows that it is not.
  if (waitsUntil === Infinity && (first !== undefined || !wasSilent(clues, add))) return [];
  const waits = step(
    { kind: 'waitsToStart', isEntered: run.machine === 'pending' },
    add,
    CREATE_DELAY,
  );
  return first === undefined ? [waits] : [waits, step({ kind: 'started' }, first, 0)];
}

/** A static pod of a file that was removed with nothing told of it: a sync would have made a sandbox, and said so. */
function wasSilent({ remove }: Clues, { at, event }: Of<'config'>): boolean {
  return event.source !== 'api' && remove !== undefined && remove.at - at > BEGINS;
}

/** A static pod that is removed while it still waits is done at once. */
function neverStarted({ remove }: Clues): readonly WorkerFact[] {
  if (remove === undefined) return [];
  return [
    step({ kind: 'terminating', reason: 'removed' }, remove, 0),
    step({ kind: 'finished' }, remove, 0),
  ];
}

/** The steps from terminating to finished, as far as they were reached. */
function endOf(clues: Clues, context: InferContext, created: WorkerFact): readonly WorkerFact[] {
  const { run, before } = context;
  const isStatic = clues.denied === undefined && isStaticAdd(clues);
  const again = isStatic ? endsAgain(clues, context, created) : undefined;
  if (again !== undefined) return again;
  const hadEnded = before?.ended === true && !isStatic && !runsAnew(clues, context);
  const isOver = hadEnded || clues.denied !== undefined;
  if (isOver || wasStopped(clues, context) || wasOver(clues, context, created))
    return endedBefore(clues, context, created);
  const early = deletedBefore(clues, context, created);
  // Who was deleted in an earlier run is asked as soon as this one knows of him.
  const isAsked = early !== undefined || before?.deleted === true;
  const natural = isAsked ? undefined : naturalEnd(clues, context);
  if (natural !== undefined) return [...maybeFoundOver(context, created), ...natural];
  const over = isAsked ? undefined : maybeEnded(clues, context);
  const unsure = over === undefined ? [] : [maybeOver(over, created)];
  const cause = early ?? requested(clues, context, created);
  if (cause === undefined) return unsure.length > 0 ? unsure : unseenEnd(clues, created);
  const end = inferEnd(clues, context, cause);
  // What it led to may come sooner than it usually does.
  const sign = clues.all.find((fact) => fact.position > cause.provenAt && isSignOfKill(fact));
  const soonest = Math.min(sign?.at ?? Infinity, leastOf(end.map((one) => one.at - 1)));
  const at = micros(Math.max(created.at, Math.min(cause.at, soonest)));
  const begin = { ...cause, at };
  const steps = [...acknowledged(clues, run, begin), ...graceOf(clues, begin), ...end];
  const held = heldUntil(clues, run, created, cause.at);
  if (held === undefined) return [...unsure, begin, ...steps];
  return [...unsure, begin, ...afterHeld(steps, clues, held, context.to)];
}

/** Something new of it starts: the API server was never told that it had ended. */
function runsAnew({ add, starts }: Clues, { running }: InferContext): boolean {
  return starts.some(
    ({ event, position }) => position > (add?.position ?? Infinity) && !running.has(event.id),
  );
}

/**
 * Of a pod whose containers the kubelet before saw to end, the API may know that it is over: then no sync comes before its end (UpdatePod in
 * pkg/kubelet/pod_workers.go).
 */
function maybeFoundOver(
  { before, running, isSandbox, run }: InferContext,
  created: WorkerFact,
): readonly WorkerFact[] {
  const isRunning = [...running].some((id) => !isSandbox(id));
  if (before === undefined || isRunning || run.machine === 'classic') return [];
  return created.step.kind === 'created'
    ? [{ ...created, step: { kind: 'maybeTerminating' } }]
    : [];
}

/** From the death that may have ended it, and not before it has a worker. */
function maybeOver(death: Fact, created: WorkerFact): WorkerFact {
  const at = Math.max(created.at + 1, death.at + TERMINATE_DELAY);
  return { ...step({ kind: 'maybeTerminating' }, death, 0), at: micros(at) };
}

/**
 * A pod that a new kubelet finds at its end: its worker stops at once (v≥3), or its containers had been seen to end for good, and but
 * for the status line of its end nothing is told any more.
 */
function wasOver(clues: Clues, { before, to }: InferContext, created: WorkerFact): boolean {
  const { add, stopped, prints } = clues;
  if (add === undefined) return false;
  const asked = Math.min(clues.deletes[0]?.at ?? Infinity, clues.remove?.at ?? Infinity);
  if (stopped !== undefined)
    return stopped.at < Math.min(asked, created.at + SECOND) && clues.kills.length === 0;
  const told = clues.all.filter(
    ({ event, position }) => position > add.position && !ofStatus.has(event.kind),
  );
  const isQuiet = told.length <= prints.length && prints.length <= 1;
  return before?.completed === true && isQuiet && to.isAfter(created.at + LEAVES_API);
}

const ofStatus: ReadonlySet<Fact['event']['kind']> = new Set(['pod.status', 'status.generated']);

/** A pod that had ended before its worker was made: that one begins at the end (1.27 on), or is finished at once. */
function endedBefore(
  clues: Clues,
  { run, before }: InferContext,
  created: WorkerFact,
): readonly WorkerFact[] {
  const proof = { ...created, known: 'inferred' as const };
  const ended: WorkerFact = { ...proof, step: { kind: 'terminated' } };
  // Such an entry counts as one that shall be made anew, and the next pass forgets it.
  if (run.machine !== 'pending') {
    const at = passAfter(run, created.at);
    const finished: WorkerFact = { ...proof, step: { kind: 'finished' } };
    const forgotten: WorkerFact = { ...proof, step: { kind: 'forgotten' }, at };
    if (before?.overdue !== true) return [ended, finished, forgotten];
    // A pod past its deadline is up for a sync each second, which makes such an entry anew: one that stays.
    const again = syncTickAfter(run, at);
    const anew = [
      { ...created, at: again },
      { ...ended, at: again },
      { ...finished, at: again },
    ];
    const gone = inferForgetting(clues, run, anew);
    if ((clues.remove?.at ?? Infinity) < again) return [ended, finished, forgotten];
    return [ended, finished, forgotten, ...anew, ...gone];
  }
  const { stopped } = clues;
  if (stopped !== undefined) return [ended, step({ kind: 'finished' }, stopped, 0)];
  const print = clues.prints.find((fact) => fact.at >= created.at - SECOND);
  // What was not admitted has nothing to clean up.
  if (print === undefined && clues.denied !== undefined)
    return [
      ended,
      { ...proof, step: { kind: 'finished' }, at: micros(created.at + FINISHED_DELAY) },
    ];
  return [
    ended,
    print === undefined
      ? { ...proof, step: { kind: 'maybeFinished' } }
      : // It may come before the moment that was inferred for its creation.
        {
          ...step({ kind: 'finished' }, print, FINISHED_DELAY),
          at: micros(Math.max(created.at + 1, print.at + FINISHED_DELAY)),
        },
  ];
}

/** Of a pod that was asked to end before the log begins: its directory goes when no source has it any more. */
function unseenEnd(
  { cleaned, stopped, starts }: Clues,
  created: WorkerFact,
): readonly WorkerFact[] {
  const gone = cleaned ?? stopped;
  if (gone === undefined || created.step.kind !== 'existing') return [];
  if (starts.some(({ position }) => position > gone.position)) return [];
  const end = step({ kind: 'finished' }, stopped ?? gone, 0);
  const forgotten = cleaned === undefined ? [] : [step({ kind: 'forgotten' }, cleaned, 0)];
  return [
    { ...created, step: { kind: 'maybeTerminating' } },
    { ...created, step: { kind: 'maybeTerminated' } },
    { ...created, step: { kind: 'maybeFinished' } },
    end,
    ...forgotten,
  ];
}

/** DELETE, REMOVE without one, eviction, an orphan's kill, a deadline, or a start that finds the pod already deleted. */
function requested(
  clues: Clues,
  context: InferContext,
  created: WorkerFact,
): WorkerFact | undefined {
  if (context.before?.deleted === true && clues.orphaned === undefined)
    return { ...created, step: { kind: 'terminating', reason: 'deleted' }, known: 'inferred' };
  const causes: WorkerFact[] = [];
  const [deleted] = clues.deletes;
  if (deleted !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'deleted' }, deleted, TERMINATE_DELAY));
  if (clues.listedDeleted !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'deleted' }, clues.listedDeleted, 0));
  if (clues.evicted !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'evicted' }, clues.evicted, 0));
  const { orphaned } = clues;
  if (orphaned !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'orphaned' }, orphaned, sinceBegin(orphaned)));
  if (clues.remove !== undefined)
    causes.push(
      clues.unready === undefined
        ? step({ kind: 'terminating', reason: 'removed' }, clues.remove, TERMINATE_DELAY)
        : step({ kind: 'terminating', reason: 'deleted' }, clues.remove, 0),
    );
  const noticed = noticedEnd(clues, context);
  if (noticed !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'completed' }, noticed, 0));
  const failing = endThatFails(clues, context);
  if (failing !== undefined)
    causes.push({
      ...step({ kind: 'terminating', reason: 'completed' }, failing, TERMINATE_DELAY),
      at: micros(Math.max(created.at + 1, failing.at + TERMINATE_DELAY)),
    });
  const overdue = overdueAt(clues, context);
  if (overdue !== undefined)
    causes.push({
      ...step({ kind: 'terminating', reason: 'completed' }, overdue, 0),
      at: struckAt(context.run, overdue),
    });
  return causes.sort((a, b) => a.at - b.at)[0];
}

/** A worker takes note at once unless a sync holds it: then its first sign of killing or of a status shows that it has. */
function acknowledged(clues: Clues, run: Run, cause: WorkerFact): readonly WorkerFact[] {
  const { statusPrints } = run;
  // A sync that fails to start a container was not over when it killed one, whose hook had failed.
  const failed = clues.errors.findLast(
    ({ at, event }) => at >= cause.at && event.error.includes('StartContainer'),
  );
  const sign = clues.all.find(
    (fact) =>
      fact.at >= cause.at - SLACK &&
      fact.position > (failed?.position ?? -1) &&
      (isSignOfKill(fact) || (fact.event.kind === 'sandbox.needed' && statusPrints)),
  );
  const noted: WorkerFact = { ...cause, step: { kind: 'acknowledged' } };
  if (sign !== undefined && sign.at - cause.at < DOUBT) return [noted];
  // A sync that makes a sandbox, or fails, after the request went on until then.
  const synced = clues.all.findLast(
    ({ at, event }) =>
      at >= cause.at &&
      at < (sign?.at ?? Infinity) &&
      ((event.kind === 'worker.error' && !isKillError(event.error)) ||
        (event.kind === 'sandbox.needed' && !statusPrints)),
  );
  const unsure: WorkerFact =
    synced === undefined
      ? { ...cause, step: { kind: 'maybeAcknowledged' } }
      : step({ kind: 'maybeAcknowledged' }, synced, 0);
  if (synced !== undefined && sign === undefined) return [unsure];
  if (sign !== undefined) return [unsure, step({ kind: 'acknowledged' }, sign, 0)];
  // It waits for a relist first.
  const isSlow = slowAt(run, cause.at) !== undefined;
  return isSlow || wasBusy(clues, cause) ? [unsure] : [noted];
}

/** Whether the last thing seen of the worker was the begin of a sync that had not shown its end. */
function wasBusy(clues: Clues, cause: WorkerFact): boolean {
  const last = clues.all.findLast(
    ({ at, event }) =>
      at < cause.at &&
      ['sandbox.needed', 'container.killing', 'worker.error', 'pleg.event'].includes(event.kind),
  );
  return last?.event.kind === 'sandbox.needed' || last?.event.kind === 'container.killing';
}

/** The grace period in use, when a container was told it at once: a preStop hook that took time would have shortened it. */
function graceOf(clues: Clues, cause: WorkerFact): readonly WorkerFact[] {
  // One that ends by itself has none before it is asked for once more (calculateEffectiveGracePeriod, called by UpdatePod alone).
  if (cause.step.kind === 'terminating' && cause.step.reason === 'completed') return [];
  const told = clues.kills.filter((f) => f.at >= cause.at - SLACK && f.at - cause.at < SECOND);
  const most = told.reduce<Of<'container.killing'> | undefined>(
    (best, f) => ((f.event.grace ?? 0) > (best?.event.grace ?? 0) ? f : best),
    undefined,
  );
  const seconds = most?.event.grace;
  // The runtime gets at least 2 s, whatever the worker's period is.
  if (most === undefined || seconds === undefined || seconds <= 2) return [];
  const again = clues.all.filter((fact) => fact.at > cause.at + SLACK && asksAgain(fact));
  return [
    { ...step({ kind: 'grace', seconds }, most, 0), at: cause.at },
    ...again.map((fact) => step({ kind: 'maybeGrace' }, fact, 0)),
  ];
}

/** Whether a worker that ends may be asked to hurry: by one more deletion, or by the eviction manager, which ranks what ends too. */
function asksAgain({ event }: Fact): boolean {
  if (event.kind === 'config') return event.op === 'DELETE';
  return event.kind === 'eviction.ranked' || event.kind === 'pod.evicting';
}
