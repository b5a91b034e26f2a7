// What the page of queues asks: three queues of client-go that were given the same moves, as they are after one of them.

export const queueVersions = ['1.9', '1.22', '1.32', '1.37'] as const;
/** Of client-go, by the minor of Kubernetes; a minor between two of them behaves as the older one. */
export type QueueVersion = (typeof queueVersions)[number];

export const queueKinds = ['fifo', 'deltafifo', 'realfifo'] as const;
export type QueueKind = (typeof queueKinds)[number];

export interface QueueQuery {
  readonly version: QueueVersion;
  /** A store script as the differential oracle has it: lines of JSON, a header and a move each. */
  readonly script: string;
  /** The move after which the queues are shown; -1 before the first. Default: the last. */
  readonly at?: number;
}

/** One object in a FIFO, one delta in the others. */
export interface QueuedRow {
  /** Of a delta: `Updated`. */
  readonly type?: string;
  /** `default/web@7`; `DFSU(key,object)` is a tombstone. */
  readonly object: string;
  /** This move has put it there. */
  readonly isNew?: boolean;
}

/** A place in line: a key with what waits under it; in a RealFIFO one delta. Nothing waits under a key whose object was deleted. */
export interface QueuePlace {
  readonly key: string;
  readonly items: readonly QueuedRow[];
}

/** What the consumer was given. */
export interface PoppedRow {
  readonly items: readonly QueuedRow[];
  readonly isInInitialList: boolean;
}

/** What happened and why: the words are the page's. */
export type QueueReason =
  | 'none'
  | 'no-key'
  | 'transform-failed'
  | 'add-new'
  | 'add-waits'
  | 'add-twice'
  | 'delete-item'
  | 'delete-absent'
  | 'replace-items'
  | 'resync-items'
  | 'delta-new'
  | 'delta-behind'
  | 'delta-dedup'
  | 'delta-sync-dropped'
  | 'delete-unknown'
  | 'replace-deltas'
  | 'replace-known'
  | 'replace-queued'
  | 'delta-deletions-merged'
  | 'resync-known'
  | 'resync-nothing-known'
  | 'real-append'
  | 'replace-all'
  | 'replace-reconciled'
  | 'resync-all'
  | 'resync-each'
  | 'bookmark'
  | 'bookmark-ignored'
  | 'pop-item'
  | 'pop-deltas'
  | 'pop-delta'
  | 'pop-batch'
  | 'pop-skipped'
  | 'pop-failed'
  | 'pop-requeued'
  | 'pop-not-requeued'
  | 'pop-blocked'
  | 'pop-closed'
  | 'put-back'
  | 'not-put-back'
  | 'closed'
  | 'known-deleted';

export interface QueueSaid {
  readonly reason: QueueReason;
  readonly values: readonly (string | number)[];
}

/** A function of client-go: `DeltaFIFO.Add`, its file in the repository of Kubernetes and the line it begins at. */
export interface GoFunctionRow {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

export interface QueueRow {
  readonly kind: QueueKind;
  readonly line: readonly QueuePlace[];
  /** What the consumer has made of what it popped, sorted; a FIFO knows none. */
  readonly known?: readonly string[];
  readonly populated: boolean;
  /** initialPopulationCount. */
  readonly remaining: number;
  readonly hasSynced: boolean;
  readonly closed: boolean;
  readonly popped?: PoppedRow;
  /** Of the move; none before the first. */
  readonly said: readonly QueueSaid[];
  readonly functions: readonly GoFunctionRow[];
}

export interface QueuePage {
  /** Each move in words: `Add default/web@3`. */
  readonly moves: readonly string[];
  readonly at: number;
  /** The tag of Kubernetes whose source the lines are of. */
  readonly tag: string;
  /** Without those that the version has not. */
  readonly queues: readonly QueueRow[];
  /** Only this version and older put back what a consumer returns with ErrRequeue. */
  readonly requeues: boolean;
}

export interface QueueApi {
  /** Rejects with what is wrong with the script. */
  queuePage(query: QueueQuery): Promise<QueuePage>;
}
