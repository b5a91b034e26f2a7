// A range and a comparison in words, for the panel beside the chart and as Markdown to paste elsewhere.
import { formatDuration, formatRfc3339, formatTimeOfDay, micros } from '../../src/base/time.ts';
import { plainLine } from '../../src/base/plainText.ts';
import type { KindSum, TimelineStats } from '../../src/protocol/timelineApi.ts';
import { lookOf } from './kinds.ts';

export function nameOfKind(kind: KindSum): string {
  return lookOf(kind).name;
}

export function nameOfSpan(slug: string): string {
  return lookOf({ slug, shape: 'span', severity: 'none' }).name;
}

/** One line of a comparison: how often or how long, for both. `-1`: not there. */
export interface Compared {
  readonly name: string;
  readonly shape: KindSum['shape'];
  readonly severity: KindSum['severity'];
  readonly a: number;
  readonly b: number;
}

/** What two pods went through: how long they took for each thing, then how often each event came. */
export function compared(a: TimelineStats, b: TimelineStats): readonly Compared[] {
  return [...joined(a.spans, b.spans, 'total'), ...joined(a.events, b.events, 'count')];
}

function joined(
  a: readonly KindSum[],
  b: readonly KindSum[],
  figure: 'total' | 'count',
): readonly Compared[] {
  const key = ({ slug, severity }: KindSum): string => `${slug} ${severity}`;
  const kinds = new Map([...a, ...b].map((sum) => [key(sum), sum]));
  const of = (sums: readonly KindSum[], kind: KindSum): number =>
    sums.find((sum) => key(sum) === key(kind))?.[figure] ?? -1;
  return [...kinds.values()].map((kind) => ({
    name: nameOfKind(kind),
    shape: kind.shape,
    severity: kind.severity,
    a: of(a, kind),
    b: of(b, kind),
  }));
}

export function figureOf(value: number, shape: KindSum['shape']): string {
  if (value < 0) return '–';
  return shape === 'span' ? formatDuration(value) : value.toLocaleString('en');
}

/** By how much b is more than a; nothing where one of them has none. */
export function differenceOf({ a, b, shape }: Compared): string {
  if (a < 0 || b < 0) return '';
  if (a === b) return '=';
  const sign = b > a ? '+' : '−';
  return sign + figureOf(Math.abs(b - a), shape);
}

export function rangeText(stats: TimelineStats): string {
  const { from, to, findings, slowest } = stats;
  const sums = (title: string, list: readonly KindSum[]): string[] =>
    list.length === 0
      ? []
      : ['', `**${title}**`, '', ...list.map((sum) => `- ${nameOfKind(sum)}: ${sum.count}`)];
  return [
    `### ${formatRfc3339(from)} – ${formatRfc3339(to)} (${formatDuration(to - from)})`,
    ...(findings.length === 0
      ? []
      : [
          '',
          '**Findings**',
          '',
          ...findings.map(
            ({ title, pod, id }) =>
              `- ${safe(title)}${pod === undefined ? '' : ` (${safe(pod)})`}, ${id}`,
          ),
        ]),
    ...(slowest.length === 0
      ? []
      : [
          '',
          '**Longest**',
          '',
          ...slowest.map(
            ({ name, slug, length, known }) =>
              `- ${safe(name)}: ${nameOfSpan(slug)} ${formatDuration(length)}${known === 'seen' ? '' : ` (${known})`}`,
          ),
        ]),
    ...sums('Events', stats.events),
    ...sums('PLEG', stats.pleg),
    '',
  ].join('\n');
}

export function comparisonText(a: string, b: string, rows: readonly Compared[]): string {
  return [
    `| | ${safe(a)} | ${safe(b)} | difference |`,
    '| --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${figureOf(row.a, row.shape)} | ${figureOf(row.b, row.shape)} | ${differenceOf(row)} |`,
    ),
    '',
  ].join('\n');
}

/** Names come from logs, and Markdown obeys. */
function safe(text: string): string {
  return plainLine(text, 200).replace(/[\\`*_[\]<>|!]/g, '\\$&');
}

export function timeRange({ from, to }: { readonly from: number; readonly to: number }): string {
  const text = (time: number): string => formatTimeOfDay(micros(Math.round(time))).slice(0, 12);
  return `${text(from)} – ${text(to)}`;
}
