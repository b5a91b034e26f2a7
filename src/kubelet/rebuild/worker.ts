// The worker of one pod over all runs of the kubelet: lines where they say it, inference where they don't.
import type { Micros } from '../../base/time.ts';
import type { TerminationReason } from '../event.ts';
import { directWorker } from './directWorker.ts';
import type { Fact } from './fact.ts';
import type { WorkerFold } from './foldWorker.ts';
import type { WorkerTracks } from './history.ts';
import type { Before } from './clues.ts';
import { inferWorker } from './inferWorker.ts';
import type { Run } from './runs.ts';
import type { WorkerFact } from './workerFact.ts';

export function rebuildWorker(
  fold: WorkerFold,
  facts: readonly Fact[],
  runs: readonly Run[],
  runOf: (fact: Fact) => number,
  to: Micros,
  isSandbox: (id: string) => boolean,
  waitsUntil: Micros | undefined,
): WorkerTracks {
  const steps: WorkerFact[] = [];
  let before: Before | undefined;
  const running = new Set<string>();
  for (let [first] = facts, done = 0; first !== undefined; first = facts[done]) {
    const index = runOf(first);
    const run = runs[index];
    const next = runs[index + 1];
    const end = next === undefined ? facts.length : endOfRun(facts, done, next);
    const mine = end - done === facts.length ? facts : facts.slice(done, end);
    done = end;
    if (run === undefined) continue;
    const found = run.workerLines
      ? directWorker(mine, run, run.to ?? to)
      : inferWorker(mine, { run, before, running, to: run.to ?? to, isSandbox, waitsUntil });
    steps.push(...found);
    if (next !== undefined) for (const fact of mine) follow(running, fact);
    before = {
      deleted: isAsked(found, 'deleted'),
      completed: isAsked(found, 'completed'),
      // What was not admitted ends at once: it is Failed when the next run lists it.
      ended:
        found.some((f) => f.step.kind === 'finished') ||
        mine.some(({ event }) => event.kind === 'admission.denied'),
    };
    const last = found.at(-1);
    const forgotten = found.some((f) => f.step.kind === 'forgotten');
    if (next !== undefined && last !== undefined && !forgotten)
      steps.push({
        at: next.from,
        step: { kind: 'gone' },
        known: 'inferred',
        provedBy: next.startProvedBy.slice(0, 1),
        provenAt: last.provenAt,
      });
  }
  return fold.fold(inOrder(steps));
}

/** More than these are no longer nearly in order. */
const FEW = 200;

/** As `sort` by time. The steps of one pod are few, and nearly in order: they are put right where they stand. */
function inOrder(steps: WorkerFact[]): readonly WorkerFact[] {
  if (steps.length > FEW) return steps.sort((a, b) => a.at - b.at);
  for (let i = 1; i < steps.length; i++) {
    const one = steps[i];
    if (one === undefined) break;
    let to = i;
    for (let before = steps[to - 1]; before !== undefined && before.at > one.at;) {
      steps[to--] = before;
      before = steps[to - 1];
    }
    steps[to] = one;
  }
  return steps;
}

function isAsked(steps: readonly WorkerFact[], reason: TerminationReason): boolean {
  return steps.some(({ step }) => step.kind === 'terminating' && step.reason === reason);
}

/** Which containers and sandboxes run, after a fact. */
function follow(running: Set<string>, { event }: Fact): void {
  if (event.kind === 'pleg.finished') running.delete(event.id);
  if (event.kind !== 'pleg.event') return;
  if (event.type === 'ContainerStarted') running.add(event.id);
  else if (event.type === 'ContainerDied') running.delete(event.id);
}

/** Facts stand in order, and so do runs: the index of the first fact from `first` on that is not before the next run. */
function endOfRun(facts: readonly Fact[], first: number, next: Run): number {
  let end = first + 1;
  while ((facts[end]?.position ?? Infinity) < next.firstPosition) end++;
  return end;
}
