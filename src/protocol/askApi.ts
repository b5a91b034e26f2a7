import type { InputId, Known } from '../base/input.ts';
import type { Micros } from '../base/time.ts';

/** What a person may ask; of pods it is answered for the cursor. */
export type Question =
  | { readonly kind: 'killed'; readonly podKey: string }
  | { readonly kind: 'stuck'; readonly podKey: string }
  /** Without a time: at the cursor. */
  | { readonly kind: 'happened'; readonly time?: Micros }
  | { readonly kind: 'normal'; readonly input: InputId };

/** A line that proves a sentence: the source's name, its 1-based line, and its text, cut to what a list shows. */
export interface ProofRow {
  readonly input: InputId;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface AnswerRow {
  readonly question: string;
  /** The first one is the answer, the others say how it came to it. */
  readonly sentences: readonly {
    readonly text: string;
    readonly known: Known;
    /** At most three, the most telling first. */
    readonly proof: readonly ProofRow[];
  }[];
}
