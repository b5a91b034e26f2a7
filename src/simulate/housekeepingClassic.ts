// HandlePodCleanups of pkg/kubelet/kubelet_pods.go, up to 1.21: workers of pods that are over are forgotten, and what the runtime has of
// pods that nobody wants goes to the pod killer.
import { mapValues } from '../base/persistentMap.ts';
import type { Pod, PodUid, RunningPod } from '../kubelet/pod.ts';
import type { PodWorkersEffect } from '../kubelet/podWorkers.ts';
import type { SyncLoop } from '../kubelet/syncLoop.ts';
import { podIsTerminated, type HeldStatus } from './dispatchWork.ts';
import type { PodKiller } from './podKiller.ts';
import type { ProbeManager } from './probeManager.ts';
import type { FakeRuntime } from './runtime.ts';
import { say, type SyncContext } from './syncContext.ts';

export interface ClassicKubelet {
  readonly options: { readonly runtime: FakeRuntime };
  readonly context: SyncContext;
  readonly loop: SyncLoop;
  readonly killer: PodKiller;
  readonly probeManager: Pick<ProbeManager, 'cleanupPods'>;
  readonly status: { forget(uid: PodUid): void; ofPod(pod: Pod): HeldStatus };
  readonly volumes: { forget(uid: PodUid): void; unmounted(uid: PodUid): readonly string[] };
  /** Pods that have a directory on the node's disk. */
  readonly podDirs: Set<PodUid>;
  syncKnownPods(desired: ReadonlySet<PodUid>): (PodWorkersEffect & { readonly kind: 'known' })[];
}

export function cleanUpClassic(kubelet: ClassicKubelet): void {
  const pods = mapValues(kubelet.loop.podManager.pods);
  const active = pods.filter((pod) => !podIsTerminated(pod, kubelet.status.ofPod(pod)));
  const desired = new Set(active.map(({ metadata }) => metadata.uid));
  kubelet.syncKnownPods(desired);
  kubelet.probeManager.cleanupPods(desired);
  const running = kubelet.options.runtime
    .podsNow()
    .filter(({ sandboxes, containers }) =>
      [...sandboxes, ...containers].some(({ state }) => state === 'running'),
    );
  for (const runningPod of running) {
    if (desired.has(runningPod.id)) continue;
    kubelet.killer.send({ apiPod: undefined, runningPod });
    removePodCgroups(kubelet, runningPod);
  }
  const kept = new Set([
    ...pods.map(({ metadata }) => metadata.uid),
    ...running.map(({ id }) => id),
  ]);
  for (const uid of kubelet.podDirs) if (!kept.has(uid)) removePodDir(kubelet, uid);
}

/**
 * `cleanupOrphanedPodCgroups`, of one pod. It waits until the pod's volumes are gone, as they are soon after its last container; what is left
 * in the cgroup then, the pause process, is killed. Of a cgroup without processes no line is simulated.
 */
function removePodCgroups({ options, context }: ClassicKubelet, pod: RunningPod): void {
  const { id: uid, containers, sandboxes } = pod;
  if (containers.some(({ state }) => state === 'running')) return;
  const text = 'Orphaned pod found, removing pod cgroups';
  say(context, 'kubelet_pods.go', text, [['podUID', { uid }]], { v: 3 });
  for (const { id } of sandboxes) options.runtime.killSandbox(id);
}

/** `cleanupOrphanedPodDirs`, of one pod: its volumes go first. */
function removePodDir({ context, status, volumes, podDirs }: ClassicKubelet, uid: PodUid): void {
  const key = [['podUID', { uid }]] as const;
  context.releaseVolumes(uid);
  if (volumes.unmounted(uid).length > 0) {
    const text = 'Orphaned pod found, but volumes are not cleaned up';
    say(context, 'kubelet_volumes.go', text, key, { v: 3 });
    return;
  }
  say(context, 'kubelet_volumes.go', 'Orphaned pod found, removing', key, { v: 3 });
  podDirs.delete(uid);
  status.forget(uid);
  volumes.forget(uid);
}
