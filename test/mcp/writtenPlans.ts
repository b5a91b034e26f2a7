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

/** What is read out of rows, or made of two of those: how many seconds are between them, a span, or the name of the earliest. */
export type Answer =
  | Pick
  | { readonly seconds: { readonly from: Pick; readonly to: Pick } }
  | { readonly span: { readonly from: Pick; readonly to: Pick } }
  | { readonly earliest: Readonly<Record<string, Pick>> };

type Member = 'value' | 'text' | 'pod' | 'from' | 'to' | 'first' | 'last' | 'what';

export interface Pick {
  /** The call whose rows are read, from 0; without it those of all calls. */
  readonly call?: number;
  /** Members of the rows, each by an expression. */
  readonly where?: Readonly<Partial<Record<Member | 'known', string>>>;
  /** Rows that do not count, each by one of the expressions. */
  readonly unless?: Pick['where'];
  /** Of the rows: one, all of them, how many there are, or whether there is one. Default: the first. */
  readonly which?: 'first' | 'last' | 'all' | 'count' | 'any' | 'none';
  /** Default: `value`. */
  readonly take?: Member;
  /** What of it counts: the first group of an expression. */
  readonly match?: string;
  /** Divides it into names, as `, ` does. */
  readonly split?: string;
  readonly as?: 'number';
  /** Added to a number or a count. */
  readonly plus?: number;
  /** Other words for it. */
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
  const answers: AssistAnswer[] = [];
  for (const { tool, asked = {} } of calls) {
    const given = Object.entries(asked).map(([name, value]) => [
      name,
      typeof value === 'string' ? filled(value, about) : value,
    ]);
    answers.push(await ask(tool, Object.fromEntries(given) as Record<string, unknown>));
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
  if ('earliest' in answer) {
    const known = Object.entries(answer.earliest).flatMap(([name, pick]) => {
      const { value, lines: proof } = picked(pick);
      return typeof value === 'string' ? { name, time: value, proof } : [];
    });
    const [first] = known.toSorted((a, b) => a.time.localeCompare(b.time));
    return { value: first?.name, lines: known.flatMap(({ proof }) => proof) };
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

function pickedOf(pick: Pick, answers: readonly AssistAnswer[], about: About): Told {
  const { call, where, unless, which = 'first', plus = 0, otherwise } = pick;
  const [wanted, unwanted] = [testsOf(where, about), testsOf(unless, about)];
  const read = answers
    .filter((_, index) => call === undefined || index === call)
    .flatMap((answer) => answer.rows);
  const rows = read.filter(
    (row) => wanted.every((test) => test(row)) && !unwanted.some((test) => test(row)),
  );
  if (which === 'count') return { value: rows.length + plus, lines: lines(rows) };
  // That there is none, all that was looked through shows.
  if (which === 'any' || which === 'none')
    return {
      value: rows.length > 0 === (which === 'any'),
      lines: lines(rows.length > 0 ? rows : read),
    };
  const row = which === 'last' ? rows.at(-1) : rows[0];
  if (row === undefined) return { value: otherwise, lines: [] };
  if (which !== 'all') return { value: valueOf(row, pick), also: [row.text], lines: row.lines };
  const all = rows.flatMap((each) => valueOf(each, pick) ?? []).map(String);
  return { value: [...new Set(all)], lines: lines(rows) };
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
  return split === undefined ? text : text.split(split).filter((name) => name !== '');
}
