// Mirrors pkg/kubelet/pod_workers.go (v1.34), and its forms of 1.9-1.21 and 1.22-1.26.
//
// One worker for each pod UID brings that pod from sync through terminating to terminated. Promised: at most one sync
// function runs for a UID; at most one update waits for it, the newest; a pod that began to terminate never goes
// back, and its grace period never grows. Not promised: that a sync sees every update, or an order between pods.
// The room decides what is to be done; how long a sync function takes and what comes of it are events.
import type { Micros } from '../base/time.ts';
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

