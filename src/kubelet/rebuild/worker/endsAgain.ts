// A static pod that has ended and comes again, in the next run of the kubelet or when its file is put back: no source tells its status,
// so that its first sync finds the dead containers of before, and ends it once more (SyncPod in pkg/kubelet/kubelet.go).
import { micros } from '../../../base/time.ts';
import { type Clues, type InferContext, step } from './clues.ts';
import { CLEAN_UP, FINISHED_DELAY, TERMINATED_DELAY } from './endTimes.ts';
import { RELIST } from './relists.ts';
import type { WorkerFact } from './workerFact.ts';

export function isStaticAdd({ add }: Pick<Clues, 'add'>): boolean {
  return add !== undefined && add.event.source !== 'api';
}

/** Undefined when the pod had not ended, or runs again: its dead containers may have been removed. */
export function endsAgain(
  { add, starts, prints }: Clues,
  { run, before }: Pick<InferContext, 'run' | 'before'>,
  created: WorkerFact,
): readonly WorkerFact[] | undefined {
  const isOver = before?.ended === true || before?.completed === true;
  if (!isOver || add === undefined || starts.length > 0) return undefined;
  const over: WorkerFact = {
    ...created,
    at: micros(created.at + 1),
    step: { kind: 'terminating', reason: 'completed' },
    known: 'inferred',
  };
  const finished = step({ kind: 'finished' }, add, CLEAN_UP);
  if (!run.statusPrints)
    return [
      over,
      { ...over, step: { kind: 'maybeTerminated' } },
      { ...over, step: { kind: 'maybeFinished' }, at: micros(over.at + 1) },
      finished,
    ];
  // The status lines of its sync, of the begin and the end of SyncTerminatingPod, and of SyncTerminatedPod.
  const [, , middle, end] = prints;
  return [
    over,
    middle === undefined
      ? { ...over, step: { kind: 'maybeTerminated' } }
      : step({ kind: 'terminated' }, middle, TERMINATED_DELAY),
    ...(end === undefined ? [] : [step({ kind: 'finished' }, end, FINISHED_DELAY)]),
  ];
}

/**
 * Up to 1.26, a pod of the API whose containers had all been seen to end in the run before, and whose sandbox the first relist of this one finds
 * dead too: the API has it as over (UpdatePod in pkg/kubelet/pod_workers.go).
 */
export function wasStopped(
  { add, starts, deaths }: Clues,
  { run, running, isSandbox }: Pick<InferContext, 'run' | 'running' | 'isSandbox'>,
): boolean {
  if (add?.event.source !== 'api' || !run.started || run.machine === 'pending') return false;
  const gone = deaths.find(({ event }) => isSandbox(event.id));
  const isFirst = gone !== undefined && gone.at - add.at < RELIST && running.has(gone.event.id);
  return isFirst && starts.length === 0 && [...running].every((id) => isSandbox(id));
}
