// All that a history tells, as lines to be held against those of another.
import type { History, PodHistory } from '../../src/kubelet/rebuild/history.ts';
import type { Moment } from '../../src/kubelet/rebuild/track.ts';
import { heldNames } from '../../src/kubelet/rebuild/worker/workerTracks.ts';

/** `moments`: when `then` is asked too. */
export function historyText(history: History, moments: readonly Moment[]): readonly string[] {
  return [
    text('runs', history.runs),
    ...history.pods.flatMap((pod) => podText(pod)),
    ...history.network.map((one) => text('network', one)),
    ...history.pleg.events.map(({ at, type, podKey, id, isSandbox, exitCode }) =>
      text('pleg', [at, type, podKey, id, isSandbox, exitCode]),
    ),
    ...history.pods.flatMap(({ uid, containers, sandboxes }) =>
      [
        uid.value ?? '',
        ...containers.map(({ containerId }) => containerId),
        ...sandboxes.map(({ sandboxId }) => sandboxId.slice(0, 12)),
      ].map((id) => text('identity', history.identify(id))),
    ),
    ...moments.flatMap((moment) =>
      history.pods.flatMap((pod) => {
        const told = pod.by(moment);
        return told === undefined ? [] : podText(told, `then ${moment.position} ${pod.key}`);
      }),
    ),
  ];
}

function podText(pod: PodHistory, name = pod.key): readonly string[] {
  const { worker } = pod;
  return [
    text(name, [pod.namespace, pod.name, pod.uid, pod.configSource, pod.firstSeen, pod.span]),
    ...(['present', ...heldNames] as const).map((field) =>
      text(`${name} ${field}`, worker[field].changes),
    ),
    ...(['phases', 'events', 'sandboxes', 'containers', 'volumes', 'network'] as const).map(
      (part) => text(`${name} ${part}`, pod[part]),
    ),
  ];
}

function text(name: string, value: unknown): string {
  return `${name}: ${JSON.stringify(value)}`;
}
