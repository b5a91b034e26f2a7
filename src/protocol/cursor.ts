import type { Hindsight, InputId } from '../base/input.ts';
import type { Direction } from '../base/ordered.ts';
import type { Micros } from '../base/time.ts';

/** The one value that debugger, trees and pages all follow. */
export interface Cursor {
  /** Tape position of the last input that counts, -1 before the first. */
  readonly position: number;
  readonly time: Micros;
  readonly input: InputId | undefined;
  readonly hindsight: Hindsight;
  /** The pod that the person looks at. */
  readonly selectedPod: string | undefined;
  readonly revision: number;
}

export interface Range {
  readonly start: number;
  readonly count: number;
}

/** A part of the rows that a filter leaves. */
export interface RowQuery extends Range {
  /** `pod=kube-system/* sev>=W msg~"PLEG" restart`: words stand in a row, terms hold for what it stands for. Rejects with a sentence what is no filter. */
  readonly text?: string;
}

/** By what rows are sorted before a part of them is cut; those of which it is unknown come last, whichever way round. */
export interface Ordered<By extends string> {
  /** Absent: the order of the answer's own. */
  readonly by?: By;
  readonly order?: Direction;
}
