// What went wrong around a pod: findings that name it, and its network's set-ups and teardowns.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { PodPage } from '../../src/protocol/pageApi.ts';
import type { NetworkRow } from '../../src/protocol/rows.ts';
import { findingCards } from '../shared/findingCards.ts';
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
import { rich, t } from '../shared/l10n.ts';
import { callerText, networkParts } from '../shared/networkParts.ts';
import { inWords } from '../shared/said.ts';

export function findingList({ findings, at }: PodPage, goTo: GoTo): TemplateResult {
  if (findings.length === 0)
    return section(t('Findings'), html`<p class="kd-note">${t('No problem found.')}</p>`);
  return section(t('Findings'), findingCards(findings, at, goTo), {
    count: findings.filter(({ severity }) => severity !== 'info').length,
  });
}

export function networkList({ network, at }: PodPage, goTo: GoTo): TemplateResult {
  if (network.length === 0)
    return section(
      t('Network'),
      html`<p class="kd-note">
        ${t('The log shows no network call for it. A kubelet logs those that succeed only with Docker, at verbosity 4 and above.')}
      </p>`,
    );
  return section(
    t('Network'),
    html`<ol class="kd-cards">
      ${network.map((row) => networkCard(row, at, goTo))}
    </ol>`,
    { count: network.length },
  );
}

function networkCard(row: NetworkRow, at: number, goTo: GoTo): TemplateResult {
  const what = row.command === 'DEL' ? t('Teardown') : t('Setup');
  const hidden = row.failures - row.attempts.filter(({ failed }) => failed).length;
  const last = row.attempts.at(-1);
  const passed = formatDuration((row.until ?? at) - row.from);
  const isBound = row.until !== undefined && row.untilKnown === 'inferred';
  const length = isBound ? t('at most {0}', passed) : passed;
  return html`<li>
    ${severityMark(row.severity)}
    ${lineLink(t('{0} (CNI {1})', what, row.command), row.input, goTo)}:
    ${shownValue(row.outcome, goTo)}
    <span class="kd-note">
      ${[
        ...(row.sandboxId === undefined ? [] : [t('sandbox {0}', shortId(row.sandboxId))]),
        ...(row.isCalled ? [] : [t('no plugin called')]),
        ...(row.plugin === undefined ? [] : [t('plugin {0}', row.plugin)]),
        row.failures === 0 ? length : t('{0} failed in {1}', row.failures, length),
      ].join(', ')}
    </span>
    ${row.blocks === undefined ? nothing : html`<p>${row.blocks}.</p>`}
    ${last === undefined ? nothing : networkParts(last)}
    <ol class="kd-chain">
      ${hidden > 0 ? html`<li class="kd-note">${rich('{0} earlier failures', hidden)}</li>` : nothing}
      ${alike(row.attempts).map(
        ({ first, times }) =>
          html`<li>
            <span class="kd-log">${inWords(first.text)}</span>
            <div class="kd-times">
              <span class="kd-note">${callerText(first)}</span>
              ${times.map(({ at: time, provedBy }) => lineLink(clock(time), provedBy[0], goTo))}
            </div>
          </li>`,
      )}
      ${
        row.until === undefined
          ? nothing
          : html`<li>
              ${isBound ? rich('between {0} and {1}', clock(last?.at ?? row.from), clock(row.until)) : clock(row.until)}
              ${row.outcome.text}${knownMark(row.untilKnown)}
            </li>`
      }
    </ol>
  </li>`;
}

type Attempt = NetworkRow['attempts'][number];

/** Tries with one text and one who asked are one entry. */
function alike(
  attempts: readonly Attempt[],
): readonly { first: Attempt; times: readonly Attempt[] }[] {
  const groups = new Map<string, { first: Attempt; times: Attempt[] }>();
  for (const attempt of attempts) {
    const key = `${callerText(attempt)} ${attempt.text}`;
    const group = groups.get(key) ?? { first: attempt, times: [] };
    group.times.push(attempt);
    groups.set(key, group);
  }
  return [...groups.values()];
}
