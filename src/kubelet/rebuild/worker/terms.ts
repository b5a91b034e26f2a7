// The workers that one pod had in one run of the kubelet, one after another: a static pod whose file is taken away and put back comes
// with the UID that it had. Its worker is forgotten first, be it before the file comes back or after (UpdatePod and HandlePodCleanups
// in pkg/kubelet: a worker that terminates is asked to restart, and housekeeping makes it anew).
import { MILLISECOND, micros, type Micros } from '../../../base/time.ts';
import { type Before, type InferContext } from './clues.ts';
import { type Fact, isOf } from '../facts/fact.ts';
import { isAtTick, passAfter } from './inferForgetting.ts';
import { inferWorker } from './inferWorker.ts';
import type { Run } from '../facts/runs.ts';
import { LogEnd } from '../logEnd.ts';
import type { WorkerFact } from './workerFact.ts';

/** From the making of a worker to the first line of its sync. */
const BEGIN_DELAY = 2 * MILLISECOND;

/** The steps of each worker, in order. */
export function inferTerms(
  facts: readonly Fact[],
  context: InferContext,
): readonly (readonly WorkerFact[])[] {
  const back = nextAdd(facts, context.run);
  const add = facts[back];
  if (add === undefined) return [inferWorker(facts, context)];
  const early = inferWorker(facts.slice(0, back), { ...context, to: new LogEnd(add.at) });
  const before = endedBy(early);
  const after = { ...context, before, running: none, waitsUntil: undefined };
  const entry = early.findLast(
    ({ step: { kind }, at }) => at <= add.at && (kind === 'created' || kind === 'forgotten'),
  );
  if (entry?.step.kind === 'forgotten') return [early, ...inferTerms(facts.slice(back), after)];
  const restart = restartOf(facts, back, context.run);
  if (restart === undefined) return [inferWorker(facts, context)];
  const { first, at } = restart;
  // Housekeeping finds a pod without a source only before its file is back.
  const old = inferWorker(facts.slice(0, first), { ...context, to: new LogEnd(at) }).filter(
    (one) => one.step.kind !== 'orphaned' || one.at < restart.add.at,
  );
  const { position, input, event, severity } = restart.add;
  const anew = [{ at, position, input, event, severity }, ...facts.slice(first)];
  return [goneBy(at, old), ...inferTerms(anew, after)];
}

const none: ReadonlySet<string> = new Set();

/** What had ended by itself has still ended when its file is back. */
function endedBy(steps: readonly WorkerFact[]): Before | undefined {
  const completed = steps.some(
    ({ step }) => step.kind === 'terminating' && step.reason === 'completed',
  );
  return completed ? { deleted: false, ended: true, completed, overdue: false } : undefined;
}

/** The index of the first ADD that follows a REMOVE, or the kill of what a new process found without a source. */
function nextAdd(facts: readonly Fact[], run: Run): number {
  const end = facts.findIndex(
    (fact) => isConfig(fact, 'REMOVE') || isConfig(fact, 'ADD') || isOrphaning(fact, run),
  );
  const first = facts[end];
  if (first === undefined) return -1;
  const gone = isConfig(first, 'ADD') ? facts.findIndex((fact) => isConfig(fact, 'REMOVE')) : end;
  return gone < 0 ? -1 : facts.findIndex((fact, i) => i > gone && isConfig(fact, 'ADD'));
}

function isOrphaning({ event }: Fact, { started, machine }: Run): boolean {
  if (event.kind === 'worker.terminating') return event.reason === 'orphaned';
  return started && machine !== 'classic' && event.kind === 'container.killing';
}

function isConfig(fact: Fact, op: 'ADD' | 'REMOVE'): boolean {
  return isOf('config', fact) && fact.event.op === op;
}

/** Where a worker was made anew that had not been done when its pod came back: the pass of housekeeping before its first signs. */
function restartOf(
  facts: readonly Fact[],
  back: number,
  run: Run,
): { readonly add: Fact; readonly first: number; readonly at: Micros } | undefined {
  let add: Fact | undefined;
  let last: Fact | undefined;
  let prints = 0;
  for (let i = facts.findIndex((fact) => isConfig(fact, 'REMOVE')); i < facts.length; i++) {
    const fact = facts[i];
    if (fact === undefined) return undefined;
    if (isConfig(fact, 'REMOVE')) add = undefined;
    else if (i >= back && isConfig(fact, 'ADD')) add = fact;
    else if (
      add !== undefined &&
      isOf('pleg.event', fact) &&
      fact.event.type === 'ContainerStarted'
    )
      return { add, first: i, at: micros(Math.min(fact.at, passAfter(run, (last ?? add).at))) };
    else if (isOf('sandbox.needed', fact)) {
      // The two steps of an end print a line each (1.29 on) before the begin of a sync does.
      const isEnd = run.statusPrints && (prints++ < 2 || !isAtTick(run, fact.at));
      if (add !== undefined && !isEnd) return { add, first: i, at: micros(fact.at - BEGIN_DELAY) };
      last = fact;
    } else if (isOf('pleg.event', fact)) last = fact;
  }
  return undefined;
}

function goneBy(at: Micros, steps: readonly WorkerFact[]): readonly WorkerFact[] {
  const latest = micros(at - 1);
  const done = steps.map((one) => (one.at > latest ? { ...one, at: latest } : one));
  const last = done.at(-1);
  if (last === undefined || done.some(({ step }) => step.kind === 'forgotten')) return done;
  return [...done, { ...last, step: { kind: 'forgotten' }, known: 'inferred', at: latest }];
}
