// dispatchWork of pkg/kubelet/kubelet.go, up to 1.21: whether the pod workers hear of a pod at all. What it asks is the status that the
// status manager holds, which is as new as the last sync.
import type { Pod, PodPhase } from '../kubelet/pod.ts';
import type { SyncPodType } from '../kubelet/podWorkers.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { podKeys, say, type SyncContext } from './syncContext.ts';

/** What the status manager, or else the API server, last said of a pod. */
export interface HeldStatus {
  readonly phase: PodPhase;
  /** `notRunning`: each container waits or is terminated, or there is none. */
  readonly notRunning: boolean;
}

/** `podIsTerminated` */
export function podIsTerminated(pod: Pod, { phase, notRunning }: HeldStatus): boolean {
  if (phase === 'Failed' || phase === 'Succeeded') return true;
  return pod.metadata.deletionTimestamp !== undefined && notRunning;
}

/** `terminate`: no worker, only a status that lets the API server delete the pod. `ignore`: nothing. */
export function dispatchOf(
  pod: Pod,
  held: HeldStatus,
  { minor }: KubeletVersion,
): 'work' | 'terminate' | 'ignore' {
  const isOver = podIsTerminated(pod, held);
  const isDeleted = pod.metadata.deletionTimestamp !== undefined;
  if (minor < 17) {
    if (!isOver) return 'work';
    return isDeleted ? 'terminate' : 'ignore';
  }
  if (isDeleted && held.notRunning) return 'terminate';
  return isOver && (minor < 21 || held.notRunning) ? 'ignore' : 'work';
}

/** The same with the line that says so from 1.17 on. */
export function dispatchWork(
  context: SyncContext,
  pod: Pod,
  syncType: SyncPodType,
  held: HeldStatus,
): ReturnType<typeof dispatchOf> {
  const { version } = context;
  const way = dispatchOf(pod, held, version);
  if (way === 'work') return way;
  const ignored =
    version.minor < 21
      ? 'Pod has completed, ignoring remaining sync work'
      : 'Pod has completed and its containers have been terminated, ignoring remaining sync work';
  const text =
    way === 'ignore'
      ? ignored
      : 'Pod has completed execution and should be deleted from the API server';
  const keys = [podKeys(pod)[0], ['syncType', syncType]] as const;
  say(context, 'kubelet.go', text, keys, { v: 4 });
  return way;
}
