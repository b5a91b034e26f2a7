import { ok, type Result } from '../../base/result.ts';
import { compileFilter, type Filter } from '../../log/filter.ts';
import { RowFinder } from '../../log/findRows.ts';
import type { LogTable } from '../../log/record.ts';
import { filterOptions } from '../filter/options.ts';
import type { Incident } from '../present/incident.ts';

export interface GrepLine {
  readonly source: string;
  /** The record's first line in its source, from 1. */
  readonly line: number;
  readonly text: string;
  /** False for lines of context. */
  readonly isMatch: boolean;
}

/** The records that a filter finds, source by source; asked again, those that came since. */
export class Grep {
  private readonly text: string;
  private readonly context: number;
  private readonly finders = new Map<LogTable, RowFinder>();

  constructor(text: string, context: number) {
    this.text = text;
    this.context = context;
  }

  /**
   * `lastToo`: false leaves the last record of each source for another time, since it may gain lines while its source grows. The
   * error says what is wrong with the filter.
   */
  find(incident: Incident, lastToo: boolean): Result<Iterable<GrepLine>> {
    // What stands for a pod is learnt as its log goes on.
    const filter = compileFilter(this.text, filterOptions(incident.tape, incident.history));
    return filter.ok ? ok(this.lines(incident, filter.value, lastToo ? 0 : 1)) : filter;
  }

  private *lines({ tape }: Incident, filter: Filter, left: number): Generator<GrepLine> {
    for (const { table, name } of tape.sources) {
      const finder = this.finders.get(table) ?? new RowFinder(this.context);
      this.finders.set(table, finder);
      for (const { row, isMatch } of finder.find(table, filter, table.length - left)) {
        const { line, text } = table.shown(row);
        yield { source: name, line, text, isMatch };
      }
    }
  }
}
