// One pass over the tape: which lines fit which signs. The columns decide which records are read at all, so the cost is that of
// the matching records, not of the log; a text that differs from an earlier one only in its numbers is not tried again.
import { micros, type Micros } from '../base/time.ts';
import { countWhile } from '../base/bisect.ts';
import { eventRow, timesOfEvent } from '../log/format/eventRows.ts';
import type { LogRecord, LogTable } from '../log/record.ts';
import { type Writer, writersOf } from '../kubelet/evidence/writers.ts';
import type { Tape } from '../replay/tape.ts';
import { Matcher, type Asked, type Found } from './match.ts';
import { flatten, objectsOf, type Objects } from './objects.ts';
import type { Hit, Line } from './rule.ts';
import { Wanted } from './wanted.ts';

export interface Scanned {
  /** By the name that asked, in order of their position. */
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
  /** Which of them are not as they were. */
  readonly changed: ReadonlySet<string>;
  /** False where all was read anew. */
  readonly isGrown: boolean;
}

/** So many of the last records of a table can be taken back without reading all of it again. */
const RECENT = 5_000;

/** One table as far as it was read. */
interface ReadTable {
  readonly table: LogTable;
  readonly wanted: Wanted;
  count: number;
  /** The last record may gain lines: its size. */
  lastSize: number;
  /** What takes back the last of those that were read. */
  readonly undo: (() => void)[];
  /** How the writers of its lines are told. */
  traits: string;
}

/** The hits of a tape that grows: it costs what came. */
export class Scan {
  private readonly asked: readonly Asked[];
  private readonly matcher: Matcher;
  private tables: ReadTable[] = [];
  private hits = new Map<string, Hit[]>();
  private length = 0;

  constructor(asked: readonly Asked[]) {
    this.asked = asked;
    this.matcher = new Matcher(asked);
  }

  /** `from`: the first position that is not as it was when last asked. */
  next(tape: Tape, from: number): Scanned {
    if (from === 0 || !this.isKnown(tape)) {
      this.hits = new Map();
      this.tables = tape.sources.map(({ table }) => ({
        table,
        wanted: new Wanted(table, this.matcher.heads),
        count: 0,
        lastSize: 0,
        undo: [],
        traits: '',
      }));
      this.read(tape, new Set());
      return { hits: this.hits, changed: new Set(this.asked.map(({ by }) => by)), isGrown: false };
    }
    const changed = new Set<string>();
    this.takeBack(tape, from, changed);
    this.read(tape, changed);
    return { hits: this.hits, changed, isGrown: true };
  }

  private isKnown(tape: Tape): boolean {
    const { tables } = this;
    return (
      tape.sources.length === tables.length &&
      tape.sources.every(({ table }, index) => {
        const known = tables[index];
        if (known?.table !== table || known.wanted.isOther) return false;
        if (known.count - table.length > known.undo.length) return false;
        return known.traits === '' || known.traits === writersOf(table).traits;
      })
    );
  }

  /** Forgets the last records that have gained lines or are gone, and finds the new places of what has moved. */
  private takeBack(tape: Tape, from: number, changed: Set<string>): void {
    const longer = new Set<string>();
    for (const one of this.tables) {
      const { table } = one;
      const last = one.count - 1;
      const isLonger = last >= 0 && table.sizeOf(last) !== one.lastSize;
      if (isLonger) longer.add(`${table.source} ${table.offsetOf(last)}`);
      const same = Math.min(isLonger ? last : one.count, table.length);
      for (; one.count > same; one.count--) one.undo.pop()?.();
    }
    if (from >= this.length) return;
    const moved = new Map<Line, Line>();
    for (const [by, list] of this.hits) {
      const first = countWhile(list, ({ line }) => line.position < from);
      if (first === list.length) continue;
      const tail = list.splice(first);
      changed.add(by);
      for (const hit of tail) {
        const { source, offset } = hit.line.input;
        if (longer.has(`${source} ${offset}`)) continue;
        const position = tape.positionOfInput(hit.line.input);
        if (position < 0) continue;
        const line = moved.get(hit.line) ?? lineAt(tape, position);
        if (line === undefined) continue;
        moved.set(hit.line, line);
        list.push({ ...hit, line });
      }
      list.sort(inOrder);
    }
  }

  private read(tape: Tape, changed: Set<string>): void {
    const before = new Map([...this.hits].map(([by, list]) => [by, list.length]));
    tape.sources.forEach((source, index) => {
      const read = this.tables[index];
      if (read === undefined) return;
      const { table, wanted } = read;
      wanted.grow();
      const writers = writersOf(table);
      for (let ordinal = read.count; ordinal < table.length; ordinal++) {
        if (ordinal >= table.length - RECENT) read.undo.push(wanted.memento(ordinal));
        const position = tape.positionOfOrdinal(index, ordinal);
        if (position < 0) continue;
        const weight = wanted.weight(ordinal);
        if (weight === 0) continue;
        const record = table.record(ordinal);
        const body = flatten(record);
        const writer = writers.at(ordinal, record);
        const found = this.matcher.match(record, body, writer);
        if (found.length === 0) continue;
        wanted.tellHit(ordinal, found);
        const line = new RecordLine(record, body, position, source.clockOffset, tape, writer);
        const isEvent = table.formatOf(ordinal).endsWith(eventRow.name);
        addHits(this.hits, found, line, isEvent ? weight * timesOfEvent(record.text) : weight);
        for (const { asked } of found) changed.add(asked.by);
      }
      read.count = table.length;
      read.undo.splice(0, read.undo.length - RECENT);
      read.lastSize = table.length === 0 ? 0 : table.sizeOf(table.length - 1);
      read.traits = writers.traits;
    });
    this.length = tape.length;
    for (const by of changed) {
      const list = this.hits.get(by) ?? [];
      // Those that were there stand in order.
      const from = Math.max(1, before.get(by) ?? 0);
      const isInOrder = list.slice(from - 1).every((hit, index, all) => {
        const other = all[index - 1];
        return other === undefined || other.line.position <= hit.line.position;
      });
      if (!isInOrder) list.sort(inOrder);
    }
  }
}

function inOrder(a: Hit, b: Hit): number {
  return a.line.position - b.line.position;
}

function addHits(
  hits: Map<string, Hit[]>,
  found: readonly Found[],
  line: RecordLine,
  weight: number,
): void {
  for (const { asked, facts, words } of found) {
    const hit = { line, sign: asked.sign, facts, below: linesBefore(line.text, words), weight };
    const list = hits.get(asked.by);
    if (list === undefined) hits.set(asked.by, [hit]);
    else addHit(list, hit);
  }
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
  if (text === '') return 0;
  const at = text.indexOf(words.trimStart().slice(0, 40));
  return at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
}

/** The line at a place of the tape, as rules see it. */
export function lineAt(tape: Tape, position: number): Line | undefined {
  const record = tape.record(position);
  const offset = tape.sources[tape.place(position).source]?.clockOffset ?? 0;
  if (record === undefined) return undefined;
  const { source, ordinal } = tape.place(position);
  const table = tape.sources[source]?.table;
  const writer = table && writersOf(table).at(ordinal, record);
  return new RecordLine(record, flatten(record), position, offset, tape, writer);
}

/** A record as rules see it; what it names is looked up when first asked for. */
class RecordLine implements Line {
  readonly position: number;
  readonly input: Line['input'];
  readonly at: Micros;
  readonly hasTime: boolean;
  readonly severity: Line['severity'];
  readonly pid: number | undefined;
  readonly statement: string;
  readonly body: string;
  readonly writer: Line['writer'];
  readonly text: string;
  private named: Objects | undefined;

  constructor(
    record: LogRecord,
    body: string,
    position: number,
    clockOffset: number,
    tape: Tape,
    writer: Writer | undefined,
  ) {
    // Of a host, of which nothing tells the component, is as good as of nobody.
    const isNobodys =
      writer === undefined || (writer.program === 'host' && writer.known !== 'seen');
    this.writer = isNobodys ? 'unknown' : writer.program;
    this.position = position;
    this.input = record.id;
    this.at =
      record.time === undefined ? settled(tape, position) : micros(record.time + clockOffset);
    this.hasTime = record.time !== undefined;
    this.severity = record.severity;
    this.pid = record.pid;
    this.statement = record.structured
      ? statementOf(record, this.writer)
      : `${record.file}:${String(record.fileLine)}`;
    this.body = body;
    // Only a record of several lines is cited by more than its first.
    this.text = body.includes('\n') ? record.text : '';
  }

  get objects(): Objects {
    return (this.named ??= objectsOf(this.body));
  }
}

/** klog’s structured messages are constant; logrus’s hold what they speak of, of which the words before it are enough. */
function statementOf({ message }: LogRecord, writer: Line['writer']): string {
  if (writer === 'kubelet') return message;
  const words = message.split(/["{(]|\s(?=\S*\d)/, 1)[0]?.trim();
  return words === undefined || words === '' ? message : words;
}

/** Zero where no line of the source has a time. */
function settled(tape: Tape, position: number): Micros {
  const time = tape.timeAt(position);
  return Number.isNaN(time) ? micros(0) : time;
}
