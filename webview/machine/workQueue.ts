// The room of the work queue: which pod is due when and why, its time counting down as the cursor moves.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, type Micros } from '../../src/base/time.ts';
import type { DueReason, DueRow, WorkQueuePart } from '../../src/protocol/machineApi.ts';
import type { WorkerQueueRow } from '../../src/protocol/workerQueueApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock, shownValue } from '../shared/parts.ts';
import { inWords } from '../shared/said.ts';
import {
  differMark,
  drawnOf,
  heldSide,
  kept,
  moreKept,
  noRows,
  podLink,
  podNameOf,
  rowPod,
  toldSide,
  MOST,
  type Actions,
  type Answer,
} from './parts.ts';

export const dueReasons: Readonly<Record<DueReason, string>> = {
  resync: t('resync'),
  'back-off': t('back-off after an error'),
  'network not ready': t('the network was not ready'),
  'phase transition': t('its phase changed'),
  'waits for its static pod': t('waits for its static pod'),
  unknown: t('unknown'),
};

export function workQueueRoom(answer: Answer, actions: Actions): TemplateResult {
  return html`<div class="kd-eyes">
    ${heldSide(answer, 'workQueue', answer.held.parts.workQueue, actions, (part) => heldTable(part, answer, actions))}
    ${told(answer, actions)}
  </div>`;
}

function left(due: Micros, now: Micros): string {
  return due <= now
    ? t('due for {0}', formatDuration(now - due))
    : t('in {0}', formatDuration(due - now));
}

/** When it is due, as a bar that runs out, and why. */
export function dueCell(
  { due, at, delay, why, error, takenAt, replaced }: DueRow,
  now: Micros,
): TemplateResult {
  const share = delay <= 0 ? 0 : Math.max(0, Math.min(1, (due - now) / delay));
  return html`<span class="kd-number">${left(due, now)}</span>
    <svg class="kd-bar-left" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="kd-bar-all" width="100" height="6"></rect>
      <rect class="kd-bar-rest" width=${(share * 100).toFixed(1)} height="6"></rect>
    </svg>
    <div class="kd-note" title=${error ?? ''}>
      ${dueReasons[why]}, ${rich('queued at {0}', clock(at))}
      ${takenAt === undefined ? nothing : html`<div>${rich('taken by the first tick after it, at {0}', clock(takenAt))}</div>`}
      ${
        replaced === undefined
          ? nothing
          : html`<div>${t('in place of an earlier entry: the last one wins')}</div>`
      }
    </div>`;
}

function heldTable(
  { due, total, nextTick }: WorkQueuePart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const { at } = answer.held;
  const rows = kept(answer, due);
  return html`${
    nextTick === undefined
      ? nothing
      : html`<p class="kd-note">${t('The sync tick asks next {0}.', left(nextTick, at))}</p>`
  }
  ${
    rows.length === 0
      ? noRows(total, t('Empty: no pod is due for another sync.'))
      : dataTable<DueRow>({
          label: t('Pods in the work queue, the next due first'),
          ...drawnOf(answer, rows, total),
          columns: [
            {
              name: t('Pod'),
              value: podNameOf,
              cell: ({ pod }) =>
                html`${podLink(pod, actions)}${differMark(answer, 'workQueue', pod)}`,
            },
            { name: t('Due'), value: ({ due: time }) => time, cell: (row) => dueCell(row, at) },
          ],
        })
  }
  ${moreKept(answer, rows, total)}`;
}

/** Where the log tells when a sync ended and how, when the next is due can be said within its jitter. */
function told({ queues }: Answer, actions: Actions): TemplateResult {
  const due = queues.rows
    .filter(({ dueFrom }) => dueFrom !== undefined)
    .toSorted((a, b) => (a.dueFrom ?? 0) - (b.dueFrom ?? 0));
  return toldSide(
    due.length === 0
      ? html`<p class="kd-note">${t('No line up to here tells that a pod is due.')}</p>`
      : dataTable<WorkerQueueRow>({
          label: t('When pods are due by the log'),
          rows: due,
          most: MOST,
          columns: [
            {
              name: t('Pod'),
              value: ({ pod }) => pod,
              cell: (row) => podLink(rowPod(row), actions),
            },
            {
              name: t('Due'),
              value: ({ dueFrom }) => dueFrom,
              cell: ({ next, why }) =>
                html`${shownValue(next, actions.goTo)}
                  <div class="kd-note">${inWords(why)}</div>`,
            },
          ],
        }),
    due.length === 0 ? {} : { count: due.length },
  );
}
