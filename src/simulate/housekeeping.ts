// HandlePodCleanups of pkg/kubelet/kubelet_pods.go, and the collector of dead containers and sandboxes.
import { mapGet, mapValues } from '../base/persistentMap.ts';
import { MINUTE } from '../base/time.ts';
import type { Pod, PodUid } from '../kubelet/pod.ts';
import {
  askPodWorkers,
  isPodForMirrorPodTerminatingByFullName,
  type PodWorkers,
  type PodWorkersEffect,
  type UpdatePodOptions,
} from '../kubelet/podWorkers.ts';
import type { SyncLoop } from '../kubelet/syncLoop.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { isActive } from './admission.ts';
import type { ApiServer } from './apiServer.ts';
import { stopDeadSandbox } from './killPod.ts';
import type { Neighbours } from './neighbours.ts';
import type { ProbeManager } from './probeManager.ts';
import type { FakeRuntime } from './runtime.ts';
import type { StatusManager } from './statusManager.ts';
import { podKeys, say, type SyncContext } from './syncContext.ts';
import type { Task } from './task.ts';

/** What housekeeping needs of a process of the kubelet. */
export interface KeptKubelet {
  readonly options: {
    readonly version: KubeletVersion;
    readonly runtime: FakeRuntime;
    readonly api: ApiServer;
  };
  readonly context: SyncContext;
  readonly loop: SyncLoop;
  readonly workers: PodWorkers;
  readonly probeManager: Pick<ProbeManager, 'cleanupPods'>;
  readonly status: Pick<StatusManager, 'forget' | 'phase' | 'ofPod'>;
  readonly neighbours: Pick<Neighbours, 'isEvicted'>;
  readonly volumes: { forget(uid: PodUid): void };
  rememberedUids(): PodUid[];
  syncKnownPods(desired: ReadonlySet<PodUid>): (PodWorkersEffect & { readonly kind: 'known' })[];
  updatePod(options: UpdatePodOptions): void;
}

export function cleanUp(kubelet: KeptKubelet): void {
  const { version } = kubelet.options;
  if (version.podWorkers === 'classic') {
    removeOrphanedMirrors(kubelet);
    return;
  }
  const before = new Set(kubelet.rememberedUids());
  const pods = mapValues(kubelet.loop.podManager.pods);
  const desired = new Set(pods.map((pod) => pod.metadata.uid));
  const known = kubelet.syncKnownPods(desired);
  const running = known.filter(({ state }) => state !== 'terminated');
  kubelet.probeManager.cleanupPods(new Set(running.map(({ uid }) => uid)));
  const remembered = new Set(kubelet.rememberedUids());
  for (const uid of before) {
    if (!remembered.has(uid) && !desired.has(uid)) removePodDirs(kubelet, uid);
  }
  removeOrphanedMirrors(kubelet);
  const working = new Set(known.map(({ uid }) => uid));
  const recreated = new Set(known.filter((one) => one.recreated === true).map(({ uid }) => uid));
  const pending = version.podWorkers === 'pending';
  const active = pods.filter((pod) => isActive(kubelet, pod));
  for (const pod of active)
    restartIfUnknown(kubelet, pod, pending ? working : undefined, recreated);
  for (const runningPod of kubelet.options.runtime.podsNow()) {
    const { id, sandboxes, containers } = runningPod;
    const runs = [...sandboxes, ...containers].some(({ state }) => state === 'running');
    if (!runs || working.has(id) || desired.has(id)) continue;
    const override = { podTerminationGracePeriodSecondsOverride: 1 };
    const text = pending
      ? 'Clean up containers for orphaned pod we had not seen before'
      : 'Clean up orphaned pod containers';
    const uid = ['podUID', { uid: id }] as const;
    const options = [
      'killPodOptions',
      { raw: '"<internal error: json: unsupported type: chan<- struct {}>"' },
    ] as const;
    const keys = pending ? [uid, options] : [uid];
    say(kubelet.context, 'kubelet_pods.go', text, keys, { v: pending ? 2 : 3 });
    kubelet.updatePod({ updateType: 'kill', runningPod, killPodOptions: override });
  }
}

/** A wanted pod that no worker knows had its UID used before: it is started again. */
function restartIfUnknown(
  kubelet: KeptKubelet,
  pod: Pod,
  working: ReadonlySet<PodUid> | undefined,
  recreated: ReadonlySet<PodUid>,
): void {
  const { uid } = pod.metadata;
  const restarts = working === undefined ? recreated.has(uid) : !working.has(uid);
  if (!restarts) return;
  const text =
    working === undefined
      ? 'Pod is restartable after termination due to UID reuse'
      : 'Pod will be restarted because it is in the desired set and not known to the pod workers (likely due to UID reuse)';
  say(kubelet.context, 'kubelet_pods.go', text, [['podUID', { uid }]], { v: 3 });
  kubelet.updatePod({ updateType: 'create', pod });
}

function removePodDirs(kubelet: KeptKubelet, uid: PodUid): void {
  kubelet.status.forget(uid);
  kubelet.volumes.forget(uid);
  const path = `/var/lib/kubelet/pods/${uid}/volumes`;
  const keys = [
    ['podUID', { uid }],
    ['path', path],
  ] as const;
  say(kubelet.context, 'kubelet_volumes.go', 'Cleaned up orphaned pod volumes dir', keys);
}

function removeOrphanedMirrors(kubelet: KeptKubelet): void {
  const { api } = kubelet.options;
  const { mirrors, byFullName } = kubelet.loop.podManager;
  if (!api.up) return;
  for (const mirror of mapValues(mirrors)) {
    const { namespace, name, uid } = mirror.metadata;
    const fullname = `${name}_${namespace}`;
    if (mapGet(byFullName, fullname) !== undefined) continue;
    // The API keeps showing a static pod until it is really down.
    if (isPodForMirrorPodTerminatingByFullName(kubelet.workers, fullname)) continue;
    const keys = [
      ['pod', { ref: [namespace, name, uid] }],
      ['podUID', ''],
    ] as const;
    const older = [['uidPointer', { raw: '(*types.UID)(nil)' }]] as const;
    say(kubelet.context, 'mirror_client.go', 'Deleting a mirror pod', keys, { v: 2, older });
    api.remove(uid);
  }
}

/** When one of its containers has died: dead ones of its name but the newest are removed, of a pod whose content may go all. */
export function cleanUpContainersInPod(kubelet: KeptKubelet, uid: PodUid, id: string): void {
  const { context, loop, options, workers } = kubelet;
  const dead = options.runtime.containersOf(uid).filter(({ state }) => state === 'exited');
  let mayAllGo = false;
  if (context.version.podWorkers === 'classic') {
    const pod = mapGet(loop.podManager.pods, uid);
    if (pod !== undefined) {
      say(context, 'kubelet_pods.go', 'Generating pod status', podKeys(pod).slice(0, 1), { v: 3 });
      const notRunning = dead.length === options.runtime.containersOf(uid).length;
      mayAllGo = isContentDone(kubelet, pod, notRunning);
    }
  } else mayAllGo = askPodWorkers(workers, uid).shouldPodContentBeRemoved;
  const own = dead.find((one) => one.id === id)?.name;
  const older = dead.filter(({ name }) => name === own).slice(1);
  for (const one of mayAllGo ? dead : older) options.runtime.removeContainer(one.id);
}

/** Up to 1.21: the pod is evicted, or is to be deleted and has no container that runs. */
function isContentDone({ neighbours }: KeptKubelet, pod: Pod, notRunning: boolean): boolean {
  const { uid, deletionTimestamp } = pod.metadata;
  return neighbours.isEvicted(uid) || (deletionTimestamp !== undefined && notRunning);
}

/** `IsPodDeleted`, from 1.22 on ShouldPodContentBeRemoved. */
function isPodDeleted(kubelet: KeptKubelet, uid: PodUid): boolean {
  const { context, loop, status, workers } = kubelet;
  if (context.version.podWorkers !== 'classic')
    return askPodWorkers(workers, uid).shouldPodContentBeRemoved;
  const pod = mapGet(loop.podManager.pods, uid);
  return pod === undefined || isContentDone(kubelet, pod, status.ofPod(pod).notRunning);
}

/** `wait.Until(…, ContainerGCPeriod)` of kubelet.go: the minute begins when the run before has ended, however long a call hung. */
export function* startGarbageCollection(kubelet: KeptKubelet): Task<void> {
  for (;;) {
    yield* kubelet.options.runtime.sleep(MINUTE);
    yield* collectGarbage(kubelet);
  }
}

/** Dead containers but one for each name, and sandboxes of pods that are gone, stopped once more before. */
function* collectGarbage(kubelet: KeptKubelet): Task<void> {
  const { runtime } = kubelet.options;
  const wanted = kubelet.loop.podManager.pods;
  const kept = new Set<string>();
  for (const container of [...runtime.containers.values()].reverse()) {
    const { id, podUid, name, state } = container;
    const key = `${podUid}/${name}`;
    const gone = isPodDeleted(kubelet, podUid);
    if (state === 'exited' && (kept.has(key) || gone)) runtime.removeContainer(id);
    kept.add(key);
  }
  // evictSandboxes lists them before the first one is stopped, which may hang.
  const evictable = [...runtime.sandboxes.values()].filter(({ id, podUid, ready }) => {
    const isNewest = runtime.sandboxesOf(podUid)[0]?.id === id;
    const hasContainers = runtime.containersOf(podUid).some(({ sandboxId }) => sandboxId === id);
    const gone = mapGet(wanted, podUid) === undefined;
    return !ready && !hasContainers && !(isNewest && !gone);
  });
  for (const { id } of evictable)
    if (yield* stopDeadSandbox(kubelet.context, id)) runtime.removeSandbox(id);
}
