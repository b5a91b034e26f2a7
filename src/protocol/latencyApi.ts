// How long each step took each pod, as a table: the phases of the pods' own pages, side by side.
import type { InputId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { Ordered, Range } from './cursor.ts';
import type { PhaseRow } from './pageApi.ts';

/** The columns, in their order. `startup`: from the pod's first phase until its first container runs; all others are phases of its page. */
export const latencyKinds = [
  'startup',
  'queue',
  'sandbox',
  'network',
  'pull',
  'start',
  'ready',
  'terminating',
  'teardown',
] as const;
export type LatencyKind = (typeof latencyKinds)[number];
export const latencyOrders = ['pod', 'begun', ...latencyKinds] as const;
export type LatencyOrder = (typeof latencyOrders)[number];

export interface LatencyQuery extends Ordered<LatencyOrder> {
  /** A filter of pods. */
  readonly text?: string;
}

/** The longest phase of a kind that a pod had by the cursor, as its page has it; one of unknown length where it had no other. */
export interface LatencyCell extends PhaseRow {
  /** How many others of that kind it had. */
  readonly more: number;
}

export interface LatencyRow {
  readonly podKey: string;
  /** `default/web-1`. */
  readonly pod: string;
  /** When the kubelet met it. */
  readonly begun: Micros;
  /** No cell: no line tells of that phase. */
  readonly cells: Readonly<Partial<Record<LatencyKind, LatencyCell>>>;
}

/** What all pods of the tape took that ended the phase. */
export interface LatencySpread {
  readonly kind: LatencyKind;
  readonly median: number;
  readonly p95: number;
  readonly pods: number;
}

/** A pod that was slow, and the step that made it so. */
export interface LatencyOutlier {
  readonly podKey: string;
  readonly pod: string;
  readonly phase: PhaseRow & { readonly length: number };
  /** What the log says meanwhile: its first error, else the line that ends the phase or begins it. */
  readonly line: { readonly text: string; readonly input: InputId } | undefined;
  readonly finding: { readonly key: string; readonly title: string } | undefined;
}

export interface LatencyPage {
  readonly at: Micros;
  readonly total: number;
  readonly rows: readonly LatencyRow[];
  readonly spread: readonly LatencySpread[];
  /** The worst of those that the filter leaves, and how many there are. */
  readonly outliers: readonly LatencyOutlier[];
  readonly outlierTotal: number;
}

export interface LatencyApi {
  latencies(query: LatencyQuery & Range): Promise<LatencyPage>;
  /** All rows, as a table for other programs. */
  latenciesCsv(query: LatencyQuery): Promise<string>;
}
