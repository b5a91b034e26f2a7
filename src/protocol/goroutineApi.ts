// A kubelet's goroutines, of a dump that was opened or of a node of the connected cluster: what each is for, what it waits for.
import type { Micros } from '../base/time.ts';
import type { Ordered } from './cursor.ts';

export type GoroutineSource =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  /** Packed or not, alone or among the lines of a log. */
  | { readonly kind: 'file'; readonly source: DumpFile }
  /** Asked of the kubelet through the API server, now. */
  | { readonly kind: 'node'; readonly node: string };

type DumpFile =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array };

/** The columns that stacks may be sorted by. */
export const stackOrders = ['minutes', 'doing', 'count'] as const;
export type StackOrder = (typeof stackOrders)[number];

/** Goroutines with the same stack, but for workers that are at work, each of which stands alone. */
export interface StackRow {
  /** Of the first of them; it names the stack. */
  readonly id: number;
  readonly count: number;
  /** `select`, `chan receive`, `sync.Mutex.Lock`, … */
  readonly state: string;
  /** Whole minutes that the longest of them has waited, as Go counts them: up to two too many. 0 below one. */
  readonly minutes: number;
  readonly lockedToThread: boolean;
  /** `waits for the runtime: StopPodSandbox`; undefined where the stack tells nothing of it. */
  readonly doing: string | undefined;
  /** The innermost function that is not of Go's own library, without its package's path. */
  readonly top: string;
  /** The wait is one that a person who looks for a hang wants to see. */
  readonly notable: boolean;
  /** Pods that it may be at work for: always inferred. */
  readonly pods: readonly { readonly key: string; readonly name: string }[];
  /** From what that is inferred, or why it can't be; empty where no pod is looked for. */
  readonly why: string;
}

export interface GoroutineGroup {
  readonly id: string;
  readonly title: string;
  /** What these goroutines do all day. */
  readonly about: string;
  /** They wait by nature. */
  readonly background: boolean;
  readonly count: number;
  /** In the order asked for; no more than 200 of them. */
  readonly stacks: readonly StackRow[];
  readonly more: number;
}

export interface GoroutinePage {
  readonly name: string;
  /** When the kubelet was asked; undefined for a dump whose time nobody knows. */
  readonly at: Micros | undefined;
  /** Of the kubelet, where the dump, the node or the log that is open tells it. */
  readonly version: string | undefined;
  readonly node: string | undefined;
  readonly total: number;
  /** The moment of the log that is open whose workers the stacks were compared with. */
  readonly compared: Micros | undefined;
  readonly groups: readonly GoroutineGroup[];
  /** Of all groups the stacks that wait notably, the longest first; no more than 200 of them. */
  readonly standing: readonly StackRow[];
}

export interface StackFrameRow {
  /** `(*podWorkers).podWorkerLoop`. */
  readonly function: string;
  /** `k8s.io/kubernetes/pkg/kubelet`. */
  readonly package: string;
  readonly file: string;
  readonly line: number;
  /** In the kubernetes repository; undefined for Go's own library and programs of others. */
  readonly path: string | undefined;
  /** The frame that started the goroutine. */
  readonly creator: boolean;
}

export interface GoroutineApi {
  /** Replaces the dump that is shown. Rejects with a sentence when the text holds none or the kubelet gives none. */
  openGoroutines(source: GoroutineSource): Promise<void>;
  /** Those that a filter leaves, all with an empty one, the longest wait of each group first. Rejects when none is open. */
  goroutines(filter: string, order: Ordered<StackOrder>): Promise<GoroutinePage>;
  /** The innermost frame first; empty for a stack that is not there. */
  goroutineStack(id: number): Promise<readonly StackFrameRow[]>;
}
