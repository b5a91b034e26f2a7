// What is new, gone, or said much more or less often on one side of two.
import type { InputId } from '../../base/input.ts';
import { plainLine } from '../../base/plainText.ts';
import { HOUR, micros, MINUTE } from '../../base/time.ts';
import { findingSeverities } from '../../diagnosis/finding.ts';
import { severities } from '../../log/record.ts';
import type { Comparison, DifferenceRow, Often, SideRow } from '../../protocol/compareApi.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Side } from './side.ts';

const warning = severities.indexOf('warning');
const error = severities.indexOf('error');

/** A rate differs when it is so many times the other, and the counts are not those of chance. */
const FACTOR = 3;
const LEAST = 5;
const MOST_ROWS = 200;
const MOST_PODS = 5;
/** Characters of a log that are shown. */
const LONGEST = 160;

export function compare(before: Side, after: Side): Comparison {
  const [a, b] = [measure(before), measure(after)];
  const rows = [
    ...differences(a.findings, b.findings, a, b),
    ...differences(a.messages, b.messages, a, b),
  ];
  return { before: a.row, after: b.row, rows };
}

/** One thing that both sides may have: a finding of an id, or a message. */
interface Told {
  readonly what: DifferenceRow['what'];
  readonly severity: string;
  /** Of findings and messages alike, louder is more. */
  readonly rank: number;
  readonly title: string;
  readonly count: number;
  readonly line: InputId | undefined;
  readonly pods: readonly string[];
  readonly key?: string;
}

interface Measured {
  readonly row: SideRow;
  readonly hours: number;
  readonly findings: ReadonlyMap<string, Told>;
  readonly messages: ReadonlyMap<string, Told>;
}

function measure(side: Side): Measured {
  const { name, tape, span } = side;
  const [from, to] = spanOf(tape, span);
  // A stretch without length has happened in some minute.
  const hours = Math.max(to - from || 0, MINUTE) / HOUR;
  const messages = messagesOf(side);
  const often = (least: number, most: number): Often => {
    const told = [...messages.values()].filter(({ rank }) => rank >= least && rank <= most);
    const count = told.reduce((sum, each) => sum + each.count, 0);
    return { count, rate: count / hours };
  };
  return {
    hours,
    findings: findingsOf(side),
    messages,
    row: {
      name,
      from: Number.isFinite(from) ? micros(from) : undefined,
      to: Number.isFinite(to) ? micros(to) : undefined,
      lines: tape.sources.reduce((sum, { table }) => sum + table.lines, 0),
      warnings: often(warning, warning),
      errors: often(error, Infinity),
    },
  };
}

/** From the first line of the stretch to the last. */
function spanOf(
  { sources }: Tape,
  { from: least, to: most }: NonNullable<Side['span']> = {
    from: micros(-Infinity),
    to: micros(Infinity),
  },
): readonly [number, number] {
  let from = Infinity;
  let to = -Infinity;
  for (const { table, clockOffset } of sources)
    for (let row = 0; row < table.length; row++) {
      const time = (table.time[row] ?? NaN) + clockOffset;
      if (!(time >= least && time <= most)) continue;
      if (time < from) from = time;
      if (time > to) to = time;
    }
  return [from, to];
}

function findingsOf({ findings, lineOf = same }: Side): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const { id, key, severity, title, count, pod, evidence } of findings) {
    if (severity === 'info') continue;
    const known = told.get(id);
    const pods = [
      ...new Set([...(known?.pods ?? []), ...(pod === undefined ? [] : [plainLine(pod, LONGEST)])]),
    ];
    const proof = evidence.find(({ role }) => role === 'cause') ?? evidence[0];
    told.set(id, {
      what: 'finding',
      severity: known?.severity ?? severity,
      rank: Math.max(known?.rank ?? 0, findingSeverities.indexOf(severity)),
      title: known?.title ?? plainLine(title, LONGEST),
      count: (known?.count ?? 0) + count,
      line: known?.line ?? (proof && lineOf(proof.input)),
      pods,
      key: known?.key ?? key,
    });
  }
  return told;
}

/** Warnings and errors by their message; those of a printf line by its place, with one of them as an example. */
function messagesOf({ tape, lineOf = same }: Side): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const { table } of tape.sources) {
    const counts = new Map<number, { count: number; row: number; rank: number }>();
    for (let row = 0; row < table.length; row++) {
      const rank = table.severity[row] ?? 0;
      if (rank < warning) continue;
      const message = table.message[row] ?? 0;
      const known = counts.get(message);
      if (known === undefined) counts.set(message, { count: 1, row, rank });
      else known.count++;
    }
    for (const [message, { count, row, rank }] of counts) {
      const record = table.record(row);
      const key = table.messages.at(message);
      const known = told.get(key);
      told.set(key, {
        what: 'message',
        severity: severities[rank] ?? '',
        rank,
        title: known?.title ?? plainLine(record.message.split('\n')[0] ?? key, LONGEST),
        count: (known?.count ?? 0) + count,
        line: known?.line ?? lineOf({ source: table.source, offset: table.offsetOf(row) }),
        pods: [],
      });
    }
  }
  return told;
}

function differences(
  before: ReadonlyMap<string, Told>,
  after: ReadonlyMap<string, Told>,
  a: Measured,
  b: Measured,
): readonly DifferenceRow[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const rows = keys.flatMap((key) => {
    const [x, y] = [before.get(key), after.get(key)];
    const told = y ?? x;
    if (told === undefined) return [];
    const was = often(x, a.hours);
    const is = often(y, b.hours);
    const change = changeOf(was, is, a.hours, b.hours);
    if (change === undefined) return [];
    const { what, severity, rank, title, key: finding } = told;
    const pods = told.pods.slice(0, MOST_PODS);
    const row = { change, what, severity, title, before: was, after: is, pods };
    return [{ rank, row: finding === undefined ? row : { ...row, finding } }];
  });
  return rows
    .sort((p, q) => q.rank - p.rank || weightOf(q.row) - weightOf(p.row))
    .slice(0, MOST_ROWS)
    .map(({ row }) => row);
}

function weightOf({ before, after }: DifferenceRow): number {
  return Math.max(before.rate, after.rate);
}

function often(told: Told | undefined, hours: number): Often {
  const count = told?.count ?? 0;
  return { count, rate: count / hours, ...(told?.line === undefined ? {} : { line: told.line }) };
}

function same(input: InputId): InputId {
  return input;
}

function changeOf(
  before: Often,
  after: Often,
  hoursBefore: number,
  hoursAfter: number,
): DifferenceRow['change'] | undefined {
  if (before.count === 0) return 'new';
  if (after.count === 0) return 'gone';
  const more = after.rate >= before.rate;
  const [low, high] = more ? [before, after] : [after, before];
  // As many as the rarer side's rate would have brought in the other's time.
  const expected = low.rate * (more ? hoursAfter : hoursBefore);
  if (high.rate < FACTOR * low.rate || high.count - expected < LEAST) return undefined;
  return more ? 'more' : 'less';
}
