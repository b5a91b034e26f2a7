import type { LogTable } from '../../../log/record.ts';

/** What the rebuild reads: inputs of several sources in one order. A `Tape` is one. */
export interface Inputs {
  readonly sources: readonly {
    readonly table: LogTable;
    readonly node?: string;
    readonly name?: string;
  }[];
  readonly length: number;
  /** By position: µs on the common clock, never falling. */
  readonly time: Float64Array;
  place(position: number): { readonly source: number; readonly ordinal: number };
}
