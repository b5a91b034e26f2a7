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
  return new FactsReader(table).read();
}

/** Reads the facts of a source that grows: only the rows that came since are looked at. */
export class FactsReader {
  private readonly table: LogTable;
  private readonly direction = new Direction();
  private row = 0;
  private from = Infinity;
  private to = -Infinity;

  constructor(table: LogTable) {
    this.table = table;
  }

  read(): SourceFacts {
    const { table } = this;
    const { time: times, length } = table;
    for (; this.row < length; this.row++) {
      const time = times[this.row] ?? NaN;
      if (time < this.from) this.from = time;
      if (time > this.to) this.to = time;
      this.direction.add(time);
    }
    const counts = table.formats;
    const formats = [...counts].map(([format, records]) => ({ format, records }));
    return {
      formats: formats.sort((a, b) => b.records - a.records),
      lines: table.lines,
      unparsedLines: counts.get('text') ?? 0,
      ...this.times(),
    };
  }

  private times(): Pick<SourceFacts, 'from' | 'to' | 'reversed'> {
    const { from, to, direction } = this;
    if (from > to) return { from: undefined, to: undefined, reversed: false };
    return { from: micros(from), to: micros(to), reversed: direction.isReversed };
  }
}

/** With fewer lines, a few that come out of order decide nothing. */
const LEAST_LINES = 4;

/** Whether a log stands newest line first, as `journalctl -r` and some consoles print it. */
export function isReversed(table: LogTable): boolean {
  const direction = new Direction();
  const { time, length } = table;
  for (let i = 0; i < length; i++) direction.add(time[i] ?? NaN);
  return direction.isReversed;
}

class Direction {
  private forwards = 0;
  private backwards = 0;
  private first = NaN;
  private last = NaN;

  add(time: number): void {
    if (Number.isNaN(time)) return;
    if (Number.isNaN(this.first)) this.first = time;
    if (time > this.last) this.forwards++;
    else if (time < this.last) this.backwards++;
    this.last = time;
  }

  get isReversed(): boolean {
    const { first, last, forwards, backwards } = this;
    return last < first && backwards >= LEAST_LINES - 1 && backwards > 4 * forwards;
  }
}
