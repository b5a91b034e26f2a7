// What this room gives: a store that was found, asked by node, pod and time. One file for each kind makes one of it.
import type { Disposable } from '../base/disposable.ts';
import type { Micros } from '../base/time.ts';
import type { StoreKind, StoreNodeRow, StoreQuery } from '../protocol/storeApi.ts';

/** One stored line. */
export interface Entry {
  /** Nanoseconds since 1970. */
  readonly stamp: bigint;
  /** Tells it from all others of its stamp. */
  readonly key: string;
  /** As it was sent; may hold line breaks. */
  readonly line: string;
}

/** Entries in order of time. `lost`: so many share one stamp that the store does not give them all. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly lost: boolean;
}

export interface StoredPattern {
  /** RE2; begins with `(?i)` where upper and lower case are one. */
  readonly text: string;
  /** RE2 that it must not fit. */
  readonly not: string | undefined;
  /** Texts of which each line that fits holds one, quickly looked for; in any case where the pattern is so. Empty: there are none such. */
  readonly literals: readonly string[];
}

/** Words of a fault, in the two forms that stores search by. */
export interface Signature {
  readonly id: string;
  /** One of which a line must fit, as it is stored. */
  readonly patterns: readonly StoredPattern[];
  /** Runs of whole words, of one of these lists all. Empty: no words tell it. */
  readonly phrases: readonly (readonly string[])[];
}

export interface SaidRow {
  readonly id: string;
  /** Most lines first. */
  readonly nodes: readonly StoreNodeRow[];
  readonly first: Micros | undefined;
  readonly last: Micros | undefined;
}

/** All of it rejects with a StoreError, and for the signal. */
export interface StoreView extends Disposable {
  readonly kind: StoreKind;
  /** Host and port. */
  readonly server: string;
  readonly version: string;
  readonly nodeLabel: string;
  readonly selector: string;
  /** Lines of each node, by name; nodes without any are not named. */
  count(query: StoreQuery, signal: AbortSignal): Promise<readonly StoreNodeRow[]>;
  /** Which of these are said, and by which nodes; those that nobody says are left out. */
  said(
    query: StoreQuery,
    signatures: readonly Signature[],
    signal: AbortSignal,
  ): Promise<readonly SaidRow[]>;
  /** The lines of one node. */
  read(node: string, query: StoreQuery, signal: AbortSignal): AsyncGenerator<EntryPage>;
}
