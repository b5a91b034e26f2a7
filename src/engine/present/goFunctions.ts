// What a log line tells of the kubelet's source: the function that printed it, who calls that function, and where the file stands.
import type { WorkerState } from '../../kubelet/rebuild/history.ts';
import type { LogRecord } from '../../log/record.ts';
import { printedBy } from './goMessages.ts';

const functionByMessage = new Map<string, string>();
for (const [file, functions] of Object.entries(printedBy))
  for (const [name, messages] of Object.entries(functions))
    for (const message of messages) functionByMessage.set(`${file} ${message}`, name);

/** Callers below the root of a pod worker or of the sync loop: function → [its file, who calls it]. */
const calls: Readonly<Record<string, readonly [file: string, caller: string | undefined]>> = {
  Run: ['kubelet.go', undefined],
  syncLoop: ['kubelet.go', 'Run'],
  syncLoopIteration: ['kubelet.go', 'syncLoop'],
  HandlePodAdditions: ['kubelet.go', 'syncLoopIteration'],
  HandlePodUpdates: ['kubelet.go', 'syncLoopIteration'],
  HandlePodRemoves: ['kubelet.go', 'syncLoopIteration'],
  HandlePodReconcile: ['kubelet.go', 'syncLoopIteration'],
  HandlePodSyncs: ['kubelet.go', 'syncLoopIteration'],
  HandlePodCleanups: ['kubelet_pods.go', 'syncLoopIteration'],
  handleProbeSync: ['kubelet.go', 'syncLoopIteration'],
  updateRuntimeUp: ['kubelet.go', 'Run'],
  deletePod: ['kubelet.go', 'HandlePodRemoves'],
  removeTerminatedWorker: ['pod_workers.go', 'SyncKnownPods'],
  SyncKnownPods: ['pod_workers.go', 'HandlePodCleanups'],
  cleanupOrphanedPodCgroups: ['kubelet_pods.go', 'HandlePodCleanups'],
  cleanupOrphanedPodDirs: ['kubelet_volumes.go', 'HandlePodCleanups'],
  UpdatePod: ['pod_workers.go', 'syncLoopIteration'],
  podWorkerLoop: ['pod_workers.go', undefined],
  startPodSync: ['pod_workers.go', 'podWorkerLoop'],
  allowPodStart: ['pod_workers.go', 'startPodSync'],
  acknowledgeTerminating: ['pod_workers.go', 'startPodSync'],
  completeSync: ['pod_workers.go', 'podWorkerLoop'],
  completeTerminating: ['pod_workers.go', 'podWorkerLoop'],
  completeTerminatingRuntimePod: ['pod_workers.go', 'podWorkerLoop'],
  completeTerminated: ['pod_workers.go', 'podWorkerLoop'],
  completeWork: ['pod_workers.go', 'podWorkerLoop'],
  SyncPod: ['kubelet.go', 'podWorkerLoop'],
  SyncTerminatingPod: ['kubelet.go', 'podWorkerLoop'],
  SyncTerminatingRuntimePod: ['kubelet.go', 'podWorkerLoop'],
  SyncTerminatedPod: ['kubelet.go', 'podWorkerLoop'],
  killPod: ['kubelet_pods.go', 'SyncTerminatingPod'],
  KillPod: ['kuberuntime_manager.go', 'killPod'],
  killPodWithSyncResult: ['kuberuntime_manager.go', 'KillPod'],
  killContainersWithSyncResult: ['kuberuntime_container.go', 'killPodWithSyncResult'],
  killContainer: ['kuberuntime_container.go', 'killContainersWithSyncResult'],
  executePreStopHook: ['kuberuntime_container.go', 'killContainer'],
  StopContainer: ['remote_runtime.go', 'killContainer'],
  StopPodSandbox: ['remote_runtime.go', 'killPodWithSyncResult'],
  createPodSandbox: ['kuberuntime_sandbox.go', 'SyncPod'],
  RunPodSandbox: ['remote_runtime.go', 'createPodSandbox'],
  computePodActions: ['kuberuntime_manager.go', 'SyncPod'],
  PodSandboxChanged: ['util.go', 'computePodActions'],
  podSandboxChanged: ['kuberuntime_manager.go', 'computePodActions'],
  startContainer: ['kuberuntime_container.go', 'SyncPod'],
  CreateContainer: ['remote_runtime.go', 'startContainer'],
  StartContainer: ['remote_runtime.go', 'startContainer'],
  generateAPIPodStatus: ['kubelet_pods.go', 'SyncPod'],
  doBackOff: ['kuberuntime_manager.go', 'SyncPod'],
  'CNI ADD': ['', 'RunPodSandbox'],
  'CNI DEL': ['', 'StopPodSandbox'],
  Relist: ['generic.go', undefined],
  relist: ['generic.go', undefined],
  generateEvents: ['generic.go', 'Relist'],
  updateCache: ['generic.go', 'Relist'],
};

const directories: Readonly<Record<string, string>> = {
  'pkg/kubelet':
    'kubelet.go kubelet_getters.go kubelet_network.go kubelet_node_status.go kubelet_pods.go kubelet_volumes.go pod_container_deletor.go pod_workers.go runonce.go runtime.go',
  'pkg/kubelet/allocation': 'allocation_manager.go',
  'pkg/kubelet/cm':
    'container_manager_linux.go pod_container_manager_linux.go qos_container_manager_linux.go cgroup_manager_linux.go',
  'pkg/kubelet/cm/topologymanager': 'scope.go topology_manager.go',
  'pkg/kubelet/config': 'apiserver.go common.go config.go file.go file_linux.go http.go mux.go',
  'pkg/kubelet/dockershim': 'docker_sandbox.go docker_service.go',
  'pkg/kubelet/dockershim/network': 'plugins.go',
  'pkg/kubelet/dockershim/network/cni': 'cni.go',
  'pkg/kubelet/eviction': 'eviction_manager.go',
  'pkg/kubelet/images': 'image_gc_manager.go image_manager.go',
  'pkg/kubelet/kuberuntime':
    'kuberuntime_container.go kuberuntime_gc.go kuberuntime_image.go kuberuntime_manager.go kuberuntime_sandbox.go',
  'pkg/kubelet/kuberuntime/util': 'util.go',
  'pkg/kubelet/lifecycle': 'handlers.go predicate.go',
  'pkg/kubelet/nodeshutdown': 'nodeshutdown_manager.go nodeshutdown_manager_linux.go',
  'pkg/kubelet/nodestatus': 'setters.go',
  'pkg/kubelet/oom': 'oom_watcher_linux.go',
  'pkg/kubelet/pleg': 'evented.go generic.go',
  'pkg/kubelet/pod': 'mirror_client.go',
  'pkg/kubelet/preemption': 'preemption.go',
  'pkg/kubelet/prober': 'prober.go prober_manager.go worker.go',
  'pkg/kubelet/status': 'status_manager.go',
  'pkg/kubelet/util': 'pod_startup_latency_tracker.go',
  'pkg/kubelet/volumemanager': 'volume_manager.go',
  'pkg/kubelet/volumemanager/populator': 'desired_state_of_world_populator.go',
  'pkg/kubelet/volumemanager/reconciler':
    'reconciler.go reconciler_common.go reconciler_new.go reconstruct.go reconstruct_common.go reconstruct_new.go',
  'pkg/volume/util/nestedpendingoperations': 'nestedpendingoperations.go',
  'pkg/volume/util/operationexecutor': 'operation_generator.go',
  'staging/src/k8s.io/client-go/tools/record': 'event.go',
  'staging/src/k8s.io/component-base/cli/flag': 'flags.go',
  'staging/src/k8s.io/cri-client/pkg/internal': 'log.go',
};

const directoryOf = new Map(
  Object.entries(directories).flatMap(([directory, files]) =>
    files.split(' ').map((file): [string, string] => [file, directory]),
  ),
);

/** Where a file stands in the kubernetes repository; undefined for a base name that isn't told. The CRI client moved out with 1.31. */
export function goPath(file: string, minor: number | undefined): string | undefined {
  if (file === 'remote_runtime.go' || file === 'remote_image.go')
    return minor !== undefined && minor >= 31
      ? `staging/src/k8s.io/cri-client/pkg/${file}`
      : `pkg/kubelet/cri/remote/${file}`;
  const directory = directoryOf.get(file);
  return directory === undefined ? undefined : `${directory}/${file}`;
}

/** The function that printed a line, where its message tells. */
export function functionOf(record: LogRecord): string | undefined {
  const { file, message } = record;
  const known = functionByMessage.get(`${file} ${message}`);
  if (known !== undefined) return known;
  const entered = /^(\w+) (?:enter|exit)$/.exec(message)?.[1];
  if (entered !== undefined) return entered.charAt(0).toUpperCase() + entered.slice(1);
  if (file === 'kubelet.go' && message.startsWith('SyncLoop ')) return 'syncLoopIteration';
  if (file === 'kubelet.go' && /^skipping pod synchronization/i.test(message)) return 'syncLoop';
  if (file === 'log.go' || file === 'remote_runtime.go')
    return /^(\w+)(?: in sandbox| cmd| with filter)? from runtime service failed|^RunPodSandbox/
      .exec(message)?.[0]
      .split(' ', 1)[0];
  if (file === 'pod_workers.go' && /^Error syncing pod/.test(message)) return 'podWorkerLoop';
  return undefined;
}

/** What the sync loop calls right after a line, as the line itself says. */
export function calledNext(record: LogRecord): string | undefined {
  if (record.file !== 'kubelet.go') return undefined;
  const op = /^SyncLoop \(?(ADD|UPDATE|REMOVE|RECONCILE|DELETE|SYNC|PLEG|housekeeping)\b/.exec(
    record.message,
  )?.[1];
  switch (op) {
    case 'ADD':
      return 'HandlePodAdditions';
    case 'UPDATE':
    case 'DELETE':
      return 'HandlePodUpdates';
    case 'REMOVE':
      return 'HandlePodRemoves';
    case 'RECONCILE':
      return 'HandlePodReconcile';
    case 'SYNC':
    case 'PLEG':
      return 'HandlePodSyncs';
    case 'housekeeping':
      return record.message.endsWith(' end') ? undefined : 'HandlePodCleanups';
    default:
      return undefined;
  }
}

/** Which sync function a worker runs in each state (SyncPod of the pod itself is the runtime's caller). */
export const syncFunction: Readonly<Record<WorkerState, string>> = {
  sync: 'SyncPod',
  terminating: 'SyncTerminatingPod',
  terminated: 'SyncTerminatedPod',
};

export function fileOf(name: string): string | undefined {
  return Object.hasOwn(calls, name) ? calls[name]?.[0] : undefined;
}

/** Every function that a stack may show. */
export function knownFunctions(): readonly string[] {
  return [...new Set([...Object.keys(calls), ...functionByMessage.values()])].sort();
}

/**
 * Who called a function, nearest first. What a sync calls is called by the one that the worker runs: containers are killed
 * by a sync that restarts them as well as by one that terminates the pod.
 */
export function callersOf(name: string, state: WorkerState | undefined): readonly string[] {
  const chain: string[] = [];
  let at = callerOf(name);
  while (at !== undefined && chain.length < 20) {
    if (at === 'SyncTerminatingPod' && state === 'sync') at = 'SyncPod';
    chain.push(at);
    at = callerOf(at);
  }
  return chain;
}

function callerOf(name: string): string | undefined {
  return Object.hasOwn(calls, name) ? calls[name]?.[1] : undefined;
}

/** Whether a function runs in the sync loop's own goroutine. */
export function inSyncLoop(name: string): boolean {
  return name === 'syncLoop' || callersOf(name, undefined).includes('syncLoop');
}
