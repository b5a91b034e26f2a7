// The second set of questions about captures, answered by the fixed plans. Its last line is `N passed, N failed`.
//   node test/mcp/answerSecond.ts [ID…]
// The first score of all, with plans that were written before any expectation was read: 109 of 115, at most 2 calls and 14459 bytes a question.
//   worker-state 13 of 13, terminating-hold 11 of 11, relist 9 of 9, container-event 11 of 12, restart-count 9 of 9, sandbox-cni 10 of 10,
//   duration 7 of 9, order 10 of 10, pods-at 9 of 10, fault 8 of 10, healthy 12 of 12
import { readFileSync } from 'node:fs';
import { groupBy } from '../../src/diagnosis/verdict.ts';
import { connectEngine } from '../../src/engine/client.ts';
import { nodeSources } from '../../src/engine/host/node/nodeSources.ts';
import { portPair } from '../../src/engine/host/portPair.ts';
import { serveEngine } from '../../src/engine/serve.ts';
import type { Ask } from './plans.ts';
import { plans2, type Asked, type Kind, type Span, type Told } from './plans2.ts';

type Expected =
  | { readonly value: string | number | boolean }
  | { readonly set: readonly string[] }
  | { readonly interval: { readonly fromISO: string; readonly toISO: string } }
  | { readonly oneOf: readonly string[] }
  | { readonly contains: string };

interface Question extends Asked {
  readonly id: string;
  readonly log: string;
  readonly kind: Kind;
  readonly expect: Expected;
  /** Seconds, or of a number so many. */
  readonly tolerance?: number;
}

interface Scored {
  readonly question: Question;
  readonly isRight: boolean;
  readonly isProven: boolean;
  readonly calls: number;
  readonly bytes: number;
}

const wanted = new Set(process.argv.slice(2));
const all = JSON.parse(readFileSync('test/mcp/questions-2.json', 'utf8')) as Question[];
const scored: Scored[] = [];
const ofLogs = groupBy(
  all.filter(({ id }) => wanted.size === 0 || wanted.has(id)),
  ({ log }) => log,
);
for (const [log, questions] of ofLogs) scored.push(...(await scoredOf(log, questions)));

async function scoredOf(log: string, questions: readonly Question[]): Promise<Scored[]> {
  const [near, far] = portPair();
  const served = serveEngine(far, nodeSources());
  const engine = await connectEngine(near);
  await engine.call('open', [{ sources: [{ kind: 'path', path: log }], year: 2026 }]);
  const of: Scored[] = [];
  for (const question of questions) {
    let [calls, bytes] = [0, 0];
    const ask: Ask = async (tool, given) => {
      calls++;
      const known = Object.entries(given).filter(([, value]) => value !== undefined);
      const said = await engine.call('assist', [tool, Object.fromEntries(known), false]);
      const content = [{ type: 'text', text: said.text }];
      bytes += Buffer.byteLength(JSON.stringify({ content, structuredContent: said.answer }));
      return said.answer;
    };
    const given = await plans2[question.kind](ask, question).catch((error: unknown): Told => ({
      value: undefined,
      also: [String(error)],
      lines: [],
    }));
    const isRight = matches(question, given);
    // What is not there leaves no line.
    const isProven = given.lines.length > 0 || isNothing(given.value);
    of.push({ question, isRight, isProven, calls, bytes });
    if (isRight && isProven && wanted.size === 0) continue;
    const mark = isRight ? (isProven ? 'ok' : 'UNPROVEN') : 'WRONG';
    console.log(`${mark} ${question.id} (${calls} calls, ${bytes} bytes)`);
    console.log(`  said ${JSON.stringify(given)}\n  true ${JSON.stringify(question.expect)}`);
  }
  engine.dispose();
  served.dispose();
  return of;
}

function isNothing(value: Told['value']): boolean {
  return (
    [false, 0, 'none'].includes(value as never) || (Array.isArray(value) && value.length === 0)
  );
}

function matches({ expect, tolerance = 0 }: Question, { value, also = [] }: Told): boolean {
  if (value === undefined) return false;
  if ('set' in expect) return sameNames(expect.set, namesOf(value));
  if ('interval' in expect) {
    const { fromISO, toISO } = expect.interval;
    if (typeof value === 'string')
      return later(value, fromISO, tolerance) && later(toISO, value, tolerance);
    const { from, to } = value as Span;
    return isNear(from, fromISO, tolerance) && isNear(to, toISO, tolerance);
  }
  const one = Array.isArray(value) && value.length === 1 ? namesOf(value)[0] : value;
  if ('value' in expect) {
    const truth = expect.value;
    if (typeof truth === 'number') return Math.abs(Number(one) - truth) <= tolerance + 1e-9;
    if (typeof truth === 'boolean') return one === truth;
    return isTime(truth) ? isNear(textOf(one), truth, tolerance) : [one, ...also].includes(truth);
  }
  const texts = [textOf(one), ...also].map((text) => text.toLowerCase());
  const sought = 'contains' in expect ? [expect.contains] : expect.oneOf;
  return sought.some((word) =>
    texts.some((text) =>
      'contains' in expect ? text.includes(word.toLowerCase()) : hasWord(text, word.toLowerCase()),
    ),
  );
}

function hasWord(text: string, word: string): boolean {
  return text === word || ` ${text.replace(/[(),.:]/g, ' ')} `.includes(` ${word} `);
}

function namesOf(value: Told['value']): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [textOf(value)];
}

function textOf(value: Told['value']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join(' ') === b.toSorted().join(' ');
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text);
}

function isNear(text: string | undefined, time: string, tolerance: number): boolean {
  return Math.abs(Date.parse(text ?? '') - Date.parse(time)) <= tolerance * 1_000 + 1;
}

function later(time: string, than: string, tolerance: number): boolean {
  return Date.parse(time) >= Date.parse(than) - tolerance * 1_000 - 1;
}

for (const [kind, of] of groupBy(scored, ({ question }) => question.kind)) {
  const right = of.filter(({ isRight, isProven }) => isRight && isProven).length;
  const unproven = of.filter(({ isRight, isProven }) => isRight && !isProven).length;
  console.log(
    `${kind.padEnd(18)} ${right} of ${of.length}${unproven === 0 ? '' : `; ${unproven} more without a line`}`,
  );
}
const right = scored.filter(({ isRight, isProven }) => isRight && isProven).length;
const [calls, bytes] = (['calls', 'bytes'] as const).map((of) =>
  Math.max(...scored.map((one) => one[of])),
);
console.log(`at most ${calls ?? 0} calls, ${bytes ?? 0} bytes`);
console.log(`${right} passed, ${scored.length - right} failed`);
