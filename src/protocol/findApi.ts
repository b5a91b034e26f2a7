// Questions about lines by the filter language. Plain data only.
import type { InputRow } from './rows.ts';

export interface LineQuery {
  /** `pod=kube-system/* sev>=E`; an empty one finds nothing. */
  readonly filter: string;
  /** Where the person types in it: what may stand there is completed. */
  readonly caret: number;
  /** Lines wanted at the most. */
  readonly most: number;
}

/** A text that may stand at the caret: it takes the place of what is written from `from` to there. */
export interface FilterCompletion {
  readonly text: string;
  readonly from: number;
  readonly hint: string;
}

export interface FoundLines {
  readonly completions: readonly FilterCompletion[];
  /** What is wrong with the filter, as a sentence; then nothing is found. */
  readonly problem: string | undefined;
  /** In the order of the tape. */
  readonly rows: readonly InputRow[];
  /** There are more than were wanted. */
  readonly more: boolean;
}

/** What a field for a filter shows while one types in it. */
export interface CheckedFilter {
  readonly completions: readonly FilterCompletion[];
  /** What is wrong with it, as a sentence. */
  readonly problem: string | undefined;
}

/** Places in the lists of `SessionInfo` of those that a filter leaves. */
export interface SourcesLike {
  readonly sources: readonly number[];
  readonly runs: readonly number[];
  readonly gaps: readonly number[];
}

export interface FindApi {
  /** A filter of rows, which need no log: a goroutine dump has them, too. */
  checkFilter(filter: string, caret: number): Promise<CheckedFilter>;
  sourcesLike(filter: string): Promise<SourcesLike>;
  /** Ids of the pods' lanes that a filter leaves. */
  lanesLike(filter: string): Promise<readonly number[]>;
  findLines(query: LineQuery): Promise<FoundLines>;
}
