// What a log line proves that the kubelet did: one closed union, so that whoever folds it handles all of it. Events say what
// happened and to which pod as far as the line tells; they know neither lines nor times.

/** A pod as a line names it; a line rarely gives all three. */
export interface PodRef {
  readonly uid: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** Operation of a config update (pkg/kubelet/types/pod_update.go), as the sync loop prints it. */
export type ConfigOp = 'ADD' | 'UPDATE' | 'DELETE' | 'REMOVE' | 'RECONCILE';

/** Which of the three sync functions a worker runs (PodWorkType of pkg/kubelet/pod_workers.go). */
export type WorkType = 'sync' | 'terminating' | 'terminated';

/** Why a worker began to terminate its pod. `completed`: its containers ended by themselves. */
export type TerminationReason =
  'deleted' | 'evicted' | 'removed' | 'orphaned' | 'terminal' | 'completed';

/** State of a container or a sandbox as PLEG sees it. */
export type PlegState = 'running' | 'exited' | 'unknown' | 'non-existent';

export type PlegType =
  'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved' | 'ContainerChanged' | 'PodSync';

/** What the kubelet says about a sandbox before it makes one. `none`: there is none at all. */
export type SandboxNeed = 'none' | 'notReady' | 'several' | 'changed' | 'noIp';

/** The words of `pkg/kubelet/kuberuntime` and of the volume manager that are worth a line in a pod's story. */
export type VolumeStep =
  'attached' | 'mountStarted' | 'mounted' | 'unmountStarted' | 'unmounted' | 'detached' | 'failed';

export type ProcessEvent =
  | { readonly kind: 'process.version'; readonly version: string }
  | { readonly kind: 'process.flag'; readonly flag: string; readonly value: string }
  | { readonly kind: 'process.loopStarted' }
  | { readonly kind: 'process.runtime'; readonly runtime: string; readonly version: string }
  | { readonly kind: 'process.node'; readonly node: string }
  /** The API server did not take what the kubelet sends each few seconds. */
  | { readonly kind: 'process.apiFailed'; readonly error: string };

/** Those that the kubelet tells in its log; DiskPressure and its like are bad when true, Ready when false. */
export type NodeConditionType = 'Ready' | 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';

export type LoopEvent =
  | {
      readonly kind: 'config';
      readonly op: ConfigOp;
      readonly source: string;
      readonly pods: readonly PodRef[];
    }
  /** A REMOVE to which the workers did nothing: not all sources had told their pods yet. */
  | { readonly kind: 'config.unready'; readonly pod: PodRef }
  | { readonly kind: 'loop.skip'; readonly reason: string }
  | { readonly kind: 'loop.sync'; readonly pods: readonly PodRef[] }
  /** Up to 1.21 the loop leaves a pod that is Succeeded or Failed to itself. */
  | { readonly kind: 'loop.completed'; readonly pod: PodRef }
  | {
      readonly kind: 'loop.probe';
      readonly probe: string;
      readonly status: string;
      readonly pod: PodRef;
    }
  | {
      readonly kind: 'node.condition';
      readonly type: NodeConditionType;
      readonly status: boolean;
    }
  | {
      readonly kind: 'loop.housekeeping';
      readonly phase: 'begin' | 'end';
      /** µs that it took, when it was too long. */
      readonly took?: number;
    }
  | { readonly kind: 'admission.denied'; readonly pod: PodRef; readonly reason: string };

export type PlegLineEvent =
  | {
      readonly kind: 'pleg.event';
      readonly pod: PodRef;
      readonly type: PlegType;
      readonly id: string;
    }
  | {
      readonly kind: 'pleg.finished';
      readonly pod: PodRef;
      readonly id: string;
      readonly exitCode: number;
    }
  | {
      readonly kind: 'pleg.transition';
      readonly pod: PodRef;
      readonly id: string;
      readonly from: PlegState;
      readonly to: PlegState;
    }
  | { readonly kind: 'pleg.relist' }
  /** The runtime has listed all pods for a relist. */
  | { readonly kind: 'pleg.listed' }
  | { readonly kind: 'pleg.failed'; readonly error: string }
  /** A relist wrote a pod's status, or the error of its inspection, into the pod cache. `of`: the line moves no worker. */
  | { readonly kind: 'cache.set'; readonly of: PodRef; readonly error: string | undefined }
  | { readonly kind: 'cache.delete'; readonly of: PodRef };

/** `podActions` of pkg/kubelet/kuberuntime/kuberuntime_manager.go as its line has it. */
export interface ToldPodActions {
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  /** The one to start in, or that is replaced; undefined where the line has none. */
  readonly sandboxId: string | undefined;
  /** Of the sandbox that is made, else of the one that is there. */
  readonly attempt: number | undefined;
  /** Names up to 1.27, then indexes into the list of the pod; undefined where the list is empty and the next one is left out. */
  readonly initContainersToStart: readonly string[] | undefined;
  /** Indexes into the list of the pod. */
  readonly containersToStart: readonly number[];
  /** Their ids. */
  readonly containersToKill: readonly string[];
}

export type WorkerEvent =
  | { readonly kind: 'worker.first'; readonly pod: PodRef }
  | { readonly kind: 'worker.notified'; readonly pod: PodRef; readonly work: WorkType | undefined }
  | { readonly kind: 'worker.requeued'; readonly pod: PodRef }
  /** Housekeeping found the pod gone from its source while its worker was still at it. */
  | { readonly kind: 'worker.orphaned'; readonly pod: PodRef }
  /** The kill of a pod that only the runtime knew is over; from 1.27 on the entry goes with it. */
  | { readonly kind: 'worker.orphanDone'; readonly pod: PodRef; readonly forgotten: boolean }
  | { readonly kind: 'worker.begin'; readonly pod: PodRef; readonly work: WorkType }
  | { readonly kind: 'worker.end'; readonly pod: PodRef; readonly work: WorkType }
  /** The pod cache has given a status that is new enough: the sync function begins. */
  | { readonly kind: 'worker.enter'; readonly pod: PodRef; readonly work: WorkType }
  | {
      readonly kind: 'worker.terminating';
      readonly pod: PodRef;
      readonly reason: TerminationReason;
    }
  | { readonly kind: 'worker.acknowledged'; readonly pod: PodRef }
  | { readonly kind: 'worker.grace'; readonly pod: PodRef; readonly seconds: number | undefined }
  | { readonly kind: 'worker.terminated'; readonly pod: PodRef }
  | { readonly kind: 'worker.finished'; readonly pod: PodRef }
  | { readonly kind: 'worker.stopped'; readonly pod: PodRef }
  /** An update that leads to nothing: the worker has to end, or has ended. */
  | { readonly kind: 'worker.refused'; readonly pod: PodRef; readonly finished: boolean }
  | { readonly kind: 'worker.forgotten'; readonly pod: PodRef }
  | { readonly kind: 'worker.waitsToStart'; readonly pod: PodRef }
  | { readonly kind: 'worker.error'; readonly pod: PodRef; readonly error: string };

export type RuntimeEvent =
  | { readonly kind: 'pod.actions'; readonly pod: PodRef; readonly actions: ToldPodActions }
  /** Why a sync is going to kill a container. */
  | {
      readonly kind: 'container.killWanted';
      readonly pod: PodRef;
      readonly name: string;
      readonly id: string;
      readonly why: string;
    }
  | { readonly kind: 'sandbox.needed'; readonly pod: PodRef; readonly need: SandboxNeed }
  /** What there is of its sandboxes is stopped: to make one `anew`, or as all of its containers are dead. */
  | { readonly kind: 'sandbox.stopping'; readonly pod: PodRef; readonly anew: boolean }
  | { readonly kind: 'sandbox.creating'; readonly pod: PodRef }
  | { readonly kind: 'sandbox.created'; readonly pod: PodRef; readonly id: string }
  | { readonly kind: 'sandbox.failed'; readonly pod: PodRef; readonly error: string }
  | {
      readonly kind: 'container.creating';
      readonly pod: PodRef;
      readonly name: string;
      readonly isInit: boolean;
    }
  | {
      readonly kind: 'container.killing';
      readonly pod: PodRef;
      readonly name: string | undefined;
      readonly id: string;
      /** Seconds given to the runtime: the worker's, less what the preStop hook took, at least 2. */
      readonly grace: number | undefined;
    }
  /** Its preStop hook begins, which comes before the kill. */
  | {
      readonly kind: 'container.preStop';
      readonly pod: PodRef;
      readonly name: string | undefined;
      readonly id: string;
    }
  /** The runtime is asked for a container: what it needs, its image among it, is there. */
  | {
      readonly kind: 'container.asked';
      readonly pod: PodRef;
      readonly name: string;
      readonly sandboxId: string | undefined;
    }
  | {
      readonly kind: 'container.created';
      readonly pod: PodRef;
      readonly id: string;
      readonly name: string;
      readonly sandboxId: string | undefined;
    }
  | { readonly kind: 'container.started'; readonly id: string }
  | { readonly kind: 'sandbox.stopped'; readonly id: string }
  | { readonly kind: 'container.killed'; readonly pod: PodRef; readonly id: string }
  | {
      readonly kind: 'sandbox.stopFailed';
      readonly id: string | undefined;
      /** Who asked: killPodWithSyncResult, for the pod's worker or up to 1.21 for podKiller, or the container collector. */
      readonly by: 'killPod' | 'gc';
      readonly error: string | undefined;
    }
  /** podKiller of housekeeping and of HandlePodRemoves, up to 1.21. */
  | { readonly kind: 'podKiller.killing'; readonly pod: PodRef }
  | { readonly kind: 'podKiller.failed'; readonly pod: PodRef; readonly error: string }
  | { readonly kind: 'container.unknown'; readonly id: string }
  /**
   * The topology manager lets go of a container that computePodActions found dead, as well as of one that is removed; the runtime manager
   * says the latter alone (--v=4).
   */
  | {
      readonly kind: 'container.removing';
      readonly id: string;
      readonly by: 'topologyManager' | 'runtimeManager';
    }
  | {
      readonly kind: 'runtime.failed';
      readonly call: string;
      readonly id: string | undefined;
      readonly error: string;
    };

/** What a runtime says of its pulls. Whose they are it does not say; `container` is told by other lines (rebuild/pod/pulls.ts). */
export type ImageEvent =
  | {
      readonly kind: 'image.pulling';
      readonly image: string;
      /** µs that the pull has gone on at least: dockershim says nothing before its first 10 s are over. */
      readonly for: number;
      readonly request: string | undefined;
      readonly container?: string;
    }
  | {
      readonly kind: 'image.pulled';
      /** As it was asked for; undefined where the line has the digest alone. */
      readonly image: string | undefined;
      /** Id, tag and digest, as far as the line has them. */
      readonly names: readonly string[];
      /** Bytes. */
      readonly size: number | undefined;
      /** µs. */
      readonly took: number | undefined;
      readonly request: string | undefined;
      readonly container?: string;
    }
  | {
      readonly kind: 'image.pullFailed';
      readonly image: string | undefined;
      readonly error: string;
      readonly request: string | undefined;
      readonly container?: string;
    };

export type NetworkEvent =
  | {
      readonly kind: 'network.failed';
      readonly command: 'ADD' | 'DEL';
      readonly pod: PodRef;
      readonly sandboxId: string | undefined;
      readonly plugin: string | undefined;
      /** Name of the CNI network, where the dockershim says it. */
      readonly network?: string | undefined;
      /** The network namespace, where the dockershim says it. */
      readonly netns?: string | undefined;
      readonly error: string;
    }
  | {
      readonly kind: 'network.done';
      readonly command: 'ADD' | 'DEL';
      readonly pod: PodRef;
      readonly sandboxId: string | undefined;
      /** Of the one CNI network that is done; undefined when all are. */
      readonly network?: string | undefined;
      readonly plugin?: string | undefined;
    }
  /** The dockershim begins a CNI DEL: it stops the sandbox. */
  | { readonly kind: 'network.teardown'; readonly pod: PodRef }
  /** The dockershim calls the plug-in of one CNI network. */
  | {
      readonly kind: 'network.begun';
      readonly command: 'ADD' | 'DEL';
      readonly pod: PodRef;
      readonly sandboxId: string | undefined;
      readonly plugin: string | undefined;
      readonly network: string | undefined;
      /** The network namespace; undefined when its pause container is dead. */
      readonly netns: string | undefined;
    }
  | {
      readonly kind: 'network.netns';
      readonly sandboxId: string | undefined;
      readonly error: string;
    }
  | { readonly kind: 'network.notReady'; readonly error: string };

export type PodLifeEvent =
  | {
      readonly kind: 'volume';
      readonly pod: PodRef;
      readonly step: VolumeStep;
      readonly volume: string;
      /** Its name in the whole cluster, where the line has it beside the pod's: `kubernetes.io/csi/driver^handle`. */
      readonly unique?: string;
      readonly error: string | undefined;
    }
  | { readonly kind: 'volumes.cleaned'; readonly pod: PodRef }
  /** Housekeeping finds a control group of a pod that has no volumes' directory any more (up to 1.23). */
  | { readonly kind: 'volumes.pathGone'; readonly pod: PodRef }
  | { readonly kind: 'pod.started'; readonly pod: PodRef; readonly duration: string }
  | { readonly kind: 'pod.deletedFromApi'; readonly pod: PodRef }
  | { readonly kind: 'pod.phase'; readonly pod: PodRef; readonly phase: string }
  /** The API server has this version of its status; new to it, or as it was. */
  | {
      readonly kind: 'pod.status';
      readonly pod: PodRef;
      readonly version: number | undefined;
      readonly isNew: boolean;
    }
  /** A status is made of what the pod cache has: its sync function has begun. */
  | { readonly kind: 'status.generated'; readonly pod: PodRef }
  | { readonly kind: 'eviction.ranked'; readonly pods: readonly PodRef[] }
  | { readonly kind: 'pod.evicting'; readonly pod: PodRef }
  | { readonly kind: 'pod.evicted'; readonly pod: PodRef }
  /** Admission no longer waits for this pod, which it evicted for a critical one; the sync loop goes on. */
  | { readonly kind: 'admission.madeRoom'; readonly pod: PodRef }
  /** The eviction manager no longer waits for the kill, which goes on. */
  | { readonly kind: 'pod.evictionFailed'; readonly pod: PodRef; readonly error: string }
  | {
      readonly kind: 'pod.event';
      readonly pod: PodRef;
      readonly reason: string;
      readonly message: string;
      readonly warning: boolean;
      /** The container it is about, where the event names one. */
      readonly container?: string;
    }
  /** A status of the pod says what image a container runs, and the id of that image. */
  | {
      readonly kind: 'container.image';
      readonly pod: PodRef;
      readonly id: string;
      /** Of the container; undefined where the status is cut. */
      readonly name?: string;
      readonly image: string;
      readonly imageId: string;
    }
  | {
      readonly kind: 'probe.failed';
      readonly pod: PodRef;
      readonly probe: string;
      readonly container: string;
      readonly output: string;
    }
  | { readonly kind: 'mirror'; readonly pod: PodRef; readonly step: 'created' | 'deleted' }
  /** The status that was just made of a pod is that of one whose name another has by now: `pod`. */
  | { readonly kind: 'pod.recreated'; readonly pod: PodRef; readonly oldUid: string | undefined }
  /** A line that ties a UID to something, and moves nothing. */
  /** `netns`: its network namespace, where the line has it. */
  | { readonly kind: 'mention'; readonly pod: PodRef; readonly netns?: string | undefined };

/** A pod as an endpoint of the kubelet lists it. */
export interface SampledPod {
  readonly pod: PodRef;
  /** `api`, `file`, `http`; undefined where the endpoint doesn't tell. */
  readonly source: string | undefined;
  readonly deleted: boolean;
  /** Of its status as the kubelet last had it: `Running`; undefined where the endpoint doesn't tell. */
  readonly phase: string | undefined;
  readonly containers: readonly SampledContainer[];
}

export interface SampledContainer {
  readonly name: string;
  /** Without its scheme. */
  readonly id: string | undefined;
  readonly state: 'waiting' | 'running' | 'terminated';
  readonly exitCode: number | undefined;
  readonly image?: string;
  readonly imageId?: string;
}

/** How often a probe of a container has said what, since its pod came. */
export interface SampledProbe {
  readonly pod: PodRef;
  readonly container: string;
  /** `Liveness`, `Readiness`, `Startup`. */
  readonly probe: string;
  readonly successful: number;
  readonly failed: number;
  readonly unknown: number;
}

/** What a goroutine of a pod worker was in when a dump was made. Which pod it works for, a dump doesn't tell. */
export interface SampledWorker {
  readonly work: WorkType;
  /** Whole minutes that it has waited where it is, as Go counts them (`leastWait`). */
  readonly minutes: number;
  /** A sentence's end: `waits for the runtime: StopPodSandbox`. */
  readonly doing: string | undefined;
}

/** A file system of a node: bytes, and how many files it has room for. */
export interface DiskStats {
  readonly available?: number;
  readonly capacity?: number;
  readonly inodes?: number;
  readonly inodesFree?: number;
}

/** How full a node is, by what evictions are decided by; each part undefined where the kubelet does not tell it. */
export interface NodeStats {
  /** Bytes. */
  readonly memory: { readonly available?: number; readonly used?: number } | undefined;
  readonly disk: DiskStats | undefined;
  readonly imageDisk: DiskStats | undefined;
  readonly processes: { readonly used?: number; readonly most?: number } | undefined;
}

/** What an endpoint said when it was asked, and of which node where the sample tells. */
export type SampleEvent = SaidByEndpoint & { readonly node?: string };

/** Lists are whole: what they don't name was not there. */
type SaidByEndpoint =
  /** `/pods`: the pods that the kubelet has from its sources, mirror pods left out. */
  | { readonly kind: 'sample.pods'; readonly listed: readonly SampledPod[] }
  /** `/runningpods/`: the pods of which the runtime runs something, up to 3 s old. */
  | { readonly kind: 'sample.running'; readonly listed: readonly SampledPod[] }
  | {
      readonly kind: 'sample.metrics';
      /** `kubelet_working_pods`, as the last housekeeping counted them: workers in each state. */
      readonly working: Readonly<Record<WorkType, number>> | undefined;
      /** Seconds since 1970 at which the last relist began. */
      readonly lastRelist: number | undefined;
      /** How many relists there were since the start, and how many seconds they took together. */
      readonly relists: { readonly count: number; readonly seconds: number } | undefined;
    }
  /** `/metrics/probes`. */
  | { readonly kind: 'sample.probes'; readonly probes: readonly SampledProbe[] }
  /** `/debug/pprof/goroutine`, or what a SIGQUIT made the process print: the pod workers that are inside a sync. */
  | { readonly kind: 'sample.goroutines'; readonly workers: readonly SampledWorker[] }
  /** `/stats/summary`, of the node alone. */
  | { readonly kind: 'sample.stats'; readonly stats: NodeStats }
  /** `/configz`, `/statusz`, `/flagz`: what the process is. */
  | ({ readonly kind: 'sample.process' } & ToldProcess);

/** The version is as the log's: `v1.34.2`. The verbosity is the configured one; it may have been changed since. */
export interface ToldProcess {
  readonly version: string | undefined;
  readonly verbosity: number | undefined;
}

export type KubeletEvent =
  | ProcessEvent
  | LoopEvent
  | PlegLineEvent
  | WorkerEvent
  | RuntimeEvent
  | ImageEvent
  | NetworkEvent
  | PodLifeEvent
  | SampleEvent
  /** One pod of `/pods`, when it is not as it was in the list before. */
  | (SampledPod & { readonly kind: 'sample.pod' })
  /** One probe of `/metrics/probes`, when it said something since the sample before; `failures` of them since then. */
  | (SampledProbe & { readonly kind: 'sample.probe'; readonly failures: number })
  | ({ readonly kind: 'process.told' } & ToldProcess);
