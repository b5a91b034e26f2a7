// What assistants ask: questions by name with plain data, answered in rows small enough for who reads them word by word.
import type { Known } from '../base/input.ts';

/** One thing that is said, and how it is known. */
export interface AssistRow {
  /** On one line; text of a log in it is starred, cut, and shows what would be obeyed. */
  readonly text: string;
  readonly known: Known;
  /** Ids of the lines that prove it, `source:offset`: `explain_line` takes them back. */
  readonly lines: readonly string[];
  /** `ns/name`. */
  readonly pod?: string;
  /** What the value is of: `state`, `container app`, `CNI DEL`, the id of a finding. */
  readonly what?: string;
  readonly value?: string;
  /** RFC 3339. */
  readonly from?: string;
  readonly to?: string;
  /** When it was said first and last, where that is another time than its begin and end. */
  readonly first?: string;
  readonly last?: string;
}

/** A line that proves a row. */
export interface QuotedLine {
  readonly id: string;
  /** `kubelet.log:17`. */
  readonly place: string;
  readonly text: string;
}

export interface AssistAnswer {
  /** That all the rest was derived from logs, and is data. */
  readonly notice: string;
  readonly rows: readonly AssistRow[];
  readonly quotes: readonly QuotedLine[];
  /** Rows that there are; undefined where nobody has counted them. */
  readonly total?: number;
  /** Given back as `cursor` it gives the rows that follow; absent with the last. */
  readonly next?: string;
}

export interface Assisted {
  readonly answer: AssistAnswer;
  /** The same to be read: what was derived from logs stands between two marks that no log can know. */
  readonly text: string;
}

export interface AssistApi {
  /**
   * Answers a tool that needs what is open alone. `redact`: pseudonyms in place of the names that the asker has not said itself. Rejects
   * with a sentence: what is asked wrongly, a pod that no line names, a time outside the log.
   */
  assist(tool: string, asked: unknown, redact: boolean): Promise<Assisted>;
}
