// The worker of one pod over all runs of the kubelet: lines where they say it, inference where they don't.
import { addAll } from '../../../base/extremes.ts';
import type { Micros } from '../../../base/time.ts';
import type { TerminationReason } from '../../event.ts';
import { classicEnd } from './classicEnd.ts';
import { directWorker } from './directWorker.ts';
import type { Fact } from '../facts/fact.ts';
import type { WorkerFold } from './foldWorker.ts';
import type { WorkerTracks } from '../history.ts';
import type { Before, InferContext } from './clues.ts';
import { follow, foundAlive } from './foundAlive.ts';
import { inferWorker } from './inferWorker.ts';
import { withLoud } from './loudWorker.ts';
import type { Run } from '../facts/runs.ts';
import { LogEnd } from '../logEnd.ts';
import { inferTerms } from './terms.ts';
import type { WorkerFact } from './workerFact.ts';

export function rebuildWorker(
  fold: WorkerFold,
  facts: readonly Fact[],
  runs: readonly Run[],
  runOf: (fact: Fact) => number,
  to: LogEnd,
  isSandbox: (id: string) => boolean,
  waitsUntil: Micros | undefined,
  returns: boolean,
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
    const isFoundAlive = next !== undefined && foundAlive(mine, facts.slice(end), run, running);
    const ends = run.to === undefined ? to : new LogEnd(run.to);
    const context = { run, before, running, to: ends, isSandbox, isFoundAlive, waitsUntil };
    const terms = termsOf(mine, context, returns);
    for (const term of terms) addAll(steps, term);
    const found = terms.at(-1) ?? [];
    if (next !== undefined) for (const fact of mine) follow(running, fact);
    before = {
      deleted: isAsked(found, 'deleted'),
      completed: isAsked(found, 'completed'),
      overdue: isOverdue(found, mine),
      // What was not admitted ends at once: it is Failed when the next run lists it.
      ended:
        (found.some((f) => f.step.kind === 'finished') && !isGone(found)) ||
        mine.some(({ event }) => event.kind === 'admission.denied') ||
        (run.machine === 'classic' && mayBeOver(found)),
    };
    const last = found.at(-1);
    if (next !== undefined && last !== undefined && !isForgotten(found))
      steps.push({
        at: next.from,
        step: { kind: 'gone' },
        known: 'inferred',
        provedBy: next.firstInput === undefined ? [] : [next.firstInput],
        provenAt: last.provenAt,
      });
  }
  return fold.fold(inOrder(steps));
}

/** By the workers' own lines where there are such, else by inference. */
function termsOf(
  facts: readonly Fact[],
  context: InferContext,
  returns: boolean,
): readonly (readonly WorkerFact[])[] {
  const { run } = context;
  if (run.workerLines && run.loud === undefined) return [directWorker(facts, run)];
  const terms = returns ? inferTerms(facts, context) : [inferWorker(facts, context)];
  if (run.loud !== undefined) return [withLoud(terms.flat(), facts, run)];
  return terms.map((term) => classicEnd(term, facts, context));
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

/** A worker that was forgotten may be made anew. */
function isForgotten(steps: readonly WorkerFact[]): boolean {
  const last = steps.findLast(({ step }) => step.kind === 'created' || step.kind === 'forgotten');
  return last?.step.kind === 'forgotten';
}

/** Up to 1.21 housekeeping forgets a worker whose pod may be over. */
function mayBeOver(steps: readonly WorkerFact[]): boolean {
  const last = steps.findLast(({ step }) => /orgotten$|^existing$/.test(step.kind))?.step.kind;
  return last === 'maybeForgotten' || (last === 'forgotten' && !isGone(steps));
}

/** What left its source is none that has ended when it comes again: it is a static pod whose file is back. */
function isGone(steps: readonly WorkerFact[]): boolean {
  return isAsked(steps, 'removed') || isAsked(steps, 'orphaned');
}

/** Whether a kill, or the event of its deadline, is what shows that a pod ended by itself. */
function isOverdue(steps: readonly WorkerFact[], facts: readonly Fact[]): boolean {
  const end = steps.find(({ step }) => step.kind === 'terminating' && step.reason === 'completed');
  const id = end?.provedBy[0];
  const proof = facts.find(
    ({ input }) => input.source === id?.source && input.offset === id.offset,
  );
  return proof?.event.kind === 'container.killing' || proof?.event.kind === 'pod.event';
}

/** Facts stand in order, and so do runs: the index of the first fact from `first` on that is not before the next run. */
function endOfRun(facts: readonly Fact[], first: number, next: Run): number {
  let end = first + 1;
  while ((facts[end]?.position ?? Infinity) < next.firstPosition) end++;
  return end;
}
