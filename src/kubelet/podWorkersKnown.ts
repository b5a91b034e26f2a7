// The part of pkg/kubelet/pod_workers.go (v1.34) by which housekeeping forgets workers and pushes orphans on, and the
// signal that wakes a worker, for the machine of 1.27 and later.
import { mapEntries } from '../base/persistentMap.ts';
import type { Micros } from '../base/time.ts';
import { isStaticPod, type PodUid } from './pod.ts';
import {
  isStarted,
  isTerminationRequested,
  workTypeOf,
  type PodSyncStatus,
  type PodWorkersEvent,
} from './podWorkers.ts';
import {
  calculateEffectiveGracePeriod,
  changeStatus,
  changeWorker,
  log,
  podUidKey,
  putWorker,
  releaseStaticPod,
  workerOf,
  type Draft,
} from './podWorkersDraft.ts';

/** Puts the signal into the channel unless it is there; whether it was put. */
export function signal(draft: Draft, uid: PodUid): boolean {
  const worker = workerOf(draft, uid);
  if (!worker.channel || worker.signalled) return false;
  changeWorker(draft, uid, { signalled: true });
  if (worker.goroutine === 'idle') draft.effects.push({ kind: 'wake', uid });
  return true;
}

export function workerHasStopped(draft: Draft, uid: PodUid): void {
  log(draft, 3, 'Pod worker has stopped', [podUidKey(uid)]);
}

/** Repeats the last update when none waits; what was never started has none to repeat. */
export function requeueLastPodUpdate(draft: Draft, uid: PodUid): void {
  const { status } = workerOf(draft, uid);
  if (status?.pendingUpdate !== undefined || status?.activeUpdate === undefined) return;
  changeStatus(draft, uid, { pendingUpdate: status.activeUpdate, working: true });
  signal(draft, uid);
}

/** Forgets what is over and pushes on what nobody wants any more; says what it knows of the others. */
export function syncKnownPods(
  draft: Draft,
  { desired, now }: PodWorkersEvent & { readonly kind: 'syncKnownPods' },
): void {
  if (!draft.state.podsSynced) draft.state = { ...draft.state, podsSynced: true };
  for (const [uid, { status }] of mapEntries(draft.state.workers)) {
    if (status === undefined) continue;
    const orphan = !desired.has(uid);
    const removable = status.restartRequested || orphan;
    if (removable && removeTerminatedWorker(draft, uid, status, orphan, now)) continue;
    const after = workerOf(draft, uid).status ?? status;
    const pod = (after.activeUpdate ?? after.pendingUpdate)?.pod;
    draft.effects.push({
      kind: 'known',
      uid,
      state: workTypeOf(after),
      orphan,
      hasConfig: pod !== undefined,
      isStatic: pod !== undefined && isStaticPod(pod),
    });
  }
}

/** Whether the history of a UID could be dropped. */
function removeTerminatedWorker(
  draft: Draft,
  uid: PodUid,
  status: PodSyncStatus,
  orphan: boolean,
  now: Micros,
): boolean {
  const say = (text: string): void => {
    log(draft, 4, text, [podUidKey(uid)]);
  };
  if (!status.finished && !orphan) {
    say('Pod worker has been requested for removal but is still not fully terminated');
    return false;
  }
  if (!status.finished) {
    changeStatus(draft, uid, { deleted: true });
    if (isStarted(status) || status.observedRuntime) {
      pushOrphan(draft, uid, status, now);
      return false;
    }
    say('Pod is orphaned and has not been started');
  }
  say(
    status.restartRequested
      ? 'Pod has been terminated but another pod with the same UID was created, remove history to allow restart'
      : 'Pod has been terminated and is no longer known to the kubelet, remove all history',
  );
  const worker = workerOf(draft, uid);
  const ends = worker.goroutine === 'idle' || worker.goroutine === 'none';
  if (worker.goroutine === 'idle') workerHasStopped(draft, uid);
  putWorker(draft, uid, {
    ...worker,
    status: undefined,
    channel: false,
    signalled: false,
    goroutine: ends ? 'none' : worker.goroutine,
  });
  releaseStaticPod(draft, status.fullname, uid);
  return true;
}

/** An orphan has nobody else who would bring it to its end. */
function pushOrphan(draft: Draft, uid: PodUid, status: PodSyncStatus, now: Micros): void {
  if (isTerminationRequested(status)) {
    requeueLastPodUpdate(draft, uid);
    const text = 'Pod is orphaned and still terminating, notified the pod worker';
    log(draft, 4, text, [podUidKey(uid)]);
    return;
  }
  const pod = status.activeUpdate?.pod;
  const gracePeriod =
    pod === undefined
      ? 1
      : calculateEffectiveGracePeriod(status, pod, undefined, draft.version).gracePeriod;
  changeStatus(draft, uid, { terminatingAt: now, gracePeriod });
  requeueLastPodUpdate(draft, uid);
  log(draft, 4, 'Pod is orphaned and still running, began terminating', [podUidKey(uid)]);
}
