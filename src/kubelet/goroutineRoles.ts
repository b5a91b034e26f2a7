// What the kubelet's goroutines are for, told by the functions on their stacks (1.20 to 1.36), and what they are doing there.
import type { Goroutine } from '../log/goroutineDump.ts';

export interface GoroutineRole {
  readonly id: string;
  readonly title: string;
  /** What these goroutines do all day, in one sentence. */
  readonly about: string;
  /** On any frame, or on the one that started it. */
  readonly functions: RegExp;
  /** The kubelet does without the view of these at first: they wait by nature. */
  readonly background?: true;
}

const kubelet = 'k8s\\.io/kubernetes/pkg/kubelet';
const of = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'));

/** In the order in which they are tried: the more telling function first. */
export const goroutineRoles: readonly GoroutineRole[] = [
  {
    id: 'sync-loop',
    title: 'Sync loop',
    about:
      'Takes changes from its channels and hands them to pod workers; while it handles one, nothing else starts.',
    functions: of(`${kubelet}\\.\\(\\*Kubelet\\)\\.syncLoop`),
  },
  {
    id: 'pod-worker',
    title: 'Pod workers',
    about: 'One per pod: brings the pod to its desired state, or tears it down.',
    functions: of(`${kubelet}\\.\\(\\*podWorkers\\)\\.(podWorkerLoop|managePodLoop)`),
  },
  {
    id: 'pleg',
    title: 'PLEG',
    about:
      'Asks the runtime every second what is running and reports what changed; after 3 minutes without a relist the node is not ready.',
    functions: of(`${kubelet}/pleg\\.`),
  },
  {
    id: 'status',
    title: 'Status manager',
    about: 'Writes the status of pods to the API server.',
    functions: of(`${kubelet}/status\\.\\(\\*manager\\)`),
  },
  {
    id: 'probe',
    title: 'Probes',
    about: 'One per container probe.',
    functions: of(`${kubelet}/prober\\.\\(\\*worker\\)`, `${kubelet}/prober\\.`),
  },
  {
    id: 'volume',
    title: 'Volumes',
    about: 'Mounts and unmounts volumes; a hung mount blocks its operation forever.',
    functions: of(
      `${kubelet}/volumemanager`,
      'k8s\\.io/kubernetes/pkg/volume/util/(nestedpendingoperations|operationexecutor)',
    ),
  },
  {
    id: 'pod-killer',
    title: 'Container removal and cleanup',
    about: 'Kills and removes containers of pods that are gone.',
    functions: of(
      `${kubelet}\\.newPodContainerDeletor`,
      `${kubelet}\\.\\(\\*podKillerWithChannel\\)`,
      `${kubelet}\\.\\(\\*Kubelet\\)\\.(HandlePodCleanups|StartGarbageCollection|killContainersWithSyncResult)`,
      `${kubelet}/kuberuntime\\.\\(\\*kubeGenericRuntimeManager\\)\\.killContainersWithSyncResult`,
      `${kubelet}/images\\.\\(\\*realImageGCManager\\)`,
      `${kubelet}/logs\\.`,
    ),
  },
  {
    id: 'image',
    title: 'Image pulls',
    about: 'Pulls images (serially by default).',
    functions: of(`${kubelet}/images\\.`),
  },
  {
    id: 'eviction',
    title: 'Eviction and OOM',
    about: 'Watches memory and disk, and chooses pods to evict.',
    functions: of(`${kubelet}/eviction\\.`, `${kubelet}/oom\\.`),
  },
  {
    id: 'node-status',
    title: 'Node status and lease',
    about: 'Tells the API server that the node is alive; without it the node becomes NotReady.',
    functions: of(
      `${kubelet}\\.\\(\\*Kubelet\\)\\.(syncNodeStatus|fastStatusUpdateOnce|fastNodeStatusUpdate|updateRuntimeUp)`,
      '/lease\\.\\(\\*controller\\)',
      `${kubelet}/nodelease`,
    ),
  },
  {
    id: 'config',
    title: 'Pod sources',
    about: 'Reads pods from the API server, files and a URL, and merges them for the sync loop.',
    functions: of(`${kubelet}/config\\.`, 'pkg/util/config\\.\\(\\*Mux\\)'),
  },
  {
    id: 'server',
    title: 'Requests to the kubelet',
    about: 'Answers logs, exec, metrics and stats.',
    functions: of(
      `${kubelet}/server\\.\\(\\*Server\\)`,
      `${kubelet}/server/stats\\.`,
      'net/http\\.\\(\\*Server\\)\\.Serve$',
      'net/http\\.\\(\\*conn\\)\\.serve',
      'net/http\\.\\(\\*connReader\\)',
      'prometheus\\.\\(\\*Registry\\)',
      'component-base/metrics',
    ),
  },
  {
    id: 'resources',
    title: 'Container manager',
    about: 'Cgroups, CPU, memory, devices and plugins.',
    functions: of(`${kubelet}/cm[./]`, `${kubelet}/pluginmanager`, `${kubelet}/allocation\\.`),
  },
  {
    id: 'objects',
    title: 'Secrets, ConfigMaps, informers',
    about: 'Watches what the API server has for the pods of this node.',
    functions: of(
      `${kubelet}/util/manager`,
      'client-go/tools/cache',
      'client-go/informers',
      'apimachinery/pkg/watch',
    ),
    background: true,
  },
  {
    id: 'cadvisor',
    title: 'cAdvisor',
    about: 'Measures containers.',
    functions: of('google/cadvisor'),
    background: true,
  },
  {
    id: 'connection',
    title: 'Connections',
    about: 'gRPC to the runtime and plugins, HTTP to the API server.',
    functions: of(
      'google\\.golang\\.org/grpc',
      'golang\\.org/x/net/http2',
      'net/http\\.\\(\\*(Transport|persistConn)\\)',
      'internal/transport',
    ),
    background: true,
  },
  {
    id: 'other',
    title: 'Other',
    about: 'Timers, signals, logging and the Go runtime.',
    functions: /(?:)/,
    background: true,
  },
];

export function roleOf(goroutine: Goroutine): GoroutineRole {
  const functions = functionsOf(goroutine);
  const found = goroutineRoles.find((role) => functions.some((name) => role.functions.test(name)));
  // The last one takes all.
  return found ?? otherRole;
}

const otherRole: GoroutineRole = {
  id: 'other',
  title: 'Other',
  about: '',
  functions: /(?:)/,
  background: true,
};

function functionsOf({ frames, createdBy }: Goroutine): readonly string[] {
  const names = frames.map((frame) => frame.function);
  return createdBy === undefined ? names : [...names, createdBy.function];
}

/** What a stack says it does, the first that is found on it from its innermost frame on. */
const doings: readonly (readonly [functions: RegExp, text: (match: RegExpExecArray) => string])[] =
  [
    [
      /\.\(\*[rR]emote(?:Runtime|Image)Service\)\.(\w+)$/,
      ([, call = '']) => `waits for the runtime: ${call}`,
    ],
    [
      /dockershim\/network\/cni\.\(\*cniNetworkPlugin\)\.(addToNetwork|deleteFromNetwork)$/,
      ([, call]) => `waits for CNI ${call === 'addToNetwork' ? 'ADD' : 'DEL'}`,
    ],
    [/dockershim\.\(\*dockerService\)\.(\w+)$/, ([, call = '']) => `in dockershim: ${call}`],
    [
      /container\.\(\*cache\)\.GetNewerThan$/,
      () => 'waits for the PLEG: a status newer than its last sync',
    ],
    [
      /\(\*volumeManager\)\.(WaitFor\w+)$/,
      ([, call]) =>
        call === 'WaitForUnmount' ? 'waits for volumes to be unmounted' : 'waits for volumes',
    ],
    [/mount-utils\.|pkg\/util\/mount\./, () => 'in a mount call'],
    [/images\.\(\*imageManager\)\.EnsureImageExists$/, () => 'waits for an image'],
    [/\(\*containerManager\w*\)\.|cgroup/i, () => 'working on cgroups'],
    [/prober\.\(\*prober\)\./, () => 'runs a probe'],
    [/\(\*podWorkers\)\.(?:podWorkerLoop|managePodLoop)$/, () => 'idle: nothing to do for its pod'],
    [/\(\*Kubelet\)\.syncLoopIteration$/, () => 'waits for the next change'],
    [/\(\*mutex\)|sync\.\(\*(?:RW)?Mutex\)\.\w*Lock/, () => 'waits for a lock'],
  ];

/** A sentence's end; `undefined` where the stack shows nothing but the Go runtime and waiting. */
export function doingOf(goroutine: Goroutine): string | undefined {
  for (const { function: name } of goroutine.frames) {
    for (const [functions, text] of doings) {
      const match = functions.exec(name);
      if (match !== null) return text(match);
    }
  }
  return undefined;
}

/** Which of its pod's syncs a worker is in; `undefined` while it is idle. */
export type WorkerSync = 'SyncPod' | 'SyncTerminatingPod' | 'SyncTerminatedPod';

export function workerSyncOf({ frames }: Goroutine): WorkerSync | undefined {
  for (const { function: name } of frames.toReversed()) {
    const [, call = ''] =
      /\.\(\*Kubelet\)\.([sS]yncPod|[sS]yncTerminatingPod|[sS]yncTerminatingRuntimePod|[sS]yncTerminatedPod)$/.exec(
        name,
      ) ?? [];
    if (/^syncPod$/i.test(call)) return 'SyncPod';
    if (/^syncTerminated/i.test(call)) return 'SyncTerminatedPod';
    if (call !== '') return 'SyncTerminatingPod';
  }
  return undefined;
}

/** Go prints a string as address and length: what calls with a `kubecontainer.Pod` tell of the pod's names. */
export interface PodNameLengths {
  readonly uid: number;
  readonly name: number;
  readonly namespace: number;
}

const killPod = /\.(?:killPod|KillPod|killPodWithSyncResult)$/;
const text = '\\{0x[0-9a-f]{1,16}\\??, 0x([0-9a-f]{1,4})\\??\\}';
const podFields = new RegExp(`\\{${text}, ${text}, ${text}`);

export function podNameLengths({ frames }: Goroutine): PodNameLengths | undefined {
  for (const { function: name, args } of frames) {
    if (!killPod.test(name)) continue;
    const [, uid, podName, namespace] = podFields.exec(args) ?? [];
    if (uid === undefined || podName === undefined || namespace === undefined) continue;
    const [u, n, s] = [uid, podName, namespace].map((hex) => Number.parseInt(hex, 16));
    return { uid: u ?? 0, name: n ?? 0, namespace: s ?? 0 };
  }
  return undefined;
}

/** Where a frame's file stands in the kubernetes repository; `undefined` for the standard library and programs of others. */
export function repositoryPath(frame: {
  readonly function: string;
  readonly file: string;
}): string | undefined {
  const base = frame.file.slice(frame.file.lastIndexOf('/') + 1);
  // Dots of a package's last element are escaped: `gopkg%2ein`.
  const [, inside = ''] = /^(.*?\/[^/.]+)\./.exec(frame.function) ?? [];
  const own = /^k8s\.io\/kubernetes\/(.+)$/.exec(inside)?.[1];
  if (own !== undefined) return `${own}/${base}`;
  const staged =
    /^k8s\.io\/(?!klog|utils|kube-openapi|gengo|system-validators)([a-z-]+)(\/.+)?$/.exec(inside);
  if (staged !== null) return `staging/src/${inside}/${base}`;
  return undefined;
}
