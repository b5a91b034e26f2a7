// What the page says of a finding, as text.
import { formatDuration, formatTimeOfDay, type Micros } from '../../src/base/time.ts';
import type { FindingRow } from '../../src/protocol/rows.ts';

export function severityText({ severity }: FindingRow): string {
  return severity === 'info' ? 'harmless' : severity;
}

/** `default/web-1 · 5 × · for 41 s`. */
export function subtitleOf(row: FindingRow, now: Micros): string {
  return [
    row.pod,
    spreadText(row),
    row.count > 1 ? `${row.count} ×` : undefined,
    whenText(row, now),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function spreadText({ node, spread }: FindingRow): string | undefined {
  return spread === undefined
    ? undefined
    : `${node ?? ''}, on ${spread.nodes.length} of ${spread.of} nodes`;
}

function whenText({ began, ended }: FindingRow, now: Micros): string {
  if (began === now) return 'begins here';
  if (began > now) return `begins in ${formatDuration(began - now)}`;
  return ended !== undefined && ended <= now
    ? `over since ${formatDuration(now - ended)}`
    : `for ${formatDuration(now - began)}`;
}

/** One sentence: when, how often, in which rhythm. */
export function spanText({ began, first, last, ended, count, period }: FindingRow): string {
  const start =
    began < first
      ? `Began ${clock(began)}, its first line is of ${clock(first)}`
      : `Began ${clock(began)}`;
  const end = ended === undefined ? 'goes on at the end of the log' : `ended ${clock(ended)}`;
  const often = count === 1 ? 'one line' : `${count} times until ${clock(last)}`;
  const rhythm = period === undefined ? '' : `, about every ${formatDuration(period)}`;
  return `${start}, ${end}; ${often}${rhythm}.`;
}

export function clock(time: Micros | undefined): string {
  return time === undefined || Number.isNaN(time) || time === 0
    ? 'no time'
    : formatTimeOfDay(time).slice(0, 12);
}

/** What a klog line says, without its header and the quotes of its message. */
export function messageOf(line: string): string {
  const body = /^[IWEF]\d{4} [\d:.]+ +\d+ [^\]]{1,200}\] (.*)/s.exec(line)?.[1] ?? line;
  return body.replace(/^"((?:[^"\\]|\\.)*)"/, '$1');
}

/** A finding as text for a ticket. */
export function ticketText(row: FindingRow, cause: FindingRow | undefined): string {
  return [
    `${row.title}${row.pod === undefined ? '' : ` (${row.pod})`} [${row.severity}]`,
    row.explanation,
    ...(cause === undefined ? [] : [`It follows from: ${cause.title}`]),
    spanText(row),
    ...row.evidence.map(({ role, text }) => `${role}: ${text}`),
    ...row.checks.map(
      ({ text, command }) => `to check: ${text}${command === undefined ? '' : `: ${command}`}`,
    ),
    ...row.remedy.map(
      ({ text, risk }) => `to do: ${text}${risk === undefined ? '' : ` (risk: ${risk})`}`,
    ),
  ].join('\n');
}
