// Steps of a worker that lines of v≥4 say outright.
import { type Fact, isOf } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import { isListedLive } from '../facts/samples.ts';
import { Undelivered } from './undelivered.ts';
import type { WorkerFact, WorkerStep } from './workerFact.ts';

export function directWorker(
  facts: readonly Fact[],
  { machine }: Pick<Run, 'machine'>,
): readonly WorkerFact[] {
  const steps: WorkerFact[] = [];
  const undelivered = machine === 'lifecycle' ? new Undelivered(facts) : undefined;
  let isBusy = false;
  facts.forEach((fact, index) => {
    const isFirst = steps.length === 0 && isListedLive(fact.event);
    const isStillborn =
      fact.event.kind === 'worker.refused' && steps.at(-1)?.step.kind === 'created';
    const isUnstarted = fact.event.kind === 'worker.stopped' && waitsToStart(steps);
    const found = isFirst
      ? listed
      : isStillborn
        ? stillborn
        : isUnstarted
          ? unstarted
          : stepsOf(fact, machine);
    for (const step of found)
      steps.push({
        at: fact.at,
        step,
        known: 'seen',
        provedBy: [fact.input],
        provenAt: fact.position,
        ...(undelivered === undefined ? {} : { pendingKnown: 'inferred' }),
      });
    undelivered?.take(index);
    const newest = undelivered?.waiting.at(-1)?.fact;
    if (isOf('worker.begin', fact)) isBusy = true;
    else if (isOf('worker.end', fact)) isBusy = false;
    else if (newest !== fact) return;
    if (isBusy && newest !== undefined)
      steps.push({
        at: fact.at,
        step: { kind: 'asked' },
        known: 'inferred',
        provedBy: [newest.input],
        provenAt: fact.position,
      });
  });
  return steps;
}

/** Up to 1.26 a worker that is made for a pod which had ended is done at once: the very update that made it is refused (UpdatePod). */
const stillborn: readonly WorkerStep[] = [
  { kind: 'terminated' },
  { kind: 'finished' },
  { kind: 'waitsToStart', isEntered: false },
];

/** cleanupUnstartedPod: what ends while it waits to start is done at once. */
const unstarted: readonly WorkerStep[] = [{ kind: 'finished' }];

function waitsToStart(steps: readonly WorkerFact[]): boolean {
  const last = steps.findLast(({ step: { kind } }) => kind === 'begin' || kind === 'waitsToStart');
  return last?.step.kind === 'waitsToStart';
}

/** What a list shows of a worker that was there before the log begins. */
const listed: readonly WorkerStep[] = [{ kind: 'existing' }, { kind: 'syncing' }];

function stepsOf(fact: Fact, machine: Run['machine']): readonly WorkerStep[] {
  const { event } = fact;
  if (event.kind === 'worker.orphaned') return [{ kind: 'requeued' }, { kind: 'orphaned' }];
  if (event.kind === 'worker.orphanDone')
    return event.forgotten ? [{ kind: 'finished' }, { kind: 'forgotten' }] : [{ kind: 'finished' }];
  const step = stepOf(fact, machine);
  return step === undefined ? [] : [step];
}

function stepOf({ event }: Fact, machine: Run['machine']): WorkerStep | undefined {
  switch (event.kind) {
    case 'worker.first':
      return { kind: 'created' };
    case 'worker.notified':
      return { kind: 'notified', work: event.work };
    case 'worker.requeued':
      return { kind: 'requeued' };
    case 'worker.begin':
      return { kind: 'begin', work: event.work };
    case 'worker.end':
      return { kind: 'end', work: event.work };
    case 'worker.terminating':
      return { kind: 'terminating', reason: event.reason };
    case 'worker.acknowledged':
      return { kind: 'acknowledged' };
    case 'config':
      return event.op === 'DELETE' ? { kind: 'maybeGrace' } : undefined;
    case 'worker.grace':
      return { kind: 'grace', seconds: event.seconds };
    case 'worker.terminated':
      return { kind: 'terminated' };
    case 'worker.finished':
      return { kind: 'finished' };
    case 'worker.refused':
      return event.finished ? { kind: 'finished' } : undefined;
    case 'worker.forgotten':
      return { kind: 'forgotten' };
    case 'worker.waitsToStart':
      return { kind: 'waitsToStart', isEntered: machine === 'pending' };
    default:
      return undefined;
  }
}
