import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { DebugThread, DebugThreadId } from '../../protocol/debugApi.ts';
import { parts } from './debugIndex.ts';
import type { DebugContext } from './debugNode.ts';
import { podName } from './incident.ts';
import { stateText } from './pods.ts';

/**
 * The parts of the kubelet, then the workers that live at the moment, those with the newest event first. `always`: those that a client shows; also of
 * a pod of the `whole` tape that nobody knows at the moment, or not by that key.
 */
export function threadsAt(
  context: DebugContext,
  limit: number,
  always: readonly DebugThreadId[],
  whole: History,
): { readonly threads: readonly DebugThread[]; readonly left: number } {
  const { index, moment } = context;
  const { history } = index.incident;
  const known = always.map((id) => history.pod(id)?.key ?? id);
  const wanted = new Set([...known, index.threadAt(moment.position)]);
  const live = history.pods
    .filter(
      (pod) =>
        wanted.has(pod.key) ||
        (pod.firstSeen <= moment.time && pod.worker.present.at(moment).value !== false),
    )
    .map((pod) => ({ pod, last: lastPosition(pod, moment.position) }))
    .sort((a, b) => rank(b, wanted) - rank(a, wanted) || b.last - a.last);
  const shown = live.slice(0, Math.max(limit - parts.length, wanted.size));
  return {
    threads: [
      ...parts.map(([id, name]) => ({ id, name })),
      ...shown.map(({ pod }) => ({ id: pod.key, name: threadName(context, pod) })),
      ...always.flatMap((id) => untoldThread(context, id, whole) ?? []),
    ],
    left: live.length - shown.length,
  };
}

function untoldThread(
  context: DebugContext,
  id: DebugThreadId,
  whole: History,
): DebugThread | undefined {
  const { history } = context.index.incident;
  const pod = history.pod(id) === undefined ? whole.pod(id) : undefined;
  if (pod === undefined) return undefined;
  const now = history.pods.find(({ key }) => whole.pod(key) === pod);
  return { id, name: now ? threadName(context, now) : `${podName(pod)}: not known yet` };
}

function rank({ pod }: { readonly pod: PodHistory }, wanted: ReadonlySet<string>): number {
  return wanted.has(pod.key) ? 1 : 0;
}

function threadName({ moment }: DebugContext, pod: PodHistory): string {
  return `${podName(pod)}: ${stateText(pod, moment).text}`;
}

/** The last of its events at or before a position, or -1. */
function lastPosition(pod: PodHistory, position: number): number {
  let low = 0;
  let high = pod.events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pod.events[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return pod.events[low - 1]?.position ?? -1;
}
