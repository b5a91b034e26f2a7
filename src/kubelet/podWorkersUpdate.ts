// The parts of UpdatePod (pkg/kubelet/pod_workers.go) that did not change between 1.22 and now: what an update
// does to the state of a pod before it is handed to the worker.
import type { Micros } from '../base/time.ts';
import type { PodUid } from './pod.ts';
import {
  isTerminated,
  isTerminationRequested,
  newPodSyncStatus,
  type UpdatePodOptions,
} from './podWorkers.ts';
import {
  calculateEffectiveGracePeriod,
  changeStatus,
  changeWorker,
  log,
  podOf,
  podUidKey,
  workerOf,
  type Draft,
  type Keys,
} from './podWorkersDraft.ts';

export function withoutRunningPod(
  options: UpdatePodOptions,
  pod: UpdatePodOptions['pod'],
): UpdatePodOptions {
  const { updateType, startTime, mirrorPod, killPodOptions } = options;
  return {
    updateType,
    ...(pod === undefined ? {} : { pod }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(mirrorPod === undefined ? {} : { mirrorPod }),
    ...(killPodOptions === undefined ? {} : { killPodOptions }),
  };
}

/** Remembers a UID; a pod that ended before this process began starts in state terminated. */
export function firstSight(
  draft: Draft,
  options: UpdatePodOptions,
  now: Micros,
  cacheTerminal: boolean,
  keys: Keys,
): void {
  log(draft, 4, 'Pod is being synced for the first time', keys);
  const pod = podOf(options);
  const fresh = newPodSyncStatus(`${pod.metadata.name}_${pod.metadata.namespace}`, now);
  const phase = options.pod?.status?.phase;
  const ended = (phase === 'Failed' || phase === 'Succeeded') && cacheTerminal;
  changeWorker(draft, pod.metadata.uid, {
    status: ended
      ? {
          ...fresh,
          terminatedAt: now,
          terminatingAt: now,
          startedTerminating: true,
          finished: !draft.version.terminalPodsAreCleaned,
        }
      : fresh,
  });
}

/** Whether this update makes the pod end, and why. */
export function beginTerminating(
  draft: Draft,
  uid: PodUid,
  options: UpdatePodOptions,
  isRuntimePod: boolean,
  now: Micros,
  keys: Keys,
): boolean {
  const phase = options.pod?.status?.phase;
  const evict = options.killPodOptions?.evict === true;
  if (isRuntimePod) {
    log(draft, 4, 'Pod is orphaned and must be torn down', keys);
    changeStatus(draft, uid, { deleted: true, terminatingAt: now });
  } else if (options.pod?.metadata.deletionTimestamp !== undefined) {
    log(draft, 4, 'Pod is marked for graceful deletion, begin teardown', keys);
    changeStatus(draft, uid, { deleted: true, terminatingAt: now });
  } else if (phase === 'Failed' || phase === 'Succeeded') {
    log(draft, 4, 'Pod is in a terminal phase (success/failed), begin teardown', keys);
    changeStatus(draft, uid, { terminatingAt: now });
  } else if (options.updateType === 'kill' && evict) {
    log(draft, 4, 'Pod is being evicted by the kubelet, begin teardown', keys);
    changeStatus(draft, uid, { evicted: true, terminatingAt: now });
  } else if (options.updateType === 'kill') {
    log(draft, 4, 'Pod is being removed by the kubelet, begin teardown', keys);
    changeStatus(draft, uid, { terminatingAt: now });
  } else {
    return false;
  }
  return true;
}

export interface Settled {
  readonly options: UpdatePodOptions;
  readonly shortened: boolean;
}

/** What is left of the wishes of a kill; undefined when the update is to be ignored. */
export function settleKillOptions(
  draft: Draft,
  uid: PodUid,
  options: UpdatePodOptions,
  isRuntimePod: boolean,
  keys: Keys,
): Settled | undefined {
  const { status } = workerOf(draft, uid);
  if (status === undefined) return undefined;
  const { killPodOptions: kill, ...rest } = options;
  if (isTerminated(status) && isRuntimePod) {
    const text =
      'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated';
    log(draft, 3, text, keys);
    return undefined;
  }
  if (isTerminated(status) || !isTerminationRequested(status)) {
    if (kill?.completedCh !== undefined) {
      draft.effects.push({ kind: 'completed', channel: kill.completedCh });
    }
    return { options: rest, shortened: false };
  }
  const { gracePeriod, shortened } = calculateEffectiveGracePeriod(
    status,
    podOf(options),
    kill,
    draft.version,
  );
  const { completedCh, podStatusFunc } = kill ?? {};
  changeStatus(draft, uid, {
    gracePeriod,
    notifyPostTerminating: appended(status.notifyPostTerminating, completedCh),
    statusPostTerminating: appended(status.statusPostTerminating, podStatusFunc),
  });
  const killPodOptions = { ...kill, podTerminationGracePeriodSecondsOverride: gracePeriod };
  return { options: { ...rest, killPodOptions }, shortened };
}

function appended(list: readonly string[], item: string | undefined): readonly string[] {
  return item === undefined ? list : [...list, item];
}

/** From here on other components know that no container of the pod starts any more. */
export function acknowledgeTerminating(draft: Draft, uid: PodUid): string | undefined {
  const { status } = workerOf(draft, uid);
  if (status === undefined) return undefined;
  if (isTerminationRequested(status) && !status.startedTerminating) {
    log(draft, 4, 'Pod worker has observed request to terminate', [podUidKey(uid)]);
    changeStatus(draft, uid, { startedTerminating: true });
  }
  return status.statusPostTerminating.at(-1);
}
