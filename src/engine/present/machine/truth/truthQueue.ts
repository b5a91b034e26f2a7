// When each pod is due again: what was put into the work queue and not taken out since.
import type { DueRow, WorkQueuePart } from '../../../../protocol/machineApi.ts';
import { ofPod } from '../asked.ts';
import type { AskedTruth } from './askedTruth.ts';

/** The queue does not say for what it was called, and its ticks are written down where they take something out. */
const untold = ['why', 'error', 'takenAt'] as const;

/** The entry of a pod, if it has one. */
export function truthDue({ eye, step }: AskedTruth, uid: string): DueRow | undefined {
  const { truth } = eye;
  const taken = truth.last('work', step, uid)?.step ?? -1;
  const [entry, before] = truth.back('enqueue', step, uid);
  if (entry === undefined || entry.step < taken) return undefined;
  return {
    pod: eye.pod(uid),
    due: eye.shown(entry.event.due),
    at: eye.shown(entry.at),
    delay: entry.event.due - entry.at,
    why: 'unknown',
    error: undefined,
    takenAt: undefined,
    replaced: before === undefined || before.step < taken ? undefined : eye.shown(before.event.due),
    untold,
  };
}

export function truthQueue(asked: AskedTruth): WorkQueuePart {
  const { eye, count } = asked;
  const all = ofPod(
    asked,
    Array.from(eye.truth.uidsOf('enqueue'), (uid) => [uid, truthDue(asked, uid)] as const),
  ).flatMap(([, row]) => (row === undefined ? [] : [row]));
  all.sort((a, b) => a.due - b.due);
  return {
    ...eye.head(asked, 'workQueue'),
    due: all.slice(0, count),
    total: all.length,
    nextTick: undefined,
  };
}
