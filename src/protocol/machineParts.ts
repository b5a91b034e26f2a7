// What each part of a kubelet holds, as it is shown: rows of plain data.
import type { Micros } from '../base/time.ts';
import type { GoPlace } from './debugApi.ts';

/** The parts of the kubelet that keep a journal, in the order of the closed loop. */
export const machinePartIds = [
  'podConfig',
  'channels',
  'syncLoop',
  'podWorkers',
  'workQueue',
  'podActions',
  'podCache',
  'pleg',
  'status',
  'probes',
  'backOff',
  'network',
  'calls',
] as const;

export type MachinePartId = (typeof machinePartIds)[number];

/** A pod as a part of the kubelet knows it. */
export interface MachinePod {
  readonly uid: string;
  /** `default/web-0`; the UID where the part knows no name. */
  readonly name: string;
  /** Key of the pod in the rebuilt history; undefined: no line names it. */
  readonly key: string | undefined;
}

/** A function of the kubelet, of the version that was simulated. */
export interface MachineGo extends GoPlace {
  /** `podStorage.merge`. */
  readonly function: string;
}

/** Names of fields that nobody wrote down: what stands in them says nothing. Empty where a journal was kept. */
export type Untold = readonly string[];

/** What every part has: where it stands in the source, and when it was last changed. */
interface Part {
  readonly go: MachineGo;
  /** The last step of this part by the moment; undefined: none. */
  readonly last: MachineStep | undefined;
}

/** One step of one part. Steps of a node are numbered from 0, over restarts of its kubelet. */
export interface MachineStep {
  readonly step: number;
  readonly at: Micros;
  /** Tape position of the last line before it, -1 before the first. */
  readonly position: number;
  readonly part: MachinePartId;
  /** What was called: `Merge`, `select`, `UpdatePod`, `Enqueue`, `GetNewerThan`, `Set`, `UpdateTime`, `relist`, … */
  readonly kind: string;
  readonly pod: MachinePod | undefined;
  /** For a person: `Set of default/web-0 wakes 1 reader`. */
  readonly text: string;
  readonly go: MachineGo;
}

// PodConfig.

export type ConfigOperation = 'SET' | 'ADD' | 'UPDATE' | 'DELETE' | 'REMOVE' | 'RECONCILE';

export interface ConfigSourceRow {
  /** `api`, `file`, `http`. */
  readonly source: string;
  /** It has sent a SET (`sourcesSeen`). */
  readonly seen: boolean;
  /** The sync loop has handled something of it. */
  readonly seenByLoop: boolean;
  readonly lastSent:
    | {
        readonly at: Micros;
        readonly op: ConfigOperation;
        readonly pods: number;
        readonly step: number;
      }
    | undefined;
  /** `podStorage`: by name, at most `MOST_MACHINE_ROWS`. */
  readonly pods: readonly {
    readonly pod: MachinePod;
    /** When the kubelet saw it first (`kubernetes.io/config.seen`). */
    readonly firstSeen: Micros | undefined;
    readonly deleting: boolean;
  }[];
  readonly total: number;
}

/** One merge: what a source sent beside what was stored, and what came of it. */
export interface ConfigDiff {
  readonly step: number;
  readonly at: Micros;
  readonly source: string;
  readonly op: ConfigOperation;
  /** Pods in the message, and in the storage before it. */
  readonly received: number;
  readonly stored: number;
  /** Pods of the message that are as they were. */
  readonly same: number;
  /** Pods of the message that are left out, as one before them in it has their name (`filterInvalidPods`). */
  readonly ignored: readonly MachinePod[];
  /** What would have been sent on in the modes that the kubelet does not use. */
  readonly otherModes: readonly {
    readonly mode: string;
    readonly updates: readonly {
      readonly op: ConfigOperation;
      readonly pods: number;
      /** What the sync loop would say of it instead of handling it. */
      readonly refused: string | undefined;
    }[];
  }[];
  /** In the order in which they are sent; an empty ADD says that the source is ready. */
  readonly updates: readonly {
    readonly op: ConfigOperation;
    readonly pods: readonly {
      readonly pod: MachinePod;
      /** What differs: `spec.containers`, `metadata.deletionTimestamp`, `status.phase`; empty for ADD and REMOVE. */
      readonly changed: readonly string[];
    }[];
  }[];
}

export interface ConfigPart extends Part {
  /** `incremental` is the kubelet's; undefined where it has none, from 1.36 on. */
  readonly mode: string | undefined;
  /** All sources were heard, by the storage and by the loop. */
  readonly sourcesReady: boolean;
  readonly sources: readonly ConfigSourceRow[];
  /** The last merge by the moment. */
  readonly diff: ConfigDiff | undefined;
}

// Channels.

export interface ChannelItem {
  /** `ADD of 2 pods from api`, `ContainerDied 3f2c…`, `a tick`. */
  readonly text: string;
  readonly pods: readonly MachinePod[];
  readonly since: Micros;
}

export interface ChannelRow {
  /** `updates`, `plegCh`, `syncCh`, `probeCh`, `housekeepingCh`, `podKillingCh`; of a source that the mux reads the name of the source. */
  readonly channel: string;
  /** For a person: `changes of pods, from PodConfig`. */
  readonly carries: string;
  /** How many it holds before a sender waits; 0: hands over. */
  readonly capacity: number;
  readonly waiting: number;
  /** The oldest first, at most `MOST_MACHINE_ROWS`. */
  readonly items: readonly ChannelItem[];
  /** What goroutines hold that wait to send, the first to get room before the others; at most `MOST_MACHINE_ROWS`. */
  readonly blocked: readonly ChannelItem[];
  /** Goroutine that sends, and what becomes of it when the channel is full. */
  readonly sender: string;
  readonly whenFull: 'sender waits' | 'lost' | 'tick is dropped';
  /** It is full now: who sends waits, or loses. */
  readonly full: boolean;
  readonly go: MachineGo;
}

export interface ChannelsPart extends Part {
  readonly channels: readonly ChannelRow[];
}

// The loop.

export interface SyncLoopPart extends Part {
  /** `select`: waits for a channel; `handles`: an item is worked on; `pause`: sleeps as the runtime is in error. */
  readonly state: 'not begun' | 'select' | 'handles' | 'pause';
  readonly since: Micros | undefined;
  /** Of a pause: why, its length (µs), when it ends, and how long the next would be. */
  readonly pause:
    | {
        readonly errors: readonly string[];
        readonly length: number;
        readonly until: Micros;
        readonly next: number;
      }
    | undefined;
  /** What the last select took, and what else was ready then: one of them by chance. */
  readonly took:
    | {
        readonly channel: string;
        readonly text: string;
        readonly at: Micros;
        readonly ready: readonly string[];
      }
    | undefined;
  /** Pods that the pod manager knows. */
  readonly pods: number;
  readonly mirrors: number;
}

// The pod workers.

/** An update of a pod: `UpdatePodOptions` with what the worker makes of it. */
export interface WorkRow {
  /** `create`, `update`, `sync`, `kill`; undefined: it was not written down. */
  readonly updateType: string | undefined;
  /** `sync`, `terminating`, `terminated`; undefined before 1.22, and where it was not written down. */
  readonly workType: string | undefined;
  /** Of a waiting one: since when it waits; of one that is worked on: since when. Undefined: it was so when it was first written down. */
  readonly since: Micros | undefined;
  /** When it was asked for (`StartTime`). */
  readonly startTime: Micros | undefined;
  /** Who asked: `HandlePodAdditions`, `HandlePodSyncs`, `eviction manager`, … */
  readonly from: string | undefined;
  /** Updates that this one stands for, as it took the slot of them, oldest first; at most 20. */
  readonly replaced: readonly {
    readonly updateType: string | undefined;
    readonly at: Micros;
  }[];
  readonly replacedTotal: number;
  readonly evict: boolean;
  /** Seconds. */
  readonly gracePeriod: number | undefined;
  readonly untold: Untold;
}

export interface WorkerRow {
  readonly pod: MachinePod;
  /**
   * Of the goroutine: `none`, `idle`, `waiting` in GetNewerThan, `syncing` inside a sync function. Where truth files don't tell more:
   * `atWork`, one of the last two, and `atRest`, one of the first.
   */
  readonly goroutine: 'none' | 'idle' | 'waiting' | 'syncing' | 'atWork' | 'atRest';
  /** Since when the goroutine is so. */
  readonly since: Micros | undefined;
  /** `sync`, `terminating`, `terminated`; undefined before 1.22. */
  readonly state: string | undefined;
  /** `syncPod`, `SyncTerminatingPod`, … while it is in one. */
  readonly function: MachineGo | undefined;
  /** Being worked on. */
  readonly active: WorkRow | undefined;
  /** In the channel or the pending slot: taken as soon as the goroutine is idle. */
  readonly pending: WorkRow | undefined;
  /** `lastUndeliveredWorkUpdate` (to 1.26): waits behind the one in the channel. */
  readonly lastUndelivered: WorkRow | undefined;
  /** Updates that were dropped since a kill waits in the slot: it is not overwritten (to 1.21). */
  readonly droppedForKill: number;
  /** `isWorking` to 1.21, `working` from 1.22. */
  readonly working: boolean;
  /** The pod is due again in the work queue. */
  readonly due: DueRow | undefined;
  /** End of the last sync; undefined is Go's zero time: any status is new enough. */
  readonly lastSyncTime: Micros | undefined;
  /** The other fields of `podSyncStatus`, by their Go names, as text; empty before 1.22. */
  readonly fields: Readonly<Record<string, string>>;
  readonly untold: Untold;
}

export interface PodWorkersPart extends Part {
  /** Those with work first, the longest wait before the others; at most the rows asked for. */
  readonly workers: readonly WorkerRow[];
  readonly total: number;
  /** Of all of them. */
  readonly counts: {
    readonly idle: number;
    readonly waiting: number;
    readonly syncing: number;
    readonly atWork: number;
    readonly pending: number;
    /** Not at work, where nobody knows whether a goroutine waits for more. */
    readonly atRest: number;
    readonly undelivered: number;
  };
}

// The work queue.

export type DueReason =
  | 'resync'
  | 'back-off'
  | 'network not ready'
  | 'phase transition'
  | 'waits for its static pod'
  | 'unknown';

export interface DueRow {
  readonly pod: MachinePod;
  readonly due: Micros;
  /** When it was enqueued, and for how long (µs). */
  readonly at: Micros;
  readonly delay: number;
  readonly why: DueReason;
  /** The error of the sync that is tried again. */
  readonly error: string | undefined;
  /** The first sync tick after it: at the very time it is not due yet. Undefined: the loop has not begun to tick. */
  readonly takenAt: Micros | undefined;
  /** Due time that this enqueue replaced: the last one wins, also when it is later. */
  readonly replaced: Micros | undefined;
  readonly untold: Untold;
}

export interface WorkQueuePart extends Part {
  /** The next due first. */
  readonly due: readonly DueRow[];
  readonly total: number;
  /** When the sync tick asks next; what is due before then is late by up to a second. */
  readonly nextTick: Micros | undefined;
}

// computePodActions.

export interface PodActionsRow {
  readonly pod: MachinePod;
  readonly at: Micros;
  readonly step: number;
  /** By the Go names: `KillPod`, `CreateSandbox`, `SandboxID`, `Attempt`, `NextInitContainerToStart`, `ContainersToStart`, … */
  readonly fields: readonly {
    readonly name: string;
    readonly text: string;
    readonly why: string;
  }[];
  /** The hash of each container's definition, beside that with which the one in the runtime was made; undefined: there is none. */
  readonly hashes: readonly {
    readonly name: string;
    readonly wanted: string;
    readonly made: string | undefined;
    readonly state: string | undefined;
  }[];
}

export interface PodActionsPart extends Part {
  /** The last plan of each pod that has one, the newest first. */
  readonly plans: readonly PodActionsRow[];
  readonly total: number;
}

// The pod cache.

/** A reader that is blocked in GetNewerThan. */
export interface SubscriberRow {
  readonly pod: MachinePod;
  /** It wants a status from after then; undefined: any that comes of a whole relist. */
  readonly minTime: Micros | undefined;
  readonly since: Micros;
  readonly step: number;
}

export interface CacheEntryRow {
  readonly pod: MachinePod;
  /** The start of the inspection that gave it; undefined: no entry, a reader would get an empty status. */
  readonly modified: Micros | undefined;
  /** The error of the inspection, which is what a reader gets. */
  readonly err: string | undefined;
  /** `1 ready sandbox, 2 running, 1 exited`. */
  readonly status: string;
  readonly containers: readonly {
    readonly name: string;
    readonly id: string;
    readonly state: string;
  }[];
  readonly readers: readonly SubscriberRow[];
}

export interface PodCachePart extends Part {
  /** Everything was looked at since then; undefined until the first whole relist. */
  readonly timestamp: Micros | undefined;
  readonly entries: readonly CacheEntryRow[];
  readonly total: number;
  /** The longest wait first. */
  readonly readers: readonly SubscriberRow[];
}

/** A wait in GetNewerThan, from the call to what released it. */
export interface CacheWaitRow {
  readonly pod: MachinePod;
  readonly minTime: Micros | undefined;
  readonly from: Micros;
  /** Undefined: it goes on at the moment. */
  readonly to: Micros | undefined;
  /** `at once`: the cache had it already; a wait that a restart ended is `process ended`. */
  readonly releasedBy:
    'at once' | 'Set' | 'UpdateTime' | 'SetObservedTime' | 'process ended' | undefined;
  /** `empty status`: the cache has no entry of the pod; `older entry`: only the global time is newer. Undefined: nothing. */
  readonly got: 'entry' | 'older entry' | 'empty status' | undefined;
  /** The very time that was wanted came with Set or UpdateTime: that counts as newer. */
  readonly atTheVeryTime: boolean;
  readonly gotModified: Micros | undefined;
  readonly channel: CacheChannel;
  readonly step: number;
  readonly releasedStep: number | undefined;
}

/**
 * What became of the reader’s channel, `make(chan *data, 1)` of cache.go: what wakes a reader puts a status in and closes it; an answer
 * at once is put in, and the channel stays `open`, as nobody keeps it. `gone`: with its process.
 */
export type CacheChannel = 'empty' | 'closed' | 'open' | 'gone';

// PLEG.

export interface PodRecordRow {
  readonly pod: MachinePod;
  /** What the list before and the newest list have of it: `1 running, 1 exited`; undefined: not in it. */
  readonly old: string | undefined;
  readonly current: string | undefined;
  /** An inspection failed: it is looked at again. */
  readonly reinspect: boolean;
}

export interface PlegPart extends Part {
  /** `inspects`: asks the runtime about one pod after the other; `relists`: one of the last three, and it was not written down which. */
  readonly state: 'sleeps' | 'lists' | 'inspects' | 'waits for room' | 'relists';
  readonly since: Micros | undefined;
  /** Start of the last relist whose list came. */
  readonly relistTime: Micros | undefined;
  readonly nextRelist: Micros | undefined;
  /** Pods of this relist that are still to be inspected; the first one is being asked about. */
  readonly todo: readonly MachinePod[];
  /** Pods whose two lists differ first. */
  readonly records: readonly PodRecordRow[];
  readonly total: number;
  /** Events of the last relist that had any. */
  readonly events: readonly {
    readonly pod: MachinePod;
    readonly type: string;
    readonly data: string;
    readonly at: Micros;
  }[];
  readonly untold: Untold;
}

// Status manager, probes, back-offs, network.

export interface StatusRow {
  readonly pod: MachinePod;
  readonly phase: string;
  /** Counted up at each change; the API server has heard of `sent`. */
  readonly version: number;
  readonly sent: number;
  readonly summary: string;
  readonly since: Micros;
}

export interface StatusPart extends Part {
  readonly statuses: readonly StatusRow[];
  readonly total: number;
}

export interface ProbeResultRow {
  readonly pod: MachinePod;
  readonly container: string;
  readonly containerId: string;
  readonly probe: 'liveness' | 'readiness' | 'startup';
  readonly result: 'Success' | 'Failure' | 'Unknown';
  readonly since: Micros;
}

export interface ProbesPart extends Part {
  readonly results: readonly ProbeResultRow[];
}

export interface BackOffRow {
  readonly pod: MachinePod;
  /** Name of the container, or the image. */
  readonly of: string;
  readonly kind: 'container' | 'image';
  /** µs. */
  readonly backoff: number;
  readonly lastUpdate: Micros;
  /** When it ends if the container ended just then. */
  readonly until: Micros;
}

export interface BackOffPart extends Part {
  readonly backOffs: readonly BackOffRow[];
  readonly total: number;
}

export interface CniCallRow {
  readonly pod: MachinePod;
  readonly sandboxId: string;
  readonly command: 'ADD' | 'DEL';
  readonly from: Micros;
  /** Undefined: it runs. */
  readonly to: Micros | undefined;
  readonly err: string | undefined;
  /** When the plug-in is killed if it has not answered; undefined: never. */
  readonly givenUpAt: Micros | undefined;
}

/** What a sandbox has from ADD to DEL: its address in the IPAM of the plug-in. */
export interface LeaseRow {
  readonly pod: MachinePod;
  readonly sandboxId: string;
  readonly ip: string;
  readonly since: Micros;
  /** The sandbox is removed, and no DEL has given the address back. */
  readonly leaked: boolean;
  /** The error of the last DEL. */
  readonly err: string | undefined;
}

/** A port of the node that leads to a pod. */
export interface HostPortRow {
  readonly pod: MachinePod;
  readonly hostPort: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  /** Address and port that it leads to. */
  readonly to: string;
  /** `portmap`, `HostPortManager`. */
  readonly by: string;
  readonly since: Micros;
  readonly leaked: boolean;
}

/** `--network-plugin`, and what InitNetworkPlugin made of it. */
export interface NetworkPluginRow {
  /** `cni`, `kubenet`, `` or another. */
  readonly flag: string;
  /** `Name()` of the plug-in that was chosen; undefined: there is none of that name. */
  readonly plugin: string | undefined;
  readonly err: string | undefined;
  /** `NetworkPluginSettings` of the version, in the order of the struct. */
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  readonly go: MachineGo;
}

export interface NetworkPart extends Part {
  /** Undefined where no dockershim runs, as with other runtimes and from 1.24 on. */
  readonly plugin: NetworkPluginRow | undefined;
  /** Leaked ones first, then the newest. */
  readonly leases: readonly LeaseRow[];
  readonly totalLeases: number;
  readonly hostPorts: readonly HostPortRow[];
  /** The newest first. */
  readonly calls: readonly CniCallRow[];
  readonly total: number;
  /** `networkReady` of the dockershim (to 1.23), by sandbox; undefined with other runtimes. */
  readonly networkReady:
    | readonly {
        readonly pod: MachinePod;
        readonly sandboxId: string;
        readonly ready: boolean;
        readonly hostNetwork: boolean;
        /** What StopPodSandbox would do, and why. */
        readonly tearsDown: boolean;
        readonly why: string;
        readonly since: Micros;
      }[]
    | undefined;
  /** Pods that PluginManager has locked: the first sandbox has the lock, those behind wait; undefined with other runtimes. */
  readonly locks:
    | readonly {
        readonly pod: MachinePod;
        readonly line: readonly {
          readonly sandboxId: string;
          /** It came for the lock. */
          readonly since: Micros;
          /** It got the lock; undefined: it waits. */
          readonly holdsSince: Micros | undefined;
        }[];
      }[]
    | undefined;
}

/** A call that a sync function made: the last one of its kind. */
export interface SyncCallRow {
  /** `CreateMirrorPod`, `makePodDataDirs`, `WaitForAttachAndMount`, `KillContainer`, `StopPodSandbox`, …; with the dockershim also what it calls in there. */
  readonly call: string;
  /** Container, sandbox, secret, network or plug-in; empty: the pod. */
  readonly of: string;
  readonly from: Micros;
  /** Undefined: it runs. */
  readonly to: Micros | undefined;
  readonly err: string | undefined;
  /** What it gave, where that is told. */
  readonly answer: string | undefined;
}

export interface CallsPart extends Part {
  /** Pods with a call that runs first, then those with the newest. */
  readonly pods: readonly { readonly pod: MachinePod; readonly calls: readonly SyncCallRow[] }[];
  readonly total: number;
}

export interface MachineParts {
  readonly podConfig?: ConfigPart;
  readonly channels?: ChannelsPart;
  readonly syncLoop?: SyncLoopPart;
  readonly podWorkers?: PodWorkersPart;
  readonly workQueue?: WorkQueuePart;
  readonly podActions?: PodActionsPart;
  readonly podCache?: PodCachePart;
  readonly pleg?: PlegPart;
  readonly status?: StatusPart;
  readonly probes?: ProbesPart;
  readonly backOff?: BackOffPart;
  readonly network?: NetworkPart;
  readonly calls?: CallsPart;
}
