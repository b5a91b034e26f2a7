import type { InputId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';

/** What is compared: a part of what is open. Without sources: all; without times: from the first line, to the last. */
export interface ComparedPart {
  readonly sources?: readonly number[];
  readonly from?: Micros;
  readonly to?: Micros;
}

export interface CompareRequest {
  readonly before: ComparedPart;
  readonly after: ComparedPart;
}

/** How often, on one side: `rate` an hour, undefined where the side has no length. */
export interface Often {
  readonly count: number;
  readonly rate: number | undefined;
  /** A line that shows it: what proves the finding, or the first that says the message. */
  readonly line?: InputId | undefined;
}

/** What differs: a finding by its id, or a message of warnings and errors. */
export interface DifferenceRow {
  readonly change: 'new' | 'gone' | 'more' | 'less';
  readonly what: 'finding' | 'message';
  readonly severity: string;
  /** Text of a log, of one example. */
  readonly title: string;
  readonly before: Often;
  readonly after: Often;
  /** Pods of the findings, at most five. */
  readonly pods: readonly string[];
  /** Key of a finding of this id in what is open. */
  readonly finding?: string | undefined;
}

export interface SideRow {
  readonly name: string;
  readonly from: Micros | undefined;
  readonly to: Micros | undefined;
  readonly lines: number;
  readonly warnings: Often;
  readonly errors: Often;
}

export interface Comparison {
  readonly before: SideRow;
  readonly after: SideRow;
  /** Findings first, then messages, each the most severe first. */
  readonly rows: readonly DifferenceRow[];
  /** How many there are beyond those. */
  readonly more: number;
}
