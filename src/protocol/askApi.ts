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

/** A rule pack as a person wrote it; the name is for its problems. */
export interface RulePackText {
  readonly name: string;
  readonly text: string;
}

export const findingFormats = ['text', 'json', 'sarif', 'markdown'] as const;
export type FindingFormat = (typeof findingFormats)[number];

/** All findings as a text for others. */
export interface ExportRequest {
  readonly format: FindingFormat;
  readonly redact: boolean;
  /** Of this program. */
  readonly version: string;
}

/** A finding that a person does not want to see, of one pod or of all, and why. */
export interface MuteRow {
  readonly id: string;
  readonly pod: string | undefined;
  readonly why: string;
}

/** What is wrong in a rule pack, and where, from 1. None of its rules is used then. */
export interface RulePackProblem {
  readonly pack: string;
  readonly line: number;
  readonly column: number;
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
