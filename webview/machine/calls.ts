// The room of the sync functions: what each pod's worker called, the calls as bars on one line of time, so that what goes on side by
// side, and what one after the other, is seen.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { Micros } from '../../src/base/time.ts';
import type { CallsPart, SyncCallRow } from '../../src/protocol/machineApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { t } from '../shared/l10n.ts';
import { clock } from '../shared/parts.ts';
import {
  heldSide,
  kept,
  moreKept,
  noRows,
  podLink,
  took,
  type Actions,
  type Answer,
} from './parts.ts';

const MOST_PODS = 30;
const WIDTH = 240;

export function callsRoom(answer: Answer, actions: Actions): TemplateResult {
  return heldSide(answer, 'calls', answer.held.parts.calls, actions, (part) =>
    heldPart(part, answer, actions),
  );
}

function heldPart({ pods, total }: CallsPart, answer: Answer, actions: Actions): TemplateResult {
  const rows = kept(answer, pods);
  if (rows.length === 0) return noRows(total, t('No sync function has called anything yet.'));
  return html`${rows.slice(0, MOST_PODS).map(({ pod, calls }) => {
    const from = Math.min(...calls.map((call) => call.from));
    const to = Math.max(...calls.map((call) => call.to ?? answer.held.at));
    return html`<h3>${podLink(pod, actions)}</h3>
      ${table(pod.name, calls, answer.held.at, (call) => bar(call, from, to))}`;
  })}
  ${moreKept(answer, rows, total, MOST_PODS)}`;
}

function table(
  pod: string,
  calls: readonly SyncCallRow[],
  now: Micros,
  drawn: (call: SyncCallRow) => TemplateResult,
): TemplateResult {
  return dataTable<SyncCallRow>({
    label: t('Calls for {0}, the newest first', pod),
    rows: calls,
    rowClass: ({ to }) => (to === undefined ? 'kd-long' : ''),
    columns: [
      {
        name: t('Call'),
        value: ({ call }) => call,
        cell: ({ call, of, err, answer }) =>
          html`<code>${call}</code> ${of.length > 20 ? of.slice(0, 12) : of}
            ${answer === undefined ? nothing : html`<span class="kd-note">${answer}</span>`}
            ${err === undefined ? nothing : html`<div class="kd-error">${err}</div>`}`,
      },
      { name: t('From'), look: 'fit', value: ({ from }) => from, cell: ({ from }) => clock(from) },
      {
        name: t('Took'),
        look: 'fit',
        first: 'down',
        value: ({ from, to }) => (to ?? now) - from,
        cell: (call) => took(call, now),
      },
      { name: t('On one line of time'), look: 'fit', cell: drawn },
    ],
  });
}

function bar({ from, to, err }: SyncCallRow, first: number, last: number): TemplateResult {
  const scale = (WIDTH - 4) / Math.max(1, last - first);
  const x = (from - first) * scale;
  const width = Math.max(3, ((to ?? last) - from) * scale);
  const by = err !== undefined ? 'kd-by-error' : to === undefined ? 'kd-by-none' : 'kd-by-update';
  const drawn: SVGTemplateResult = svg`<rect class="kd-wait ${by}" x=${x} y="3" width=${width} height="8"></rect>`;
  return html`<svg
    class="kd-call"
    viewBox="0 0 ${WIDTH} 14"
    preserveAspectRatio="none"
    height="14"
    aria-hidden="true"
  >
    ${drawn}
  </svg>`;
}
