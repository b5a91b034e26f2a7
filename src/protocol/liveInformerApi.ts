// What a page shows of informers that really run: those of the connected cluster as they are now, and what a kubelet's own reflectors say in
// its log.
import type { InputId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { InformerPhase, InformerRow, InformerStepRow } from './informerApi.ts';

export const liveResources = ['nodes', 'pods'] as const;
export type LiveResource = (typeof liveResources)[number];

export interface LiveInformerQuery {
  /** Default: pods. */
  readonly resource?: LiveResource;
  /** Of the pods in the store those that are bound to it alone; `''` for those that wait for one. */
  readonly node?: string;
  /** A filter of the keys in queue and store. */
  readonly text?: string;
}

export const relistCauses = ['first', 'ended', 'expired', 'too-large', 'timeout', 'error'] as const;
export type RelistCause = (typeof relistCauses)[number];

/** The present state asked for, and what made that necessary. */
export interface RelistRow {
  readonly at: Micros;
  readonly how: 'list' | 'streaming-list';
  readonly cause: RelistCause;
  /** The error's own words; empty where there was none. */
  readonly why: string;
  /** Undefined: it has not come, or not whole. */
  readonly got:
    { readonly at: Micros; readonly items: number; readonly resourceVersion: string } | undefined;
}

/** One informer of the connected cluster as it is now. */
export interface LiveInformerPage {
  readonly at: Micros;
  readonly context: string;
  readonly server: string;
  readonly informers: readonly {
    readonly resource: LiveResource;
    readonly phase: InformerPhase;
    readonly items: number;
  }[];
  readonly resource: LiveResource;
  readonly node: string | undefined;
  /** The values of its index, sorted; none for nodes. */
  readonly nodes: readonly { readonly node: string; readonly keys: number }[];
  readonly row: InformerRow;
  /** Deltas that wait. */
  readonly queued: number;
  readonly bookmarks: number;
  /** Received, unpacked. */
  readonly bytes: number;
  /** The newest first; of many the last. */
  readonly relists: readonly RelistRow[];
  readonly relisted: number;
  /** Oldest first; of many the last. */
  readonly steps: readonly InformerStepRow[];
  readonly total: number;
}

/** What a line of reflector.go says. */
export type ReflectorSaid = 'started' | 'listing' | 'populated' | 'ended' | 'failed' | 'other';

export interface ReflectorLineRow {
  readonly input: InputId;
  readonly position: number;
  readonly at: Micros | undefined;
  /** `reflector.go:561`. */
  readonly site: string;
  readonly text: string;
  /** `*v1.Pod`; empty where the line does not tell. */
  readonly type: string;
  readonly said: ReflectorSaid;
}

/** One reflector of a kubelet, as its lines tell it by the cursor. */
export interface LoggedReflectorRow {
  /** The node, or the log where that is not known. */
  readonly of: string;
  readonly type: string;
  /** `object-"default"/"settings"`, the place that made it; empty where the lines do not tell. */
  readonly name: string;
  readonly last: ReflectorLineRow;
  readonly lines: number;
  /** Lines that tell of a failure or an end. */
  readonly failures: number;
}

export interface ReflectorLines {
  /** Of the cursor. */
  readonly position: number;
  /** The one that spoke last first; of many some. */
  readonly reflectors: readonly LoggedReflectorRow[];
  readonly reflectorCount: number;
  /** Around the cursor, in order. */
  readonly lines: readonly ReflectorLineRow[];
  readonly total: number;
}

export interface LiveInformerApi {
  /** Undefined: no cluster is connected. */
  liveInformers(query: LiveInformerQuery): Promise<LiveInformerPage | undefined>;
  /** None where no log is open. */
  reflectorLines(): Promise<ReflectorLines>;
}
