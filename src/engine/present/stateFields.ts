import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Change, Moment, Track } from '../../kubelet/rebuild/track.ts';
import { heldNames } from '../../kubelet/rebuild/worker/workerTracks.ts';
import type { ShownValue } from '../../protocol/rows.ts';
import type { Incident } from './incident.ts';
import { shortId, shown } from './values.ts';

/** One value that the kubelet held, at any moment. */
export interface StateField {
  /** Told once for each thing. Its other words may come later than it itself: the name of a container is told after its id. */
  readonly key: string;
  readonly name: string;
  at(moment: Moment): ShownValue;
  changeAt(moment: Moment): Change<unknown> | undefined;
}

/** What a track says in words; `text` is for values that are no words themselves. */
function field<T>(
  name: string,
  track: Track<T>,
  text?: (value: T) => string,
  key = name,
): StateField {
  return {
    key,
    name,
    at: (moment) => shown(track.at(moment), text),
    changeAt: (moment) => track.changeAt(moment),
  };
}

/** The fields that belong to no pod. */
export function nodeFields({ history }: Pick<Incident, 'history'>): readonly StateField[] {
  return [
    field('sync loop', history.loopSkips, (why) => (why === '' ? 'running' : `skips: ${why}`)),
    field('PLEG', history.pleg.healthy, (healthy) => (healthy ? 'healthy' : 'not healthy')),
  ];
}

/** Those of one pod: its worker's, its sandboxes' and its containers'. */
export function podFields(pod: PodHistory): readonly StateField[] {
  const { worker } = pod;
  return [
    field('present', worker.present),
    ...heldNames.map((name) => {
      const track: Track<unknown> = worker[name];
      return field(
        name,
        track,
        name === 'gracePeriod' ? (seconds) => `${String(seconds)} s` : String,
      );
    }),
    ...pod.sandboxes.map((one) => field(`sandbox ${shortId(one.sandboxId)}`, one.state)),
    ...pod.containers.map(({ name, containerId, state }) =>
      field(
        `container ${[name.value ?? '', shortId(containerId)].join(' ').trim()}`,
        state,
        undefined,
        containerId,
      ),
    ),
  ];
}
