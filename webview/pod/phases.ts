// The phases of a pod's life, each with its length as a bar and a mark at what it takes other pods of the same log.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { PhaseRow, PodPage } from '../../src/protocol/pageApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import {
  clockLink,
  hatchMask,
  knownMark,
  phaseLength,
  section,
  type GoTo,
} from '../shared/parts.ts';
import { t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export function phaseList(page: PodPage, goTo: GoTo): TemplateResult {
  const { phases } = page;
  if (phases.length === 0)
    return section(
      t('Phases'),
      html`<p class="kd-note">${t('The log shows no phase of its life.')}</p>`,
    );
  const waits = phases.filter(({ isWait }) => isWait);
  const longest = Math.max(
    1,
    ...waits.map((phase) => Math.max(lengthOf(phase), phase.usual?.median ?? 0)),
  );
  const slowest = waits
    .filter(({ known }) => known !== 'unknown')
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  const note =
    slowest === undefined
      ? undefined
      : t('slowest phase: {0}, {1}', inWords(slowest.name), formatDuration(lengthOf(slowest)));
  return section(
    t('Phases'),
    dataTable<PhaseRow>({
      label: t('Phases'),
      rows: phases,
      columns: [
        {
          name: t('From'),
          look: 'fit',
          value: ({ from }) => from,
          cell: ({ from, provedBy }) => clockLink(from, provedBy[0], goTo),
        },
        {
          name: t('What it does'),
          value: ({ name }) => inWords(name),
          cell: (phase) =>
            html`<span class=${phase === slowest ? 'kd-slowest' : ''}>${inWords(phase.name)}⁠</span
              >${phase.length === undefined ? nothing : knownMark(phase.known)}`,
        },
        { name: t('Took'), look: 'end', value: ({ length }) => length, cell: lengthText },
        {
          name: t('vs. other pods'),
          first: 'down',
          value: ({ length, usual }) => length && usual && length / Math.max(1, usual.median),
          cell: (phase) => bar(phase, longest),
        },
        { name: t('Median'), look: 'end', value: ({ usual }) => usual?.median, cell: usualText },
      ],
    }),
    note === undefined ? {} : { note },
  );
}

function lengthOf({ length = 0 }: PhaseRow): number {
  return length;
}

function lengthText(phase: PhaseRow): TemplateResult {
  return html`<span class=${phase.isSlow ? 'kd-warning' : ''}>${phaseLength(phase)}</span>`;
}

function usualText({ usual, isWait }: PhaseRow): TemplateResult | typeof nothing {
  if (usual === undefined || !isWait) return nothing;
  const pods =
    usual.pods === 1 ? t('median of 1 other pod') : t('median of {0} other pods', usual.pods);
  return html`<span class="kd-number kd-quiet" title=${pods}
    >${formatDuration(usual.median)}</span
  >`;
}

function bar(phase: PhaseRow, longest: number): TemplateResult | typeof nothing {
  if (!phase.isWait) return nothing;
  const { usual, length } = phase;
  const width = length === undefined ? 100 : Math.max(0.5, (100 * length) / longest);
  const mark = usual === undefined ? undefined : Math.min(99.5, (100 * usual.median) / longest);
  const kind = phase.known === 'inferred' ? 'kd-length kd-dashed' : 'kd-length';
  return html`<svg class="kd-bars" height="12" width="100%" aria-hidden="true">
    ${svg`${length === undefined ? hatchMask : nothing}
      <rect class="${kind} ${phase.isSlow ? 'kd-slow' : ''}" x="0" y="2" height="8" width="${width}%" rx="1"
        mask=${length === undefined ? 'url(#kd-hatch)' : nothing}></rect>
      ${
        length !== undefined && phase.to === undefined
          ? svg`<rect class="kd-open" x="${Math.max(0, width - 4)}%" y="2" height="8" width="${Math.min(4, width)}%"></rect>`
          : nothing
      }
      ${mark === undefined ? nothing : svg`<line class="kd-usual" x1="${mark}%" x2="${mark}%" y1="0" y2="12"></line>`}`}
  </svg>`;
}
