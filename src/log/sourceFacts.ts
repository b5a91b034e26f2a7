import { micros, type Micros } from '../base/time.ts';
import type { LogTable } from './record.ts';

/** What can be said of a source as a whole. */
export interface SourceFacts {
  readonly formats: readonly { readonly format: string; readonly records: number }[];
  readonly lines: number;
  /** Lines that are no log line at all: neither a wrapper nor a header nor part of a record above. */
  readonly unparsedLines: number;
  readonly from: Micros | undefined;
  readonly to: Micros | undefined;
  /** Newest line first, as `journalctl -r` prints. */
  readonly reversed: boolean;
}

export function sourceFacts(table: LogTable): SourceFacts {
  const formats = [...table.formats].map(([format, records]) => ({ format, records }));
  return {
    formats: formats.sort((a, b) => b.records - a.records),
    lines: table.lines,
    unparsedLines: table.formats.get('text') ?? 0,
    ...timeFacts(table),
  };
}

function timeFacts(table: LogTable): Pick<SourceFacts, 'from' | 'to' | 'reversed'> {
  let from = Infinity;
  let to = -Infinity;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (time < from) from = time;
    if (time > to) to = time;
  }
  if (from > to) return { from: undefined, to: undefined, reversed: false };
  return { from: micros(from), to: micros(to), reversed: isReversed(table) };
}

/** With fewer lines, a few that come out of order decide nothing. */
const LEAST_LINES = 4;

/** Whether a log stands newest line first, as `journalctl -r` and some consoles print it. */
export function isReversed(table: LogTable): boolean {
  let forwards = 0;
  let backwards = 0;
  let first = NaN;
  let last = NaN;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (Number.isNaN(time)) continue;
    if (Number.isNaN(first)) first = time;
    if (time > last) forwards++;
    else if (time < last) backwards++;
    last = time;
  }
  return last < first && backwards >= LEAST_LINES - 1 && backwards > 4 * forwards;
}
