import type { Filter } from './filter.ts';
import type { LogTable } from './record.ts';

export interface FoundRow {
  readonly row: number;
  /** False for context around a match. */
  readonly isMatch: boolean;
}

/** The rows that a filter holds for, in order, each with `context` rows around it marked as such. */
export function findRows(table: LogTable, filter: Filter, context = 0): Iterable<FoundRow> {
  return new RowFinder(context).find(table, filter, table.length);
}

/** Finds rows of one table, and goes on where it ended when the table has grown. */
export class RowFinder {
  private readonly context: number;
  private row = 0;
  /** Rows before this were told, or are further from a match than its context. */
  private told = 0;
  /** Rows of context that the last match still has behind it. */
  private after = 0;

  constructor(context: number) {
    this.context = context;
  }

  /** The rows up to before `to` that were not looked at yet. */
  *find(table: LogTable, filter: Filter, to: number): Generator<FoundRow> {
    const test = filter.bind(table);
    for (; this.row < to; this.row++) {
      const { row } = this;
      if (test(row)) {
        for (let before = Math.max(this.told, row - this.context); before < row; before++)
          yield { row: before, isMatch: false };
        this.told = row + 1;
        this.after = this.context;
        yield { row, isMatch: true };
      } else if (this.after > 0) {
        this.told = row + 1;
        this.after--;
        yield { row, isMatch: false };
      }
    }
  }
}
