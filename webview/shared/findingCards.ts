// Findings in a few lines each: what, how bad, since when, why; the minor ones folded away.
import { html, nothing, type TemplateResult } from 'lit';
import { standingAt } from '../../src/base/spans.ts';
import { formatDuration, formatTimeOfDay } from '../../src/base/time.ts';
import type { FindingNote } from '../../src/protocol/pageApi.ts';
import type { RowSeverity } from '../../src/protocol/rows.ts';
import { lineLink, severityMark, type GoTo } from './parts.ts';
import { rich, t } from './l10n.ts';
import { findingSeverities } from './words.ts';

const severities: Record<FindingNote['severity'], RowSeverity> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'info',
  info: 'info',
};

export function findingCards(
  findings: readonly FindingNote[],
  at: number,
  goTo: GoTo,
): TemplateResult {
  const cards = (list: readonly FindingNote[]): TemplateResult =>
    html`<ul class="kd-cards">
      ${alike(list).map((group) => findingCard(group, at, goTo))}
    </ul>`;
  const minor = findings.filter(({ severity }) => severity === 'info');
  return html`${cards(findings.filter(({ severity }) => severity !== 'info'))}
  ${
    minor.length === 0
      ? nothing
      : html`<details>
          <summary class="kd-note">${rich('{0} minor', minor.length)}</summary>
          ${cards(minor)}
        </details>`
  }`;
}

/** Findings of one title are one card: the first tells, the others are named by their times. */
function alike(findings: readonly FindingNote[]): readonly (readonly FindingNote[])[] {
  const groups = new Map<string, FindingNote[]>();
  for (const finding of findings) {
    const key = `${finding.id} ${finding.severity} ${finding.title}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function findingCard(
  [finding, ...others]: readonly FindingNote[],
  at: number,
  goTo: GoTo,
): TemplateResult | typeof nothing {
  if (finding === undefined) return nothing;
  const { severity, title, proof, count, pod } = finding;
  return html`<li>
    ${severityMark(severities[severity])} ${lineLink(title, proof, goTo)}
    <span class="kd-note"
      >${[...(pod === undefined ? [] : [pod]), findingSeverities[severity], when(finding, at), times(count)].join(', ')}</span
    >
    ${finding.rootError === undefined ? nothing : html`<p class="kd-log">${finding.rootError}</p>`}
    ${finding.causedBy === undefined ? nothing : html`<p>${rich('Because of: {0}', finding.causedBy)}</p>`}
    ${finding.overdue === undefined ? nothing : html`<p>${rich('Overdue: {0}', finding.overdue)}</p>`}
    <p class="kd-note">${finding.explanation}</p>
    ${finding.remedy === undefined ? nothing : remedyLine(finding.remedy)}
    ${
      others.length === 0
        ? nothing
        : html`<p class="kd-note">
            ${rich('{0} more like it:', others.length)}
            ${others.map(
              (other) =>
                html`<span class="kd-more"
                  >${lineLink(other.pod ?? formatTimeOfDay(other.began).slice(0, 12), other.proof, goTo)}</span
                > `,
            )}
          </p>`
    }
  </li>`;
}

function remedyLine({ text, risk }: NonNullable<FindingNote['remedy']>): TemplateResult {
  return html`<p>
    ${rich('What to do: {0}', text)}
    ${risk === undefined ? nothing : html`<span class="kd-note"><b>${t('Risk:')}</b> ${risk}</span>`}
  </p>`;
}

function times(count: number): string {
  return count === 1 ? t('once') : t('{0} times in all', count);
}

function when({ began, spans }: FindingNote, at: number): string {
  const { is, since } = standingAt(spans, at) ?? { is: 'open', since: began };
  switch (is) {
    case 'coming':
      return t('starts {0} after the cursor', formatDuration(since - at));
    case 'over':
      return t('ended at {0}', formatTimeOfDay(since).slice(0, 12));
    case 'quiet':
      return t('last seen at {0}', formatTimeOfDay(since).slice(0, 12));
    case 'open':
      return t('for {0}', formatDuration(at - since));
  }
}
