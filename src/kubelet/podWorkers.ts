// Mirrors pkg/kubelet/pod_workers.go (v1.34), and its forms of 1.9-1.21 and 1.22-1.26.
//
// One worker for each pod UID brings that pod from sync through terminating to terminated. Promised: at most one sync
// function runs for a UID; at most one update waits for it, the newest; a pod that began to terminate never goes
// back, and its grace period never grows. Not promised: that a sync sees every update, or an order between pods.
// The room decides what is to be done; how long a sync function takes and what comes of it are events.
import { emptyMap, mapGet, type PersistentMap } from '../base/persistentMap.ts';
import type { Micros } from '../base/time.ts';
import type { LogEffect } from './effect.ts';
import type { Pod, PodUid, RunningPod } from './pod.ts';

/** What an update asks for: `kubetypes.SyncPodType`. */
export type SyncPodType = 'sync' | 'update' | 'create' | 'kill';

/** What a worker does next: `PodWorkerState`; the words are those of the log from 1.27 on. */
export type PodWorkerState = 'sync' | 'terminating' | 'terminated';

export interface KillPodOptions {
  /** Names the channel that is closed once the pod is terminated; who waits for it knows the name. */
  readonly completedCh?: string;
  readonly evict?: boolean;
  /** Names the function that changes the status while the pod ends. */
  readonly podStatusFunc?: string;
  /** In seconds. */
  readonly podTerminationGracePeriodSecondsOverride?: number;
}

export interface UpdatePodOptions {
  readonly updateType: SyncPodType;
  /** Absent for what is known from the runtime alone. */
  readonly startTime?: Micros;
  /** Exactly one of `pod` and `runningPod` is there once an update was accepted. */
  readonly pod?: Pod;
  readonly mirrorPod?: Pod;
  /** A pod without configuration, which can only be killed. */
  readonly runningPod?: RunningPod;
  readonly killPodOptions?: KillPodOptions;
}

/** `podSyncStatus`: what the workers remember of one UID until housekeeping forgets it. */
export interface PodSyncStatus {
  /** The context of the current sync; `canceled` until the next sync makes a new one. */
  readonly ctx: 'none' | 'live' | 'canceled';
  /** name_namespace */
  readonly fullname: string;
  /** An update waits or is being worked on. */
  readonly working: boolean;
  readonly pendingUpdate: UpdatePodOptions | undefined;
  /** The merged updates that the worker acts on, from its start on (1.27+). */
  readonly activeUpdate: UpdatePodOptions | undefined;
  /** When the workers first heard of the pod. */
  readonly syncedAt: Micros | undefined;
  readonly startedAt: Micros | undefined;
  /** When termination was asked for; the worker may begin with it later. */
  readonly terminatingAt: Micros | undefined;
  /** When all containers were known to be stopped. */
  readonly terminatedAt: Micros | undefined;
  /** Seconds; 0 until termination was asked for. */
  readonly gracePeriod: number;
  readonly notifyPostTerminating: readonly string[];
  readonly statusPostTerminating: readonly string[];
  /** The worker has seen that the pod is to end: no container starts any more. */
  readonly startedTerminating: boolean;
  readonly deleted: boolean;
  readonly evicted: boolean;
  /** The last sync function succeeded; only housekeeping is to come. */
  readonly finished: boolean;
  /** A create came while the pod was ending: the history is dropped once it is over. */
  readonly restartRequested: boolean;
  /** The runtime was seen to hold this pod (1.27+). */
  readonly observedRuntime: boolean;
}

export function newPodSyncStatus(fullname: string, syncedAt: Micros | undefined): PodSyncStatus {
  return {
    ctx: 'none',
    fullname,
    working: false,
    pendingUpdate: undefined,
    activeUpdate: undefined,
    syncedAt,
    startedAt: undefined,
    terminatingAt: undefined,
    terminatedAt: undefined,
    gracePeriod: 0,
    notifyPostTerminating: [],
    statusPostTerminating: [],
    startedTerminating: false,
    deleted: false,
    evicted: false,
    finished: false,
    restartRequested: false,
    observedRuntime: false,
  };
}

export function isTerminationRequested(status: PodSyncStatus): boolean {
  return status.terminatingAt !== undefined;
}

export function isTerminated(status: PodSyncStatus): boolean {
  return status.terminatedAt !== undefined;
}

export function isStarted(status: PodSyncStatus): boolean {
  return status.startedAt !== undefined;
}

/** `WorkType`: the state of a worker is read from its times. */
export function workTypeOf(status: PodSyncStatus): PodWorkerState {
  if (isTerminated(status)) return 'terminated';
  return isTerminationRequested(status) ? 'terminating' : 'sync';
}

/** An update that a worker took, with what was to be done when it took it (1.27+) or when it was queued (to 1.26). */
export interface PodWork {
  readonly workType: PodWorkerState;
  readonly options: UpdatePodOptions;
}

/** One UID: what is remembered of it, and the goroutine that works for it. */
export interface PodWorker {
  /** Undefined once forgotten, and for the whole life of a classic worker. */
  readonly status: PodSyncStatus | undefined;
  /** `podUpdates` holds a channel for this UID. */
  readonly channel: boolean;
  /** The channel holds an item: a mere signal from 1.27 on, before that the `queued` work. */
  readonly signalled: boolean;
  readonly queued: PodWork | undefined;
  /** `lastUndeliveredWorkUpdate`, up to 1.26. */
  readonly lastUndelivered: PodWork | undefined;
  /** Classic: the UID was ever given work; survives the worker. */
  readonly isWorking: boolean;
  /** `waiting` is blocked in the cache, `syncing` is inside a sync function. */
  readonly goroutine: 'none' | 'idle' | 'waiting' | 'syncing';
  /** Taken and not yet done. */
  readonly work: PodWork | undefined;
  /** End of the last sync; undefined is Go's zero time. */
  readonly lastSyncTime: Micros | undefined;
  /** Up to 1.26 the loop itself remembers that its pod may start. */
  readonly podStarted: boolean;
}

export interface PodWorkers {
  /** SyncKnownPods has run once. */
  readonly podsSynced: boolean;
  readonly workers: PersistentMap<PodWorker>;
  readonly startedStaticPodsByFullname: PersistentMap<PodUid>;
  readonly waitingToStartStaticPodsByFullname: PersistentMap<readonly PodUid[]>;
}

export const emptyPodWorkers: PodWorkers = {
  podsSynced: false,
  workers: emptyMap(),
  startedStaticPodsByFullname: emptyMap(),
  waitingToStartStaticPodsByFullname: emptyMap(),
};

/** `random` is a number of [0, 1) that the jitter of a retry is drawn with. */
export type PodWorkersEvent =
  | {
      readonly kind: 'updatePod';
      readonly options: UpdatePodOptions;
      readonly now: Micros;
      /** What the pod cache says just now: it holds no error, no running container and no ready sandbox. */
      readonly cacheTerminal: boolean;
    }
  | { readonly kind: 'take'; readonly uid: PodUid; readonly now: Micros; readonly random: number }
  | {
      readonly kind: 'statusReady';
      readonly uid: PodUid;
      readonly now: Micros;
      readonly err?: string;
      readonly random: number;
    }
  | {
      readonly kind: 'syncDone';
      readonly uid: PodUid;
      readonly now: Micros;
      /** `canceled` is the bare `context.Canceled`; a wrapped one is an error like any other. */
      readonly err?: string;
      readonly canceled?: boolean;
      /** SyncPod says that the pod reached its end. */
      readonly isTerminal?: boolean;
      /** When the earliest back-off in the error ends (1.35+). */
      readonly backOffExpiry?: Micros;
      readonly random: number;
    }
  | { readonly kind: 'syncKnownPods'; readonly desired: ReadonlySet<PodUid>; readonly now: Micros }
  /** Classic only. */
  | { readonly kind: 'forgetWorker'; readonly uid: PodUid };

/** What the workers want; a sync function that was begun is answered with the event `syncDone`. */
export type PodWorkersEffect =
  | LogEffect
  | { readonly kind: 'enqueue'; readonly uid: PodUid; readonly delay: number }
  /** Answer with the event `statusReady` once the cache is newer than `minTime` (undefined: any global time). */
  | { readonly kind: 'getNewerThan'; readonly uid: PodUid; readonly minTime: Micros | undefined }
  /** Answer each of these with the event `syncDone`. */
  | {
      readonly kind: 'syncPod';
      readonly uid: PodUid;
      readonly updateType: SyncPodType;
      readonly pod: Pod;
      readonly mirrorPod: Pod | undefined;
      /** Classic workers kill inside of syncPod. */
      readonly killPodOptions?: KillPodOptions;
    }
  | {
      readonly kind: 'syncTerminatingPod';
      readonly uid: PodUid;
      readonly pod: Pod;
      readonly gracePeriod: number | undefined;
      readonly podStatusFunc: string | undefined;
      /** Set up to 1.26, where one function did both. */
      readonly runningPod?: RunningPod;
    }
  | {
      readonly kind: 'syncTerminatingRuntimePod';
      readonly uid: PodUid;
      readonly runningPod: RunningPod;
    }
  | { readonly kind: 'syncTerminatedPod'; readonly uid: PodUid; readonly pod: Pod }
  /** A worker has something to take: answer with the event `take` when its goroutine gets to run. */
  | { readonly kind: 'wake'; readonly uid: PodUid }
  /** The context of the running sync is cancelled; whether that ends it is the sync function's affair. */
  | { readonly kind: 'cancel'; readonly uid: PodUid }
  /** The named channel is closed: who killed the pod has its answer. */
  | { readonly kind: 'completed'; readonly channel: string }
  /** One line of the answer of SyncKnownPods: a worker that it did not forget. */
  | {
      readonly kind: 'known';
      readonly uid: PodUid;
      readonly state: PodWorkerState;
      readonly orphan: boolean;
      readonly hasConfig: boolean;
      readonly isStatic: boolean;
      /** Up to 1.26: over, and created again meanwhile. */
      readonly recreated?: boolean;
    }
  | {
      readonly kind: 'recordEvent';
      readonly uid: PodUid;
      readonly type: 'Normal' | 'Warning';
      readonly reason: string;
      readonly message: string;
    };

export interface PodWorkersStep {
  readonly state: PodWorkers;
  readonly effects: readonly PodWorkersEffect[];
}

/** What other parts of the kubelet ask the workers about a pod; unknown pods count as running until the first housekeeping. */
export interface PodWorkersAnswers {
  readonly isPodKnownTerminated: boolean;
  readonly couldHaveRunningContainers: boolean;
  readonly shouldPodBeFinished: boolean;
  readonly isPodTerminationRequested: boolean;
  readonly shouldPodContainersBeTerminating: boolean;
  readonly shouldPodRuntimeBeRemoved: boolean;
  readonly shouldPodContentBeRemoved: boolean;
}

export function askPodWorkers({ workers, podsSynced }: PodWorkers, uid: PodUid): PodWorkersAnswers {
  const status = mapGet(workers, uid)?.status;
  if (status === undefined) {
    return {
      isPodKnownTerminated: false,
      couldHaveRunningContainers: !podsSynced,
      shouldPodBeFinished: podsSynced,
      isPodTerminationRequested: false,
      shouldPodContainersBeTerminating: podsSynced,
      shouldPodRuntimeBeRemoved: podsSynced,
      shouldPodContentBeRemoved: podsSynced,
    };
  }
  const terminated = isTerminated(status);
  return {
    isPodKnownTerminated: terminated,
    couldHaveRunningContainers: !terminated,
    shouldPodBeFinished: status.finished,
    isPodTerminationRequested: isTerminationRequested(status),
    shouldPodContainersBeTerminating: status.startedTerminating,
    shouldPodRuntimeBeRemoved: terminated,
    shouldPodContentBeRemoved: status.evicted || (status.deleted && terminated),
  };
}

/** A static pod of that full name is on its way down: its mirror must stay for now. */
export function isPodForMirrorPodTerminatingByFullName(
  { workers, startedStaticPodsByFullname }: PodWorkers,
  fullname: string,
): boolean {
  const uid = mapGet(startedStaticPodsByFullname, fullname);
  const status = uid === undefined ? undefined : mapGet(workers, uid)?.status;
  return status !== undefined && isTerminationRequested(status) && !isTerminated(status);
}
