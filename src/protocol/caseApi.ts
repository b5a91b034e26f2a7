import type { Micros } from '../base/time.ts';

/** What of the logs goes into a case. `findings`: from when the first of them above info began until the last ends. */
export type CaseCut =
  | { readonly kind: 'whole' }
  | { readonly kind: 'findings' }
  /** All lives of a pod: their keys. */
  | { readonly kind: 'pod'; readonly pods: readonly string[] }
  /** `reach`: µs before and after, 5 minutes by default. */
  | { readonly kind: 'around'; readonly time: Micros; readonly reach?: number };

export interface CaseRequest {
  readonly title: string;
  readonly notes: string;
  readonly cut: CaseCut;
  /** Names are replaced by pseudonyms everywhere in it; rule packs, which may hold names, are left out. */
  readonly redact: boolean;
  /** Of this program. */
  readonly version: string;
}

export interface SavedCase {
  /** A zip archive; `columns` are handed over between threads, not copied. */
  readonly columns: { readonly bytes: Uint8Array<ArrayBuffer> };
  readonly cut: string;
}

/** What the opened case says of itself: text that somebody else wrote. */
export interface CaseRow {
  readonly title: string;
  readonly notes: string;
  readonly cut: string;
  readonly savedBy: string;
  readonly redacted: boolean;
  /** Rule packs in it, and whether its findings are made with them. */
  readonly packs: number;
  readonly packsUsed: boolean;
  readonly mutes: number;
}
