// The third or the fourth set of questions about captures, answered by plans that are data (`writtenPlans.ts`), by the id of a question or by its
// kind, and beside them what a `grep` of the same size holds. Its last line is `N passed, N failed`.
//   node test/mcp/answerWritten.ts [3|4]
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { hasWord, isTime, sayScore, scoreSet, type Question, type Scored } from './scoreSet.ts';
import { carryOut, type WrittenPlan } from './writtenPlans.ts';

/** What all answers to a question may have, and what is read of a grep. */
const MOST_BYTES = 16_000;
const MOST_CALLS = 3;
const [set = '4'] = process.argv.slice(2);

const questions = JSON.parse(readFileSync(`test/mcp/questions-${set}.json`, 'utf8')) as Question[];
const plans = JSON.parse(readFileSync(`test/mcp/plans-${set}.json`, 'utf8')) as Readonly<
  Record<string, WrittenPlan>
>;
const scored = await scoreSet(
  questions,
  async (ask, question) => {
    const plan = plans[question.id] ?? plans[question.kind];
    if (plan === undefined) throw new Error('no plan');
    return await carryOut(ask, plan, question);
  },
  false,
);
const logs = new Map<string, string>();
const held = new Map(
  scored.map((one) => [
    one,
    {
      answers: holds(one.text, one.question),
      grep: holds(grep(textOf(one.question.log), one.question), one.question),
    },
  ]),
);

sayScore(scored, (of) => {
  const over = of.filter(({ calls, bytes }) => calls > MOST_CALLS || bytes > MOST_BYTES).length;
  return `; words held by answers ${count(of, 'answers')}, by grep ${count(of, 'grep')}${over === 0 ? '' : `; ${over} over ${MOST_CALLS} calls or ${MOST_BYTES} bytes`}`;
});

function count(of: readonly Scored[], by: 'answers' | 'grep'): number {
  return of.filter((one) => held.get(one)?.[by]).length;
}

function textOf(log: string): string {
  const known = logs.get(log);
  if (known !== undefined) return known;
  const bytes = readFileSync(log);
  const text = (log.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  logs.set(log, text);
  return text;
}

/** What a person would look for first: the pod, else a name of a pod in the question, else errors. */
function grep(text: string, { question, about: { pod } }: Question): string {
  const name = (pod ?? /\b[a-z0-9-]+\/[a-z0-9-]+/.exec(question)?.[0])?.split('/')[1];
  const errors = /relist|PLEG/.test(question) ? /PLEG|relist/ : /^E|"severity":"?[eE]/;
  const found = text
    .split('\n')
    .filter((line) => (name === undefined ? errors.test(line) : line.includes(name)));
  return found.join('\n').slice(0, MOST_BYTES);
}

/**
 * Whether a text holds the words of the truth at all, which is kinder than to ask whether somebody finds it in them: each time to the second, each
 * name. Whether something is so, how many there are and how long it took, a text does not say by a word.
 */
function holds(text: string, { expect }: Question): boolean {
  const has = (word: string): boolean =>
    isTime(word) ? text.includes(word.slice(11, 19)) : hasWord(text, word) || text.includes(word);
  if ('set' in expect) return expect.set.length > 0 && expect.set.every(has);
  if ('interval' in expect) return [expect.interval.fromISO, expect.interval.toISO].every(has);
  if ('oneOf' in expect) return expect.oneOf.some((word) => hasWord(text, word));
  if ('allOf' in expect)
    return expect.allOf.every((group) => group.some((word) => text.includes(word)));
  if ('contains' in expect) return text.includes(expect.contains);
  return typeof expect.value === 'string' && has(expect.value);
}
