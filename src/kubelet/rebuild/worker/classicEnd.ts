// The end of a worker up to 1.21, which has no states: it is one function that syncs, and a REMOVE takes its channel away while a sync may go
// on (ForgetWorker of pkg/kubelet/pod_workers.go). That a pod is gone from the API server, or its directory from the disk, doesn't show that its
// last sync is over; success has no line.
import { micros, SECOND } from '../../../base/time.ts';
import { CALL, type Fact, isHang } from '../facts/fact.ts';
import type { LogEnd } from '../logEnd.ts';
import { newsAt, RELIST } from './relists.ts';
import { ownLines, shownWork } from './classicWorking.ts';
import type { InferContext } from './clues.ts';
import type { WorkerFact, WorkerStep } from './workerFact.ts';

const HOUSEKEEPING = 2 * SECOND;

export function classicEnd(
  told: readonly WorkerFact[],
  facts: readonly Fact[],
  context: Pick<InferContext, 'run' | 'to' | 'isSandbox' | 'running' | 'before'>,
): readonly WorkerFact[] {
  const { run, to } = context;
  if (run.machine !== 'classic') return told;
  const there = shownWork(untilRemoved(told, facts), facts, context);
  const steps = [...there, ...mayHaveEnded(there, facts, context)];
  const [first] = told;
  // dispatchWork makes no worker for a pod that is Failed or Succeeded when the new process lists it.
  const wasOver = context.before?.completed === true || context.before?.ended === true;
  if (wasOver && first?.step.kind === 'created')
    steps.push({ ...first, step: { kind: 'maybeForgotten' } });
  const asked = steps.find(
    ({ step }) => step.kind === 'terminating' && step.reason !== 'completed',
  );
  const completed =
    steps.find(({ step }) => step.kind === 'terminating' && step.reason === 'completed') ??
    completedAt(steps, facts, asked?.at ?? Infinity);
  if (completed !== undefined) return forgottenAtEnd(steps, completed, context);
  const evicted = asked === undefined ? undefined : evictedAt(asked, facts);
  if (evicted !== undefined) return forgottenAtEnd(steps, evicted, context);
  const from = asked?.at ?? Infinity;
  const hangs = facts.filter(
    (fact) => fact.at > from && fact.event.kind === 'worker.error' && isHang(fact.event.error),
  );
  const unsures = steps.flatMap((one) => {
    if (one.step.kind === 'forgotten') return forgotten(one, facts, to);
    return one.at < from ? [one] : unsure(one);
  });
  return [
    ...(asked === undefined ? [] : mayBeOver(asked, facts, context)),
    ...unsures.filter(
      ({ at, step }) =>
        step.kind !== 'working' ||
        !hangs.some((hang) => at > hang.at - CALL && at >= from && at < hang.at),
    ),
    ...hangs.flatMap((hang) => hung(hang, from)),
  ];
}

/** A REMOVE takes its worker away, after the sync that runs: what is killed of the pod then, the podKiller of housekeeping kills. */
function untilRemoved(steps: readonly WorkerFact[], facts: readonly Fact[]): readonly WorkerFact[] {
  const [created] = steps;
  if (created === undefined || steps.some(({ step }) => step.kind === 'forgotten')) return steps;
  const remove = facts.find(
    ({ event, at }) => event.kind === 'config' && event.op === 'REMOVE' && at >= created.at,
  );
  if (remove === undefined) return steps;
  const { at } = remove;
  return [
    ...steps.filter((one) => one.at < at),
    { ...inferredBy(remove), at, step: { kind: 'forgotten' } },
  ];
}

/**
 * A sandbox that is dead and that no sync starts anew may be that of a pod that has ended, for which housekeeping wants no worker; a pod of
 * which no container has come to an end has not (getPhase of pkg/kubelet/kubelet_pods.go).
 */
function mayHaveEnded(
  there: readonly WorkerFact[],
  facts: readonly Fact[],
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
): readonly WorkerFact[] {
  const [created] = there;
  const gone =
    there.find(({ step }) => step.kind === 'forgotten' || step.kind === 'terminating')?.at ??
    Infinity;
  const steps: WorkerFact[] = [];
  const isEnd = ({ event }: Fact): boolean =>
    event.kind === 'pleg.event' && isDead(event) && !isSandbox(event.id);
  const first = facts.find(({ event }) => event.kind === 'pleg.event')?.at ?? Infinity;
  // It had nothing yet when its worker began; of what was there before no line may tell how it ended.
  const isNew = facts.some(
    ({ event, at }) => event.kind === 'sandbox.needed' && event.need === 'none' && at < first,
  );
  // One relist may tell of the sandbox first.
  const ended = isNew ? (facts.find(isEnd)?.at ?? Infinity) - RELIST / 2 : -Infinity;
  const own = ownLines(facts);
  for (const fact of facts) {
    const { event, at } = fact;
    if (created === undefined || at < created.at || at >= gone) continue;
    const last = steps.at(-1);
    const isOut = last?.step.kind === 'maybeForgotten';
    const isStart = event.kind === 'pleg.event' && event.type === 'ContainerStarted';
    if (event.kind === 'pleg.event' && isDead(event) && isSandbox(event.id)) {
      if (at < ended) continue;
      const after = (last?.at ?? created.at) + 1;
      const since = micros(Math.max(newsAt(run, at).since, after, workedUntil(there, at)));
      if (since < Infinity)
        steps.push({ ...inferredBy(fact), at: since, step: { kind: 'maybeForgotten' } });
    } else if (isOut && (isStart || own.has(fact) || event.kind === 'sandbox.created')) {
      if (last.at > at) steps.pop();
      else steps.push({ ...inferredBy(fact), at, step: { kind: 'existing' } });
    }
  }
  return steps;
}

/** The end of what is told last of its work by then: who works is there. */
function workedUntil(there: readonly WorkerFact[], by: number): number {
  const working = there.filter(({ step }) => step.kind === 'working').sort((a, b) => a.at - b.at);
  const last = working.findLastIndex(
    ({ step, at }) => step.kind === 'working' && step.value === true && at <= by,
  );
  return last < 0 ? -Infinity : (working[last + 1]?.at ?? Infinity);
}

/** The loop says that the pod is Succeeded or Failed (--v=4), whatever became of its containers. */
function completedAt(
  steps: readonly WorkerFact[],
  facts: readonly Fact[],
  until: number,
): WorkerFact | undefined {
  const told = facts.find(({ event, at }) => event.kind === 'loop.completed' && at < until);
  if (told === undefined || steps.length === 0) return undefined;
  return { ...inferredBy(told), at: told.at, step: { kind: 'terminated' } };
}

/** An evicted pod is Failed; the eviction manager says so when its worker has killed it. */
function evictedAt({ step }: WorkerFact, facts: readonly Fact[]): WorkerFact | undefined {
  if (step.kind !== 'terminating' || step.reason !== 'evicted') return undefined;
  const told = facts.find(({ event }) => event.kind === 'pod.evicted');
  return told && { ...inferredBy(told), at: told.at, step: { kind: 'terminated' } };
}

/**
 * From when on housekeeping may find the pod over, and its worker one too many (podIsTerminated of pkg/kubelet/kubelet_pods.go): its eviction
 * begins with the phase Failed; that no container of a deleted pod runs, the status tells after the sync that kills them. What fails later
 * shows that it was there.
 */
function mayBeOver(
  asked: WorkerFact,
  facts: readonly Fact[],
  { isSandbox, running }: Pick<InferContext, 'isSandbox' | 'running'>,
): readonly WorkerFact[] {
  const alive = new Set([...running].filter((id) => !isSandbox(id)));
  const isDeleted = asked.step.kind === 'terminating' && asked.step.reason === 'deleted';
  // It waits for the sync that runs.
  const kill = facts.find(({ event, at }) => event.kind === 'container.killing' && at > asked.at);
  let last: Omit<WorkerFact, 'step'> | undefined = isDeleted ? undefined : asked;
  if (kill !== undefined && !isDeleted) last = { ...inferredBy(kill), at: kill.at };
  let isKilled = false;
  let wasAlive = false;
  for (const fact of facts) {
    const { event, at } = fact;
    if (at > asked.at) {
      if (!wasAlive) last ??= asked;
      const isError = event.kind === 'worker.error';
      isKilled ||= isError || (event.kind === 'pleg.event' && isDead(event) && isSandbox(event.id));
      if (isError && last !== undefined) last = { ...inferredBy(fact), at };
    }
    if (event.kind === 'pleg.event') {
      if (event.type === 'ContainerStarted' && !isSandbox(event.id)) alive.add(event.id);
      if (isDead(event)) alive.delete(event.id);
    }
    if (at > asked.at && isKilled && alive.size === 0) last ??= { ...inferredBy(fact), at };
    if (at <= asked.at) wasAlive = alive.size > 0;
  }
  if (isDeleted && !wasAlive) last ??= asked;
  return last === undefined ? [] : [{ ...last, step: { kind: 'maybeForgotten' } }];
}

function isDead({ type }: { readonly type: string }): boolean {
  return type === 'ContainerDied';
}

function inferredBy({ input, position }: Fact): Omit<WorkerFact, 'at' | 'step'> {
  return { known: 'inferred', provedBy: [input], provenAt: position };
}

/** A sync that fails as a call hung: it ran as long as that. */
function hung(fact: Fact, from: number): readonly WorkerFact[] {
  const proof = inferredBy(fact);
  const begun = micros(Math.max(from, fact.at - CALL));
  return [
    { ...proof, at: begun, step: { kind: 'working', value: true } },
    { ...proof, at: fact.at, step: blurred },
  ];
}

/** That it is idle or done is shown by nothing, that it works for a moment only. */
function unsure(one: WorkerFact): readonly WorkerFact[] {
  switch (one.step.kind) {
    case 'working':
      return one.step.value === true ? [one] : [{ ...one, step: blurred }];
    case 'terminated':
      // The sync that killed the pod goes on: it stops the sandboxes, and no line tells its end.
      return [{ ...one, step: { kind: 'maybeTerminated' } }];
    case 'finished':
      return [{ ...one, step: { kind: 'maybeFinished' } }];
    default:
      return [one];
  }
}

const blurred: WorkerStep = { kind: 'working', value: undefined };

/** Housekeeping wants no worker for a pod that is Succeeded or Failed (filterOutTerminatedPods), whatever comes of the pod. */
function forgottenAtEnd(
  steps: readonly WorkerFact[],
  completed: WorkerFact,
  { run, to }: Pick<InferContext, 'run' | 'to'>,
): readonly WorkerFact[] {
  const over =
    completed.step.kind === 'terminated'
      ? completed
      : (steps.find(({ step }) => step.kind === 'terminated') ?? completed);
  // A sync may have read in the cache what PLEG tells the loop of later, before there was a worker even.
  const read = Math.max(newsAt(run, completed.at).since, (steps[0]?.at ?? 0) + 1);
  const soonest = over.at + 2 * HOUSEKEEPING;
  const worked = workedUntil(steps, soonest);
  const from = micros(Math.max(read, worked));
  const at = micros(Math.max(soonest, from));
  if (from === Infinity) return steps;
  const begin: WorkerFact = { ...completed, at: from, step: { kind: 'maybeForgotten' } };
  const rest = steps
    .filter(({ step, at: then }) => step.kind !== 'forgotten' && then < at)
    .filter(({ step, at: then }) => step.kind !== 'maybeForgotten' || then >= worked)
    .flatMap(unsure);
  return to.reaches(at)
    ? [...rest, begin, { ...over, at, step: { kind: 'forgotten' } }]
    : [...rest, begin];
}

/** Its channel goes with the REMOVE, its goroutine after the sync that runs: when that fails a line tells, else it is not there for longer than a call. */
function forgotten(one: WorkerFact, facts: readonly Fact[], to: LogEnd): readonly WorkerFact[] {
  const remove = facts.findLast(({ event }) => event.kind === 'config' && event.op === 'REMOVE');
  const at = remove?.at ?? one.at;
  const failed = facts.findLast((fact) => fact.event.kind === 'worker.error' && fact.at >= at);
  if (failed !== undefined)
    return [{ ...one, at: failed.at, provedBy: [failed.input], provenAt: failed.position }];
  const begin: WorkerFact = { ...one, at, step: { kind: 'maybeForgotten' } };
  return to.reaches(at + CALL) ? [begin, { ...one, at: micros(at + CALL) }] : [begin];
}
