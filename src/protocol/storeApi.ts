// What can be asked of a log store (Loki, Elasticsearch, OpenSearch) before its lines are opened as sources. A store is named in
// each question: who asks keeps how to sign in, the engine keeps it no longer than the sources that need it.
import type { Micros } from '../base/time.ts';
import type { FindingRow } from './rows.ts';

export const storeKinds = ['loki', 'elasticsearch', 'opensearch'] as const;
export type StoreKind = (typeof storeKinds)[number];

export type StoreCredentials =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  /** Of Elasticsearch, as it was given: the encoded form of `id:key`. */
  | { readonly kind: 'apiKey'; readonly key: string };

export interface StoreTarget {
  /** Default: what answers at the address. */
  readonly kind?: StoreKind;
  /** http or https. Of Elasticsearch and OpenSearch the last part of the path names the indices; default all. */
  readonly url: string;
  /** X-Scope-OrgID of Loki. */
  readonly tenant?: string;
  /** Default: those in the address, or none. */
  readonly credentials?: StoreCredentials;
  /** PEM of the authorities that vouch for the server. Default: the machine's. */
  readonly ca?: string;
  /** Default: none but the environment's. */
  readonly httpProxy?: string;
  /** What selects the kubelets' lines: a LogQL selector (`{job="kubelet"}`), or a Lucene query. Default: it is looked for. */
  readonly selector?: string;
  /** The label or field that names the node. Default: it is looked for. */
  readonly nodeLabel?: string;
}

export interface StoreQuery {
  readonly from: Micros;
  /** Not included. */
  readonly to: Micros;
  /** Default: all that have lines. */
  readonly nodes?: readonly string[];
  /** Only lines that name this pod, `ns/name`. */
  readonly pod?: string;
}

export interface StoreNodeRow {
  readonly node: string;
  readonly lines: number;
}

/** A store as it was found, with what a query would read. */
export interface StoreRow {
  readonly kind: StoreKind;
  /** Host and port. */
  readonly server: string;
  /** Empty where it keeps that to itself. */
  readonly version: string;
  readonly nodeLabel: string;
  readonly selector: string;
  readonly lines: number;
  /** By name. */
  readonly nodes: readonly StoreNodeRow[];
}

/** Lines that carry the words of a fault. Whether they make the fault is for the rules to say, once the lines are read. */
export interface StoreSignatureRow {
  /** The id of the finding. */
  readonly id: string;
  readonly title: string;
  readonly severity: FindingRow['severity'];
  readonly lines: number;
  /** Most lines first. */
  readonly nodes: readonly StoreNodeRow[];
  readonly first: Micros | undefined;
  readonly last: Micros | undefined;
}

/**
 * Every method rejects with a ChannelError whose message is a sentence for a person. Its code says what would mend it: `sign-in`,
 * `selector`, `node-label`, `certificate` (of the server's authority), or `store` for none of these.
 */
export interface StoreApi {
  /** Finds out what is at the address and counts the lines of each node. Rejects within five seconds when nothing answers. */
  store(target: StoreTarget, query: StoreQuery): Promise<StoreRow>;
  /** The store counts who says what; default: all faults of at least medium severity. Most severe first, then those on most nodes. */
  storeSignatures(
    target: StoreTarget,
    query: StoreQuery,
    ids: readonly string[] | undefined,
  ): Promise<readonly StoreSignatureRow[]>;
}
