// Conditions of breakpoints: the filter language over the lines of a tape, and hit counts.
import type { Hindsight } from '../../base/input.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { compileFilter, type FilterOptions, type RowTest } from '../../log/filter.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Incident } from '../present/incident.ts';
import { aliasesOf, filterOptions } from '../filter/options.ts';

/** Whether a line, by its tape position, is taken. */
export type Condition = (position: number) => boolean;

/** Longer than any person writes. */
const MAX_LENGTH = 2_000;

export function compileCondition(
  { tape, history }: Pick<Incident, 'tape' | 'history'>,
  text: string,
): Result<Condition> {
  return compiled(tape, text, filterOptions(tape, history));
}

/** The same in a hindsight: in the mode `then` a pod has at a line only those ids that were known to be its by then. */
export function compileConditionBy(
  { tape, history }: Pick<Incident, 'tape' | 'history'>,
  text: string,
  hindsight: Hindsight,
): Result<Condition> {
  const options = filterOptions(tape, history);
  const named = new Set<string>();
  const condition = compiled(tape, text, {
    ...options,
    aliases(value) {
      named.add(value);
      return aliasesOf(history, value);
    },
  });
  if (!condition.ok || hindsight === 'now' || named.size === 0) return condition;
  const known = new Map<string, Condition>();
  return ok((position) => {
    const by: Moment = { time: tape.timeAt(position), position, hindsight };
    const aliases = new Map([...named].map((value) => [value, aliasesOf(history, value, by)]));
    const key = JSON.stringify([...aliases.values()]);
    let own = known.get(key);
    if (own === undefined) {
      const made = compiled(tape, text, {
        ...options,
        aliases: (value) => aliases.get(value) ?? [value],
      });
      known.set(key, (own = made.ok ? made.value : condition.value));
    }
    return own(position);
  });
}

function compiled(tape: Tape, text: string, options: FilterOptions): Result<Condition> {
  if (text.length > MAX_LENGTH) return err(`A filter has at most ${MAX_LENGTH} characters.`);
  const filter = compileFilter(text, options);
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
