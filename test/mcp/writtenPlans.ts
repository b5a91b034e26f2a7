// Plans of calls as data: what is asked, and which rows of the answers are the answer. No code chooses among them.
import type { AssistAnswer, AssistRow } from '../../src/protocol/assistApi.ts';
import { lines, type Ask } from './plans.ts';
import type { Told } from './plans2.ts';
import type { Question } from './scoreSet.ts';

export interface WrittenPlan {
  /** `{pod}`, `{at}` and others of `about` stand for what the question names, here and in the expressions below; what it does not name is not asked. */
  readonly calls: readonly {
    readonly tool: string;
    readonly asked?: Readonly<Record<string, unknown>>;
  }[];
  /** Without it the plan only reads. */
  readonly answer?: Answer;
}

/**
 * What is read out of rows, or made of several of those: how many seconds are between two, a span, how many more the one is, the name of the
 * earliest, all names in the order of their times, or all of them side by side; or the first of several that has a value.
 */
export type Answer =
  | Pick
  | { readonly either: readonly Answer[] }
  | { readonly minus: { readonly from: Pick; readonly less: Pick } }
  | { readonly seconds: { readonly from: Pick; readonly to: Pick } }
  | { readonly span: { readonly from: Pick; readonly to: Pick } }
  | { readonly earliest: Readonly<Record<string, Pick>> }
  | { readonly order: Readonly<Record<string, Pick>> }
  | { readonly listed: readonly Answer[] };

type Member = 'value' | 'text' | 'pod' | 'from' | 'to' | 'first' | 'last' | 'what';

export interface Pick {
  /** The call whose rows are read, from 0; without it those of all calls. */
  readonly call?: number;
  /** Members of the rows, each by an expression. */
  readonly where?: Readonly<Partial<Record<Member | 'known', string>>>;
  /** Rows that do not count, each by one of the expressions. */
  readonly unless?: Pick['where'];
  /** Only rows that begin so many seconds after another time, or later. */
  readonly after?: { readonly of: Pick; readonly by?: number };
  /**
   * Of the rows: one, all of them, how many there are, or whether there is one. Default: the first. `total` is how many the answer says that there
   * are, also those that it has no room for; of tools each row of which is a line, and nothing where there is no such line.
   */
  readonly which?: 'first' | 'last' | 'all' | 'count' | 'any' | 'none' | 'total';
  /** Default: `value`. */
  readonly take?: Member;
  /** What of it counts: the first group of an expression. */
  readonly match?: string;
  /** Divides it into names, as `, ` does. */
  readonly split?: string;
  /** Makes one text of all. */
  readonly join?: string;
  /** A time is told to the millisecond. */
  readonly as?: 'number' | 'time';
  /** Added to a number or a count. */
  readonly plus?: number;
  /** Other words for it, also for `true` and `false`. */
  readonly words?: Readonly<Record<string, string | number | boolean>>;
  /** Where no row is found. */
  readonly otherwise?: string | number | boolean | readonly string[];
}

type About = Question['about'];

export async function carryOut(
  ask: Ask,
  { calls, answer }: WrittenPlan,
  { about }: Question,
): Promise<Told> {
  // A call that is refused tells nothing: not even that there is none.
  const answers: (AssistAnswer | undefined)[] = [];
  for (const { tool, asked = {} } of calls) {
    const given = Object.entries(asked).map(([name, value]) => [
      name,
      typeof value === 'string' ? filled(value, about) : value,
    ]);
    answers.push(
      await ask(tool, Object.fromEntries(given) as Record<string, unknown>).catch(() => undefined),
    );
  }
  if (answer === undefined) return { value: undefined, lines: [] };
  return answerOf(answer, (pick) => pickedOf(pick, answers, about));
}

/** Undefined where the question does not name it. */
function filled(text: string, about: About, shown = (name: string) => name): string | undefined {
  const named = [...text.matchAll(/\{([a-z]+)\}/g)].map(([, name = '']) => name as keyof About);
  if (named.some((name) => about[name] === undefined)) return undefined;
  return text.replace(/\{([a-z]+)\}/g, (_, name: keyof About) => shown(about[name] ?? ''));
}

function answerOf(answer: Answer, picked: (pick: Pick) => Told): Told {
  if ('either' in answer) {
    for (const each of answer.either) {
      const told = answerOf(each, picked);
      if (told.value !== undefined) return told;
    }
    return { value: undefined, lines: [] };
  }
  if ('minus' in answer) {
    const [from, less] = [picked(answer.minus.from), picked(answer.minus.less)];
    const value = Number(from.value ?? NaN) - Number(less.value ?? NaN);
    return {
      value: Number.isNaN(value) ? undefined : value,
      lines: [...from.lines, ...less.lines],
    };
  }
  if ('listed' in answer) {
    const all = answer.listed.map((each) => answerOf(each, picked));
    const words = all.flatMap(({ value }) => (typeof value === 'string' ? value : []));
    return {
      value: words.length < all.length ? undefined : words.join(', '),
      lines: all.flatMap((told) => told.lines),
    };
  }
  if ('earliest' in answer || 'order' in answer) {
    const picks = Object.entries('order' in answer ? answer.order : answer.earliest);
    const known = picks.flatMap(([name, pick]) => {
      const { value, lines: proof } = picked(pick);
      return typeof value === 'string' ? { name, time: value, proof } : [];
    });
    const names = known.toSorted((a, b) => a.time.localeCompare(b.time)).map(({ name }) => name);
    const inOrder = names.length < picks.length ? undefined : names.join(', ');
    return {
      value: 'order' in answer ? inOrder : names[0],
      lines: known.flatMap(({ proof }) => proof),
    };
  }
  if (!('seconds' in answer || 'span' in answer)) return picked(answer);
  const two = 'span' in answer ? answer.span : answer.seconds;
  const both = [picked(two.from), picked(two.to)] as const;
  const proof = both.flatMap((told) => told.lines);
  const [from, to] = both.map(({ value }) => (typeof value === 'string' ? value : undefined));
  if ('span' in answer) return { value: { from, to }, lines: proof };
  const length = (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1_000;
  return { value: Number.isNaN(length) ? undefined : length, lines: proof };
}

function pickedOf(pick: Pick, answers: readonly (AssistAnswer | undefined)[], about: About): Told {
  const { call, where, unless, after, which = 'first', plus = 0, join, words, otherwise } = pick;
  const nothing: Told = { value: otherwise, lines: [] };
  const asked = answers.flatMap((answer, index) =>
    answer === undefined || (call !== undefined && index !== call) ? [] : answer,
  );
  const read = asked.flatMap((answer) => answer.rows);
  const tests = testsOf(where, about);
  const unwanted = testsOf(unless, about);
  const since = after === undefined ? -Infinity : timeAfter(after, answers, about);
  // Without an answer, or without the time to compare with, nobody knows how many there are.
  if (asked.length === 0 || Number.isNaN(since)) return nothing;
  const rows = read.filter(
    (row) =>
      tests.every((test) => test(row)) &&
      !unwanted.some((test) => test(row)) &&
      (after === undefined || Date.parse(row.from ?? '') >= since),
  );
  if (which === 'total') {
    const [found] = asked;
    return found?.total === undefined || !rows.some((row) => row.lines.length > 0)
      ? nothing
      : { value: found.total + plus, lines: lines(rows) };
  }
  if (which === 'count') return { value: rows.length + plus, lines: lines(rows) };
  // That there is none, all that was looked through shows.
  if (which === 'any' || which === 'none') {
    const is = rows.length > 0 === (which === 'any');
    return { value: words?.[String(is)] ?? is, lines: lines(rows.length > 0 ? rows : read) };
  }
  const row = which === 'last' ? rows.at(-1) : rows[0];
  if (row === undefined) return nothing;
  if (which !== 'all')
    return { value: valueOf(row, pick) ?? otherwise, also: [row.text], lines: row.lines };
  const all = [...new Set(rows.flatMap((each) => valueOf(each, pick) ?? []).map(String))];
  return { value: join === undefined ? all : all.join(join), lines: lines(rows) };
}

/** NaN where it is not known. */
function timeAfter(
  { of, by = 0 }: NonNullable<Pick['after']>,
  answers: readonly (AssistAnswer | undefined)[],
  about: About,
): number {
  const { value } = pickedOf(of, answers, about);
  return (typeof value === 'string' ? Date.parse(value) : NaN) + by * 1_000;
}

function testsOf(where: Pick['where'] = {}, about: About): ((row: AssistRow) => boolean)[] {
  return Object.entries(where).map(([name, text]) => {
    const literally = (value: string): string => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const test = new RegExp(filled(text, about, literally) ?? '(?!)', 's');
    return (row) => test.test(row[name as Member] ?? '');
  });
}

function valueOf(row: AssistRow, pick: Pick): Told['value'] {
  const { take = 'value', match, split, as, plus = 0, words } = pick;
  const text = match === undefined ? row[take] : new RegExp(match, 's').exec(row[take] ?? '')?.[1];
  if (text === undefined) return undefined;
  if (words !== undefined && Object.hasOwn(words, text)) return words[text];
  if (as === 'number') return Number(text) + plus;
  if (as === 'time')
    return Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
  return split === undefined ? text : text.split(split).filter((name) => name !== '');
}
