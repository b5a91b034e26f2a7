// What the rebuild yields: for each thing of the kubelet its values over time, each with its proof. Everything that is
// shown or diagnosed is a question asked of this; nobody reads log lines for state beside it.
import type { Gap, InputId, Known, SourceId, Value } from '../../base/input.ts';
import type { Micros } from '../../base/time.ts';
import type {
  NodeConditionType,
  NodeStats,
  ToldPodActions,
  VolumeStep,
  WorkType,
} from '../event.ts';
import type { Moment, Track } from './track.ts';

export type WorkerState = 'sync' | 'terminating' | 'terminated';

/** The fields of podSyncStatus (pkg/kubelet/pod_workers.go), each over time. `present` says that the workers hold an entry at all. */
export interface WorkerTracks {
  readonly present: Track<boolean>;
  readonly state: Track<WorkerState>;
  readonly working: Track<boolean>;
  readonly pending: Track<boolean>;
  readonly started: Track<boolean>;
  readonly terminationRequested: Track<boolean>;
  readonly startedTerminating: Track<boolean>;
  readonly terminated: Track<boolean>;
  readonly deleted: Track<boolean>;
  readonly evicted: Track<boolean>;
  readonly finished: Track<boolean>;
  /** Seconds. */
  readonly gracePeriod: Track<number>;
}

/** What the worker (or another part) still owes this pod: the model expects it, no line has shown it yet. */
export interface Awaited {
  /** `CNI DEL of its sandbox`, `the containers' end`, `volume unmount`, … in words for a person. */
  readonly what: string;
  readonly since: Micros;
  /** When the model says it should have come; past it, it is overdue. */
  readonly due: Micros | undefined;
  readonly provedBy: readonly InputId[];
}

/** An update of a pod that its worker was given. */
export interface QueuedUpdate {
  /** Which of the sync functions it is for. */
  readonly work: Value<WorkType>;
  readonly at: Micros;
  /** What the sync loop took before it handed it over: `UPDATE from api`, `PLEG: ContainerDied`, `sync tick`; undefined where no line tells. */
  readonly askedBy: string | undefined;
  readonly input: InputId | undefined;
}

/** When the work queue gives a pod back to the sync loop, and why then. */
export interface NextSync {
  /** The earliest and the latest; undefined: it waits for something else, which `why` tells. */
  readonly from: Micros | undefined;
  readonly until: Micros | undefined;
  readonly why: string;
}

/** What stands before one worker at a moment. */
export interface WorkerQueue {
  /** What it works on; `at` is since when. */
  readonly active: Value<QueuedUpdate | 'nothing'>;
  /** Where in it the worker is: it waits in GetNewerThan of the pod cache, or is in its sync function. */
  readonly stage: Value<'idle' | 'waits for the pod cache' | 'syncs'>;
  /** Since when it is there. */
  readonly stageSince: Micros | undefined;
  /** The one update for which there is room. */
  readonly waiting: Value<QueuedUpdate | 'nothing'>;
  /** Updates that came before the one that waits and were replaced by it, the oldest first. */
  readonly replaced: readonly QueuedUpdate[];
  /** Where nobody knows what waits: what the sync loop took for the pod since the work began. */
  readonly asked: readonly QueuedUpdate[];
  readonly next: Value<NextSync>;
}

/** What computePodActions gave, as its line has it. */
export interface ComputedActions {
  readonly at: Micros;
  readonly position: number;
  readonly input: InputId;
  readonly actions: ToldPodActions;
  /** Init containers to start, also where the line leaves them out. */
  readonly init: Value<readonly string[]>;
}

/** A status that a relist wrote into the pod cache, or took out of it. */
export interface CacheWrite {
  readonly at: Micros;
  readonly position: number;
  readonly input: InputId;
  readonly kind: 'set' | 'delete';
  readonly podKey: string | undefined;
  /** `ns/name`, or the UID where the line has no name. */
  readonly pod: string;
  /** Of the inspection: what the readers get. */
  readonly error: string | undefined;
}

export interface SandboxHistory {
  readonly sandboxId: string;
  readonly attempt: Value<number>;
  readonly state: Track<'starting' | 'ready' | 'notReady' | 'stopped' | 'removed'>;
  readonly provedBy: readonly InputId[];
}

export interface ContainerHistory {
  readonly containerId: string;
  readonly name: Value<string>;
  /** As the pod's spec or status names it. */
  readonly image: Value<string>;
  readonly sandboxId: Value<string>;
  readonly state: Track<'creating' | 'running' | 'killing' | 'exited' | 'removed'>;
  readonly exitCode: Value<number>;
  readonly provedBy: readonly InputId[];
}

/** One volume of a pod, as the volume manager spoke of it. */
export interface VolumeHistory {
  /** The name in the pod's spec: `kube-api-access-x2x4k`. */
  readonly name: string;
  readonly state: Track<VolumeStep>;
  /** Of the last step that failed. */
  readonly error: string | undefined;
}

/** How often a probe has said what since its pod came, and how many `failures` were new at that sample. */
export interface ProbeCounts {
  readonly successful: number;
  readonly failed: number;
  readonly unknown: number;
  readonly failures: number;
}

/** One probe of a container, where samples tell of it. */
export interface ProbeHistory {
  readonly container: string;
  /** `Liveness`, `Readiness`, `Startup`. */
  readonly probe: string;
  readonly counts: Track<ProbeCounts>;
}

/** One of the CNI networks of a try: the dockershim calls the loopback's plug-in first, then the one of the pod network (cni.go). */
export interface NetworkPart {
  /** `cni-loopback`. */
  readonly name: string;
  /** The plug-in, or the first of a list. */
  readonly type: string | undefined;
  /** Undefined: its begin is not in the log. */
  readonly from: Micros | undefined;
  readonly until: Micros | undefined;
  readonly ok: Value<boolean>;
}

/** One try to set up or tear down a sandbox's network, as far as it left a line: CNI successes are silent below v=4. */
export interface NetworkAttempt {
  /** Of the line that tells it so: of its end, or of its begin while no other tells more. */
  readonly at: Micros;
  readonly position: number;
  /** Undefined: no line names it. */
  readonly sandboxId: string | undefined;
  readonly begun: Value<Micros>;
  /** Its begin is told, and no end: the plug-in runs, also when the kubelet has given up to wait for it. */
  readonly running: boolean;
  /** Those that lines tell apart, in order. */
  readonly networks: readonly NetworkPart[];
  /** The same try as its lines before this one told of it. */
  readonly before: NetworkAttempt | undefined;
  readonly ok: Value<boolean>;
  /** The innermost text of the error: `plugin type="bridge" failed (delete): …`. */
  readonly error: string | undefined;
  /** `sync`: the pod's worker asked for it; `podKiller`: up to 1.21 housekeeping did; `gc`: the container collector, each minute. */
  readonly by: 'sync' | 'podKiller' | 'gc' | 'unknown';
  readonly provedBy: readonly InputId[];
}

/**
 * All tries to tear down one sandbox's network, or to set up one pod's until it had one (a runtime that cleans up after a failed ADD
 * makes another sandbox each time; the id is that of the one that had it, else the last one's): one row of the network view.
 */
export interface NetworkOperation {
  readonly command: 'ADD' | 'DEL';
  readonly podKey: string | undefined;
  /** `ns/name` by its own lines: also of a pod that was gone before the log begins, of which nothing else is left. */
  readonly podName: string | undefined;
  readonly sandboxId: string | undefined;
  /** The CNI plug-in of the pod network (`bridge`), or the one that failed, when a line names it. */
  readonly plugin: string | undefined;
  readonly attempts: readonly NetworkAttempt[];
  readonly from: Micros;
  /** When it succeeded, was given up, or the pod was gone; undefined while it goes on at the end of the tape. */
  readonly until: Value<Micros>;
  readonly outcome: Value<'succeeded' | 'failing' | 'abandoned' | 'running'>;
}

/** One line of a pod's life, in order. `kind` is the event's slug (`config.add`, `pleg.containerDied`, `sync.error`, …). */
export interface PodEvent {
  readonly at: Micros;
  readonly position: number;
  readonly kind: string;
  /** For a person: `container app died, exit code 0`. */
  readonly text: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly input: InputId;
}

/** When and where an event was. */
export type PodMark = Pick<PodEvent, 'at' | 'position' | 'input'>;

/** `config.add` and the like. */
export type PodMirrorMark = PodMark & Pick<PodEvent, 'kind'>;

/** A stretch of a pod's life with a name of its own: what a timeline draws as a bar. */
export interface PodPhase {
  readonly kind:
    | 'queue'
    | 'sandbox'
    | 'network'
    | 'pull'
    | 'start'
    | 'ready'
    /** A container runs that may be an init container. */
    | 'initOrRunning'
    | 'running'
    | 'terminating'
    | 'kill'
    | 'teardown'
    | 'unmount'
    | 'cleanup'
    | 'backoff'
    | 'finished';
  readonly from: Micros;
  /** Undefined: goes on at the end of the tape. */
  readonly to: Micros | undefined;
  /** Unknown: no line tells its end; `to` is then when its process of the kubelet ended, or its pod was gone. */
  readonly known: Known;
  readonly provedBy: readonly InputId[];
}

export interface PodHistory {
  /** The UID once known, else `ns/name#n` for the n-th pod of that name: unique, and stable while the tape grows at its end. */
  readonly key: string;
  readonly uid: Value<string>;
  readonly namespace: string;
  readonly name: string;
  /** Where the kubelet had it from: `api`, `file`, `http`. */
  readonly configSource: Value<string>;
  readonly firstSeen: Micros;
  /** From the first to the last of its `events`. */
  readonly span: readonly [from: Micros, to: Micros];
  readonly worker: WorkerTracks;
  readonly events: readonly PodEvent[];
  /** The events of one kind, without the words for them, and without those of its mirror pod. */
  marks(kind: string): readonly PodMark[];
  firstMark(kind: string): PodMark | undefined;
  lastMark(kind: string): PodMark | undefined;
  /** What the API's source told of the mirror pod that shows a static pod, in order. */
  readonly mirror: readonly PodMirrorMark[];
  readonly phases: readonly PodPhase[];
  readonly sandboxes: readonly SandboxHistory[];
  readonly containers: readonly ContainerHistory[];
  readonly volumes: readonly VolumeHistory[];
  readonly probes: readonly ProbeHistory[];
  readonly network: readonly NetworkOperation[];
  /** As it was known at a moment, which in the mode `then` is by the inputs up to there alone; undefined when it was not known. */
  by(moment: Moment): PodHistory | undefined;
  /** Whether nothing that is told later changes what is known of it at a moment. */
  isToldBy(moment: Moment): boolean;
  /** What it waits for at a moment. */
  awaits(moment: Moment): readonly Awaited[];
  /** Undefined while the workers hold no entry for it, or nobody knows. */
  queue(moment: Moment): WorkerQueue | undefined;
  /** What its syncs were going to do, from v=3 on. */
  readonly computed: readonly ComputedActions[];
}

/** One process of the kubelet, from its start line (or the tape's start) to the next one's. */
export interface KubeletRun {
  readonly from: Micros;
  readonly to: Micros | undefined;
  readonly pid: number | undefined;
  /** `v1.34.2`. */
  readonly version: Value<string>;
  readonly verbosity: Value<number>;
  /** The verbosity is the least with which the lines of the run are printed: it may have more. */
  readonly verbosityIsLeast: boolean;
  readonly runtime: Value<string>;
  readonly node: Value<string>;
  readonly startProvedBy: readonly InputId[];
  /** When the sync loop first told of each source’s pods, in order: from then on each ADD has a line. */
  readonly sourcesTold: readonly SourceTold[];
}

export interface SourceTold {
  readonly source: string;
  readonly at: Micros;
  readonly position: number;
}

export type PlegEventType =
  'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved' | 'ContainerChanged' | 'PodSync';

export interface PlegEvent {
  /** When the sync loop took it. */
  readonly at: Micros;
  readonly position: number;
  readonly type: PlegEventType;
  readonly podKey: string | undefined;
  /** A container's or a sandbox's id. */
  readonly id: string;
  readonly isSandbox: boolean | undefined;
  readonly exitCode: Value<number>;
  readonly input: InputId;
}

export interface PlegHistory {
  readonly events: readonly PlegEvent[];
  /** True: relists succeed in time. Unknown where no line tells; a healthy PLEG says nothing at v=2. */
  readonly healthy: Track<boolean>;
  /** Relists that a line or sample shows, at their start (v≥5, or metrics), else when the runtime had listed its pods (1.27 on, v=4); `duration` µs. */
  readonly relists: readonly {
    readonly at: Micros;
    readonly duration: Value<number>;
    readonly input: InputId;
    /** Shown by its list alone: the image collector asks for the same one, each five minutes (detectImages in image_gc_manager.go). */
    readonly isList?: true;
  }[];
}

/** How many pods the kubelet counted in each state of a worker at its last housekeeping. */
export interface WorkingPods {
  readonly at: Micros;
  readonly position: number;
  readonly input: InputId;
  readonly counts: Readonly<Record<WorkerState, number>>;
}

/** One of several nodes whose logs lie on one tape. */
export interface NodeHistory {
  readonly name: string;
  /** Whose lines are its own. */
  readonly sources: readonly SourceId[];
  readonly history: History;
}

export interface History {
  /** What each node's own log tells, by name; absent when the logs are of one node, or don't tell of which. */
  readonly nodes?: readonly NodeHistory[];
  readonly from: Micros;
  readonly to: Micros;
  readonly runs: readonly KubeletRun[];
  /** In order of `firstSeen`. */
  readonly pods: readonly PodHistory[];
  /**
   * The same as they were told apart at a moment: in the mode `then` what a later line shows to be one pod may be two. Of those that were not
   * known yet `by` gives none.
   */
  podsBy(moment: Moment): readonly PodHistory[];
  readonly pleg: PlegHistory;
  /** Writes into the pod cache that left a line (v≥4, or one that failed). */
  readonly cacheWrites: readonly CacheWrite[];
  /** `kubelet_working_pods` of each sample of metrics that has it. */
  readonly workingPods: readonly WorkingPods[];
  /** All network operations of all pods, and those whose pod is not known. */
  readonly network: readonly NetworkOperation[];
  /** Why the sync loop skips: the text of its error list; empty while it runs. */
  readonly loopSkips: Track<string>;
  /** Of the node, as the kubelet recorded them; of several nodes together each has its own in `nodes`. */
  readonly conditions: ReadonlyMap<NodeConditionType, Track<boolean>>;
  readonly gaps: readonly Gap[];
  /** How full the node is; empty where no sample tells it, and for several nodes together. */
  readonly stats: Track<NodeStats>;
  /** Where samples of the kubelet's endpoints say another thing than its log, in order of time. */
  readonly disagreements: readonly Disagreement[];
  /** Lines that a rule understood or is known to move nothing, lines that none knows, per tape; how many facts they tell. */
  readonly understood: {
    readonly facts: number;
    readonly lines: number;
    readonly unmatched: number;
    readonly commonUnmatched: readonly { readonly message: string; readonly count: number }[];
  };
  pod(key: string): PodHistory | undefined;
  /** Pods of a name, oldest first: a name may have several lives. */
  podsNamed(namespace: string, name: string): readonly PodHistory[];
  /**
   * What an id found in a text stands for: UID, sandbox or container id (also shortened to 12 or more digits), a volume's unique name or directory,
   * the path of a cgroup or of a network namespace, an image's name or id.
   */
  identify(text: string): Identity | undefined;
}

/** A sample that says another thing than the log; it is not known which is right. */
export interface Disagreement {
  readonly at: Micros;
  readonly position: number;
  /** The pod it is about; undefined when it is about the node's counts. */
  readonly podKey: string | undefined;
  /** What the sample says, and what the log: `/pods lists it; by the log its worker is forgotten`. */
  readonly text: string;
  /** The sample. */
  readonly input: InputId;
  /** What proves the log's side. */
  readonly log: readonly InputId[];
}

export interface Identity {
  readonly kind: 'pod' | 'sandbox' | 'container' | 'image' | 'volume' | 'cgroup' | 'netns';
  readonly id: string;
  readonly podKey: string | undefined;
  /** For a person: `sandbox of default/web-1`. */
  readonly text: string;
}
