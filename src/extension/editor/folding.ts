// What of a log can be folded: what hangs on a line below it, and lines that come again and again, one by one or in turns.
import { readLogLine } from './logLines.ts';

/** Lines from 0; the first one stays in sight. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly repeats: boolean;
}

/** Less is not worth a fold. */
const LEAST_TURNS = 3;
/** Lines that a failure writes each time it is tried again. */
const MOST_IN_TURN = 8;

interface Record {
  readonly start: number;
  end: number;
  readonly key: string | undefined;
}

export function foldsOf(lineCount: number, lineAt: (line: number) => string): readonly Fold[] {
  const records: Record[] = [];
  for (let line = 0; line < lineCount; line++) {
    const text = lineAt(line);
    const read = readLogLine(text);
    const last = records.at(-1);
    if (read !== undefined || last === undefined)
      records.push({ start: line, end: line, key: read?.key });
    // The empty line that ends a file hangs on nothing.
    else if (text !== '') last.end = line;
  }
  const hanging = records.flatMap(({ start, end }) =>
    end > start ? [{ start, end, repeats: false }] : [],
  );
  return [...hanging, ...repeatsOf(records)];
}

function repeatsOf(records: readonly Record[]): readonly Fold[] {
  const folds: Fold[] = [];
  for (let at = 0; at < records.length;) {
    const length = longestRepeat(records, at);
    const [first, last] = [records[at], records[at + length - 1]];
    if (length > 0 && first !== undefined && last !== undefined)
      folds.push({ start: first.start, end: last.end, repeats: true });
    at += Math.max(1, length);
  }
  return folds;
}

/** How many records from `at` on are the same turn again and again; 0 when they aren't. */
function longestRepeat(records: readonly Record[], at: number): number {
  let longest = 0;
  for (let turn = 1; turn <= MOST_IN_TURN; turn++) {
    let length = turn;
    while (isSame(records[at + length], records[at + length - turn])) length++;
    const whole = length - (length % turn);
    if (whole >= LEAST_TURNS * turn && whole > longest) longest = whole;
  }
  return longest;
}

function isSame(a: Record | undefined, b: Record | undefined): boolean {
  return a?.key !== undefined && a.key === b?.key;
}
