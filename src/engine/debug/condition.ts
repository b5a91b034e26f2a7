// The filter that conditions of breakpoints are written in: `pod=kube-system/* sev>=E msg~"PLEG" after=10:42`. Terms stand side by
// side (all of them), with `or`, `not` and parentheses; a word alone is looked for in the line.
import { err, ok, type Result } from '../../base/result.ts';
import { formatTimeOfDay } from '../../base/time.ts';
import { severities, type LogRecord, type Severity } from '../../log/record.ts';
import type { DebugIndex } from '../present/debugIndex.ts';
import { podName } from '../present/incident.ts';

/** What a condition is asked about: one line in its place. */
export interface Subject {
  readonly index: DebugIndex;
  readonly position: number;
  readonly record: LogRecord;
}

export type Condition = (subject: Subject) => boolean;

/** Nesting and length that a person would never write, and a stack would not bear. */
const MAX_LENGTH = 2_000;
/** A pattern sees this much of a line. */
const PATTERN_TEXT = 4_000;

export function compileCondition(text: string): Result<Condition> {
  if (text.length > MAX_LENGTH) return err(`The filter is longer than ${MAX_LENGTH} characters.`);
  const parser = new Parser(tokensOf(text));
  try {
    return ok(parser.whole());
  } catch (error) {
    if (error instanceof FilterError) return err(`${error.message} in the filter "${text}".`);
    throw error;
  }
}

class FilterError extends Error {}

type Token =
  | { readonly kind: '(' | ')' | '!' }
  | {
      readonly kind: 'term';
      readonly key: string;
      readonly op: string;
      readonly value: string;
      readonly quoted: boolean;
    };

const tokenPattern =
  /\s+|([()])|(!(?=[\s(]))|(?:([\w.-]+)\s*(>=|<=|!=|!~|=|~|>|<)\s*)?(?:"((?:[^"\\]|\\.)*)"|([^\s()"]+))/y;

function tokensOf(text: string): readonly (Token | string)[] {
  const tokens: (Token | string)[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const from = tokenPattern.lastIndex;
    const m = tokenPattern.exec(text);
    if (m === null) return [...tokens, text.slice(from)];
    const [, paren, not, key = '', op = '', quoted, bare = ''] = m;
    if (paren === '(' || paren === ')') tokens.push({ kind: paren });
    else if (not !== undefined) tokens.push({ kind: '!' });
    else if (m[0].trim() !== '')
      tokens.push({
        kind: 'term',
        key,
        op,
        value: quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'),
        quoted: quoted !== undefined,
      });
  }
  return tokens;
}

class Parser {
  private readonly tokens: readonly (Token | string)[];
  private next = 0;

  constructor(tokens: readonly (Token | string)[]) {
    this.tokens = tokens;
  }

  whole(): Condition {
    if (this.tokens.length === 0) throw new FilterError('There is nothing');
    const condition = this.or();
    if (this.peek() !== undefined) throw new FilterError('A closing parenthesis is too many');
    return condition;
  }

  private or(): Condition {
    const sides = [this.and()];
    while (this.word('or')) sides.push(this.and());
    return (subject) => sides.some((side) => side(subject));
  }

  private and(): Condition {
    const sides = [this.not()];
    for (;;) {
      const token = this.peek();
      if (token === undefined || token.kind === ')' || this.isWord(token, 'or')) break;
      if (!this.word('and')) sides.push(this.not());
      else sides.push(this.not());
    }
    return (subject) => sides.every((side) => side(subject));
  }

  private not(): Condition {
    const token = this.peek();
    if (token?.kind === '!' || this.isWord(token, 'not')) {
      this.next++;
      const inner = this.not();
      return (subject) => !inner(subject);
    }
    return this.term();
  }

  private term(): Condition {
    const token = this.peek();
    this.next++;
    if (token === undefined) throw new FilterError('Something is missing at the end');
    if (token.kind === '(') {
      const inner = this.or();
      if (this.peek()?.kind !== ')') throw new FilterError('A closing parenthesis is missing');
      this.next++;
      return inner;
    }
    if (token.kind !== 'term') throw new FilterError(`${token.kind} stands where a term should`);
    return termOf(token.key, token.op, token.value);
  }

  private peek(): Token | undefined {
    const token = this.tokens[this.next];
    if (typeof token === 'string') throw new FilterError(`"${token}" can't be read`);
    return token;
  }

  private word(word: string): boolean {
    if (!this.isWord(this.peek(), word)) return false;
    this.next++;
    return true;
  }

  private isWord(token: Token | undefined, word: string): boolean {
    return token?.kind === 'term' && token.op === '' && !token.quoted && token.value === word;
  }
}

function termOf(key: string, op: string, value: string): Condition {
  if (op === '') {
    const wanted = value.toLowerCase();
    return ({ record }) => record.text.toLowerCase().includes(wanted);
  }
  if (key === 'sev' || key === 'severity') return severityTerm(op, value);
  if (key === 'after' || key === 'before') return timeTerm(key, value);
  const matches = matcher(op, value);
  const read = readerOf(key);
  return (subject) => matches(read(subject));
}

function severityTerm(op: string, value: string): Condition {
  const wanted = severities.findIndex(
    (name) => name === value.toLowerCase() || name.charAt(0) === value.toLowerCase(),
  );
  if (wanted < 1) throw new FilterError(`${value} is no severity (I, W, E, F)`);
  const of = (severity: Severity): number => severities.indexOf(severity);
  switch (op) {
    case '=':
      return ({ record }) => of(record.severity) === wanted;
    case '!=':
      return ({ record }) => of(record.severity) !== wanted;
    case '>=':
      return ({ record }) => of(record.severity) >= wanted;
    case '>':
      return ({ record }) => of(record.severity) > wanted;
    case '<=':
      return ({ record }) => of(record.severity) <= wanted;
    case '<':
      return ({ record }) => of(record.severity) < wanted;
    default:
      throw new FilterError(`sev can't be compared with ${op}`);
  }
}

/** A time of day, or a date and time in UTC: compared as text, which for both has the order of time. */
function timeTerm(key: 'after' | 'before', value: string): Condition {
  if (!/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value))
    throw new FilterError(`${key} wants a time of day like 10:42:05`);
  return ({ index, position }) => {
    const time = formatTimeOfDay(index.incident.tape.timeAt(position));
    return key === 'after' ? time >= value : time < value;
  };
}

function readerOf(key: string): (subject: Subject) => string {
  switch (key) {
    case 'pod':
      return ({ index, position, record }) => {
        const pod = index.podOf(position);
        return pod === undefined ? (record.field('pod') ?? '') : podName(pod);
      };
    case 'ns':
    case 'namespace':
      return ({ index, position }) => index.podOf(position)?.namespace ?? '';
    case 'msg':
    case 'message':
      return ({ record }) => record.message;
    case 'file':
      return ({ record }) => record.file;
    case 'site':
      return ({ record }) => `${record.file}:${record.fileLine}`;
    case 'thread':
      return ({ index, position }) => index.threadAt(position);
    case 'event':
      return ({ index, position }) =>
        index
          .podOf(position)
          ?.events.filter((event) => event.position === position)
          .map((event) => event.kind)
          .join(' ') ?? '';
    default:
      return ({ record }) => record.field(key) ?? '';
  }
}

/** `=` takes `*` for anything, `~` is a pattern; the rest compares numbers. */
function matcher(op: string, value: string): (text: string) => boolean {
  switch (op) {
    case '=':
      return glob(value);
    case '!=': {
      const same = glob(value);
      return (text) => !same(text);
    }
    case '~':
    case '!~': {
      const pattern = patternOf(value);
      return (text) => pattern.test(text.slice(0, PATTERN_TEXT)) === (op === '~');
    }
    default: {
      const wanted = Number(value);
      if (Number.isNaN(wanted)) throw new FilterError(`${op} wants a number, not ${value}`);
      return (text) => text !== '' && compare(op, Number(text), wanted);
    }
  }
}

function compare(op: string, a: number, b: number): boolean {
  if (op === '>=') return a >= b;
  if (op === '<=') return a <= b;
  return op === '>' ? a > b : a < b;
}

function glob(value: string): (text: string) => boolean {
  const parts = value.split('*');
  if (parts.length === 1) return (text) => text === value;
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  return (text) => {
    if (!text.startsWith(first) || text.length < first.length + last.length) return false;
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      at = text.indexOf(part, at);
      if (at < 0) return false;
      at += part.length;
    }
    return text.endsWith(last) && text.length - last.length >= at;
  };
}

function patternOf(value: string): RegExp {
  try {
    return new RegExp(value, 'iu');
  } catch {
    throw new FilterError(`"${value}" is no regular expression`);
  }
}

/** `5` or `== 5`: that hit alone; `>= 5`, `> 5`; `% 5`: each fifth. Hits count from 1. */
export function compileHitCondition(text: string): Result<(hit: number) => boolean> {
  const m = /^\s*(==|=|>=|>|<=|<|%)?\s*(\d{1,9})\s*$/.exec(text);
  if (m === null) return err(`A hit count is written like 5, >= 5 or % 5, not "${text}".`);
  const [, op = '==', digits] = m;
  const wanted = Number(digits);
  if (op === '%')
    return wanted === 0
      ? err('A hit count of % 0 is never reached.')
      : ok((hit) => hit % wanted === 0);
  if (op === '==' || op === '=') return ok((hit) => hit === wanted);
  return ok((hit) => compare(op, hit, wanted));
}
