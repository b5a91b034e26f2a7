// How long the steps of a worker's end take, as real kubelets showed, and what is said of a step that lies between two times.
import { MILLISECOND, micros, SECOND, type Micros } from '../../../base/time.ts';
import { DOUBT, step } from './clues.ts';
import type { Fact } from '../facts/fact.ts';
import type { WorkerFact } from './workerFact.ts';

/** From the status line at the end of SyncTerminatingPod to the state, and of SyncTerminatedPod to the end. */
export const TERMINATED_DELAY = 2 * MILLISECOND;
export const FINISHED_DELAY = 6 * MILLISECOND;
/** The volume manager's loops see that a pod is terminated, and unmount. */
export const UNMOUNT_DELAY = 400 * MILLISECOND;
/** SyncTerminatedPod looks for unmounted volumes each 300 ms. */
export const UNMOUNT_POLL = 500 * MILLISECOND;
/** From the relist that saw the sandbox's death to the end of a worker that waited for it. */
export const RELIST_TO_END = 4 * MILLISECOND;
/** From the end of the worker to the second DELETE line. */
export const DELETED_AFTER_FINISH = 15 * MILLISECOND;
/** SyncTerminatedPod without volumes waits for a relist and for polls: 3.1 s at most were seen. */
export const CLEAN_UP = 4 * SECOND;

/** Unknown between `low` and `high` when that is long, else settled in the middle. */
export function settled(low: number, high: number, proof: WorkerFact): readonly WorkerFact[] {
  const at: Micros = micros(Math.max(low, high));
  if (high - low <= DOUBT) return [{ ...proof, at: micros((low + at) / 2), known: 'inferred' }];
  return [
    { ...proof, at: micros(low), step: { kind: 'maybeTerminated' }, known: 'inferred' },
    { ...proof, at, known: 'inferred' },
  ];
}

/** What the death of a sandbox tells where its network may go on to be taken down (`tearsDownFirst` of a run). */
export function mayBeDown(low: number, death: Fact): readonly WorkerFact[] {
  return [
    { ...step({ kind: 'maybeTerminated' }, death, 0), at: micros(low) },
    step({ kind: 'maybeFinished' }, death, 0),
  ];
}
