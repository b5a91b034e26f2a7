// Orphans of the runtime: pods that it runs and no source has. Housekeeping makes a worker to kill one, and may do so again from an old
// list (HandlePodCleanups in pkg/kubelet/kubelet_pods.go).
import { MILLISECOND, micros, SECOND } from '../../../base/time.ts';
import { type Clues, type InferContext, isSignOfWorker, step } from './clues.ts';
import { CALL, type Fact, isHang, isKillError } from '../facts/fact.ts';
import { passAfter, SAME_PASS } from './inferForgetting.ts';
import { RELIST } from './relists.ts';
import type { Run } from '../facts/runs.ts';
import type { WorkerFact } from './workerFact.ts';

/** What a new kubelet kills without having it from a source is an orphan of the runtime, which below v=3 (1.27 on: v=2) no line says. */
export function withOrphan(clues: Clues, run: Run): Clues {
  const first = clues.all.find((fact) => isSignOfWorker(fact));
  const isOrphan =
    run.started &&
    run.machine !== 'classic' &&
    clues.add === undefined &&
    clues.denied === undefined &&
    (clues.remove?.position ?? Infinity) > (first?.position ?? 0) &&
    first !== undefined &&
    isKilling(first);
  return isOrphan ? { ...clues, orphaned: clues.orphaned ?? first } : clues;
}

/** What is dead already is killed without a line: the first is that its sandbox could not be stopped. */
function isKilling({ event }: Fact): boolean {
  return (
    event.kind === 'container.killing' ||
    (event.kind === 'worker.error' && isKillError(event.error))
  );
}

/** From its first line back to the begin of what it tells the end of: a call that hung. */
export function sinceBegin({ event }: Fact): number {
  return event.kind === 'worker.error' && isHang(event.error) ? -CALL : 0;
}

/**
 * A finished worker kills nothing. A kill after the end is that of an orphan, which housekeeping made from an old list of the
 * runtime; before 1.27 it stays for good when it fails, for nobody tries again.
 */
export function afterlife(
  clues: Clues,
  run: Run,
  ending: readonly WorkerFact[],
): readonly WorkerFact[] {
  const finished = ending.findLast((one) => one.step.kind === 'finished');
  const { remove } = clues;
  if (finished === undefined) return [];
  const { orphaned } = clues;
  const after = Math.max(finished.at, remove?.at ?? -Infinity);
  const isAfter = (fact: Fact): boolean =>
    fact.at > after && fact.position > (remove?.position ?? -1);
  const said = orphaned !== undefined && isAfter(orphaned) ? orphaned : undefined;
  const kill = remove === undefined ? killedAgain(clues, run) : (said ?? clues.kills.find(isAfter));
  if (kill === undefined) return [];
  const failed = clues.errors.find((fact) => fact.position > kill.position);
  const steps = [
    step({ kind: 'forgotten' }, kill, -1),
    step({ kind: 'created' }, kill, 0),
    step({ kind: 'terminating', reason: 'orphaned' }, kill, 0),
    step({ kind: 'acknowledged' }, kill, 0),
    step({ kind: 'working', value: true }, kill, 0),
  ];
  if (failed !== undefined && run.machine === 'lifecycle')
    return [...steps, step({ kind: 'working', value: false }, failed, 0)];
  const end = step({ kind: 'finished' }, failed ?? kill, SECOND);
  // What is dead already is soon killed.
  steps.push(step({ kind: 'maybeTerminated' }, kill, 1), step({ kind: 'maybeFinished' }, kill, 1));
  return [...steps, end, { ...end, step: { kind: 'forgotten' }, at: passAfter(run, end.at) }];
}

/** A pod that only the runtime knows: from 1.27 on its entry goes with the kill, and no line says when that is over. */
export function orphanEnd(
  clues: Clues,
  { run }: InferContext,
  cause: WorkerFact,
): readonly WorkerFact[] {
  const dead = clues.all.findLast(
    (f) => f.event.kind === 'pleg.finished' && f.position > cause.provenAt,
  );
  const again = killedAgain(clues, run);
  if (again !== undefined) return orphanTwice(clues, cause, again);
  const [kill] = clues.kills;
  const proof = dead ?? clues.cleaned ?? kill;
  if (proof === undefined) return [];
  const finished = step({ kind: 'finished' }, proof, -SECOND / 2);
  const at = micros(Math.max(finished.at, cause.at + 50 * MILLISECOND));
  const done = { ...finished, at };
  if (run.machine === 'pending') return [done, { ...done, step: { kind: 'forgotten' } }];
  const { cleaned } = clues;
  const killed = clues.kills.at(-1) ?? cause;
  // Its directory goes with the pass that finds it done; the next one forgets it.
  if (cleaned !== undefined && cleaned.at >= killed.at) {
    if (dead !== undefined && cleaned.at - dead.at > SAME_PASS)
      return [
        { ...done, step: { kind: 'maybeTerminated' } },
        { ...done, step: { kind: 'maybeFinished' } },
        step({ kind: 'finished' }, dead, 0),
        { ...step({ kind: 'forgotten' }, cleaned, 0), at: passAfter(run, dead.at) },
      ];
    const gone = step({ kind: 'finished' }, cleaned, 0);
    const from = { ...gone, at: micros(Math.max(cause.at, cleaned.at - 2 * RELIST)) };
    return [
      { ...from, step: { kind: 'maybeTerminated' } },
      { ...from, step: { kind: 'maybeFinished' } },
      gone,
      { ...gone, step: { kind: 'forgotten' }, at: passAfter(run, gone.at) },
    ];
  }
  const ended = { ...done, at: micros(Math.max(cause.at, proof.at)) };
  const since = { ...done, at: micros(Math.max(cause.at, proof.at - RELIST)) };
  return [
    { ...since, step: { kind: 'maybeTerminated' } },
    { ...since, step: { kind: 'maybeFinished' } },
    ended,
  ];
}

/**
 * Before 1.27 an orphan of the runtime that is killed is forgotten by the next pass, and killed once more when that pass has an old list:
 * the same container, with no failure in between, for nobody tries again.
 */
function killedAgain({ orphaned, kills, errors }: Clues, { machine }: Run): Fact | undefined {
  if (machine !== 'lifecycle' || orphaned === undefined) return undefined;
  const [first] = kills;
  const again = kills.find(
    ({ at, event }) => first !== undefined && at > first.at + SECOND && event.id === first.event.id,
  );
  const failed = errors.some(({ position }) => position < (again?.position ?? -1));
  return failed ? undefined : again;
}

function orphanTwice(clues: Clues, cause: WorkerFact, again: Fact): readonly WorkerFact[] {
  const dead = clues.exits.find(
    ({ position }) => position > cause.provenAt && position < again.position,
  );
  const from = step({ kind: 'maybeTerminated' }, again, 0);
  const at = micros(cause.at + 50 * MILLISECOND);
  return [
    { ...from, at },
    { ...from, at, step: { kind: 'maybeFinished' } },
    step({ kind: 'finished' }, dead ?? again, dead === undefined ? -2 : 0),
  ];
}
