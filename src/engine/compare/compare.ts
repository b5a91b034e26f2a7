// What is new, gone, or said much more or less often on one side of two.
import type { InputId } from '../../base/input.ts';
import { shownLine } from '../../base/shownText.ts';
import { HOUR, micros } from '../../base/time.ts';
import { findingSeverities } from '../../diagnosis/finding.ts';
import { severities } from '../../log/record.ts';
import type { Comparison, DifferenceRow, Often, SideRow } from '../../protocol/compareApi.ts';
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
  const all = [
    differences(a.findings, b.findings, a, b),
    differences(a.messages, b.messages, a, b),
  ];
  const rows = all.flatMap((some) => some.slice(0, MOST_ROWS));
  const more = all.flat().length - rows.length;
  return { before: a.row, after: b.row, rows, more };
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
  const { from, to } = side.span;
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
      name: side.name,
      from: Number.isFinite(from) ? micros(from) : undefined,
      to: Number.isFinite(to) ? micros(to) : undefined,
      lines: side.sources.reduce((sum, index) => sum + linesOf(side, index), 0),
      warnings: often(warning, warning),
      errors: often(error, Infinity),
    },
  };
}

function linesOf({ tape, start, end }: Side, source: number): number {
  const table = tape.sources[source]?.table;
  if (table === undefined) return 0;
  const positions = tape.positionsOf(source);
  let lines = 0;
  let first = -1;
  for (let row = 0; row <= positions.length; row++) {
    const position = positions[row] ?? Infinity;
    const isIn = position >= start && position < end;
    if (isIn && first < 0) first = row;
    if (isIn || first < 0) continue;
    // Lines after a record are its own.
    lines += table.lineOf(row) - table.lineOf(first);
    first = -1;
  }
  return lines;
}

/** What the whole log tells is wrong, as often as lines of this side tell it. */
function findingsOf({ tape, sources, start, end, findings }: Side): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const { id, key, severity, title, counted, pod, evidence } of findings) {
    if (severity === 'info') continue;
    const isHere = (position: number): boolean =>
      position >= start && position < end && sources.includes(tape.place(position).source);
    const { positions, sums } = counted;
    const count = positions.reduce(
      (sum, at, index) => sum + (isHere(at) ? (sums[index] ?? 0) - (sums[index - 1] ?? 0) : 0),
      0,
    );
    if (count === 0) continue;
    const known = told.get(id);
    const pods = [
      ...new Set([...(known?.pods ?? []), ...(pod === undefined ? [] : [shownLine(pod, LONGEST)])]),
    ];
    const proofs = evidence.toSorted(
      (a, b) => Number(b.role === 'cause') - Number(a.role === 'cause'),
    );
    const proof = proofs.find(({ input }) => isHere(tape.positionOfInput(input)));
    told.set(id, {
      what: 'finding',
      severity: known?.severity ?? severity,
      rank: Math.max(known?.rank ?? 0, findingSeverities.indexOf(severity)),
      title: known?.title ?? shownLine(title, LONGEST),
      count: (known?.count ?? 0) + count,
      line: known?.line ?? proof?.input ?? tape.input(positions.find(isHere) ?? -1),
      pods,
      key: known?.key ?? key,
    });
  }
  return told;
}

/** Warnings and errors by their message; those of a printf line by its place, with one of them as an example. */
function messagesOf({ tape, sources, start, end }: Side): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const source of sources) {
    const table = tape.sources[source]?.table;
    if (table === undefined) continue;
    const positions = tape.positionsOf(source);
    const { severity } = table;
    const counts = new Map<number, { count: number; row: number; rank: number }>();
    for (let row = 0; row < positions.length; row++) {
      const rank = severity[row] ?? 0;
      if (rank < warning) continue;
      const position = positions[row] ?? -1;
      if (position < start || position >= end) continue;
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
        line: known?.line ?? record.id,
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
