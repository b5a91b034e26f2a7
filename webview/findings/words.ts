// What the page says of a finding, as text.
import { standingAt } from '../../src/base/spans.ts';
import { formatDuration, formatTimeOfDay, type Micros } from '../../src/base/time.ts';
import type { FindingBrief, FindingRow } from '../../src/protocol/rows.ts';
import { t } from '../shared/l10n.ts';
import { findingSeverities } from '../shared/words.ts';

export function severityText({ severity }: Pick<FindingBrief, 'severity'>): string {
  return findingSeverities[severity];
}

/** `default/web-1 · 5 × · for 41 s`. */
export function subtitleOf(row: FindingBrief, now: Micros): string {
  return [
    row.pod,
    spreadText(row),
    row.count > 1 ? `${row.count} ×` : undefined,
    whenText(row, now),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function spreadText({ node, spread }: FindingBrief): string | undefined {
  return spread === undefined
    ? undefined
    : t('{0}, on {1} of {2} nodes', node ?? '', spread.nodes.length, spread.of);
}

export function whenText({ began, spans }: FindingBrief, now: Micros): string {
  if (began === now) return t('starts here');
  const { is, since } = standingAt(spans, now) ?? { is: 'open', since: began };
  switch (is) {
    case 'coming':
      return t('starts in {0}', formatDuration(since - now));
    case 'over':
      return t('ended {0} ago', formatDuration(now - since));
    case 'quiet':
      return t('last seen {0} ago', formatDuration(now - since));
    case 'open':
      return t('for {0}', formatDuration(now - since));
  }
}

/** One sentence: when, how often, in which rhythm. */
export function spanText({ began, first, last, ended, spans, count, period }: FindingRow): string {
  const start =
    began < first
      ? t('Began {0}, its first line is of {1}', clock(began), clock(first))
      : t('Began {0}', clock(began));
  const end =
    ended === undefined
      ? t('still ongoing at the end of the log')
      : spans.at(-1)?.isQuiet === true
        ? t('last seen {0}', clock(ended))
        : t('ended {0}', clock(ended));
  const often = count === 1 ? t('one line') : t('{0} times until {1}', count, clock(last));
  const rhythm = period === undefined ? '' : t(', ~{0} apart', formatDuration(period));
  return `${start}, ${end}; ${often}${rhythm}.`;
}

export function clock(time: Micros | undefined): string {
  return time === undefined || Number.isNaN(time) || time === 0
    ? t('no time')
    : formatTimeOfDay(time).slice(0, 12);
}

export const roleNames: Readonly<Record<FindingRow['evidence'][number]['role'], string>> = {
  cause: t('Cause'),
  consequence: t('Effect'),
  context: t('Also here'),
};

/** A finding as text for a ticket. */
export function ticketText(row: FindingRow, cause: FindingRow | undefined): string {
  return [
    `${row.title}${row.pod === undefined ? '' : ` (${row.pod})`} [${severityText(row)}]`,
    row.explanation,
    ...(cause === undefined ? [] : [t('Caused by: {0}', cause.title)]),
    spanText(row),
    ...row.evidence.map(({ role, text }) => `${roleNames[role]}: ${text}`),
    ...row.checks.map(({ text, command }) =>
      command === undefined ? t('to check: {0}', text) : t('to check: {0}: {1}', text, command),
    ),
    ...row.remedy.map(({ text, risk }) =>
      risk === undefined ? t('to do: {0}', text) : t('to do: {0} (risk: {1})', text, risk),
    ),
  ].join('\n');
}
