// What a log line tells of the kubelet's source: the function that printed it, who calls that function, and where the file stands.
import { pathBefore } from '../../kubelet/evidence/goSources.ts';
import type { WorkerState } from '../../kubelet/rebuild/history.ts';
import type { LogRecord } from '../../log/record.ts';
import { printfFunction } from '../../kubelet/version/printfPlaces.ts';
import { printedBy } from './goMessages.ts';

const functionByMessage = new Map<string, string>();
for (const [file, functions] of Object.entries(printedBy))
  for (const [name, messages] of Object.entries(functions))
    for (const message of messages) functionByMessage.set(`${file} ${message}`, name);

/** SyncPod of the runtime, which the kubelet's own calls: from 1.27 on that is called SyncPod, too. */
const runtimeSyncPod = 'kuberuntime.SyncPod';
/** syncPod of the status manager, in a goroutine of its own. */
const statusSyncPod = 'status.syncPod';
/** In a chain of callers: no line tells who stands here; what follows is further out. */
export const UNTOLD = '';
/** Run of cmd/kubelet/app, beside that of the kubelet. */
const appRun = 'app.Run';

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
  [runtimeSyncPod]: ['kuberuntime_manager.go', 'SyncPod'],
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
  removeSandbox: ['kuberuntime_gc.go', 'removeOldestNSandboxes'],
  removeOldestNSandboxes: ['kuberuntime_gc.go', 'evictSandboxes'],
  evictSandboxes: ['kuberuntime_gc.go', 'GarbageCollect'],
  GarbageCollect: ['kuberuntime_gc.go', undefined],
  createPodSandbox: ['kuberuntime_sandbox.go', runtimeSyncPod],
  RunPodSandbox: ['remote_runtime.go', 'createPodSandbox'],
  computePodActions: ['kuberuntime_manager.go', runtimeSyncPod],
  PodSandboxChanged: ['util.go', 'computePodActions'],
  podSandboxChanged: ['kuberuntime_manager.go', 'computePodActions'],
  GeneratePodReadyToStartContainersCondition: ['generate.go', 'generateAPIPodStatus'],
  startContainer: ['kuberuntime_container.go', runtimeSyncPod],
  CreateContainer: ['remote_runtime.go', 'startContainer'],
  StartContainer: ['remote_runtime.go', 'startContainer'],
  generateAPIPodStatus: ['kubelet_pods.go', 'SyncPod'],
  doBackOff: ['kuberuntime_manager.go', runtimeSyncPod],
  'CNI ADD': ['', 'RunPodSandbox'],
  'CNI DEL': ['', 'StopPodSandbox'],
  Relist: ['generic.go', undefined],
  relist: ['generic.go', undefined],
  generateEvents: ['generic.go', 'Relist'],
  updateCache: ['generic.go', 'Relist'],
  [statusSyncPod]: ['status_manager.go', undefined],
  InitNetworkPlugin: ['plugins.go', 'NewDockerService'],
  NewDockerService: ['docker_service.go', 'runDockershim'],
  runDockershim: ['kubelet_dockershim.go', 'PreInitRuntimeService'],
  PreInitRuntimeService: ['kubelet.go', 'run'],
  run: ['server.go', appRun],
  [appRun]: ['server.go', 'NewKubeletCommand'],
  NewKubeletCommand: ['server.go', undefined],
};

/** What stands otherwise from 1.22 to 1.26: the names are those of before. */
const lifecycleCalls: typeof calls = {
  managePodLoop: ['pod_workers.go', undefined],
  allowPodStart: ['pod_workers.go', 'managePodLoop'],
  acknowledgeTerminating: ['pod_workers.go', 'managePodLoop'],
  completeSync: ['pod_workers.go', 'managePodLoop'],
  completeTerminating: ['pod_workers.go', 'managePodLoop'],
  completeTerminatingRuntimePod: ['pod_workers.go', 'managePodLoop'],
  completeTerminated: ['pod_workers.go', 'managePodLoop'],
  completeWork: ['pod_workers.go', 'managePodLoop'],
  syncPod: ['kubelet.go', 'managePodLoop'],
  syncTerminatingPod: ['kubelet.go', 'managePodLoop'],
  syncTerminatedPod: ['kubelet.go', 'managePodLoop'],
  [runtimeSyncPod]: ['kuberuntime_manager.go', 'syncPod'],
  killPod: ['kubelet_pods.go', 'syncTerminatingPod'],
  generateAPIPodStatus: ['kubelet_pods.go', 'syncPod'],
};

/** By file what a function was called up to 1.26, or what its lines stood in. */
const namesBefore27: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kubelet.go': {
    SyncPod: 'syncPod',
    SyncTerminatingPod: 'syncTerminatingPod',
    SyncTerminatingRuntimePod: 'syncTerminatingPod',
    SyncTerminatedPod: 'syncTerminatedPod',
  },
  'pod_workers.go': { podWorkerLoop: 'managePodLoop', startPodSync: 'managePodLoop' },
};

/** What stands otherwise below these in the kubelets up to 1.21: one sync function for all, and a killer of its own for what is removed. */
const classicCalls: Readonly<Record<string, readonly [file: string, caller: string | undefined]>> =
  {
    dispatchWork: ['kubelet.go', 'syncLoopIteration'],
    UpdatePod: ['pod_workers.go', 'dispatchWork'],
    ForgetNonExistingPodWorkers: ['pod_workers.go', 'HandlePodCleanups'],
    managePodLoop: ['pod_workers.go', undefined],
    wrapUp: ['pod_workers.go', 'managePodLoop'],
    syncPod: ['kubelet.go', 'managePodLoop'],
    [runtimeSyncPod]: ['kuberuntime_manager.go', 'syncPod'],
    killPod: ['kubelet_pods.go', 'syncPod'],
    generateAPIPodStatus: ['kubelet_pods.go', 'syncPod'],
    getPullSecretsForPod: ['kubelet_pods.go', 'syncPod'],
    podKiller: ['kubelet_pods.go', undefined],
    PerformPodKillingWork: ['kubelet_pods.go', undefined],
    relist: ['generic.go', undefined],
    generateEvents: ['generic.go', 'relist'],
    updateCache: ['generic.go', 'relist'],
    NewMainKubelet: ['kubelet.go', 'createAndInitKubelet'],
    makePodSourceConfig: ['kubelet.go', 'NewMainKubelet'],
    NewKubeGenericRuntimeManager: ['kuberuntime_manager.go', 'NewMainKubelet'],
    createAndInitKubelet: ['server.go', 'RunKubelet'],
    RunKubelet: ['server.go', 'run'],
  };

/** What of the start stands otherwise in some of the kubelets up to 1.21. */
const startCalls: readonly {
  readonly from: number;
  readonly to: number;
  readonly calls: typeof calls;
}[] = [
  // main of cmd/kubelet/kubelet.go calls app.Run: the command is for documentation.
  { from: 0, to: 9, calls: { [appRun]: ['server.go', undefined] } },
  {
    from: 0,
    to: 13,
    calls: {
      NewMainKubelet: ['kubelet.go', 'CreateAndInitKubelet'],
      CreateAndInitKubelet: ['server.go', 'RunKubelet'],
    },
  },
  { from: 0, to: 17, calls: { NewDockerService: ['docker_service.go', 'NewMainKubelet'] } },
  { from: 18, to: 18, calls: { NewDockerService: ['docker_service.go', 'PreInitRuntimeService'] } },
];

/** Down from the kubelet's call of the runtime to the plug-in, where the runtime is docker: the dockershim is in the kubelet up to 1.23. */
const dockershimCalls: typeof calls = {
  SetUpPod: ['plugins.go', 'RunPodSandbox'],
  addToNetwork: ['cni.go', 'SetUpPod'],
  TearDownPod: ['plugins.go', 'StopPodSandbox'],
  deleteFromNetwork: ['cni.go', 'TearDownPod'],
  // Who calls it is told by the lines around.
  buildCNIRuntimeConf: ['cni.go', undefined],
  GetNetNS: ['docker_service.go', 'TearDownPod'],
  InspectContainer: ['kube_docker_client.go', 'GetNetNS'],
  getNetworkNamespace: ['helpers_linux.go', 'GetNetNS'],
  'CNI ADD': ['', 'addToNetwork'],
  'CNI DEL': ['', 'deleteFromNetwork'],
};
export const LAST_DOCKERSHIM = 23;

const directories: Readonly<Record<string, string>> = {
  'pkg/kubelet':
    'kubelet.go kubelet_dockershim.go kubelet_getters.go kubelet_network.go kubelet_node_status.go kubelet_pods.go kubelet_volumes.go pod_container_deletor.go pod_workers.go runonce.go runtime.go',
  'pkg/kubelet/allocation': 'allocation_manager.go',
  'pkg/kubelet/cm':
    'container_manager_linux.go pod_container_manager_linux.go qos_container_manager_linux.go cgroup_manager_linux.go',
  'pkg/kubelet/cm/topologymanager': 'scope.go topology_manager.go',
  'pkg/kubelet/config': 'apiserver.go common.go config.go file.go file_linux.go http.go mux.go',
  'cmd/kubelet/app': 'server.go',
  'pkg/kubelet/cri/remote': 'remote_image.go remote_runtime.go',
  'pkg/kubelet/dockershim': 'docker_sandbox.go docker_service.go helpers_linux.go',
  'pkg/kubelet/dockershim/libdocker': 'kube_docker_client.go',
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
  'pkg/kubelet/status': 'generate.go status_manager.go',
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
  const isOfClient = file === 'remote_runtime.go' || file === 'remote_image.go';
  const directory =
    isOfClient && minor !== undefined && minor >= 31
      ? 'staging/src/k8s.io/cri-client/pkg'
      : directoryOf.get(file);
  return directory === undefined ? undefined : pathBefore(`${directory}/${file}`, minor);
}

/** The last minor whose pod workers have one function for all that a pod needs. */
const LAST_CLASSIC = 21;

export function isClassic(minor: number | undefined): minor is number {
  return minor !== undefined && minor <= LAST_CLASSIC;
}

/** The functions have the names of before, as `managePodLoop`. */
function isBefore27(minor: number | undefined): minor is number {
  return minor !== undefined && minor < 27;
}

/** The function that printed a line, where its message tells; `minor`: of the kubelet that did, where that is known. */
export function functionOf(record: LogRecord, minor?: number): string | undefined {
  const name = newestNameOf(record, minor);
  if (name === 'syncPod' && record.file === 'status_manager.go') return statusSyncPod;
  if (name === undefined || !isBefore27(minor)) return name;
  if (name === 'Relist') return relistName(minor);
  return namesBefore27[record.file]?.[name] ?? name;
}

/** Functions that made the error in a line, the innermost first: they have returned when it is written. */
export function makersOf({ file, message }: LogRecord): readonly string[] {
  if (file !== 'cni.go' || !message.startsWith('CNI failed to retrieve network namespace path'))
    return [];
  const ofDead = message.includes('cannot find network namespace for the terminated container');
  return [ofDead ? 'getNetworkNamespace' : 'InspectContainer', 'GetNetNS'];
}

function newestNameOf(record: LogRecord, minor: number | undefined): string | undefined {
  const { file, message, structured } = record;
  if (!structured && file !== '') {
    const own = printfFunction(file, message, minor);
    if (own !== undefined) return own;
  }
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

/** The line stands where the loop has nothing to call: the pod of an event is gone, or not all sources are ready. */
const callsNothing = /\bignore irrelevant (?:event|update)\b|\bhousekeeping, skipped\b/;

/** What the sync loop calls right after a line, as the line itself says. */
export function calledNext(record: LogRecord): string | undefined {
  if (record.file !== 'kubelet.go' || callsNothing.test(record.message)) return undefined;
  const op =
    /^SyncLoop \(?(ADD|UPDATE|REMOVE|RECONCILE|DELETE|SYNC|PLEG|probe|container unhealthy|housekeeping)\b/.exec(
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
    case 'probe':
    case 'container unhealthy':
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

export function syncFunctionOf(state: WorkerState, minor: number | undefined): string {
  if (isClassic(minor)) return 'syncPod';
  const name = syncFunction[state];
  return isBefore27(minor) ? name.replace('Sync', 'sync') : name;
}

/** The loop of a worker's goroutine. */
export function workerLoop(minor: number | undefined): string {
  return isBefore27(minor) ? 'managePodLoop' : 'podWorkerLoop';
}

/** Its one name where the version is unknown is the newest. */
export function relistName(minor: number | undefined): string {
  return minor !== undefined && minor < 26 ? 'relist' : 'Relist';
}

/** Who kills a pod that was removed, up to 1.21. */
export function killerOf(minor: number): string {
  return minor < 18 ? 'podKiller' : 'PerformPodKillingWork';
}

/** What of a pod and its kubelet tells who called. */
export interface Caller {
  readonly state?: WorkerState | undefined;
  readonly minor?: number | undefined;
  /** Its runtime is docker. */
  readonly docker?: boolean;
  /** Of a line of the CNI driver: what the call is that it stands in, where that is known. */
  readonly command?: 'ADD' | 'DEL' | undefined;
  /** Up to 1.21: the pod killer kills it, not its worker. */
  readonly byKiller?: boolean;
  /** Who called StopPodSandbox, if not a kill of the pod: the collector, or what no line tells. */
  readonly stopper?: 'gc' | 'unknown' | undefined;
  /** What it ends for: it was asked to; the runtime alone knew it. Undefined: no line tells. */
  readonly ends?: 'asked' | 'orphaned' | undefined;
  /** Up to 1.10: InitNetworkPlugin was called before in this process. */
  readonly again?: boolean;
  /** Its sync has found that it needs another sandbox: what runs in the old one is killed first. */
  readonly anew?: boolean;
}

function callOf(
  name: string,
  { minor, docker }: Caller,
): readonly [file: string, caller: string | undefined] | undefined {
  const shim = docker === true && minor !== undefined && minor <= LAST_DOCKERSHIM;
  const tables = [
    ...(shim ? [dockershimCalls] : []),
    ...startCalls.flatMap(({ from, to, calls: own }) =>
      minor !== undefined && from <= minor && minor <= to ? [own] : [],
    ),
    ...(isClassic(minor) ? [classicCalls] : isBefore27(minor) ? [lifecycleCalls] : []),
    calls,
  ];
  return tables.find((table) => Object.hasOwn(table, name))?.[name];
}

export function fileOf(name: string, caller: Caller): string | undefined {
  return callOf(name, caller)?.[0];
}

/** Every function that a stack may show. */
export function knownFunctions(): readonly string[] {
  const starts = startCalls.map(({ calls: own }) => own);
  const tables = [calls, lifecycleCalls, classicCalls, dockershimCalls, ...starts];
  const called = tables.flatMap((table) => Object.keys(table));
  return [...new Set([...called.map(shownFunction), ...functionByMessage.values()])].sort();
}

/** A caller's name as it stands in Go. */
export function shownFunction(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/**
 * Who called a function, nearest first. What a sync calls is called by the one that the worker runs. `file`: where the function stands, if
 * that is known.
 */
export function callersOf(name: string, caller: Caller = {}, file?: string): readonly string[] {
  const { command, minor } = caller;
  const chain: string[] = [];
  let at = callOf(nameOfTwo(name, minor, file), caller)?.[1];
  if (name === 'buildCNIRuntimeConf' && command !== undefined)
    at = command === 'ADD' ? 'addToNetwork' : 'deleteFromNetwork';
  while (at !== undefined && chain.length < 20) {
    at = callerIn(chain.at(-1) ?? name, at, caller);
    if (at === undefined) break;
    const beyond = at === UNTOLD ? beyondUntold(chain.at(-1) ?? name, minor) : undefined;
    chain.push(at);
    at = at === UNTOLD ? beyond : callOf(at, caller)?.[1];
  }
  return chain;
}

/** What is further out than a caller of which no line tells. */
function beyondUntold(name: string, minor: number | undefined): string | undefined {
  switch (name) {
    case 'killPodWithSyncResult':
    case 'PodSandboxChanged':
      return syncFunctionOf('sync', minor);
    case 'killPod':
      return workerLoop(minor);
    default:
      return undefined;
  }
}

/** Which of two functions of one name is meant. */
function nameOfTwo(name: string, minor: number | undefined, file: string | undefined): string {
  if (name === 'Run' && file === 'server.go') return appRun;
  const isOfRuntime = isBefore27(minor) || file === 'kuberuntime_manager.go';
  return name === 'SyncPod' && isOfRuntime ? runtimeSyncPod : name;
}

/** From 1.29 on a pod's status asks PodSandboxChanged, too: of a sync no line tells whether it is that or the plan that does. */
function asksTwice(minor: number | undefined): boolean {
  return minor === undefined || minor >= 29;
}

/** Of several callers of a function the one that is told; `usual`: that of a pod that ends. */
function callerIn(name: string, usual: string, caller: Caller): string | undefined {
  const { state, minor, byKiller, stopper, ends } = caller;
  if (name === 'generateAPIPodStatus' && state !== undefined) return syncFunctionOf(state, minor);
  if (name === 'PodSandboxChanged' && asksTwice(minor))
    return state === 'terminating' || state === 'terminated'
      ? 'GeneratePodReadyToStartContainersCondition'
      : UNTOLD;
  // NewMainKubelet calls it itself, then NewDockerService does.
  if (name === 'InitNetworkPlugin' && minor !== undefined && minor <= 10)
    return caller.again === true ? 'NewDockerService' : 'NewMainKubelet';
  // removeSandbox in kuberuntime_gc.go stops what it removes.
  if (name === 'StopPodSandbox' && stopper !== undefined)
    return stopper === 'gc' ? 'removeSandbox' : UNTOLD;
  if (byKiller === true && isClassic(minor))
    return name === 'killPod' && usual === 'syncPod' ? killerOf(minor) : usual;
  if (name === 'killPod' && usual === 'SyncTerminatingPod' && ends !== 'asked')
    return ends === 'orphaned' ? 'SyncTerminatingRuntimePod' : UNTOLD;
  // Of a pod that ended by itself syncPod kills what Failed, SyncPod of the runtime the sandbox of what Succeeded.
  if (
    name === 'killPodWithSyncResult' &&
    isClassic(minor) &&
    ends !== 'asked' &&
    caller.anew !== true
  )
    return UNTOLD;
  return state === 'sync' ? inSync(name, usual, caller) : usual;
}

/**
 * Who called a function in a sync that ends no pod: SyncPod of the runtime kills the containers that are not to be kept (its step 3), and
 * before it makes another sandbox what is in the old one (step 2).
 */
function inSync(name: string, usual: string, { minor, anew }: Caller): string {
  const isKilledAlone = name === 'killContainer' && anew !== true;
  if (isKilledAlone || name === 'killPodWithSyncResult') return runtimeSyncPod;
  return usual === syncFunctionOf('terminating', minor) ? syncFunctionOf('sync', minor) : usual;
}

/** Whether a function runs in the sync loop's own goroutine. */
export function inSyncLoop(name: string): boolean {
  if (name === 'syncLoop' || callersOf(name).includes('syncLoop')) return true;
  return callersOf(name, { minor: LAST_CLASSIC }).includes('syncLoop');
}
