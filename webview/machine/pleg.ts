// The room of PLEG: its two lists side by side, and the events of what differs.
import { html, nothing, type TemplateResult } from 'lit';
import type { PlegPart, PodRecordRow } from '../../src/protocol/machineApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock } from '../shared/parts.ts';
import {
  doing,
  drawnOf,
  heldSide,
  kept,
  moreKept,
  noRows,
  podLink,
  podNameOf,
  toldValues,
  MOST,
  type Actions,
  type Answer,
} from './parts.ts';
import { partName, toldParts } from './rooms.ts';

const states: Readonly<Record<PlegPart['state'], string>> = {
  sleeps: t('It sleeps until the next relist.'),
  lists: t('It lists the pods of the runtime.'),
  inspects: t('It inspects the pods that changed.'),
  'waits for room': t('It waits for room in the channel of its events.'),
  relists: t('It relists.'),
};

export function plegRoom(answer: Answer, actions: Actions): TemplateResult {
  const { held, loop } = answer;
  return html`<div class="kd-eyes">
    ${heldSide(answer, 'pleg', held.parts.pleg, actions, (part) => heldPart(part, answer, actions))}
    ${toldValues(loop, toldParts.pleg ?? [], partName, actions)}
  </div>`;
}

function heldPart(part: PlegPart, answer: Answer, actions: Actions): TemplateResult {
  const { at } = answer.held;
  const { state, relistTime, nextRelist, todo, records, total, events } = part;
  const rows = kept(answer, records);
  return html`<p>
      ${doing(states[state], part.since, at)}
      <span class="kd-note">
        ${relistTime === undefined ? t('No list has come yet.') : rich('The last list: {0}.', clock(relistTime))}
        ${nextRelist === undefined ? nothing : rich('The next relist: {0}.', clock(nextRelist))}
      </span>
    </p>
    ${
      todo.length === 0
        ? nothing
        : html`<p>
            ${t('Still to be inspected, the first is being asked about:')}
            ${todo.slice(0, 10).map((pod) => html` ${podLink(pod, actions)}`)}
            ${todo.length > 10 ? html`<span class="kd-note">${t('{0} more.', todo.length - 10)}</span>` : nothing}
          </p>`
    }
    ${
      rows.length === 0
        ? noRows(total, t('Its lists are empty.'))
        : dataTable<PodRecordRow>({
            label: t('PLEG’s records, those that differ first'),
            ...drawnOf(answer, rows, total),
            rowClass: ({ old, current }) => (old === current ? '' : 'kd-changed'),
            columns: [
              { name: t('Pod'), value: podNameOf, cell: ({ pod }) => podLink(pod, actions) },
              {
                name: t('The list before'),
                value: ({ old }) => old,
                cell: ({ old }) => absent(old),
              },
              {
                name: t('differs'),
                look: 'sign',
                first: 'down',
                value: ({ old, current }) => Number(old !== current),
                cell: ({ old, current }) =>
                  old === current
                    ? '='
                    : html`<strong>→<span class="kd-hidden"> ${t('differs')}</span></strong>`,
              },
              {
                name: t('The newest list'),
                value: ({ current }) => current,
                cell: ({ current }) => absent(current),
              },
              {
                name: t('Again'),
                look: 'fit',
                first: 'down',
                value: ({ reinspect }) => Number(reinspect),
                cell: ({ reinspect }) => (reinspect ? t('to be inspected again') : nothing),
              },
            ],
          })
    }
    ${moreKept(answer, rows, total)}
    ${
      events.length === 0
        ? nothing
        : html`<h3>${t('Events of the last relist that had any')}</h3>
            <ul class="kd-updates">
              ${events.slice(0, MOST).map(
                ({ pod, type, data, at: when }) =>
                  html`<li>
                    ${clock(when)} ${podLink(pod, actions)} ${type}
                    <span class="kd-note kd-mono">${data.slice(0, 12)}</span>
                  </li>`,
              )}
            </ul>`
    }`;
}

function absent(text: string | undefined): TemplateResult {
  return text === undefined ? html`<span class="kd-quiet">${t('not in it')}</span>` : html`${text}`;
}
