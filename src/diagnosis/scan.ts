// One pass over the tape: which lines fit which signs. The columns decide which records are read at all, so the cost is that of
// the matching records, not of the log; a text that differs from an earlier one only in its numbers is not tried again.
import { micros, type Micros } from '../base/time.ts';
import type { LogRecord } from '../log/record.ts';
import { type Writer, writersOf } from '../kubelet/evidence/writers.ts';
import type { Tape } from '../replay/tape.ts';
import { Matcher, type Asked, type Found } from './match.ts';
import { flatten, objectsOf, type Objects } from './objects.ts';
import type { Hit, Line } from './rule.ts';
import { Wanted } from './wanted.ts';

/** Hits by the name that asked, in order of their position. */
export function scan(tape: Tape, asked: readonly Asked[]): ReadonlyMap<string, readonly Hit[]> {
  const matcher = new Matcher(asked);
  const hits = new Map<string, Hit[]>();
  tape.sources.forEach((source, index) => {
    const wanted = new Wanted(source.table, matcher.heads);
    const { table } = source;
    const writers = writersOf(table);
    for (let ordinal = 0; ordinal < table.length; ordinal++) {
      const weight = wanted.weight(ordinal);
      if (weight === 0) continue;
      const record = table.record(ordinal);
      const body = flatten(record);
      const writer = writers.at(ordinal, record);
      const found = matcher.match(record, body, writer);
      if (found.length === 0) continue;
      wanted.tellHit(ordinal, found);
      const position = tape.positionOfOrdinal(index, ordinal);
      const line = new RecordLine(record, body, position, source.clockOffset, tape, writer);
      addHits(hits, found, line, weight);
    }
  });
  for (const list of hits.values()) list.sort((a, b) => a.line.position - b.line.position);
  return hits;
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
    this.severity = record.severity;
    this.pid = record.pid;
    this.statement = record.structured
      ? record.message
      : `${record.file}:${String(record.fileLine)}`;
    this.body = body;
    // Only a record of several lines is cited by more than its first.
    this.text = body.includes('\n') ? record.text : '';
  }

  get objects(): Objects {
    return (this.named ??= objectsOf(this.body));
  }
}

/** Zero where no line of the source has a time. */
function settled(tape: Tape, position: number): Micros {
  const time = tape.timeAt(position);
  return Number.isNaN(time) ? micros(0) : time;
}
