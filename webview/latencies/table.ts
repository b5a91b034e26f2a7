// All pods, a row each: the length of each step, and the steps of its start or its end one after the other.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import {
  latencyKinds,
  type LatencyCell,
  type LatencyKind,
  type LatencyOrder,
  type LatencyPage,
  type LatencyRow,
} from '../../src/protocol/latencyApi.ts';
import type { AskedRows } from '../shared/askedRows.ts';
import { sortHeading } from '../shared/dataTable.ts';
import { t } from '../shared/l10n.ts';
import type { Links } from '../shared/links.ts';
import { clock, hatchMask, knownMark, lineLink, phaseLength } from '../shared/parts.ts';
import { inWords } from '../shared/said.ts';
import { podButton, usualText } from './outliers.ts';

const names: Record<LatencyKind, string> = {
  startup: t('Start-up'),
  queue: t('Queue'),
  sandbox: t('Sandbox'),
  network: 'CNI',
  pull: t('Pull'),
  start: t('Containers'),
  ready: t('Ready'),
  terminating: t('Termination'),
  teardown: t('Teardown'),
};

/** What the strip is made of, what contains others first. */
const ofStart: readonly LatencyKind[] = ['queue', 'sandbox', 'start', 'network', 'pull', 'ready'];
const ofEnd: readonly LatencyKind[] = ['terminating', 'teardown', 'network'];

export interface TableActions {
  readonly links: Links;
  readonly asked: AskedRows<LatencyOrder>;
}

export function latencyTable(page: LatencyPage, actions: TableActions): TemplateResult {
  const by = actions.asked.sorting?.by;
  const strip = by === 'terminating' || by === 'teardown' ? ofEnd : ofStart;
  const longest = Math.max(1, ...page.rows.map((row) => spanOf(row, strip)?.length ?? 0));
  return html`<div class="kd-wide">
    <table class="kd-latencies" aria-label=${t('Pods and how long each step took')}>
      <thead>
        <tr>
          ${heading(t('Pod'), 'pod', actions)} ${heading(t('First seen'), 'begun', actions)}
          ${latencyKinds.map((kind) =>
            heading(
              html`<span class=${strip.includes(kind) ? `kd-swatch kd-${kind}` : ''}></span
                >${names[kind]}`,
              kind,
              actions,
            ),
          )}
          <th scope="col" class="kd-strip">
            ${strip === ofEnd ? t('Shutdown, step by step') : t('Startup, step by step')}
          </th>
        </tr>
      </thead>
      <tbody>
        ${spreadRow(t('Median'), page, ({ median }) => median)}
        ${spreadRow(t('95th percentile'), page, ({ p95 }) => p95)}
        ${page.rows.map((row) => latencyRow(row, strip, longest, actions.links))}
      </tbody>
    </table>
  </div>`;
}

function heading(name: unknown, by: LatencyOrder, { asked }: TableActions): TemplateResult {
  const look = by === 'pod' ? '' : by === 'begun' ? 'kd-fit' : 'kd-end kd-fit';
  const { now, sort } = asked.column(by, by === 'pod' || by === 'begun' ? 'up' : 'down');
  return sortHeading(name, look, now, sort);
}

function spreadRow(
  name: string,
  { spread }: LatencyPage,
  value: (spread: LatencyPage['spread'][number]) => number,
): TemplateResult {
  return html`<tr class="kd-spread">
    <th scope="row" colspan="2">${name}</th>
    ${latencyKinds.map((kind) => {
      const found = spread.find((each) => each.kind === kind);
      const pods =
        found === undefined
          ? t('No pod completed it.')
          : found.pods === 1
            ? t('of 1 pod')
            : t('of {0} pods', found.pods);
      return html`<td class="kd-end kd-fit kd-number" title=${pods}>
        ${found === undefined ? none : formatDuration(value(found))}
      </td>`;
    })}
    <td class="kd-strip"></td>
  </tr>`;
}

const none = html`<span class="kd-quiet" title=${t('Not in the log.')}
  ><span aria-hidden="true">–</span><span class="kd-hidden">${t('unknown')}</span></span
>`;

function latencyRow(
  row: LatencyRow,
  strip: readonly LatencyKind[],
  longest: number,
  links: Links,
): TemplateResult {
  return html`<tr>
    <th scope="row">${podButton(row.pod, row.podKey, links)}</th>
    <td class="kd-fit">${clock(row.begun)}</td>
    ${latencyKinds.map(
      (kind) => html`<td class="kd-end kd-fit">${cell(row.cells[kind], links)}</td>`,
    )}
    <td class="kd-strip">${bars(row, strip, longest)}</td>
  </tr>`;
}

function cell(phase: LatencyCell | undefined, { goTo }: Links): TemplateResult {
  if (phase === undefined) return none;
  const { usual, more, length, provedBy, known, isSlow } = phase;
  const title = [
    inWords(phase.name),
    usual === undefined ? '' : usualText(usual),
    more === 0 || length === undefined ? '' : t('the longest of {0}', more + 1),
  ].filter((text) => text !== '');
  return html`<span class=${isSlow ? 'kd-warning' : ''} title=${title.join('; ')}
    >${lineLink(phaseLength(phase), provedBy[0], goTo, 'plain')}${length === undefined ? nothing : knownMark(known)}${
      more === 0 ? nothing : html`<sup class="kd-quiet">${more + 1}</sup>`
    }</span
  >`;
}

/** A network call belongs to the start or to the end of its pod, by when it was. */
function ofStrip(
  cells: LatencyRow['cells'],
  kind: LatencyKind,
  strip: readonly LatencyKind[],
): LatencyCell | undefined {
  const phase = cells[kind];
  if (kind !== 'network' || phase === undefined) return phase;
  const atEnd = phase.from >= (cells.terminating?.from ?? Infinity);
  return atEnd === (strip === ofEnd) ? phase : undefined;
}

function spanOf(
  { cells }: LatencyRow,
  strip: readonly LatencyKind[],
): { readonly from: number; readonly length: number } | undefined {
  const own = strip.flatMap((kind) => ofStrip(cells, kind, strip) ?? []);
  if (own.length === 0) return undefined;
  const from = Math.min(...own.map((phase) => phase.from));
  return { from, length: Math.max(...own.map((phase) => phase.from + (phase.length ?? 0))) - from };
}

function bars(
  row: LatencyRow,
  strip: readonly LatencyKind[],
  longest: number,
): TemplateResult | typeof nothing {
  const span = spanOf(row, strip);
  if (span === undefined) return nothing;
  return html`<svg class="kd-steps" width="100%" height="14" aria-hidden="true">
    ${strip.flatMap((kind) => {
      const phase = ofStrip(row.cells, kind, strip);
      if (phase === undefined) return [];
      const x = (100 * (phase.from - span.from)) / longest;
      if (phase.length === undefined)
        // As far as it may have gone on.
        return [
          svg`${hatchMask}<rect class="kd-${kind}" mask="url(#kd-hatch)" x="${x}%" y="2" width="${restOf(phase, x, longest)}%" height="10"></rect>`,
        ];
      const width = Math.max(0.4, (100 * phase.length) / longest);
      return [svg`<rect class="kd-${kind}" x="${x}%" y="2" width="${width}%" height="10"></rect>`];
    })}
  </svg>`;
}

/** How far a phase whose end is unknown may go from `x`, in percent. */
function restOf({ from, to }: LatencyCell, x: number, longest: number): number {
  return Math.min(100 - x, Math.max(0.4, (100 * ((to ?? Infinity) - from)) / longest));
}
