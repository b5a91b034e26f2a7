// Admission of a simulated kubelet: which pods of an ADD don't fit, and the lines that say so.
import { askPodWorkers, type PodWorkers } from '../kubelet/podWorkers.ts';
import { refusals, type NodeCapacity, type Refusal } from '../kubelet/admission.ts';
import { mapValues } from '../base/persistentMap.ts';
import { isMirrorPod, type Pod, type PodPhase, type PodUid } from '../kubelet/pod.ts';
import type { PodUpdate } from '../kubelet/podConfig.ts';
import type { SyncLoop } from '../kubelet/syncLoop.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { podKeys, say, type SyncContext } from './syncContext.ts';

/** What of a kubelet tells whether a pod counts. */
interface Judging {
  readonly workers: PodWorkers;
  readonly status: { phase(uid: PodUid): PodPhase };
}

/** `filterOutInactivePods`: an ended pod counts as long as its worker still ends it. */
export function isActive(kubelet: Judging, pod: Pod): boolean {
  const worker = askPodWorkers(kubelet.workers, pod.metadata.uid);
  if (worker.isPodKnownTerminated) return false;
  return worker.isPodTerminationRequested || !hasEnded(kubelet, pod);
}

function hasEnded({ status }: Judging, { metadata }: Pod): boolean {
  const phase = status.phase(metadata.uid);
  return phase === 'Failed' || phase === 'Succeeded';
}

/** What admission asks of a process of the kubelet. */
interface Admitting extends Judging {
  readonly options: { readonly version: KubeletVersion; readonly capacity: NodeCapacity };
  readonly loop: SyncLoop;
  readonly context: SyncContext;
}

/** Those that don't fit. Pods whose end has begun or come are not asked about. */
export function refusedBy(
  kubelet: Admitting,
  { op, pods }: PodUpdate,
): ReadonlyMap<PodUid, Refusal> {
  if (op !== 'ADD') return new Map();
  const arrivals = pods.filter((pod) => !isMirrorPod(pod) && !isOver(kubelet, pod));
  const uids = new Set(arrivals.map(({ metadata }) => metadata.uid));
  const active = mapValues(kubelet.loop.podManager.pods).filter(
    (pod) => !uids.has(pod.metadata.uid) && isActive(kubelet, pod),
  );
  const refused = refusals(
    arrivals,
    active,
    kubelet.options.capacity,
    kubelet.options.version.minor,
  );
  for (const pod of arrivals) {
    const refusal = refused.get(pod.metadata.uid);
    if (refusal !== undefined) tell(kubelet, pod, refusal);
  }
  return refused;
}

function isOver(kubelet: Judging, pod: Pod): boolean {
  const worker = askPodWorkers(kubelet.workers, pod.metadata.uid);
  return worker.isPodTerminationRequested || hasEnded(kubelet, pod);
}

function tell({ context, options }: Admitting, pod: Pod, [reason, message]: Refusal): void {
  const { minor } = options.version;
  const [ref, uid] = podKeys(pod);
  const named = minor < 21 ? [ref, uid] : [ref];
  say(context, 'predicate.go', 'Predicate failed on Pod', [...named, ['err', message]], { v: 2 });
  if (minor < 31) return;
  const file = minor < 34 ? 'kubelet.go' : 'allocation_manager.go';
  const why = [['reason', reason] as const, ['message', message] as const];
  say(context, file, 'Pod admission denied', [uid, ref, ...why]);
}
