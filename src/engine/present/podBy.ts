import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';

/** The pod of a key that was given out at a moment: in the mode `then` it may be one that a later line shows to be another. */
export function podBy(history: History, key: string, moment: Moment): PodHistory | undefined {
  const pods = history.podsBy(moment);
  const apart = pods === history.pods ? undefined : pods.find((pod) => pod.key === key);
  return apart ?? history.pod(key);
}
