// What went wrong around a pod: findings that name it, and its network's set-ups and teardowns.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTimeOfDay } from '../../src/base/time.ts';
import type { FindingNote, PodPage } from '../../src/protocol/pageApi.ts';
import type { NetworkRow, RowSeverity } from '../../src/protocol/rows.ts';
import {
  clock,
  knownMark,
  lineLink,
  section,
  severityMark,
  shownValue,
  type GoTo,
} from '../shared/parts.ts';
import { shortId } from '../shared/shortId.ts';

const severities: Record<FindingNote['severity'], RowSeverity> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'info',
  info: 'info',
};

export function findingList({ findings, at }: PodPage, goTo: GoTo): TemplateResult {
  const loud = findings.filter(({ severity }) => severity !== 'info');
  const harmless = findings.filter(({ severity }) => severity === 'info');
  if (loud.length === 0 && harmless.length === 0)
    return section('Findings', html`<p class="kd-note">No rule found anything wrong with it.</p>`);
  return section(
    'Findings',
    html`<ul class="kd-cards">
        ${loud.map((finding) => findingCard(finding, at, goTo))}
      </ul>
      ${
        harmless.length === 0
          ? nothing
          : html`<details>
              <summary class="kd-note">${harmless.length} harmless</summary>
              <ul class="kd-cards">
                ${harmless.map((finding) => findingCard(finding, at, goTo))}
              </ul>
            </details>`
      }`,
    { count: loud.length },
  );
}

function findingCard(finding: FindingNote, at: number, goTo: GoTo): TemplateResult {
  const { severity, title, proof, began, ended, count } = finding;
  const when =
    began > at
      ? `begins ${formatDuration(began - at)} after the cursor`
      : ended !== undefined && ended < at
        ? `over since ${formatTimeOfDay(ended).slice(0, 12)}`
        : `for ${formatDuration(at - began)}`;
  return html`<li>
    ${severityMark(severities[severity])} ${lineLink(title, proof, goTo)}
    <span class="kd-note">${severity}, ${when}, ${count} ${count === 1 ? 'time' : 'times'}</span>
    ${finding.causedBy === undefined ? nothing : html`<p>Because of: ${finding.causedBy}</p>`}
    ${finding.overdue === undefined ? nothing : html`<p>Overdue: ${finding.overdue}</p>`}
    <p class="kd-note">${finding.explanation}</p>
  </li>`;
}

export function networkList({ network, at }: PodPage, goTo: GoTo): TemplateResult {
  if (network.length === 0)
    return section(
      'Network',
      html`<p class="kd-note">
        No line tells of its network. A set-up or teardown that succeeds says nothing below
        verbosity 4.
      </p>`,
    );
  return section(
    'Network',
    html`<ol class="kd-cards">
      ${network.map((row) => networkCard(row, at, goTo))}
    </ol>`,
    { count: network.length },
  );
}

function networkCard(row: NetworkRow, at: number, goTo: GoTo): TemplateResult {
  const what = row.command === 'DEL' ? 'Teardown' : 'Set-up';
  const hidden = row.failures - row.attempts.filter(({ text }) => text !== 'succeeded').length;
  return html`<li>
    ${severityMark(row.severity)} ${lineLink(`${what} (CNI ${row.command})`, row.input, goTo)}:
    ${shownValue(row.outcome, goTo)}
    <span class="kd-note">
      ${row.sandboxId === undefined ? '' : `sandbox ${shortId(row.sandboxId)}, `}${
        row.plugin === undefined ? '' : `plug-in ${row.plugin}, `
      }${row.failures}
      failed in ${formatDuration((row.until ?? at) - row.from)}
    </span>
    ${row.blocks === undefined ? nothing : html`<p>${row.blocks}.</p>`}
    <ol class="kd-chain">
      ${hidden > 0 ? html`<li class="kd-note">${hidden} earlier failures</li>` : nothing}
      ${alike(row.attempts).map(
        ({ text, by, times }) =>
          html`<li>
            <span class="kd-log">${text}</span>
            <span class="kd-note">${byWhom[by] ?? ''}</span>
            <div class="kd-times">
              ${times.map(({ at: time, provedBy }) => lineLink(clock(time), provedBy[0], goTo))}
            </div>
          </li>`,
      )}
      ${
        row.until === undefined
          ? nothing
          : html`<li>${clock(row.until)} ${row.outcome.text}${knownMark(row.untilKnown)}</li>`
      }
    </ol>
  </li>`;
}

const byWhom: Readonly<Record<string, string>> = {
  gc: 'asked for by the container collector',
  sync: 'asked for by the pod’s worker',
};

type Attempt = NetworkRow['attempts'][number];

/** Tries with one text and one who asked are one entry. */
function alike(
  attempts: readonly Attempt[],
): readonly { text: string; by: string; times: readonly Attempt[] }[] {
  const groups = new Map<string, { text: string; by: string; times: Attempt[] }>();
  for (const attempt of attempts) {
    const key = `${attempt.by} ${attempt.text}`;
    const group = groups.get(key) ?? { text: attempt.text, by: attempt.by, times: [] };
    group.times.push(attempt);
    groups.set(key, group);
  }
  return [...groups.values()];
}
