// The room of computePodActions: the last plan of each pod with what decided each field, and the hashes that it compared.
import { html, nothing, type TemplateResult } from 'lit';
import type { PodActionsPart, PodActionsRow } from '../../src/protocol/machineApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { t } from '../shared/l10n.ts';
import { clock } from '../shared/parts.ts';
import {
  heldSide,
  kept,
  moreKept,
  noRows,
  podLink,
  stepLink,
  type Actions,
  type Answer,
} from './parts.ts';

/** Plans that are drawn: each is a table of its own. */
const MOST_PLANS = 20;

export function plansRoom(answer: Answer, actions: Actions): TemplateResult {
  return heldSide(answer, 'podActions', answer.held.parts.podActions, actions, (part) =>
    heldPart(part, answer, actions),
  );
}

function heldPart(
  { plans, total }: PodActionsPart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const rows = kept(answer, plans);
  if (rows.length === 0) return noRows(total, t('Nothing was computed yet.'));
  return html`${rows.slice(0, MOST_PLANS).map((row) => planOf(row, actions))}
  ${moreKept(answer, rows, total, MOST_PLANS)}`;
}

function planOf(
  { pod, at, step, fields, hashes }: PodActionsRow,
  actions: Actions,
): TemplateResult {
  return html`<h3>
      ${podLink(pod, actions)} <span class="kd-note">${stepLink(clock(at), step, actions)}</span>
    </h3>
    <div class="kd-eyes">
      ${dataTable<PodActionsRow['fields'][number]>({
        label: t('Plan of {0}', pod.name),
        rows: fields,
        columns: [
          {
            name: t('Field'),
            look: 'fit',
            value: ({ name }) => name,
            cell: ({ name }) => html`<code>${name}</code>`,
          },
          { name: t('Value'), value: ({ text }) => text, cell: ({ text }) => text },
          {
            name: t('Why'),
            value: ({ why }) => why,
            cell: ({ why }) => html`<span class="kd-note">${why}</span>`,
          },
        ],
      })}
      ${
        hashes.length === 0
          ? nothing
          : dataTable<PodActionsRow['hashes'][number]>({
              label: t('Hashes of the containers of {0}', pod.name),
              rows: hashes,
              columns: [
                { name: t('Container'), value: ({ name }) => name, cell: ({ name }) => name },
                {
                  name: t('Hash wanted'),
                  look: 'fit',
                  value: ({ wanted }) => wanted,
                  cell: ({ wanted }) => html`<code>${wanted}</code>`,
                },
                {
                  name: t('Made with'),
                  look: 'fit',
                  value: ({ made }) => made,
                  cell: ({ wanted, made }) =>
                    made === undefined
                      ? html`<span class="kd-quiet">${t('not made yet')}</span>`
                      : html`<code>${made}</code>
                          ${made === wanted ? '=' : html`<strong>≠</strong>`}`,
                },
                {
                  name: t('State'),
                  look: 'fit',
                  value: ({ state }) => state,
                  cell: ({ state }) => state ?? html`<span class="kd-quiet">–</span>`,
                },
              ],
            })
      }
    </div>`;
}
