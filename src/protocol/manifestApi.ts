// Pods and workloads that a YAML manifest describes, and the pods that are theirs: by the connected cluster, by the log that is open, or both.
import type { RowSeverity } from './rows.ts';

export interface ManifestPodRow {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Empty where nobody tells it. */
  readonly node: string;
  /** As the API server has it, `Running`; undefined where no cluster is connected, or it does not have the pod. */
  readonly api: string | undefined;
  /** Its worker at the cursor, `sync, idle`; undefined where the log that is open does not have the pod. */
  readonly log: string | undefined;
  /** In the session. */
  readonly podKey: string | undefined;
  /** That began by the cursor, harmless ones left out. */
  readonly findings: number;
  readonly severity: RowSeverity;
}

/** One object of a manifest that makes pods. */
export interface ManifestRow {
  /** Where it begins, from 0. */
  readonly line: number;
  readonly kind: string;
  readonly name: string;
  readonly pods: readonly ManifestPodRow[];
}

export interface ManifestApi {
  /**
   * Of a YAML text, of one document or several, lists included; in order. Names count, and where a cluster is connected the owners of its
   * pods. A manifest without a namespace may be of any.
   */
  manifest(text: string): Promise<readonly ManifestRow[]>;
}
