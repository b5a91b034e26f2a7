// The queues of all pod workers: what each works on, what waits, and when it is due again.
import type { InputId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { Ordered, RowQuery } from './cursor.ts';
import type { RowSeverity, ShownValue, WorkerIcon } from './rows.ts';

/** The columns that workers may be sorted by: without one the longest wait comes first. */
export const queueOrders = ['pod', 'works', 'waits', 'due', 'plan'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** An update that came to a worker. */
export interface UpdateRow {
  readonly at: Micros;
  /** `sync`, or what no line tells. */
  readonly work: ShownValue;
  /** `UPDATE from api`; undefined where no line tells. */
  readonly askedBy: string | undefined;
  readonly input: InputId | undefined;
}

export interface WorkerQueueRow {
  readonly podKey: string;
  /** `default/web-1`. */
  readonly pod: string;
  readonly icon: WorkerIcon;
  readonly state: ShownValue;
  /** `sync`, `nothing`; `since` with it. */
  readonly active: ShownValue;
  readonly activeUpdate: UpdateRow | undefined;
  /** `idle`, `waits for the pod cache`, `syncs`. */
  readonly stage: ShownValue;
  readonly stageSince: Micros | undefined;
  /** `terminating`, `nothing`. */
  readonly waiting: ShownValue;
  readonly waitingUpdate: UpdateRow | undefined;
  /** By the one that waits, the oldest first; of very many the last. */
  readonly replaced: readonly UpdateRow[];
  readonly replacedTotal: number;
  /** What the sync loop took for the pod since the work began, where nobody knows what waits. */
  readonly asked: readonly UpdateRow[];
  /** `in 12 to 43 s`, or what it waits for. */
  readonly next: ShownValue;
  /** `retry after an error: 10 to 15 s`. */
  readonly why: string;
  readonly dueFrom: Micros | undefined;
  readonly dueUntil: Micros | undefined;
  /** The last that computePodActions gave. */
  readonly plan: ShownValue | undefined;
  /** µs that an update waits, else that the work goes on; what the rows are sorted by. */
  readonly waited: number | undefined;
  readonly severity: RowSeverity;
  readonly input: InputId | undefined;
  /** The sentence a screen reader speaks. */
  readonly label: string;
}

export interface WorkerQueues {
  readonly at: Micros;
  readonly total: number;
  readonly rows: readonly WorkerQueueRow[];
  /** Keys of the pods that the filter leaves, for lists of other rooms; undefined without one. */
  readonly kept: readonly string[] | undefined;
  /** Of all workers, whatever is asked for. */
  readonly counts: {
    readonly workers: number;
    /** There may be more: these were there, and may have ended. */
    readonly unsure: number;
    /** False where there may be more: those, or in a process whose start is not in the log others that no line has named. */
    readonly isWhole: boolean;
    readonly working: number;
    /** Of each worker lines tell whether it works. */
    readonly isWorkTold: boolean;
    readonly waiting: number;
    /** In GetNewerThan, as far as lines tell. */
    readonly reading: number;
    /** Of which nobody knows what waits. */
    readonly untold: number;
  };
  readonly verbosity: ShownValue;
  /** `kubelet_working_pods` of the last sample by the cursor. */
  readonly sample:
    | {
        readonly at: Micros;
        readonly text: string;
        /** As the log tells it at that time; undefined while it does not tell all. */
        readonly log: string | undefined;
        readonly input: InputId;
      }
    | undefined;
}

/** A status that a relist wrote into the pod cache, by the line that says so. */
export interface CacheWriteRow {
  readonly at: Micros;
  readonly pod: string;
  readonly podKey: string | undefined;
  readonly kind: 'set' | 'delete';
  /** Of the inspection: what a reader gets. */
  readonly error: string | undefined;
  readonly input: InputId;
}

export interface CacheWrites {
  readonly total: number;
  /** The newest first. */
  readonly rows: readonly CacheWriteRow[];
}

export interface WorkerQueueApi {
  /** Longest wait first. Words are looked for in `ns/name` and UID. */
  workerQueues(query: RowQuery & Ordered<QueueOrder>): Promise<WorkerQueues>;
  /** Up to the cursor. */
  cacheWrites(query: RowQuery): Promise<CacheWrites>;
}
