// What the parts of the model want done. A step returns effects and does nothing itself: the simulator carries
// them out on its fake runtime, the rebuild only expects them and looks for their evidence. Each part adds its own kinds
// to the log lines that all of them print.
import type { PodUid } from './pod.ts';

/** How a line names a pod; its UID is shown only by the printf lines of 1.20 and before. */
export type PodRef = readonly [namespace: string, name: string, uid?: PodUid];

/** A value of a structured log line; how it is quoted depends on the version, so it stays typed. */
export type LogValue =
  | string
  | number
  | boolean
  | { readonly ref: PodRef }
  | { readonly refs: readonly PodRef[] }
  | { readonly uid: PodUid }
  /** An event of the PLEG. */
  | { readonly event: { readonly id: PodUid; readonly type: string; readonly data: string } }
  /** A container's id with the runtime it is of. */
  | { readonly container: { readonly runtime: string; readonly id: string } }
  /** Already as it is printed, a struct for example. */
  | { readonly raw: string };

/** A line the kubelet prints here. `message` is that of the structured era; older wordings are looked up by it. */
export interface LogEffect {
  readonly kind: 'log';
  readonly severity: 'I' | 'W' | 'E' | 'F';
  /** The verbosity it needs; 0 is always printed. */
  readonly v: number;
  readonly file: string;
  readonly message: string;
  readonly err?: string;
  /** The whole line is `message`, also where lines are structured. */
  readonly plain?: boolean;
  readonly keys: readonly (readonly [key: string, value: LogValue])[];
  /** Values that only the printf lines of 1.20 and before show. */
  readonly older?: readonly (readonly [key: string, value: LogValue])[];
}
