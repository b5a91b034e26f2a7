// What the next process finds of a pod that had left its source: whether the worker of this one was done with it.
import { isSignOfWorker } from './clues.ts';
import type { Fact } from '../facts/fact.ts';
import { RELIST } from './relists.ts';
import type { Run } from '../facts/runs.ts';

/** A relist that begins after a time is over within this one. */
const TOLD = 2 * RELIST;

/**
 * Whether something of it ran still: housekeeping of the next process makes a worker to kill it, or that one's first relist finds a container
 * dead that had not died while this one still looked. `later`: the pod's facts of later processes; `running`: what ran when this one began.
 */
export function foundAlive(
  facts: readonly Fact[],
  later: readonly Fact[],
  run: Run,
  running: ReadonlySet<string>,
): boolean {
  const remove = facts.findLast(({ event }) => event.kind === 'config' && event.op === 'REMOVE');
  if (remove === undefined) return false;
  const sign = later.find((fact) => isSignOfWorker(fact))?.event;
  if (sign?.kind === 'container.killing') return true;
  if (sign?.kind === 'worker.terminating') return sign.reason === 'orphaned';
  if (run.last - Math.max(remove.at, lastTrouble(run)) < TOLD) return false;
  const alive = new Set(running);
  for (const fact of facts) follow(alive, fact);
  return later.some(({ event }) => event.kind === 'pleg.finished' && alive.has(event.id));
}

/** When a relist was last slow, or failed. */
function lastTrouble({ slowRelists, listFailures }: Run): number {
  return Math.max(slowRelists.at(-1)?.to ?? -Infinity, listFailures.at(-1) ?? -Infinity);
}

/** Which containers and sandboxes run, after a fact. */
export function follow(running: Set<string>, { event }: Fact): void {
  if (event.kind === 'pleg.finished') running.delete(event.id);
  if (event.kind !== 'pleg.event') return;
  if (event.type === 'ContainerStarted') running.add(event.id);
  else if (event.type === 'ContainerDied') running.delete(event.id);
}
