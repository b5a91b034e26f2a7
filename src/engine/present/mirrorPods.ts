// Mirror pods: a static pod’s picture in the API, which comes back to the kubelet by the API’s source under the static pod’s name.
import type { History, PodMirrorMark } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { knownBy } from './incident.ts';

/** The last line by a moment that the API’s source had the mirror pod of that name; undefined: none, or it was taken away since. */
export function mirrorAt(
  history: Pick<History, 'podsNamed'>,
  moment: Moment,
  namespace: string,
  name: string,
): PodMirrorMark | undefined {
  const last = mirrorMarks(history, namespace, name).findLast(
    ({ at, position }) => at <= moment.time && knownBy(moment, position),
  );
  return last?.kind === 'config.remove' ? undefined : last;
}

/** What is told of the mirror pods of a name, in order. */
export function mirrorMarks(
  history: Pick<History, 'podsNamed'>,
  namespace: string,
  name: string,
): readonly PodMirrorMark[] {
  return history
    .podsNamed(namespace, name)
    .flatMap(({ mirror }) => mirror)
    .sort((a, b) => a.position - b.position);
}
