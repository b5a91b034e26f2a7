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
  let forwards = 0;
  let backwards = 0;
  let last = NaN;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (Number.isNaN(time)) continue;
    from = Math.min(from, time);
    to = Math.max(to, time);
    if (time > last) forwards++;
    else if (time < last) backwards++;
    last = time;
  }
  if (from > to) return { from: undefined, to: undefined, reversed: false };
  return { from: micros(from), to: micros(to), reversed: backwards > 2 * forwards };
}
