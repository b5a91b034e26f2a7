// What is new, gone, or said much more or less often on one side of two.
import type { InputId } from '../../base/input.ts';
import { shownLine } from '../../base/shownText.ts';
import { HOUR, micros } from '../../base/time.ts';
import { findingSeverities } from '../../diagnosis/finding.ts';
import { severities } from '../../log/record.ts';
import type { Comparison, DifferenceRow, Often, SideRow } from '../../protocol/compareApi.ts';
import { extentOf, type Side } from './side.ts';

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
  /** Undefined: it has no length, and so no rates. */
  readonly hours: number | undefined;
  readonly findings: ReadonlyMap<string, Told>;
  readonly messages: ReadonlyMap<string, Told>;
}

function measure(side: Side): Measured {
  const { name, tape, span } = side;
  const { from, to } = span ?? extentOf(tape.sources);
  const hours = to > from ? (to - from) / HOUR : undefined;
  const messages = messagesOf(side);
  const often = (least: number, most: number): Often => {
    const told = [...messages.values()].filter(({ rank }) => rank >= least && rank <= most);
    const count = told.reduce((sum, each) => sum + each.count, 0);
    return { count, rate: rateOf(count, hours) };
  };
  return {
    hours,
    findings: findingsOf(side),
    messages,
    row: {
      name,
      from: Number.isFinite(from) ? micros(from) : undefined,
      to: Number.isFinite(to) ? micros(to) : undefined,
      lines: linesOf(side),
      warnings: often(warning, warning),
      errors: often(error, Infinity),
    },
  };
}

type TimeOfRow = (row: number) => number;

/** Whether a row is of the stretch; one without a time stands between those that are. */
function isIn({ span }: Side, timeOf: TimeOfRow): (row: number) => boolean {
  if (span === undefined) return () => true;
  const { from, to } = span;
  return (row) => !(timeOf(row) < from || timeOf(row) > to);
}

function linesOf(side: Side): number {
  return side.tape.sources.reduce((sum, { table, clockOffset }) => {
    const counts = isIn(side, (row) => (table.time[row] ?? NaN) + clockOffset);
    let lines = table.lines;
    for (let row = 0; row < table.length; row++)
      if (!counts(row)) lines -= table.record(row).text.split('\n').length;
    return sum + lines;
  }, 0);
}

function findingsOf({ findings, span, lineOf = same }: Side): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const { id, key, severity, title, count, pod, evidence, last } of findings) {
    if (severity === 'info' || (span !== undefined && last < span.from)) continue;
    const known = told.get(id);
    const pods = [
      ...new Set([...(known?.pods ?? []), ...(pod === undefined ? [] : [shownLine(pod, LONGEST)])]),
    ];
    const proof = evidence.find(({ role }) => role === 'cause') ?? evidence[0];
    told.set(id, {
      what: 'finding',
      severity: known?.severity ?? severity,
      rank: Math.max(known?.rank ?? 0, findingSeverities.indexOf(severity)),
      title: known?.title ?? shownLine(title, LONGEST),
      count: (known?.count ?? 0) + count,
      line: known?.line ?? (proof && lineOf(proof.input)),
      pods,
      key: known?.key ?? key,
    });
  }
  return told;
}

/** Warnings and errors by their message; those of a printf line by its place, with one of them as an example. */
function messagesOf(side: Side): ReadonlyMap<string, Told> {
  const { tape, lineOf = same } = side;
  const told = new Map<string, Told>();
  for (const { table, clockOffset } of tape.sources) {
    const counted = isIn(side, (row) => (table.time[row] ?? NaN) + clockOffset);
    const counts = new Map<number, { count: number; row: number; rank: number }>();
    for (let row = 0; row < table.length; row++) {
      const rank = table.severity[row] ?? 0;
      if (rank < warning || !counted(row)) continue;
      const message = table.message[row] ?? 0;
      const known = counts.get(message);
      if (known === undefined) counts.set(message, { count: 1, row, rank });
      else known.count++;
    }
    for (const [message, { count, row, rank }] of counts) {
      const record = table.shown(row);
      const key = table.messages.at(message);
      const known = told.get(key);
      told.set(key, {
        what: 'message',
        severity: severities[rank] ?? '',
        rank,
        title: known?.title ?? shownLine(record.message.split('\n')[0] ?? key, LONGEST),
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
  return Math.max(before.rate ?? 0, after.rate ?? 0);
}

function rateOf(count: number, hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : count / hours;
}

function often(told: Told | undefined, hours: number | undefined): Often {
  const count = told?.count ?? 0;
  return {
    count,
    rate: rateOf(count, hours),
    ...(told?.line === undefined ? {} : { line: told.line }),
  };
}

function same(input: InputId): InputId {
  return input;
}

function changeOf(
  before: Often,
  after: Often,
  hoursBefore: number | undefined,
  hoursAfter: number | undefined,
): DifferenceRow['change'] | undefined {
  if (before.count === 0) return 'new';
  if (after.count === 0) return 'gone';
  if (hoursBefore === undefined || hoursAfter === undefined) return undefined;
  const [was, is] = [before.count / hoursBefore, after.count / hoursAfter];
  const more = is >= was;
  // As many as the rarer side's rate would have brought in the other's time.
  const [most, expected] = more
    ? [after.count, was * hoursAfter]
    : [before.count, is * hoursBefore];
  if (most < FACTOR * expected || most - expected < LEAST) return undefined;
  return more ? 'more' : 'less';
}
