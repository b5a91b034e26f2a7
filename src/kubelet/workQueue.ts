// Mirrors pkg/kubelet/util/queue/work_queue.go (v1.34; the same since 1.9).
//
// When each pod is due for another sync. Nobody is woken by it: the sync tick of the loop asks once a second, so work
// may be up to a second late. Promised: one entry for a UID, the last Enqueue wins, even if it is later than the old.
import {
  emptyMap,
  mapEntries,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../base/persistentMap.ts';
import { micros, type Micros } from '../base/time.ts';
import type { PodUid } from './pod.ts';

export interface WorkQueue {
  readonly due: PersistentMap<Micros>;
}

export const emptyWorkQueue: WorkQueue = { due: emptyMap() };

/** Enqueues `uid` for `delay` microseconds from now. */
export function enqueue(queue: WorkQueue, uid: PodUid, delay: number, now: Micros): WorkQueue {
  return { due: mapSet(queue.due, uid, micros(now + delay)) };
}

/** Takes out what became due strictly before now. Go gives it in no order; here it is sorted by UID. */
export function getWork(
  queue: WorkQueue,
  now: Micros,
): { readonly queue: WorkQueue; readonly work: readonly PodUid[] } {
  const work: PodUid[] = [];
  for (const [uid, time] of mapEntries(queue.due)) if (time < now) work.push(uid);
  if (work.length === 0) return { queue, work };
  const due = work.reduce((rest, uid) => mapRemove(rest, uid), queue.due);
  return { queue: { due }, work: work.sort() };
}
