// The filter language compiled to predicates over a table: what columns can tell is told without reading a line.
import { err, ok, type Result } from '../base/result.ts';
import {
  civilFromDays,
  DAY,
  daysFromCivil,
  HOUR,
  micros,
  MINUTE,
  parseRfc3339,
  SECOND,
} from '../base/time.ts';
import { globOf } from './glob.ts';
import { parseFilter, type FilterNode, type Operator } from './filterSyntax.ts';
import { linearPattern } from './linearPattern.ts';
import { severities, type Dictionary, type LogRecord, type LogTable } from './record.ts';

/** Answers for one row of the table that it was made for. */
export type RowTest = (row: number) => boolean;

export interface Filter {
  readonly text: string;
  bind(table: LogTable): RowTest;
}

export interface FilterOptions {
  /** All texts that stand for a pod, sandbox or container, or for the pods that a pattern fits: names, UIDs, ids. Default: the value itself. */
  aliases?(value: string): readonly string[];
  /** Whose lines a table has. Default: as the lines themselves say in a field `node`. */
  nodeOf?(table: LogTable): string | undefined;
}

export type FilterTerm = Extract<FilterNode, { kind: 'term' }>;
export type Bind = (table: LogTable) => RowTest;

/** Keys with a meaning of their own; any other one is a field of structured lines. */
export const filterKeys: readonly { readonly key: string; readonly hint: string }[] = [
  { key: 'pod', hint: 'namespace/name, with * and ?, or a UID' },
  { key: 'uid', hint: 'the UID of a pod' },
  { key: 'node', hint: 'the node, as its log or a line names it' },
  { key: 'sandbox', hint: 'an id, also shortened' },
  { key: 'container', hint: 'an id, also shortened' },
  { key: 'sev', hint: 'D, I, W, E or F; sev>=W' },
  { key: 'msg', hint: 'the message of a line' },
  { key: 'text', hint: 'anything in the line' },
  { key: 'site', hint: 'where it was logged: kubelet.go:2515' },
  { key: 'file', hint: 'the Go file that logged it: kubelet.go' },
  { key: 'pid', hint: 'the process' },
  { key: 'program', hint: 'kubelet, containerd, crio, dockerd, kernel' },
  { key: 'format', hint: 'how the line is wrapped: journald*' },
  { key: 'after', hint: 'a time: 10:42, 10:42:05.5, 11-21 10:42, 2026-11-21T10:42:00Z' },
  { key: 'before', hint: 'a time' },
];

/** Compiles a filter. The error is a sentence for who typed it. */
export function compileFilter(text: string, options: FilterOptions = {}): Result<Filter> {
  const parsed = parseFilter(text);
  if (!parsed.ok) return parsed;
  const bind = compile(parsed.value, options);
  return bind.ok ? ok({ text, bind: bind.value }) : bind;
}

function compile(node: FilterNode, options: FilterOptions): Result<Bind> {
  if (node.kind === 'term') return compileTerm(node, options);
  if (node.kind === 'not') {
    const part = compile(node.part, options);
    return part.ok ? ok((table) => negated(part.value(table))) : part;
  }
  const binds: Bind[] = [];
  for (const part of node.parts) {
    const bind = compile(part, options);
    if (!bind.ok) return bind;
    binds.push(bind.value);
  }
  const all = node.kind === 'and';
  return ok((table) => {
    const tests = binds.map((bind) => bind(table));
    return all
      ? (row) => tests.every((test) => test(row))
      : (row) => tests.some((test) => test(row));
  });
}

function negated(test: RowTest): RowTest {
  return (row) => !test(row);
}

/** One term alone. The error is a sentence for who typed it. */
export function compileTerm(term: FilterTerm, options: FilterOptions = {}): Result<Bind> {
  switch (term.key) {
    case 'sev':
    case 'severity':
      return severityTerm(term);
    case 'after':
    case 'before':
      return timeTerm(term);
    case 'pid':
      return numberTerm(term);
    case 'pod':
    case 'uid':
    case 'sandbox':
    case 'container':
      return identityTerm(term, options);
    default:
      return textTerm(term, options);
  }
}

const severityWords: Readonly<Record<string, number>> = { d: 1, i: 2, w: 3, e: 4, f: 5 };

function severityTerm(term: FilterTerm): Result<Bind> {
  const holds = severityTest(term);
  return holds.ok ? ok((table) => (row) => holds.value(table.severity[row] ?? 0)) : holds;
}

/** Of an index into `severities`. */
export function severityTest({ operator, value }: FilterTerm): Result<(level: number) => boolean> {
  const level = severityWords[value.slice(0, 1).toLowerCase()];
  const whole = value.length === 1 || severities.some((name) => name === value.toLowerCase());
  if (level === undefined || !whole)
    return err(`sev wants D, I, W, E or F, not ${value === '' ? 'nothing' : value}.`);
  const holds = comparison(operator);
  return ok((own) => holds(own, level));
}

function comparison(operator: Operator): (a: number, b: number) => boolean {
  switch (operator) {
    case '>=':
      return (a, b) => a >= b;
    case '<=':
      return (a, b) => a <= b;
    case '>':
      return (a, b) => a > b;
    case '<':
      return (a, b) => a < b;
    case '!=':
      return (a, b) => a !== b;
    case '=':
    case ':':
    case '~':
      return (a, b) => a === b;
  }
}

function numberTerm({ key, operator, value }: FilterTerm): Result<Bind> {
  if (!/^\d+$/.test(value)) return err(`${key} wants a number, not ${value}.`);
  const number = Number(value);
  const holds = comparison(operator);
  return ok((table) => (row) => holds(table.pidOf(row), number));
}

function timeTerm(term: FilterTerm): Result<Bind> {
  const limitOf = timeLimit(term);
  if (!limitOf.ok) return limitOf;
  const { key } = term;
  return ok((table) => {
    const limit = limitOf.value((end) => edgeOf(table, end === 'first'));
    if (key === 'after') return (row) => (table.time[row] ?? NaN) >= limit;
    return (row) => (table.time[row] ?? NaN) <= limit;
  });
}

const shortTime = /^(?:(\d{1,2})-(\d{1,2})[T ])?(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d{1,6})?))?$/;

/** The time of `after` or `before`: parts that are left out are taken from the log, for `after` of its first time, for `before` of its last. */
export function timeLimit({
  key,
  value,
}: FilterTerm): Result<(edge: (end: 'first' | 'last') => number) => number> {
  const absolute = parseRfc3339(value);
  if (absolute !== undefined) return ok(() => absolute);
  const m = shortTime.exec(value);
  if (m === null)
    return err(
      `${key} wants a time like 10:42, 11-21 10:42 or 2026-11-21T10:42:00Z, not ${value}.`,
    );
  const [, month, day, hour, minute, second = '0'] = m;
  const clock = Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
  return ok((edge) => {
    const today = Math.floor(edge(key === 'after' ? 'first' : 'last') / DAY);
    if (month === undefined) return today * DAY + clock;
    const { year } = civilFromDays(today);
    return micros(daysFromCivil(year, Number(month), Number(day)) * DAY + clock);
  });
}

function edgeOf(table: LogTable, first: boolean): number {
  let edge = NaN;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (Number.isNaN(edge) || (first ? time < edge : time > edge)) edge = time;
  }
  return edge;
}

/** A pod, sandbox or container by any of its names, anywhere in the line. */
function identityTerm(term: FilterTerm, options: FilterOptions): Result<Bind> {
  const names = [term.value, ...(options.aliases?.(term.value) ?? [])];
  if (term.value === '') return err(`${term.key} wants a name or an id.`);
  return ok((table) => {
    const test = rowsOfNames(names, table);
    return term.operator === '!=' ? negated(test) : test;
  });
}

/** The rows that name one of them. Lines are read only for names of no form that was looked for while reading, such as patterns. */
function rowsOfNames(names: readonly string[], table: LogTable): RowTest {
  const found = new Set<number>();
  const others: string[] = [];
  for (const name of names) {
    const rows = table.rowsNaming(name);
    if (rows === undefined) others.push(...spellings(name));
    else for (const row of rows) found.add(row);
  }
  if (others.length === 0) return (row) => found.has(row);
  const globs = others.map((name) => globOf(name, 'name'));
  return (row) => {
    if (found.has(row)) return true;
    const { text } = table.record(row);
    return globs.some((glob) => glob.isIn(text));
  };
}

/** `ns/name` also stands as `name_ns(uid)` in older lines and in JSON as two members. */
function spellings(name: string): readonly string[] {
  const m = /^([^/]+)\/([^/]+)$/.exec(name);
  if (m === null) return [name];
  const [, namespace = '', pod = ''] = m;
  return [name, `${pod}_${namespace}(*`, `"name":"${pod}","namespace":"${namespace}"`];
}

/** Terms over texts: a dictionary's are tested once for each entry, the rest is read from the record. */
function textTerm(term: FilterTerm, options: FilterOptions): Result<Bind> {
  const test = textTest(term);
  if (!test.ok) return test;
  const says = test.value;
  const positive: Bind = (table) => {
    const node = term.key === 'node' ? options.nodeOf?.(table) : undefined;
    return node !== undefined && says(node) ? () => true : textRows(term.key, says, table);
  };
  return ok(term.operator === '!=' ? (table) => negated(positive(table)) : positive);
}

function textRows(key: string, says: (text: string) => boolean, table: LogTable): RowTest {
  switch (key) {
    case '':
    case 'text':
      return (row) => says(table.record(row).text);
    case 'site':
      return dictionaryTest(table.sites, table.site, says);
    case 'file':
      return dictionaryTest(table.sites, table.site, (site) => says(site.replace(/:\d+$/, '')));
    case 'format':
      return (row) => says(table.formatOf(row));
    case 'msg':
    case 'message':
      return messageTest(table, says);
    case 'program':
      return (row) => says(table.record(row).program);
    default:
      return (row) => fieldSays(table.record(row), key, says);
  }
}

/** Tests a message once for all lines that have it; lines of the printf era have each their own. */
function messageTest(table: LogTable, says: (text: string) => boolean): RowTest {
  const answers = new Map<number, boolean | 'by line'>();
  return (row) => {
    const number = table.message[row] ?? 0;
    const known = answers.get(number);
    if (typeof known === 'boolean') return known;
    const { message, structured } = table.record(row);
    const holds = says(message);
    if (known === undefined) {
      const isShared = structured && message === table.messages.at(number);
      answers.set(number, isShared ? holds : 'by line');
    }
    return holds;
  };
}

function fieldSays(record: LogRecord, key: string, says: (text: string) => boolean): boolean {
  return record.fields.some((field) => field.key.toLowerCase() === key && says(field.value));
}

function dictionaryTest(
  words: Dictionary,
  column: Uint16Array | Uint32Array,
  says: (text: string) => boolean,
): RowTest {
  const holds = Uint8Array.from({ length: words.size }, (_, i) => (says(words.at(i)) ? 1 : 0));
  return (row) => holds[column[row] ?? 0] === 1;
}

/** Of any text: of the whole of it, of a part, or of a number. */
export function textTest({ key, operator, value }: FilterTerm): Result<(text: string) => boolean> {
  switch (operator) {
    case '~':
      return expressionTest(key, value);
    case ':': {
      const wanted = value.toLowerCase();
      return ok((text) => text.toLowerCase().includes(wanted));
    }
    case '=':
    case '!=': {
      if (!/[*?]/.test(value)) return ok((text) => text === value);
      const glob = globOf(value, 'any');
      return ok((text) => glob.isAll(text));
    }
    case '>=':
    case '<=':
    case '>':
    case '<': {
      const number = Number(value);
      if (value === '' || Number.isNaN(number))
        return err(`${key}${operator} wants a number, not ${value}.`);
      const holds = comparison(operator);
      return ok((text) => text !== '' && holds(Number(text), number));
    }
  }
}

function expressionTest(key: string, value: string): Result<(text: string) => boolean> {
  const made = linearPattern(value, 'i');
  if (!made.ok) return err(`${key}~ wants a regular expression; ${value} ${made.error}.`);
  return ok((text) => made.value.test(text));
}

export interface Completion {
  /** What replaces the text from `from` to the cursor. */
  readonly text: string;
  readonly from: number;
  readonly hint: string;
}

/** What may stand at the cursor: keys, or values that the table or, for a key, `names` knows. */
export function completeFilter(
  text: string,
  cursor: number,
  table: LogTable | undefined,
  names: (key: string) => readonly string[] = () => [],
): readonly Completion[] {
  const before = text.slice(0, cursor);
  const value = /(?<![A-Za-z])([A-Za-z]+)(?:>=|<=|!=|[:~=<>])("[^"]*|[^\s"()]*)$/.exec(before);
  if (value !== null) {
    const [, key = '', started = ''] = value;
    const from = cursor - started.length;
    const known = [...valuesOf(key.toLowerCase(), table), ...names(key.toLowerCase())];
    return known
      .filter((word) => word !== started && begins(word, started))
      .slice(0, 50)
      .map((word) => ({ text: word, from, hint: '' }));
  }
  const started = /(?<![A-Za-z])[A-Za-z]*$/.exec(before)?.[0] ?? '';
  return filterKeys
    .filter(({ key }) => key.startsWith(started.toLowerCase()))
    .map(({ key, hint }) => ({
      text: `${key}${key === 'sev' ? '>=' : '='}`,
      from: cursor - started.length,
      hint,
    }));
}

/** A quote of one's own needs not be typed, nor the namespace of a pod. */
function begins(word: string, started: string): boolean {
  const [whole, start] = [word.toLowerCase(), started.toLowerCase()];
  return [whole, whole.replace(/^"/, ''), whole.replace(/^[^/"]*\//, '')].some((text) =>
    text.startsWith(start),
  );
}

function valuesOf(key: string, table: LogTable | undefined): readonly string[] {
  if (key === 'sev' || key === 'severity') return ['D', 'I', 'W', 'E', 'F'];
  if (key === 'program') return ['kubelet', 'containerd', 'crio', 'dockerd', 'kernel'];
  if (table === undefined) return [];
  if (key === 'site') return words(table.sites);
  if (key === 'file')
    return [...new Set(words(table.sites).map((site) => site.replace(/:\d+$/, '')))];
  if (key === 'format') return [...table.formats.keys()];
  if (key === 'msg') return words(table.messages).map((message) => `"${message}"`);
  return [];
}

function words(dictionary: Dictionary): string[] {
  return Array.from({ length: dictionary.size }, (_, i) => dictionary.at(i)).filter(
    (word) => word !== '',
  );
}
