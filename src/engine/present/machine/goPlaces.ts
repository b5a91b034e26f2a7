// Where a step of a part stands in the sources of its version.
import type { KubeletVersion } from '../../../kubelet/version/index.ts';
import type { MachineGo } from '../../../protocol/machineApi.ts';
import type { JournalPart } from '../../../simulate/journal/kubeletJournal.ts';
import { goPath } from '../goFunctions.ts';

type Named = string | ((version: KubeletVersion) => string);

const relist: Named = ({ minor }) => (minor < 26 ? 'relist' : 'Relist');
const loop: Named = ({ minor }) => (minor < 27 ? 'managePodLoop' : 'podWorkerLoop');
const done: Named = ({ minor }) => (minor < 22 ? 'wrapUp' : 'completeWork');
const known: Named = ({ minor }) => (minor < 22 ? 'ForgetNonExistingPodWorkers' : 'SyncKnownPods');

/** A function, and its file where it is another than that of its part. */
type Placed = Named | readonly [Named, file: string];

/** By part its file and its heart, then the function of each kind of step. */
const places: Readonly<
  Record<
    JournalPart,
    readonly [file: string, heart: Named, steps: Readonly<Record<string, Placed>>]
  >
> = {
  podConfig: ['config.go', 'merge', { Channel: 'Channel', Merge: 'Merge' }],
  channels: ['kubelet.go', 'syncLoopIteration', {}],
  syncLoop: [
    'kubelet.go',
    'syncLoopIteration',
    {
      skip: 'syncLoop',
      updateRuntimeUp: 'updateRuntimeUp',
      Run: 'Run',
      dispatchWork: 'dispatchWork',
    },
  ],
  podWorkers: [
    'pod_workers.go',
    loop,
    {
      updatePod: 'UpdatePod',
      syncDone: done,
      syncKnownPods: known,
      forgetWorker: 'ForgetWorker',
    },
  ],
  workQueue: ['work_queue.go', 'GetWork', { Enqueue: 'Enqueue' }],
  podActions: ['kuberuntime_manager.go', 'computePodActions', {}],
  podCache: [
    'cache.go',
    'GetNewerThan',
    {
      ...{ set: 'Set', delete: 'Delete', updateTime: 'UpdateTime', get: 'Get' },
      setObservedTime: 'SetObservedTime',
    },
  ],
  pleg: [
    'generic.go',
    relist,
    { podInspected: 'updateCache', requestRelist: 'RequestRelist', podListed: 'relistPod' },
  ],
  status: [
    'status_manager.go',
    'SetPodStatus',
    { sent: 'syncPod', forget: 'RemoveOrphanedStatuses' },
  ],
  probes: [
    'results_manager.go',
    'Set',
    { Remove: 'Remove', RemovePod: ['RemovePod', 'prober_manager.go'] },
  ],
  backOff: ['backoff.go', 'Next', {}],
  network: [
    'remote_runtime.go',
    'RunPodSandbox',
    {
      DEL: 'StopPodSandbox',
      lock: ['podLock', 'plugins.go'],
      unlock: ['podUnlock', 'plugins.go'],
      networkReady: ['setNetworkReady', 'docker_sandbox.go'],
      plugin: ['InitNetworkPlugin', 'plugins.go'],
    },
  ],
  calls: [
    'kubelet.go',
    ({ minor }) => (minor < 27 ? 'syncPod' : 'SyncPod'),
    {
      CreateMirrorPod: ['CreateMirrorPod', 'mirror_client.go'],
      DeleteMirrorPod: ['DeleteMirrorPod', 'mirror_client.go'],
      makePodDataDirs: ['makePodDataDirs', 'kubelet_pods.go'],
      getPullSecretsForPod: ['getPullSecretsForPod', 'kubelet_pods.go'],
      WaitForAttachAndMount: ['WaitForAttachAndMount', 'volume_manager.go'],
      KillContainer: ['killContainersWithSyncResult', 'kuberuntime_container.go'],
      'KillContainer by SyncPod': ['SyncPod', 'kuberuntime_manager.go'],
      StopPodSandbox: ['killPodWithSyncResult', 'kuberuntime_manager.go'],
      GetNetNS: ['GetNetNS', 'docker_service.go'],
      InspectContainer: ['InspectContainer', 'kube_docker_client.go'],
      getNetworkNamespace: ['getNetworkNamespace', 'helpers_linux.go'],
      addToNetwork: ['addToNetwork', 'cni.go'],
      deleteFromNetwork: ['deleteFromNetwork', 'cni.go'],
      ExecPluginWithResult: ['ExecPluginWithResult', 'exec.go'],
      ExecPluginWithoutResult: ['ExecPluginWithoutResult', 'exec.go'],
    },
  ],
};

const ofOtherFiles: Readonly<Record<string, string>> = {
  'work_queue.go': 'pkg/kubelet/util/queue',
  'cache.go': 'pkg/kubelet/container',
  'results_manager.go': 'pkg/kubelet/prober/results',
  'exec.go': 'vendor/github.com/containernetworking/cni/pkg/invoke',
  'backoff.go': 'staging/src/k8s.io/client-go/util/flowcontrol',
};

export function machineGo(
  part: JournalPart,
  kind: string,
  version: KubeletVersion,
  fullVersion: string,
): MachineGo {
  const [usual, heart, steps] = places[part];
  const placed = steps[kind] ?? heart;
  const [named, file] = typeof placed === 'object' ? placed : ([placed, usual] as const);
  return goOf(named, file, version, fullVersion);
}

/** The function that a worker is in while it syncs a pod. */
export function syncFunctionGo(
  work: string,
  version: KubeletVersion,
  fullVersion: string,
): MachineGo {
  const name = {
    sync: 'SyncPod',
    terminating: 'SyncTerminatingPod',
    terminated: 'SyncTerminatedPod',
  }[work];
  const exported = name ?? 'SyncPod';
  const called =
    version.minor < 27 ? exported.charAt(0).toLowerCase() + exported.slice(1) : exported;
  return goOf(called, 'kubelet.go', version, fullVersion);
}

function goOf(named: Named, file: string, version: KubeletVersion, fullVersion: string): MachineGo {
  const folder = ofOtherFiles[file];
  return {
    function: typeof named === 'string' ? named : named(version),
    file,
    path: folder === undefined ? goPath(file, version.minor) : `${folder}/${file}`,
    version: fullVersion,
    line: 0,
  };
}
