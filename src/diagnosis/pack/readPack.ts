// A user's rule pack: YAML in, rules out, or each mistake with its line and column.
import * as v from 'valibot';
import { isMap, isNode, LineCounter, parseDocument, type Document, type YAMLError } from 'yaml';
import { err, ok, type Result } from '../../base/result.ts';
import { LONGEST_YAML, tooDeepAt } from '../../log/yamlDepth.ts';
import { linearPattern } from '../../log/linearPattern.ts';
import { goDuration } from '../duration.ts';
import { findingSeverities } from '../finding.ts';
import type { Rule, Sign, Suspicion, Verdict } from '../rule.ts';
import { aside, fault, span, times } from '../verdict.ts';

/** What is wrong in a pack, and where (both from 1). */
export interface PackProblem {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** An excerpt that a rule must, or must not, report above info. */
export interface PackSample {
  readonly ruleId: string;
  readonly log: string;
  readonly finds: boolean;
  readonly pod: string | undefined;
}

/** Findings that a person does not want to see, and why. */
export interface PackMute {
  readonly id: string;
  readonly pod: string | undefined;
  readonly why: string;
}

/** Where an id of a rule stands. */
export interface PackName {
  readonly id: string;
  readonly line: number;
  readonly column: number;
}

export interface RulePack {
  readonly rules: readonly Rule[];
  /** The ids of `rules`, in their order. */
  readonly defined: readonly PackName[];
  /** Ids in `yields`, `follows` and `mute`. */
  readonly mentioned: readonly PackName[];
  readonly samples: readonly PackSample[];
  readonly mutes: readonly PackMute[];
}

const scopes = ['node', 'pod', 'container', 'sandbox', 'volume', 'image'] as const;
const text = v.pipe(v.string(), v.nonEmpty('may not be empty'));
const id = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be kebab-case'));
const pattern = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const made = linearPattern(dataset.value, 's');
    if (made.ok) return made.value;
    addIssue({ message: `wants a regular expression, and this ${made.error}` });
    return NEVER;
  }),
);
const duration = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const length = goDuration(dataset.value);
    if (length !== undefined) return length;
    addIssue({ message: 'must be a length of time such as 30s or 2m' });
    return NEVER;
  }),
);
const lookAlike = v.strictObject({ id, why: text });

const ruleSchema = v.strictObject({
  id,
  title: text,
  severity: v.picklist(findingSeverities),
  by: v.optional(v.picklist(scopes), 'node'),
  signs: v.pipe(
    v.array(
      v.strictObject({
        text: pattern,
        not: v.optional(pattern),
        heads: v.optional(v.array(text)),
        role: v.optional(v.picklist(['cause', 'consequence', 'context'])),
      }),
    ),
    v.nonEmpty('needs at least one sign'),
  ),
  atLeast: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  lasting: v.optional(duration),
  yields: v.optional(v.array(lookAlike), []),
  follows: v.optional(v.array(id), []),
  explanation: text,
  checks: v.optional(v.array(v.strictObject({ text, command: v.optional(text) })), []),
  remedy: v.optional(v.array(v.strictObject({ text, risk: v.optional(text) })), []),
  references: v.optional(v.array(text), []),
  samples: v.optional(
    v.array(v.strictObject({ log: text, finds: v.boolean(), pod: v.optional(text) })),
    [],
  ),
});
const packSchema = v.strictObject({
  rules: v.nullish(v.array(ruleSchema), []),
  mute: v.nullish(v.array(v.strictObject({ id, pod: v.optional(text), why: text })), []),
});

export function readPack(source: string): Result<RulePack, readonly PackProblem[]> {
  const lines = new LineCounter();
  if (source.length > LONGEST_YAML)
    return err([{ line: 1, column: 1, text: 'the pack: it is longer than 256 KiB' }]);
  const deep = tooDeepAt(source);
  if (deep !== undefined) {
    const before = source.slice(0, deep).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return err([{ line: before.length, column, text: TOO_DEEP }]);
  }
  const document = parseDocument(source, {
    lineCounter: lines,
    logLevel: 'error',
    prettyErrors: false,
  });
  if (document.errors.length > 0)
    return err(
      document.errors.slice(0, MOST_TOLD).map((error) => ({
        ...placeOf(lines, error.pos[0]),
        text: wordsOf(error),
      })),
    );
  if (document.contents !== null && !isMap(document.contents))
    return err([{ line: 1, column: 1, text: 'the pack: must have the keys rules or mute' }]);
  const data = dataOf(document);
  if (!data.ok) return err([{ line: 1, column: 1, text: data.error }]);
  const read = v.safeParse(packSchema, data.value ?? {});
  if (!read.success) return err(read.issues.map((issue) => problemOf(issue, document, lines)));
  const { rules, mute } = read.output;
  const name = (id: string, ...path: readonly (string | number)[]): PackName => ({
    id,
    ...placeOf(lines, offsetOf(document, path)),
  });
  return ok({
    rules: rules.map(ruleOf),
    defined: rules.map(({ id }, at) => name(id, 'rules', at, 'id')),
    mentioned: [
      ...rules.flatMap(({ yields, follows }, at) => [
        ...yields.map(({ id }, nth) => name(id, 'rules', at, 'yields', nth, 'id')),
        ...follows.map((id, nth) => name(id, 'rules', at, 'follows', nth)),
      ]),
      ...mute.map(({ id }, nth) => name(id, 'mute', nth, 'id')),
    ],
    samples: rules.flatMap((rule) =>
      rule.samples.map(({ log, finds, pod }) => ({ ruleId: rule.id, log, finds, pod })),
    ),
    mutes: mute.map((entry) => ({ id: entry.id, pod: entry.pod, why: entry.why })),
  });
}

const TOO_DEEP = 'it is nested too deep to be read';

/** Mistakes of a text that is no YAML at all. */
const MOST_TOLD = 100;

/** With what a log line in plain YAML needs. */
function wordsOf({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'A pack is one document: leave the --- out';
  return code === 'BLOCK_AS_IMPLICIT_KEY'
    ? `${message}: put a text with “: ” in it in quotes, or below log: |`
    : message;
}

/** Aliases of aliases can mean more than any memory holds: the reader throws then. */
function dataOf(document: Document): Result<unknown> {
  try {
    return ok(document.toJS());
  } catch (problem) {
    // So deep that the text itself is not.
    if (problem instanceof RangeError) return err(TOO_DEEP);
    return err(problem instanceof Error ? problem.message : 'cannot be read');
  }
}

type Issue = v.InferIssue<typeof packSchema>;

function problemOf(issue: Issue, document: Document, lines: LineCounter): PackProblem {
  const path = (issue.path ?? []).map((step) => step.key);
  const what = path.length === 0 ? 'the pack' : path.map(String).join('.');
  const place = placeOf(lines, offsetOf(document, path));
  // What valibot says of a key that the schema lacks is about its own types.
  const isStrange = issue.type === 'strict_object' && issue.expected === 'never';
  return {
    ...place,
    text: isStrange ? `${what}: there is no such key` : `${what}: ${issue.message}`,
  };
}

/** The byte of the innermost node on the way that exists: a missing key has none of its own. */
function offsetOf(document: Document, path: readonly unknown[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function ruleOf(entry: v.InferOutput<typeof ruleSchema>): Rule {
  const { atLeast, lasting } = entry;
  return {
    id: entry.id,
    title: entry.title,
    severity: entry.severity,
    by: entry.by,
    // Whoever wrote it has said how often and how long.
    onceIsFault: true,
    signs: entry.signs.map(signOf),
    judge: ({ hits }: Suspicion): Verdict =>
      times(hits) >= atLeast && span(hits) >= (lasting ?? 0) ? fault : aside,
    yields: entry.yields,
    follows: entry.follows,
    explanation: entry.explanation,
    checks: entry.checks.map((check) => ({ text: check.text, command: check.command })),
    remedy: entry.remedy.map((step) => ({ text: step.text, risk: step.risk })),
    references: entry.references,
  };
}

function signOf(entry: v.InferOutput<typeof ruleSchema>['signs'][number]): Sign {
  return {
    text: entry.text,
    ...(entry.not === undefined ? {} : { not: entry.not }),
    ...(entry.heads === undefined ? {} : { heads: entry.heads }),
    ...(entry.role === undefined || entry.role === 'cause' ? {} : { role: entry.role }),
  };
}
