// What the parts of the model want done. A step returns effects and does nothing itself: the simulator carries
// them out on its fake runtime, the rebuild only expects them and looks for their evidence.
import type { Micros } from '../base/time.ts';
import type { Pod, PodUid, RunningPod } from './pod.ts';
import type { SyncPodType } from './podWorkers.ts';

/** A value of a structured log line; how it is quoted depends on the version, so it stays typed. */
export type LogValue =
  | string
  | number
  | boolean
  | { readonly ref: readonly [namespace: string, name: string] }
  | { readonly refs: readonly (readonly [namespace: string, name: string])[] }
  | { readonly uid: PodUid }
  /** Already as it is printed, a struct for example. */
  | { readonly raw: string };

/** A line the kubelet prints here. `message` is that of the structured era; older wordings are looked up by it. */
export interface LogEffect {
  readonly kind: 'log';
  readonly severity: 'I' | 'W' | 'E';
  /** The verbosity it needs; 0 is always printed. */
  readonly v: number;
  readonly file: string;
  readonly message: string;
  readonly err?: string;
  readonly keys: readonly (readonly [key: string, value: LogValue])[];
}

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
  | {
      readonly kind: 'recordEvent';
      readonly uid: PodUid;
      readonly type: 'Normal' | 'Warning';
      readonly reason: string;
      readonly message: string;
    };
