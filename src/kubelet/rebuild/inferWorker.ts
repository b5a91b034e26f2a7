// What a worker must have done, from the lines that v=2 prints. Each rule names what it stands on; measured delays are those of
// real kubelets. It says nothing where the lines of v≥4 are there to say it.
import { MILLISECOND, micros, SECOND, type Micros } from '../../base/time.ts';
import type { KubeletEvent } from '../event.ts';
import type { Fact } from './facts.ts';
import { inferWorking } from './inferWorking.ts';
import type { Run } from './runs.ts';
import type { WorkerFact, WorkerStep } from './workerFact.ts';

/** From the SyncLoop line to the change of the worker's entry. */
const CREATE_DELAY = 8 * MILLISECOND;
const TERMINATE_DELAY = 4 * MILLISECOND;
/** From the status line at the end of SyncTerminatingPod to the state, and of SyncTerminatedPod to the end. */
const TERMINATED_DELAY = 2 * MILLISECOND;
const FINISHED_DELAY = 6 * MILLISECOND;
const HOUSEKEEPING = 2 * SECOND;
/** From the end of the worker to the second DELETE line. */
const DELETED_AFTER_FINISH = 20 * MILLISECOND;
/** Longer stretches of doubt than this are left unknown; shorter ones are settled in their middle. */
const DOUBT = 120 * MILLISECOND;

/** The least that passes before a failed sync is tried again, when nothing wakes the worker. */
const BACK_OFF = 10 * SECOND;
/** A relist comes a second after the last one's end. */
const RELIST = 1.1 * SECOND;
/** The volume manager's loops see that a pod is terminated, and unmount. */
const UNMOUNT_DELAY = 400 * MILLISECOND;
/** SyncTerminatedPod without volumes waits for a relist and for polls: 3.1 s at most were seen. */
const CLEAN_UP = 4 * SECOND;

type Of<K extends KubeletEvent['kind']> = Fact<Extract<KubeletEvent, { kind: K }>>;

/** The facts of one life in one run, sorted out. */
interface Clues {
  readonly all: readonly Fact[];
  readonly add: Fact | undefined;
  readonly deletes: readonly Fact[];
  readonly remove: Fact | undefined;
  readonly prints: readonly Of<'sandbox.needed'>[];
  readonly deaths: readonly Of<'pleg.event'>[];
  readonly starts: readonly Of<'pleg.event'>[];
  readonly kills: readonly Of<'container.killing'>[];
  readonly errors: readonly Of<'worker.error'>[];
  readonly cleaned: Fact | undefined;
  readonly denied: Fact | undefined;
  readonly evicted: Fact | undefined;
  readonly apiDeleted: Fact | undefined;
  readonly stopped: Fact | undefined;
}

/** How the life stood when the run before this one ended. */
export interface Before {
  readonly deleted: boolean;
  readonly ended: boolean;
}

export function inferWorker(
  facts: readonly Fact[],
  run: Run,
  before: Before | undefined,
  to: Micros,
  isSandbox: (id: string) => boolean,
): readonly WorkerFact[] {
  const clues = sortOut(facts);
  const steps: WorkerFact[] = [];
  const created = creation(clues, run);
  if (created === undefined) return [];
  steps.push(created);
  if (clues.denied !== undefined) return [];
  const ending = endOf(clues, run, before, created, to);
  steps.push(...ending);
  const gone = forgetting(clues, run, ending);
  if (gone !== undefined) steps.push(gone);
  return [...steps, ...inferWorking(facts, run, created, steps, isSandbox)];
}

function sortOut(all: readonly Fact[]): Clues {
  const of = <K extends KubeletEvent['kind']>(kind: K): readonly Of<K>[] =>
    all.filter((fact): fact is Of<K> => fact.event.kind === kind);
  const config = of('config');
  const pleg = of('pleg.event');
  return {
    all,
    add: config.find((fact) => fact.event.op === 'ADD'),
    deletes: config.filter((fact) => fact.event.op === 'DELETE'),
    remove: config.findLast((fact) => fact.event.op === 'REMOVE'),
    prints: of('sandbox.needed').filter(
      (fact) => fact.event.need === 'notReady' || fact.event.need === 'none',
    ),
    deaths: pleg.filter((fact) => fact.event.type === 'ContainerDied'),
    starts: pleg.filter((fact) => fact.event.type === 'ContainerStarted'),
    kills: of('container.killing'),
    errors: of('worker.error'),
    cleaned: of('volumes.cleaned').at(-1),
    denied: of('admission.denied')[0],
    evicted: of('pod.evicting')[0] ?? of('pod.evicted')[0],
    apiDeleted: of('pod.deletedFromApi')[0],
    stopped: of('worker.stopped')[0],
  };
}

function creation(clues: Clues, run: Run): WorkerFact | undefined {
  if (clues.add !== undefined) return step({ kind: 'created' }, clues.add, CREATE_DELAY);
  if (run.started) {
    const early = clues.all.find((fact) => isSignOfWorker(fact));
    return early === undefined ? undefined : step({ kind: 'created' }, early, 0);
  }
  const first = clues.all.find((fact) => isSignOfWorker(fact));
  return first === undefined ? undefined : step({ kind: 'existing' }, first, 0);
}

function isSignOfWorker({ event }: Fact): boolean {
  switch (event.kind) {
    case 'config':
      return event.op !== 'REMOVE';
    case 'pleg.event':
    case 'sandbox.needed':
    case 'container.killing':
    case 'worker.error':
    case 'worker.terminating':
    case 'loop.probe':
      return true;
    default:
      return false;
  }
}

/** The steps from terminating to finished, as far as they were reached. */
function endOf(
  clues: Clues,
  run: Run,
  before: Before | undefined,
  created: WorkerFact,
  to: Micros,
): readonly WorkerFact[] {
  if (before?.ended === true) return endedBefore(clues, run, created);
  const natural = naturalEnd(clues, run);
  if (natural !== undefined) return natural;
  const cause = requested(clues, before, created);
  if (cause === undefined) return [];
  return [
    cause,
    ...acknowledged(clues, cause),
    ...graceOf(clues, cause),
    ...teardown(clues, run, cause.at, cause.provenAt, to),
  ];
}

/** A pod that had ended before this process began: its worker starts at the end (D), or is finished at once (C). */
function endedBefore(clues: Clues, run: Run, created: WorkerFact): readonly WorkerFact[] {
  const proof = { ...created, known: 'inferred' as const };
  const ended = { ...proof, step: { kind: 'terminated' } as const };
  if (run.machine !== 'pending') return [ended, { ...proof, step: { kind: 'finished' } }];
  const print = clues.prints[0];
  return [
    ended,
    print === undefined
      ? later(proof, { kind: 'maybeFinished' }, 0)
      : step({ kind: 'finished' }, print, FINISHED_DELAY),
  ];
}

/** A worker takes note at once unless a sync holds it: then its first sign of killing, of failing or of status shows that it has. */
function acknowledged(clues: Clues, cause: WorkerFact): readonly WorkerFact[] {
  const sign = clues.all.find(
    ({ at, event }) =>
      at >= cause.at - TERMINATE_DELAY &&
      (event.kind === 'container.killing' ||
        event.kind === 'worker.error' ||
        event.kind === 'sandbox.needed'),
  );
  const noted: WorkerFact = { ...cause, step: { kind: 'acknowledged' } };
  if (sign === undefined || sign.at - cause.at < DOUBT) return [noted];
  return [
    { ...noted, step: { kind: 'maybeAcknowledged' } },
    { ...step({ kind: 'acknowledged' }, sign, 0) },
  ];
}

/** DELETE, REMOVE without one, eviction, or a start that finds the pod already deleted. */
function requested(
  clues: Clues,
  before: Before | undefined,
  created: WorkerFact,
): WorkerFact | undefined {
  if (before?.deleted === true)
    return { ...created, step: { kind: 'terminating', reason: 'deleted' }, known: 'inferred' };
  const causes: WorkerFact[] = [];
  const [deleted] = clues.deletes;
  if (deleted !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'deleted' }, deleted, TERMINATE_DELAY));
  if (clues.evicted !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'evicted' }, clues.evicted, 0));
  if (clues.remove !== undefined)
    causes.push(step({ kind: 'terminating', reason: 'removed' }, clues.remove, TERMINATE_DELAY));
  return causes.sort((a, b) => a.at - b.at)[0];
}

/**
 * The pod's containers ended by themselves: the sync that the last death caused found the pod at its end. Known in hindsight:
 * no container started after, and either the status lines of both later steps came, or the sandbox died without a kill.
 */
function naturalEnd(clues: Clues, run: Run): readonly WorkerFact[] | undefined {
  const [firstDelete] = clues.deletes;
  const limit = firstDelete?.position ?? clues.remove?.position ?? Infinity;
  const lastStart = clues.starts.findLast((fact) => fact.position < limit)?.position ?? -1;
  const prints = clues.prints.filter((f) => f.position > lastStart && f.position < limit);
  const deaths = clues.deaths.filter((f) => f.position > lastStart && f.position < limit);
  const lastKill = clues.kills.findLast((f) => f.position < limit)?.position ?? -1;
  const lastError = clues.errors.findLast((f) => f.position < limit)?.position ?? -1;
  const death = deaths[0];
  if (death === undefined || lastStart < 0 || deaths.length < 2) return undefined;
  const sandboxDeath = deaths.at(-1) ?? death;
  if (lastKill > lastStart || lastError > death.position) return undefined;
  const terminating = step({ kind: 'terminating', reason: 'completed' }, death, TERMINATE_DELAY);
  if (run.statusPrints) {
    const end = prints.at(-1);
    const middle = prints.at(-2);
    if (end === undefined || middle === undefined) return undefined;
    return [
      { ...terminating, provenAt: end.position },
      step({ kind: 'terminated' }, middle, TERMINATED_DELAY, end),
      step({ kind: 'finished' }, end, FINISHED_DELAY),
    ];
  }
  if (sandboxDeath.at - death.at > 10 * SECOND || prints.length > 0) return undefined;
  const proven = { ...terminating, provenAt: sandboxDeath.position };
  return [
    proven,
    ...settled(death.at, sandboxDeath.at, step({ kind: 'terminated' }, sandboxDeath, 0)),
    step({ kind: 'finished' }, sandboxDeath, 5 * MILLISECOND),
  ];
}

/** From the request to the end: by the status lines (1.29 on), else by the relist that saw the sandbox's death. */
function teardown(
  clues: Clues,
  run: Run,
  since: Micros,
  position: number,
  to: Micros,
): readonly WorkerFact[] {
  const removed = clues.remove;
  const lastError = clues.errors.findLast((f) => f.position > position)?.position ?? position;
  const prints = clues.prints.filter(
    (f) => f.position > lastError && f.position < (removed?.position ?? Infinity),
  );
  const last = prints.at(-1);
  const middle = prints.at(-2);
  if (run.statusPrints && last !== undefined && middle !== undefined)
    return [
      step({ kind: 'terminated' }, middle, TERMINATED_DELAY, last),
      step({ kind: 'finished' }, last, FINISHED_DELAY),
    ];
  const end = removed ?? clues.stopped ?? clues.apiDeleted;
  if (end === undefined || (removed !== undefined && clues.deletes.length < 2)) {
    if (removed === undefined) return [];
    return forced(clues, run, removed, last, to);
  }
  const finishedAt = finishTime(clues, end);
  if (run.statusPrints && last !== undefined)
    return [step({ kind: 'terminated' }, last, TERMINATED_DELAY, end), finishedAt];
  return [...killedBetween(clues, since, finishedAt), finishedAt];
}

/** When the worker must have finished, given that the API object went away at `end`. */
function finishTime(clues: Clues, end: Fact): WorkerFact {
  if (clues.stopped !== undefined) return step({ kind: 'finished' }, clues.stopped, 0);
  const second = clues.deletes.at(-1) ?? end;
  return step({ kind: 'finished' }, second, -DELETED_AFTER_FINISH, end);
}

/** Terminated somewhere between the last sign that it was not, and what only comes after. */
function killedBetween(clues: Clues, since: Micros, finished: WorkerFact): readonly WorkerFact[] {
  const inside = clues.all.filter((f) => f.at >= since && f.at <= finished.at);
  const low = Math.max(since, finished.at - CLEAN_UP, ...inside.map((f) => notBefore(f, clues)));
  const dead = clues.deaths.findLast((f) => f.at >= low && f.at <= finished.at);
  const unmount = inside.find(
    (f) => f.event.kind === 'volume' && f.event.step === 'unmountStarted' && f.at >= low,
  );
  const high = Math.min(finished.at, dead?.at ?? Infinity, unmount?.at ?? Infinity);
  const earliest = Math.max(
    low,
    dead === undefined ? -Infinity : dead.at - RELIST,
    unmount === undefined ? -Infinity : unmount.at - UNMOUNT_DELAY,
  );
  return settled(micros(Math.min(earliest, high)), micros(high), {
    ...finished,
    step: { kind: 'terminated' },
  });
}

/** A time before which the worker was not yet terminated, as one line of its last stretch shows. */
function notBefore(fact: Fact, clues: Clues): number {
  switch (fact.event.kind) {
    case 'container.killing':
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

/** REMOVE without the two DELETE lines of a graceful end: force deleted, or a static pod. Its worker goes on by itself. */
function forced(
  clues: Clues,
  run: Run,
  removed: Fact,
  last: Fact | undefined,
  to: Micros,
): readonly WorkerFact[] {
  const prints = clues.prints.filter((f) => f.position > removed.position);
  const end = prints.at(-1);
  const middle = prints.at(-2);
  if (run.statusPrints && end !== undefined && middle !== undefined)
    return [
      step({ kind: 'terminated' }, middle, TERMINATED_DELAY, end),
      step({ kind: 'finished' }, end, FINISHED_DELAY),
    ];
  const { cleaned } = clues;
  if (cleaned === undefined) return to - removed.at > 0 && last !== undefined ? [] : [];
  const sandboxDeath = clues.deaths.findLast((f) => f.at > removed.at && f.at < cleaned.at);
  const finish = sandboxDeath ?? cleaned;
  const terminated = step({ kind: 'terminated' }, finish, 0);
  const low =
    sandboxDeath === undefined ? removed.at : Math.max(removed.at, finish.at - 1.1 * SECOND);
  return [...settled(micros(low), finish.at, terminated), step({ kind: 'finished' }, finish, 0)];
}

/** Unknown between `low` and `high` when that is long, else settled in the middle. */
function settled(low: Micros, high: Micros, proof: WorkerFact): readonly WorkerFact[] {
  const at = micros(Math.max(low, high));
  if (high - low <= DOUBT) return [{ ...proof, at: micros((low + at) / 2), known: 'inferred' }];
  return [
    { ...proof, at: low, step: { kind: 'maybeTerminated' }, known: 'inferred' },
    { ...proof, at, known: 'inferred' },
  ];
}

/** The grace period in use, when a container was told it at once: a preStop hook that took time would have shortened it. */
function graceOf(clues: Clues, cause: WorkerFact): readonly WorkerFact[] {
  const told = clues.kills.filter((f) => f.at >= cause.at - SECOND && f.at - cause.at < SECOND);
  const most = told.reduce<Of<'container.killing'> | undefined>(
    (best, f) => ((f.event.grace ?? 0) > (best?.event.grace ?? 0) ? f : best),
    undefined,
  );
  const seconds = most?.event.grace;
  if (most === undefined || seconds === undefined || seconds <= 2) return [];
  return [{ ...step({ kind: 'grace', seconds }, most, 0), at: cause.at }];
}

/** The first housekeeping after both the end of the worker and the REMOVE forgets the entry. */
function forgetting(clues: Clues, run: Run, ending: readonly WorkerFact[]): WorkerFact | undefined {
  const finished = ending.findLast((fact) => fact.step.kind === 'finished');
  const { remove, cleaned } = clues;
  if (finished === undefined || remove === undefined) return undefined;
  const ready = Math.max(finished.at, remove.at);
  const tick = run.loopStart === undefined ? undefined : nextTick(run.loopStart, ready);
  if (cleaned !== undefined && cleaned.at >= ready - 20 * MILLISECOND) {
    const back = tick !== undefined && tick <= cleaned.at ? lastTick(run, cleaned.at) : undefined;
    const at = back ?? cleaned.at;
    return { ...step({ kind: 'forgotten' }, cleaned, 0), at: micros(at + 5 * MILLISECOND) };
  }
  const at = micros((tick ?? ready + HOUSEKEEPING / 2) + 10 * MILLISECOND);
  return { ...step({ kind: 'forgotten' }, remove, 0), at };
}

function nextTick(loopStart: Micros, after: number): number {
  return loopStart + Math.ceil((after - loopStart) / HOUSEKEEPING) * HOUSEKEEPING;
}

function lastTick(run: Run, before: number): number | undefined {
  if (run.loopStart === undefined) return undefined;
  const tick = run.loopStart + Math.floor((before - run.loopStart) / HOUSEKEEPING) * HOUSEKEEPING;
  return before - tick < 400 * MILLISECOND ? tick : undefined;
}

function step(what: WorkerStep, proof: Fact, delay: number, completedBy?: Fact): WorkerFact {
  return {
    at: micros(proof.at + delay),
    step: what,
    known: 'inferred',
    provedBy: completedBy === undefined ? [proof.input] : [proof.input, completedBy.input],
    provenAt: Math.max(proof.position, completedBy?.position ?? -1),
  };
}

function later(fact: WorkerFact, what: WorkerStep, delay: number): WorkerFact {
  return { ...fact, step: what, at: micros(fact.at + delay) };
}
