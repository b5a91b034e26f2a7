// Questions about the whole state: what it was at a time, what changed between two, what is late.
import type { InputId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { ShownValue } from './rows.ts';

/** One value that was another at one moment than at another. */
export interface DiffRow {
  /** `default/web-1`; empty for what belongs to no pod. */
  readonly name: string;
  readonly podKey: string | undefined;
  /** `state`, `container app 71d6eefd35eb`; `pod` for one that came or went. */
  readonly field: string;
  readonly before: ShownValue;
  readonly after: ShownValue;
  /** When it changed last before the later of the moments, and the line that did it. */
  readonly at: Micros | undefined;
  readonly input: InputId | undefined;
}

/** What the model expects of a pod and no line has shown in time. */
export interface OverdueRow {
  readonly podKey: string;
  readonly name: string;
  readonly what: string;
  readonly since: Micros;
  readonly due: Micros;
  /** µs since it was due. */
  readonly late: number;
  /** For a person, whole. */
  readonly text: string;
  readonly provedBy: readonly InputId[];
}

/** Answered in the cursor's hindsight. Times outside the tape are taken as its nearest end. */
export interface StateApi {
  /** What was another at `to` than at `from`, which may be the later one: the node's values, then the pods by name. */
  diff(from: Micros, to: Micros): Promise<readonly DiffRow[]>;
  /** All that the kubelet held at a time, one value a line. */
  stateText(at: Micros): Promise<string>;
  /** What is late at the cursor, the latest first. */
  overdue(): Promise<readonly OverdueRow[]>;
}
