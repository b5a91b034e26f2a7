// When housekeeping forgot a worker: it runs each two seconds from the start of the sync loop on, unless the loop skips.
import { countWhile } from '../../../base/bisect.ts';
import { MILLISECOND, micros, SECOND, type Micros } from '../../../base/time.ts';
import { type Clues, step } from './clues.ts';
import type { Run } from '../facts/runs.ts';
import type { WorkerFact } from './workerFact.ts';

const HOUSEKEEPING = 2 * SECOND;
/** From the tick to the look at the workers. */
const PASS = 8 * MILLISECOND;
/** The clean-up of directories comes in the same pass. */
export const SAME_PASS = 400 * MILLISECOND;

/** What a pass does shows itself within this time of the tick. */
const AT_TICK = 60 * MILLISECOND;

export function inferForgetting(
  clues: Clues,
  run: Run,
  ending: readonly WorkerFact[],
): readonly WorkerFact[] {
  const { cleaned } = clues;
  // A directory goes when no source has its pod any more, though its REMOVE is not on the tape.
  const remove = clues.remove ?? clues.orphaned ?? cleaned;
  if (remove === undefined || ending.some((one) => one.step.kind === 'forgotten')) return [];
  const orphaned = orphaning(clues, run, ending);
  if (clues.kills.some((kill) => isAfterEnd(kill.at, ending, remove.at))) return orphaned;
  const finished = ending.findLast((one) => one.step.kind === 'finished');
  if (finished === undefined) return orphaned;
  const ready = Math.max(finished.at, remove.at);
  const tick = nextTick(run, ready);
  // Directories go when a worker is terminated, its entry once it has finished.
  const isEarly = finished.at > (cleaned?.at ?? 0) && finished.provenAt > (cleaned?.position ?? 0);
  // The directories of a pass whose list of the runtime fails stay; its look at the workers comes before that.
  const isHeldUp =
    cleaned !== undefined &&
    run.listFailures.some((at) => at > tick - HOUSEKEEPING && at < cleaned.at);
  if (cleaned !== undefined && cleaned.at >= ready - 20 * MILLISECOND && !isEarly && !isHeldUp) {
    const slow = run.slowPasses.find(({ from, to }) => from <= cleaned.at && cleaned.at <= to);
    const tickThen = slow === undefined ? tickBefore(run, cleaned.at) : slow.from;
    const pass = tick <= cleaned.at ? tickThen : undefined;
    return [...orphaned, { ...step({ kind: 'forgotten' }, cleaned, 0), at: pass ?? cleaned.at }];
  }
  return [...orphaned, { ...step({ kind: 'forgotten' }, remove, 0), at: micros(tick + PASS) }];
}

/** The entry was made anew: that it was forgotten is told there. */
function isAfterEnd(at: number, ending: readonly WorkerFact[], removed: number): boolean {
  const finished = ending.findLast((one) => one.step.kind === 'finished');
  return finished !== undefined && at > Math.max(finished.at, removed);
}

/** A pod that is gone from its source before its worker is done counts as deleted from the next pass on (1.27 on). */
function orphaning(clues: Clues, run: Run, ending: readonly WorkerFact[]): readonly WorkerFact[] {
  const { remove } = clues;
  if (remove === undefined || run.machine !== 'pending') return [];
  const finished = ending.findLast((one) => one.step.kind === 'finished')?.at ?? Infinity;
  const tick = nextTick(run, remove.at);
  if (tick > finished) return [];
  return [{ ...step({ kind: 'orphaned' }, remove, 0), at: micros(tick + PASS) }];
}

/** When the first pass at or after a time looks at the workers. */
export function passAfter(run: Run, after: Micros): Micros {
  return micros(nextTick(run, after) + PASS);
}

/** When the sync loop looks for pods to sync for the first time after a time: each second. */
export function syncTickAfter(run: Run, after: Micros): Micros {
  return micros(nextTick(run, after + 1, SECOND));
}

/** Whether what happens in a pass of housekeeping may have happened then. */
export function isAtTick(run: Run, at: Micros): boolean {
  const since = run.loopStart === undefined ? 0 : (at - run.loopStart) % HOUSEKEEPING;
  return since <= AT_TICK || run.skips.length > 0 || run.slowPasses.length > 0;
}

/** The last time that the sync loop looked for pods to sync, not after a time; that time itself without the loop's start. */
export function syncTickBefore({ loopStart }: Run, at: Micros): Micros {
  if (loopStart === undefined || loopStart > at) return at;
  return micros(loopStart + Math.floor((at - loopStart) / SECOND) * SECOND);
}

/** The first pass at or after a time; when the loop skips it comes once the loop goes on. Without the loop's start, the middle of the possible ones. */
function nextTick(run: Run, after: number, period = HOUSEKEEPING): number {
  const tick =
    run.loopStart === undefined
      ? after + period / 2
      : run.loopStart + Math.ceil((after - run.loopStart) / period) * period;
  const skip = run.skips[countWhile(run.skips, ({ from }) => from <= tick) - 1];
  return skip !== undefined && tick < skip.to ? skip.to : tick;
}

function tickBefore(run: Run, at: number): Micros | undefined {
  if (run.loopStart === undefined) return undefined;
  const tick = run.loopStart + Math.floor((at - run.loopStart) / HOUSEKEEPING) * HOUSEKEEPING;
  return at - tick < SAME_PASS ? micros(tick + PASS) : undefined;
}
