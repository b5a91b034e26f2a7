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

export interface FindApi {
  findLines(query: LineQuery): Promise<FoundLines>;
}
