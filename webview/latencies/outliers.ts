// The pods that were slow, each with its step, how long it takes others, and what the log says meanwhile.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { LatencyOutlier, LatencyPage } from '../../src/protocol/latencyApi.ts';
import type { PhaseRow } from '../../src/protocol/pageApi.ts';
import { t } from '../shared/l10n.ts';
import type { Links } from '../shared/links.ts';
import { knownMark, lineLink, phaseLength, section } from '../shared/parts.ts';
import { inWords } from '../shared/said.ts';

export function outlierList(
  { outliers, outlierTotal }: LatencyPage,
  links: Links,
): TemplateResult | typeof nothing {
  if (outliers.length === 0) return nothing;
  const note = outlierTotal > outliers.length ? { note: t('the slowest at each step') } : {};
  return section(
    t('Slow, and why'),
    html`<ul class="kd-cards">
      ${outliers.map((one) => outlierItem(one, links))}
    </ul>`,
    { count: outlierTotal, ...note },
  );
}

function outlierItem(
  { podKey, pod, phase, line, finding }: LatencyOutlier,
  links: Links,
): TemplateResult {
  const { usual } = phase;
  return html`<li>
    <p>
      ${podButton(pod, podKey, links)}
      <span class="kd-slow">${inWords(phase.name)}, ${phaseLength(phase)}</span
      >${knownMark(phase.known)}
      ${usual === undefined ? nothing : html`<span class="kd-note">${usualText(usual)}</span>`}
    </p>
    ${
      finding === undefined
        ? nothing
        : html`<p>
            <button
              class="kd-link"
              @click=${() => {
                links.showFinding(finding.key);
              }}
            >
              ${finding.title}
            </button>
          </p>`
    }
    ${
      line === undefined
        ? nothing
        : html`<p>
            ${lineLink(html`<span class="kd-log kd-why">${line.text}</span>`, line.input, links.goTo, 'plain')}
          </p>`
    }
  </li>`;
}

export function usualText({ median, pods }: NonNullable<PhaseRow['usual']>): string {
  return pods === 1
    ? t('1 other pod: {0}', formatDuration(median))
    : t('median of {0} other pods: {1}', pods, formatDuration(median));
}

export function podButton(pod: string, podKey: string, links: Links): TemplateResult {
  return html`<button
    class="kd-link"
    title=${t('Open this pod’s page')}
    @click=${() => {
      links.showPod(podKey);
    }}
  >
    ${pod}
  </button>`;
}
