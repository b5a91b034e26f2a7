// Conditions of breakpoints: the filter language over the lines of a tape, and hit counts.
import { err, ok, type Result } from '../../base/result.ts';
import { compileFilter, type RowTest } from '../../log/filter.ts';
import type { Incident } from '../present/incident.ts';
import { filterOptions } from '../filter/options.ts';

/** Whether a line, by its tape position, is taken. */
export type Condition = (position: number) => boolean;

/** Longer than any person writes. */
const MAX_LENGTH = 2_000;

export function compileCondition(
  { tape, history }: Pick<Incident, 'tape' | 'history'>,
  text: string,
): Result<Condition> {
  if (text.length > MAX_LENGTH) return err(`A filter has at most ${MAX_LENGTH} characters.`);
  const filter = compileFilter(text, filterOptions(tape, history));
  if (!filter.ok) return filter;
  const tests = new Map<number, RowTest>();
  return ok((position) => {
    const { source, ordinal } = tape.place(position);
    let test = tests.get(source);
    if (test === undefined) {
      const table = tape.sources[source]?.table;
      if (table === undefined) return false;
      test = filter.value.bind(table);
      tests.set(source, test);
    }
    return test(ordinal);
  });
}

/** `5` or `== 5`: that hit alone; `>= 5`, `> 5`; `% 5`: each fifth. Hits count from 1. */
export function compileHitCondition(text: string): Result<(hit: number) => boolean> {
  const m = /^(?:(==|=|>=|>|<=|<|%)\s*)?(\d{1,9})$/.exec(text.trim());
  if (m === null) return err(`A hit count is written like 5, >= 5 or % 5, not "${text}".`);
  const [, op = '==', digits] = m;
  const wanted = Number(digits);
  switch (op) {
    case '%':
      return wanted === 0
        ? err('A hit count of % 0 is never reached.')
        : ok((hit) => hit % wanted === 0);
    case '>=':
      return ok((hit) => hit >= wanted);
    case '>':
      return ok((hit) => hit > wanted);
    case '<=':
      return ok((hit) => hit <= wanted);
    case '<':
      return ok((hit) => hit < wanted);
    default:
      return ok((hit) => hit === wanted);
  }
}
