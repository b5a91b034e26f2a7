// One pass over the tape: which lines fit which signs. The columns decide which records are read at all, so the cost is that of
// the matching records, not of the log; a text that differs from an earlier one only in its numbers is not tried again.
import { micros, type Micros } from '../base/time.ts';
import type { LogRecord, LogTable } from '../log/record.ts';
import { severities } from '../log/record.ts';
import type { Tape } from '../replay/tape.ts';
import { flatten, objectsOf } from './objects.ts';
import type { Hit, Line, Sign } from './rule.ts';

/** A sign and the name of what asks for it: a rule's id, or a watched statement. */
export interface Asked {
  readonly by: string;
  readonly sign: Sign;
}

const info = severities.indexOf('info');
const debug = severities.indexOf('debug');
/** A printf statement has no message of its own: its first lines are read, then one in so many, unless one of them is a hit. */
const tryFirst = 32;
const tryOneIn = 128;
/** Bytes: a quiet line that is longer may carry a panic as its continuation. */
const longLine = 2_048;
/** A log of so few records is read as a whole. */
const smallLog = 5_000;
/** Lines of no known severity are other programs', panics, banners: a journal may hold millions. */
const mostUnknown = 200_000;
const mostShapes = 100_000;

/** Hits by the name that asked, in order of their position. */
export function scan(tape: Tape, asked: readonly Asked[]): ReadonlyMap<string, readonly Hit[]> {
  const matcher = new Matcher(asked);
  const hits = new Map<string, Hit[]>();
  tape.sources.forEach((source, index) => {
    const wanted = new Wanted(source.table, matcher.heads);
    const { table } = source;
    for (let ordinal = 0; ordinal < table.length; ordinal++) {
      if (!wanted.at(ordinal)) continue;
      const record = table.record(ordinal);
      const found = matcher.match(record);
      wanted.tell(ordinal, found.length > 0);
      if (found.length === 0) continue;
      const position = tape.positionOfOrdinal(index, ordinal);
      const line = lineOf(record, position, source.clockOffset, tape);
      for (const { asked, facts, words } of found) {
        const list = hits.get(asked.by) ?? [];
        const below = linesBefore(record.text, words);
        addHit(list, { line, sign: asked.sign, facts, below });
        hits.set(asked.by, list);
      }
    }
  });
  return hits;
}

/** A line that several signs of a rule fit is one hit, of the sign that says most, with the facts of all. */
function addHit(list: Hit[], hit: Hit): void {
  const before = list.at(-1);
  if (before?.line !== hit.line) {
    list.push(hit);
    return;
  }
  const main = before.sign.role === undefined || hit.sign.role !== undefined ? before : hit;
  list[list.length - 1] = { ...main, facts: { ...hit.facts, ...before.facts } };
}

/** Where in a record of several lines the words stand. */
function linesBefore(text: string, words: string): number {
  if (!text.includes('\n')) return 0;
  const at = text.indexOf(words.trimStart().slice(0, 40));
  return at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
}

function statementOf(record: LogRecord): string {
  return record.structured ? record.message : `${record.file}:${String(record.fileLine)}`;
}

/** The line at a place of the tape, as rules see it. */
export function lineAt(tape: Tape, position: number): Line | undefined {
  const record = tape.record(position);
  const offset = tape.sources[tape.place(position).source]?.clockOffset ?? 0;
  return record === undefined ? undefined : lineOf(record, position, offset, tape);
}

function lineOf(record: LogRecord, position: number, clockOffset: number, tape: Tape): Line {
  const body = flatten(record);
  const own: Micros | undefined =
    record.time === undefined ? undefined : micros(record.time + clockOffset);
  return {
    position,
    input: record.id,
    at: own ?? settled(tape, position),
    severity: record.severity,
    pid: record.pid,
    statement: statementOf(record),
    body,
    objects: objectsOf(body),
  };
}

/** Zero where no line of the source has a time. */
function settled(tape: Tape, position: number): Micros {
  const time = tape.timeAt(position);
  return Number.isNaN(time) ? micros(0) : time;
}

/** Says which records of one table are worth reading. */
class Wanted {
  private readonly table: LogTable;
  private readonly heads: readonly string[];
  /** Per message number: 0 not asked yet, 1 no sign begins so, 2 read, 3 a printf statement that is tried out. */
  private kind: Uint8Array;
  private readonly tried = new Map<number, { read: number; hits: number }>();
  private readonly readsAll: boolean;
  private unknown = 0;

  constructor(table: LogTable, heads: readonly string[]) {
    this.table = table;
    this.heads = heads;
    this.readsAll = table.length <= smallLog;
    this.kind = new Uint8Array(table.messages.size);
  }

  at(ordinal: number): boolean {
    const severity = this.table.severity[ordinal] ?? 0;
    if (severity > info || this.readsAll || (this.table.size[ordinal] ?? 0) > longLine) return true;
    if (severity < debug) return ++this.unknown <= mostUnknown;
    const message = this.table.message[ordinal] ?? 0;
    let kind = this.kind[message] ?? 0;
    if (kind === 0) kind = this.kind[message] = this.kindOf(this.table.messages.at(message));
    if (kind !== 3) return kind === 2;
    const tried = this.tried.get(message) ?? { read: 0, hits: 0 };
    this.tried.set(message, tried);
    tried.read++;
    return tried.hits > 0 || tried.read <= tryFirst || tried.read % tryOneIn === 0;
  }

  tell(ordinal: number, isHit: boolean): void {
    const tried = this.tried.get(this.table.message[ordinal] ?? 0);
    if (isHit && tried !== undefined) tried.hits++;
  }

  private kindOf(message: string): number {
    if (message === '' || /^[\w.-]+:\d+$/.test(message)) return 3;
    return this.heads.some((head) => message.startsWith(head)) ? 2 : 1;
  }
}

interface Found {
  readonly asked: Asked;
  readonly facts: Readonly<Record<string, string>>;
  /** The matched text. */
  readonly words: string;
}

/** Tries all signs on a text, once for each shape of text. */
class Matcher {
  readonly heads: readonly string[];
  private readonly byShape: readonly Asked[];
  /** Signs whose pattern holds digits: the shape of a text does not decide them. */
  private readonly always: readonly Asked[];
  private readonly shapes = new Map<string, readonly Asked[]>();

  constructor(asked: readonly Asked[]) {
    this.heads = [...new Set(asked.flatMap(({ sign }) => sign.heads ?? []))];
    this.always = asked.filter(({ sign }) => hasDigits(sign.text) || hasDigits(sign.not));
    this.byShape = asked.filter((entry) => !this.always.includes(entry));
  }

  match(record: LogRecord): readonly Found[] {
    const foreign = record.program === 'other';
    const body = flatten(record);
    const quiet =
      (record.severity === 'info' || record.severity === 'debug') && !body.includes('\n');
    const shape = (foreign ? 'O' : quiet ? 'I' : 'E') + shapeOf(body);
    let candidates = this.shapes.get(shape);
    if (candidates === undefined) {
      candidates = this.byShape.filter(({ sign }) => fits(sign, body, quiet, foreign));
      if (this.shapes.size < mostShapes) this.shapes.set(shape, candidates);
    }
    const found: Found[] = [];
    for (const asked of candidates) addFound(found, asked, body);
    for (const asked of this.always)
      if (fits(asked.sign, body, quiet, foreign)) addFound(found, asked, body);
    return found;
  }
}

function addFound(found: Found[], asked: Asked, body: string): void {
  const match = asked.sign.text.exec(body);
  if (match !== null) found.push({ asked, facts: factsOf(match.groups ?? {}), words: match[0] });
}

/** A pattern may hold a name only once, so alternatives say `path`, `path_2`, …: all mean `path`. */
function factsOf(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(groups))
    if (value !== undefined) facts[name.replace(/_\d$/, '')] ??= value;
  return facts;
}

function fits(sign: Sign, body: string, quiet: boolean, foreign: boolean): boolean {
  if (foreign && sign.anyProgram === undefined) return false;
  if (quiet && sign.heads === undefined && !foreign) return false;
  return sign.text.test(body) && sign.not?.test(body) !== true;
}

/** The text with its numbers and ids taken out. */
function shapeOf(body: string): string {
  return body.replace(/\b(?:\d[\d.:]*[a-zµ]{0,2}|(?=[a-f-]*\d)[0-9a-f-]{6,})\b/g, '#');
}

/** True when a pattern asks for certain digits, classes and quantifiers aside. */
function hasDigits(pattern: RegExp | undefined): boolean {
  if (pattern === undefined) return false;
  return /\d/.test(pattern.source.replace(/\\.|\[[^\]]*\]|\{[\d,]*\}/g, ''));
}
