// A filter whose answers are kept: whoever searches a log asks for the same lines again and again, by parts and in any order.
import type { Filter, RowTest } from '../../log/filter.ts';
import type { LogTable } from '../../log/record.ts';
import type { Tape } from '../../replay/tape.ts';

/** Of one table: two bits a row. */
interface Answers {
  readonly looked: Uint8Array;
  readonly holds: Uint8Array;
  readonly length: number;
  readonly lastSize: number;
}

export class RememberedFilter {
  private readonly filter: Filter;
  private readonly tables = new WeakMap<LogTable, Answers>();

  constructor(filter: Filter) {
    this.filter = filter;
  }

  /** Whether the line at a position of the tape is one of them. Bound anew when the tape has grown. */
  bind(tape: Tape): (position: number) => boolean {
    const tests = tape.sources.map(({ table }) => this.testOf(table));
    return (position) => {
      const { source, ordinal } = tape.place(position);
      return tests[source]?.(ordinal) === true;
    };
  }

  private testOf(table: LogTable): RowTest {
    const test = this.filter.bind(table);
    const { looked, holds } = this.answersOf(table);
    return (row) => {
      const byte = row >>> 3;
      const bit = 1 << (row & 7);
      if (((looked[byte] ?? 0) & bit) !== 0) return ((holds[byte] ?? 0) & bit) !== 0;
      const answer = test(row);
      looked[byte] = (looked[byte] ?? 0) | bit;
      if (answer) holds[byte] = (holds[byte] ?? 0) | bit;
      return answer;
    };
  }

  private answersOf(table: LogTable): Answers {
    const { length } = table;
    const before = this.tables.get(table);
    const lastSize = length === 0 ? 0 : table.sizeOf(length - 1);
    const bytes = Math.ceil(length / 8);
    const answers = {
      looked: longer(before?.looked, bytes),
      holds: longer(before?.holds, bytes),
      length,
      lastSize,
    };
    // The last record may have gained lines.
    const last = (before?.length ?? 0) - 1;
    if (last >= 0 && table.sizeOf(last) !== before?.lastSize)
      for (const bits of [answers.looked, answers.holds])
        bits[last >>> 3] = (bits[last >>> 3] ?? 0) & ~(1 << (last & 7));
    this.tables.set(table, answers);
    return answers;
  }
}

/** The same bytes, or more room that begins with them. */
function longer(bytes: Uint8Array | undefined, length: number): Uint8Array {
  if (bytes !== undefined && bytes.length >= length) return bytes;
  const wide = new Uint8Array(bytes === undefined ? length : 2 * length);
  if (bytes !== undefined) wide.set(bytes);
  return wide;
}
