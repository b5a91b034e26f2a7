// Scores a set of questions about captures, each answered by calls of tools that no model chooses: right, proven, in so many calls and bytes.
import { groupBy } from '../../src/diagnosis/verdict.ts';
import { connectEngine } from '../../src/engine/client.ts';
import { nodeSources } from '../../src/engine/host/node/nodeSources.ts';
import { portPair } from '../../src/engine/host/portPair.ts';
import { serveEngine } from '../../src/engine/serve.ts';
import type { Ask } from './plans.ts';
import type { Asked, Span, Told } from './plans2.ts';

export type Expected =
  | { readonly value: string | number | boolean }
  | { readonly set: readonly string[] }
  | { readonly interval: { readonly fromISO: string; readonly toISO: string } }
  | { readonly oneOf: readonly string[] }
  /** Of each group one has to be told. */
  | { readonly allOf: readonly (readonly string[])[] }
  | { readonly contains: string };

export interface Question extends Asked {
  readonly id: string;
  readonly log: string;
  readonly kind: string;
  readonly expect: Expected;
  /** Seconds, or of a number so many. */
  readonly tolerance?: number;
}

export interface Scored<Q extends Question = Question> {
  readonly question: Q;
  readonly isRight: boolean;
  readonly isProven: boolean;
  readonly calls: number;
  readonly bytes: number;
  /** All that was answered, to be read. */
  readonly text: string;
}

type Plan<Q> = (ask: Ask, question: Q) => Promise<Told>;

/** Prints what is not right or not proven, and every question where `isVerbose`. */
export async function scoreSet<Q extends Question>(
  all: readonly Q[],
  plan: Plan<Q>,
  isVerbose: boolean,
): Promise<readonly Scored<Q>[]> {
  const scored: Scored<Q>[] = [];
  for (const [log, questions] of groupBy(all, (one) => one.log))
    scored.push(...(await scoredOf(log, questions, plan, isVerbose)));
  return scored;
}

async function scoredOf<Q extends Question>(
  log: string,
  questions: readonly Q[],
  plan: Plan<Q>,
  isVerbose: boolean,
): Promise<Scored<Q>[]> {
  const [near, far] = portPair();
  const served = serveEngine(far, nodeSources());
  const engine = await connectEngine(near);
  await engine.call('open', [{ sources: [{ kind: 'path', path: log }], year: 2026 }]);
  const of: Scored<Q>[] = [];
  for (const question of questions) {
    let [calls, bytes, text] = [0, 0, ''];
    const ask: Ask = async (tool, given) => {
      calls++;
      const known = Object.entries(given).filter(([, value]) => value !== undefined);
      const said = await engine.call('assist', [tool, Object.fromEntries(known), false]);
      const content = [{ type: 'text', text: said.text }];
      bytes += Buffer.byteLength(JSON.stringify({ content, structuredContent: said.answer }));
      text += said.text;
      return said.answer;
    };
    const given = await plan(ask, question).catch((error: unknown): Told => ({
      value: undefined,
      also: [String(error)],
      lines: [],
    }));
    const isRight = matches(question, given);
    // What is not there leaves no line.
    const isProven = given.lines.length > 0 || isNothing(given.value);
    of.push({ question, isRight, isProven, calls, bytes, text });
    if (isRight && isProven && !isVerbose) continue;
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
  if ('allOf' in expect)
    return expect.allOf.every((group) =>
      group.some((word) => texts.some((text) => text.includes(word.toLowerCase()))),
    );
  const sought = 'contains' in expect ? [expect.contains] : expect.oneOf;
  return sought.some((word) =>
    texts.some((text) =>
      'contains' in expect ? text.includes(word.toLowerCase()) : hasWord(text, word.toLowerCase()),
    ),
  );
}

export function hasWord(text: string, word: string): boolean {
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

export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text);
}

function isNear(text: string | undefined, time: string, tolerance: number): boolean {
  return Math.abs(Date.parse(text ?? '') - Date.parse(time)) <= tolerance * 1_000 + 1;
}

function later(time: string, than: string, tolerance: number): boolean {
  return Date.parse(time) >= Date.parse(than) - tolerance * 1_000 - 1;
}

/** Prints how many of each kind are right, and the most calls and bytes of one; its last line is `N passed, N failed`. */
export function sayScore(
  scored: readonly Scored[],
  beside: (of: readonly Scored[]) => string = () => '',
): void {
  for (const [kind, of] of groupBy(scored, ({ question }) => question.kind)) {
    const right = of.filter(({ isRight, isProven }) => isRight && isProven).length;
    const unproven = of.filter(({ isRight, isProven }) => isRight && !isProven).length;
    console.log(
      `${kind.padEnd(18)} ${right} of ${of.length}${unproven === 0 ? '' : `; ${unproven} more without a line`}${beside(of)}`,
    );
  }
  const right = scored.filter(({ isRight, isProven }) => isRight && isProven).length;
  const [calls, bytes] = (['calls', 'bytes'] as const).map((of) =>
    Math.max(...scored.map((one) => one[of])),
  );
  console.log(
    `right ${(right / scored.length).toFixed(3)}; at most ${calls ?? 0} calls, ${bytes ?? 0} bytes${beside(scored)}`,
  );
  console.log(`${right} passed, ${scored.length - right} failed`);
}
