// Rows of trees and pages by the filter language. A row is kept when what it stands for matches: its pods, its node, how bad it is, when
// it was, its words, and the lines that it is of. This is the one place where that is decided.
import { err, ok, type Result } from '../../base/result.ts';
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import {
  compileTerm,
  severityTest,
  textTest,
  timeLimit,
  type Filter,
  type FilterTerm,
} from '../../log/filter.ts';
import { globOf } from '../../log/glob.ts';
import { parseFilter, type FilterNode } from '../../log/filterSyntax.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type { Incident } from '../present/incident.ts';
import { namesOf } from './options.ts';
import { RememberedFilter } from './rememberedFilter.ts';
import { inSlices } from './slices.ts';

/** What a row stands for. What is dear to know may be a getter: only what a filter asks for is looked up. */
export interface Subject {
  /** Set where its lines are many: what was found out of them is kept under it. */
  readonly key?: string;
  /** What is shown of it. */
  readonly text: string;
  /** Keys of pods, or the names of those that the log tells nothing else of. */
  readonly pods: readonly string[];
  /** Of its own sandbox or container, where it is about one. */
  readonly ids?: readonly string[];
  readonly node: string | undefined;
  /** An index into the log's `severities`. */
  readonly severity: number;
  /** µs; -Infinity and Infinity where it has no begin or end. */
  readonly first: number;
  readonly last: number;
  /** Positions on the tape. */
  readonly lines: Iterable<number>;
}

type Test = (subject: Subject, lines: LineAnswers) => boolean;
/** By number of the term: whether a line of the subject is one of its. What it does not know yet it takes for a no, and remembers. */
type LineAnswers = (term: number) => boolean;

/** A term that lines can answer, too. */
interface LineTerm {
  readonly text: string;
  readonly isLine: (position: number) => boolean;
  /** Whether the subject alone answers it. */
  readonly says: (subject: Subject) => boolean;
}

interface Compiled {
  readonly test: Test;
  readonly terms: readonly LineTerm[];
}

/** As many terms stay known as a person has in use in all views. */
const MOST_TERMS = 24;

export class RowFilters {
  private readonly remembered = new Map<string, RememberedFilter>();
  private readonly known = new WeakMap<History, Map<string, boolean>>();

  /** The rows that a filter leaves, all of them when it is empty. Rejects with a sentence when it is none. */
  async keep<T>(
    incident: Incident,
    filter: string,
    rows: readonly T[],
    subjectOf: (row: T) => Subject,
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    if (filter.trim() === '') return rows;
    const compiled = compileRowFilter(incident, filter, this.remember);
    if (!compiled.ok) throw new ChannelError(compiled.error, 'bad-filter');
    const { test, terms } = compiled.value;
    const known = this.known.get(incident.history) ?? new Map<string, boolean>();
    this.known.set(incident.history, known);
    const kept: T[] = [];
    const pause = inSlices(signal);
    for (const row of rows) {
      const subject = subjectOf(row);
      if (await holds(test, subject, (term) => answer(subject, term, known, pause), terms))
        kept.push(row);
      await pause();
    }
    return kept;
  }

  private readonly remember = (filter: Filter): RememberedFilter => {
    const known = this.remembered.get(filter.text);
    if (known !== undefined) return known;
    const made = new RememberedFilter(filter);
    this.remembered.set(filter.text, made);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_TERMS && oldest !== undefined) this.remembered.delete(oldest);
    return made;
  };
}

/** The error is a sentence for who typed it. */
export function compileRowFilter(
  incident: Incident,
  filter: string,
  remember = (one: Filter): RememberedFilter => new RememberedFilter(one),
): Result<Compiled> {
  const parsed = parseFilter(filter);
  if (!parsed.ok) return parsed;
  const terms: LineTerm[] = [];
  const test = compileNode(parsed.value, { incident, terms, remember });
  return test.ok ? ok({ test: test.value, terms }) : test;
}

interface Compiling {
  readonly incident: Incident;
  readonly terms: LineTerm[];
  readonly remember: (filter: Filter) => RememberedFilter;
}

function compileNode(node: FilterNode, compiling: Compiling): Result<Test> {
  if (node.kind === 'term') return rowTerm(node, compiling);
  const tests: Test[] = [];
  for (const part of node.kind === 'not' ? [node.part] : node.parts) {
    const test = compileNode(part, compiling);
    if (!test.ok) return test;
    tests.push(test.value);
  }
  if (node.kind === 'or') return ok((subject, lines) => tests.some((test) => test(subject, lines)));
  const all: Test = (subject, lines) => tests.every((test) => test(subject, lines));
  return ok(node.kind === 'and' ? all : (subject, lines) => !all(subject, lines));
}

function rowTerm(term: FilterTerm, compiling: Compiling): Result<Test> {
  const { key, operator } = term;
  if (operator === '!=' && !/^sev/.test(key)) {
    const same = rowTerm({ ...term, operator: '=' }, compiling);
    return same.ok ? ok((subject, lines) => !same.value(subject, lines)) : same;
  }
  switch (key) {
    case 'sev':
    case 'severity': {
      const holds = severityTest(term);
      return holds.ok ? ok(({ severity }) => holds.value(severity)) : holds;
    }
    case 'after':
    case 'before':
      return timeTest(term, compiling.incident.history);
    case 'pod':
    case 'uid':
    case 'sandbox':
    case 'container':
      return identityTest(term, compiling.incident.history);
    case 'node':
    case '': {
      const says = textTest(term);
      if (!says.ok) return says;
      return ok(({ node, text }) => says.value(key === '' ? text : (node ?? '')));
    }
    default:
      return lineTerm(term, compiling);
  }
}

function lineTerm(term: FilterTerm, { incident, terms, remember }: Compiling): Result<Test> {
  const says = /^(text|msg|message)$/.test(term.key) ? textTest(term) : ok(() => false);
  if (!says.ok) return says;
  const bind = compileTerm(term);
  if (!bind.ok) return bind;
  const text = `${term.key}${term.operator}${term.value}`;
  const isLine = remember({ text, bind: bind.value }).bind(incident.tape);
  const index = terms.length;
  terms.push({ text, isLine, says: (subject) => says.value(subject.text) });
  return ok((_, lines) => lines(index));
}

/** Only what decides is asked of lines: reading them takes long. */
async function holds(
  test: Test,
  subject: Subject,
  ask: (term: LineTerm) => Promise<boolean>,
  terms: readonly LineTerm[],
): Promise<boolean> {
  const answers: (boolean | undefined)[] = [];
  for (;;) {
    let lacking: number | undefined;
    const result = test(subject, (index) => {
      const known = answers[index];
      if (known === undefined) lacking ??= index;
      return known ?? false;
    });
    const term = lacking === undefined ? undefined : terms[lacking];
    if (lacking === undefined || term === undefined) return result;
    answers[lacking] = await ask(term);
  }
}

async function answer(
  subject: Subject,
  { text, isLine, says }: LineTerm,
  known: Map<string, boolean>,
  pause: () => Promise<void>,
): Promise<boolean> {
  if (says(subject)) return true;
  const key = subject.key === undefined ? undefined : `${subject.key} ${text}`;
  const before = key === undefined ? undefined : known.get(key);
  if (before !== undefined) return before;
  let found = false;
  let count = 0;
  for (const position of subject.lines) {
    found = position >= 0 && isLine(position);
    if (found) break;
    if (++count % 256 === 0) await pause();
  }
  if (key !== undefined) known.set(key, found);
  return found;
}

/** A row was there after a time when it ended later, and before one when it began earlier. */
function timeTest(term: FilterTerm, { from, to }: History): Result<Test> {
  const limitOf = timeLimit(term);
  if (!limitOf.ok) return limitOf;
  const limit = limitOf.value((end) => (end === 'first' ? from : to));
  return ok(term.key === 'after' ? ({ last }) => last >= limit : ({ first }) => first <= limit);
}

/** A pod by any of its names; a row that is about one sandbox or container by that one alone, where it is asked for. */
function identityTest({ key, value }: FilterTerm, history: History): Result<Test> {
  if (value === '') return err(`${key} wants a name or an id.`);
  const fits = nameTest(value);
  const meant = new Set(
    history.pods.filter((pod) => allNames(pod).some(fits)).map((pod) => pod.key),
  );
  const named = history.identify(value)?.podKey;
  if (named !== undefined) meant.add(named);
  const isOwn = key === 'sandbox' || key === 'container';
  return ok(({ pods, ids }) =>
    isOwn && ids !== undefined && ids.length > 0
      ? ids.some(fits)
      : pods.some((pod) => meant.has(pod) || fits(pod)),
  );
}

function allNames(pod: PodHistory): readonly string[] {
  return [`${pod.namespace}/${pod.name}`, pod.name, ...namesOf(pod)];
}

/** Whole, with `*` and `?`; of an id some digits of its begin do. */
function nameTest(value: string): (name: string) => boolean {
  const whole = globOf(value, 'name');
  const isShort = /^[0-9a-f-]{6,}$/.test(value);
  return (name) => whole.isAll(name) || (isShort && name.startsWith(value));
}
