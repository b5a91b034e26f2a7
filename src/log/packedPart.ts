import type { PackedRows } from './columns.ts';
import type { ClockState } from './sourceClock.ts';
import type { VocabularyPart } from './vocabulary.ts';

/** What was read of a part: plain data, made to be handed to another thread. Offsets count from the part's start. */
export interface TablePart {
  readonly rows: PackedRows;
  readonly bytes: number;
  readonly words: VocabularyPart;
  readonly continuations: readonly (readonly [row: number, lines: number])[];
  readonly cutRows: readonly number[];
  /** What year the first yearless stamp was given: wrong when a new year lies in a part before. */
  readonly firstStamp: { readonly year: number; readonly month: number } | undefined;
  readonly clockEnd: ClockState;
}
