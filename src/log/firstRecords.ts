import type { FormatId, LogTable } from './record.ts';

/** The first records of a table, as it was when its source had no more of them; `length` lets it grow. */
export interface FirstRecords extends LogTable {
  length: number;
}

/** `whole` may grow meanwhile. What is numbered and whose the source is stay as in the whole table. */
export function firstRecords(whole: LogTable): FirstRecords {
  let length = 0;
  const firstOf = (rows: Uint32Array): Uint32Array => {
    const end = rows.findIndex((row) => row >= length);
    return end < 0 ? rows : rows.subarray(0, end);
  };
  const known = (ordinal: number): number => (ordinal < length ? ordinal : -1);
  const isAll = (): boolean => length === whole.length;
  // It reads by the columns of the whole one, whose readers nothing tells apart.
  return Object.create(whole, {
    length: {
      get: () => length,
      set: (rows: number) => {
        length = rows;
      },
    },
    bytes: { get: () => (isAll() ? whole.bytes : whole.offsetOf(length) - whole.offsetOf(0)) },
    lines: { get: () => (isAll() ? whole.lines : whole.lineOf(length) - whole.lineOf(0)) },
    cutRows: { get: () => whole.cutRows.filter((row) => row < length) },
    formats: { get: () => formatsOf(whole, length) },
    rowsNaming: {
      value: (identity: string) => {
        const rows = whole.rowsNaming(identity);
        return rows && firstOf(rows);
      },
    },
    rowsFirstNaming: { value: () => firstOf(whole.rowsFirstNaming()) },
    ordinalAtLine: { value: (line: number) => known(whole.ordinalAtLine(line)) },
    ordinalAt: { value: (offset: number) => known(whole.ordinalAt(offset)) },
  } satisfies Partial<Record<keyof LogTable, PropertyDescriptor>>) as FirstRecords;
}

function formatsOf(table: LogTable, length: number): ReadonlyMap<FormatId, number> {
  const counts = new Map<FormatId, number>();
  for (let ordinal = 0; ordinal < length; ordinal++) {
    const format = table.formatOf(ordinal);
    counts.set(format, (counts.get(format) ?? 0) + 1);
  }
  return counts;
}
