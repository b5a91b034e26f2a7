// What a page shows of an informer (the list-and-watch machinery of client-go): one step of it, and what it was like after that.
import type { Micros } from '../base/time.ts';

export type InformerPhase =
  'idle' | 'listing' | 'streaming' | 'opening' | 'watching' | 'waiting' | 'stopped';

export interface InformerStepRow {
  /** Counted from 0. */
  readonly step: number;
  readonly at: Micros;
  readonly kind:
    | ('began' | 'request' | 'answer' | 'event' | 'bookmark' | 'wait' | 'problem')
    | ('queue' | 'store' | 'handler');
  readonly text: string;
}

/** What goes to a server of whose trouble a reflector has heard: µs. */
export interface InformerWaitRow {
  readonly delay: number;
  /** `server-busy`: the same request again; `relist`: from the list on. */
  readonly reason: 'server-busy' | 'relist';
}

export interface QueuedKeyRow {
  /** Undefined: deltas about all objects, or a version alone. */
  readonly key: string | undefined;
  readonly deltas: readonly { readonly type: string; readonly resourceVersion: string }[];
}

export interface StoredKeyRow {
  readonly key: string;
  readonly resourceVersion: string;
  /** The step has stored this. */
  readonly isNew: boolean;
}

export interface IndexRow {
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly keys: number }[];
}

export interface HandlerRow {
  readonly name: string;
  /** Notifications that wait for it. */
  readonly backlog: number;
  /** What its ring buffer has room for by now. */
  readonly room: number;
  /** The first of those that wait: `UPDATE default/web`. */
  readonly next: readonly string[];
  readonly hasSynced: boolean;
  /** Microseconds between resyncs of this handler; 0: none. */
  readonly resyncPeriod: number;
}

/** An informer after one step. */
export interface InformerRow {
  readonly phase: InformerPhase;
  readonly phaseSince: Micros;
  /** Of the phase `waiting`: when it ends, and how long it is in all, µs. */
  readonly wait: { readonly until: Micros; readonly delay: number } | undefined;
  /** The waits since a stream last brought something, oldest first. */
  readonly waits: readonly InformerWaitRow[];
  readonly lastSyncResourceVersion: string;
  /** The server could not give that version: the next list asks for the newest. */
  readonly lastVersionUnavailable: boolean;
  readonly lastEventAt: Micros | undefined;
  readonly lastBookmarkAt: Micros | undefined;
  readonly counts: {
    readonly requests: number;
    readonly events: number;
    readonly problems: number;
  };
  /** Undefined: it has none. At most `MOST_KEYS`. */
  readonly queue: readonly QueuedKeyRow[] | undefined;
  /** Sorted; at most `MOST_KEYS` of them, those the step has touched among them. */
  readonly store: readonly StoredKeyRow[];
  readonly stored: number;
  /** The step has taken this key out of the store. */
  readonly removed: string | undefined;
  readonly indices: readonly IndexRow[];
  readonly handlers: readonly HandlerRow[];
}

export const MOST_KEYS = 200;

export interface InformerQuery {
  /** Its place in `informers`; by default the first. */
  readonly informer?: number;
  /** A step to look at; by default the last one by the cursor. */
  readonly step?: number;
  /** A filter of the keys in queue and store: a pod's key is its `namespace/name`. */
  readonly text?: string;
}

export type InformerQueue = 'DeltaFIFO' | 'RealFIFO';

export interface SimulatedInformer {
  readonly name: string;
  readonly about: string;
  /** None: what comes goes straight into a store. */
  readonly queueType?: InformerQueue;
  /** Its version asks for streaming lists. */
  readonly watchList: boolean;
}

export interface InformerPage {
  /** Where the cursor stands. */
  readonly at: Micros;
  /** None: what is open was not simulated. */
  readonly informers: readonly SimulatedInformer[];
  readonly informer: number;
  /** Undefined: by the cursor it has not begun. */
  readonly shown: { readonly row: InformerRow; readonly step: InformerStepRow } | undefined;
  /** Around the shown step, in order. */
  readonly steps: readonly InformerStepRow[];
  readonly total: number;
  /** Steps before this are kept no more. */
  readonly firstKept: number;
  /** The last step by the cursor; -1 before the first. */
  readonly atCursor: number;
}

export interface InformerApi {
  informerPage(query: InformerQuery): Promise<InformerPage>;
}
