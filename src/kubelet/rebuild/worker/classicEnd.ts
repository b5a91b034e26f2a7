// The end of a worker up to 1.21, which has no states: it is one function that syncs, and a REMOVE takes its channel away while a sync may go
// on (ForgetWorker of pkg/kubelet/pod_workers.go). That a pod is gone from the API server, or its directory from the disk, doesn't show that its
// last sync is over; success has no line.
import { MILLISECOND, MINUTE, micros, SECOND, type Micros } from '../../../base/time.ts';
import type { Fact } from '../facts/fact.ts';
import type { InferContext } from './clues.ts';
import type { WorkerFact, WorkerStep } from './workerFact.ts';

/** What was woken works at least for this long. */
const AT_LEAST = 60 * MILLISECOND;
/** A call that hangs is given up after this (runtimeRequestTimeout), and its error has a line. */
const CALL = 2 * MINUTE;
const HOUSEKEEPING = 2 * SECOND;

export function classicEnd(
  steps: readonly WorkerFact[],
  facts: readonly Fact[],
  { run, to }: Pick<InferContext, 'run' | 'to'>,
): readonly WorkerFact[] {
  if (run.machine !== 'classic') return steps;
  const asked = steps.find(
    ({ step }) => step.kind === 'terminating' && step.reason !== 'completed',
  );
  const completed = steps.find(
    ({ step }) => step.kind === 'terminating' && step.reason === 'completed',
  );
  if (completed !== undefined) return forgottenAtEnd(steps, completed, to);
  const from = asked?.at ?? Infinity;
  const failed = facts.findLast(({ event }) => event.kind === 'worker.error')?.at ?? -Infinity;
  const hangs = facts.filter((fact) => fact.at > from && isHang(fact));
  const unsures = steps.flatMap((one) => {
    if (one.step.kind === 'forgotten') return forgotten(one, facts, to);
    return one.at < from ? [one] : unsure(one, facts, failed);
  });
  return [
    ...unsures.filter(
      ({ at, step }) =>
        step.kind !== 'working' ||
        !hangs.some((hang) => at > hang.at - CALL && at >= from && at < hang.at),
    ),
    ...hangs.flatMap((hang) => hung(hang, from)),
  ];
}

function isHang({ event }: Fact): boolean {
  return event.kind === 'worker.error' && /[Dd]eadline ?[Ee]xceeded/.test(event.error);
}

/** A sync that fails as a call hung: it ran as long as that. */
function hung(fact: Fact, from: number): readonly WorkerFact[] {
  const proof = { known: 'inferred', provedBy: [fact.input], provenAt: fact.position } as const;
  const begun = micros(Math.max(from, fact.at - CALL));
  return [
    { ...proof, at: begun, step: { kind: 'working', value: true } },
    { ...proof, at: fact.at, step: blurred },
  ];
}

/** That it is idle is shown by nothing, that it works for a moment only; and it was not done before a sync that fails. */
function unsure(one: WorkerFact, facts: readonly Fact[], failed: number): readonly WorkerFact[] {
  switch (one.step.kind) {
    case 'working':
      if (one.step.value === true) return [one, later(one, AT_LEAST, blurred)];
      return [{ ...one, step: blurred }];
    case 'terminated':
      if (one.at > failed && !makesSandbox(facts, one.at)) return [one];
      return [{ ...one, step: { kind: 'maybeTerminated' } }];
    case 'finished':
      if (one.at > failed && !makesSandbox(facts, one.at)) return [one];
      return [{ ...one, step: { kind: 'maybeFinished' } }];
    default:
      return [one];
  }
}

/**
 * Whether a sync may still wait for its sandbox, or for the network of it: no container has started since it needed one. The status
 * manager lets a pod go whose containers don't run (PodResourcesAreReclaimed of pkg/kubelet/kubelet_pods.go), whatever its worker is at.
 */
function makesSandbox(facts: readonly Fact[], at: Micros): boolean {
  const before = facts.filter((fact) => fact.at <= at);
  const needed = before.findLastIndex(({ event }) => event.kind === 'sandbox.needed');
  if (needed < 0) return false;
  const since = before.slice(needed);
  if (since.some(({ event }) => event.kind === 'worker.error')) return false;
  // The first that starts is the sandbox.
  const starts = since.filter(
    ({ event }) => event.kind === 'pleg.event' && event.type === 'ContainerStarted',
  );
  return starts.length < 2;
}

const blurred: WorkerStep = { kind: 'working', value: undefined };

function later(one: WorkerFact, by: number, step: WorkerStep): WorkerFact {
  return { ...one, at: micros(one.at + by), step };
}

/** Housekeeping wants no worker for a pod that is Succeeded or Failed (filterOutTerminatedPods), whatever comes of the pod. */
function forgottenAtEnd(
  steps: readonly WorkerFact[],
  completed: WorkerFact,
  to: Micros,
): readonly WorkerFact[] {
  const over = steps.find(({ step }) => step.kind === 'terminated') ?? completed;
  const at = micros(over.at + 2 * HOUSEKEEPING);
  const rest = steps.filter(({ step, at: then }) => step.kind !== 'forgotten' && then < at);
  const begin: WorkerFact = { ...over, step: { kind: 'maybeForgotten' } };
  return at > to
    ? [...rest, begin]
    : [...rest, begin, { ...over, at, step: { kind: 'forgotten' } }];
}

/** Its channel goes with the REMOVE, its goroutine after the sync that runs: when that fails a line tells, else it is not there for longer than a call. */
function forgotten(one: WorkerFact, facts: readonly Fact[], to: Micros): readonly WorkerFact[] {
  const remove = facts.findLast(({ event }) => event.kind === 'config' && event.op === 'REMOVE');
  const at = remove?.at ?? one.at;
  const failed = facts.findLast((fact) => fact.event.kind === 'worker.error' && fact.at >= at);
  if (failed !== undefined)
    return [{ ...one, at: failed.at, provedBy: [failed.input], provenAt: failed.position }];
  const begin: WorkerFact = { ...one, at, step: { kind: 'maybeForgotten' } };
  return at + CALL > to ? [begin] : [begin, { ...one, at: micros(at + CALL) }];
}
