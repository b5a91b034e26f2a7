// How many pods the pod cache has a status of. A relist sets one for each pod of which the runtime has a sandbox or a container, and
// deletes it when the last of them is gone (updateCache in pkg/kubelet/pleg/generic.go); that a worker holds the pod is not asked.
import { MINUTE, SECOND } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { isFailing } from './incident.ts';

/** The container collector comes once a minute; what it finds of a pod that is gone it has removed by then. */
const COLLECTED = 2 * MINUTE;

/** A relist begins a second after the last one, and has listed soon after. */
const LISTED = 2 * SECOND;

/** The least and the most of them. `isHeard`: the sync loop tells what PLEG sees. */
export function cachedPods(
  pods: readonly PodHistory[],
  moment: Moment,
  isHeard: boolean,
): readonly [least: number, most: number] {
  const told = pods
    .filter(({ firstSeen }) => firstSeen <= moment.time)
    .map((pod) => isCached(pod, moment, isHeard));
  const least = told.filter((each) => each === true).length;
  return [least, least + told.filter((each) => each === undefined).length];
}

function isCached(pod: PodHistory, moment: Moment, isHeard: boolean): boolean | undefined {
  const { present, state, deleted, evicted } = pod.worker;
  const held = present.changeAt(moment);
  const isGone = held?.value.value === false;
  const isTornDown = !pod.network.some((each) => isFailing(each, moment));
  if (isGone && moment.time - held.at > COLLECTED && isTornDown) return false;
  const seen = [...pod.sandboxes, ...pod.containers].filter((each) => {
    const { known, value } = each.state.at(moment);
    return known !== 'unknown' && value !== 'removed';
  });
  const isSeen = seen.length > 0;
  // By an ADD it is known from its begin on: what starts of it has a line.
  if (!isSeen)
    return !isGone && (!isHeard || pod.configSource.known === 'unknown') ? undefined : false;
  const isOver = deleted.at(moment).value === true && state.at(moment).value === 'terminated';
  const mayBeCollected = isOver || evicted.at(moment).value === true;
  // What has just been made is in no relist yet.
  const isListed = pod.marks('pleg.containerStarted').some(({ at }) => at <= moment.time);
  const isNew =
    !isListed &&
    seen.every(({ state: { changes } }) => moment.time - (changes[0]?.at ?? 0) < LISTED);
  return held?.value.value === true && !mayBeCollected && !isNew ? true : undefined;
}
