import type { Awaited, History, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';

/**
 * What a static pod waits for that has not begun: it starts when none older of its name is there (allowStaticPodStart of
 * pkg/kubelet/pod_workers.go). Only at --v=4 a line says that it waits.
 */
export function olderOfItsName(history: History, pod: PodHistory, moment: Moment): Awaited[] {
  const isThere = ({ worker }: PodHistory): boolean => worker.present.at(moment).value === true;
  const hasBegun = pod.containers.some(
    ({ state }) => (state.changes[0]?.at ?? Infinity) <= moment.time,
  );
  if (!isStatic(pod) || !isThere(pod) || hasBegun) return [];
  return history
    .podsNamed(pod.namespace, pod.name)
    .filter(
      (older) =>
        isStatic(older) &&
        older.firstSeen < pod.firstSeen &&
        isThere(older) &&
        older.worker.finished.at(moment).value !== true,
    )
    .map(({ uid, worker }) => ({
      what: `the older static pod of its name${uid.value === undefined ? '' : ` (UID ${uid.value})`} to terminate`,
      since: pod.firstSeen,
      due: undefined,
      provedBy: worker.present.at(moment).provedBy,
    }));
}

function isStatic({ configSource }: PodHistory): boolean {
  return configSource.value === 'file';
}
