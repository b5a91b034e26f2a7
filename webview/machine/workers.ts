// The room of the pod workers: the queue of each as the kubelet held it, and as the log tells it.
import { html, nothing, type TemplateResult } from 'lit';
import { formatTimeOfDay } from '../../src/base/time.ts';
import type { PodWorkersPart, WorkerRow, WorkRow } from '../../src/protocol/machineApi.ts';
import type { QueueOrder, UpdateRow, WorkerQueueRow } from '../../src/protocol/workerQueueApi.ts';
import type { ShownValue } from '../../src/protocol/rows.ts';
import type { AskedRows } from '../shared/askedRows.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock, knownMark, lineLink, severityMark, shownValue } from '../shared/parts.ts';
import { inWords } from '../shared/said.ts';
import { workerMark } from '../shared/workerMark.ts';
import { dueCell } from './workQueue.ts';
import {
  differMark,
  drawnOf,
  heldSide,
  kept,
  moreKept,
  podLink,
  podNameOf,
  rowPod,
  since,
  toldSide,
  type Actions,
  type Answer,
} from './parts.ts';

const METRIC = 'kubelet_working_pods';
const UNDELIVERED = 'lastUndeliveredWorkUpdate';

export function workersRoom(
  answer: Answer,
  actions: Actions,
  asked: AskedRows<QueueOrder>,
): TemplateResult {
  const { held } = answer;
  const part = held.parts.podWorkers;
  return html`${sample(answer, actions)}
  ${part === undefined ? nothing : heldSide(answer, 'podWorkers', part, actions, (one) => heldTable(one, answer, actions))}
  ${told(answer, actions, asked)}
  ${part === undefined ? heldSide(answer, 'podWorkers', part, actions, () => nothing) : nothing}`;
}

function sample({ queues }: Answer, { goTo }: Actions): TemplateResult | typeof nothing {
  const { sample: last } = queues;
  if (last === undefined) return nothing;
  const differs = last.log !== undefined && last.log !== last.text;
  return html`<p>
    ${differs ? severityMark('warning') : nothing}
    ${rich('{0} at {1}: {2}.', html`<code>${METRIC}</code>`, clock(last.at), lineLink(last.text, last.input, goTo, 'plain'))}
    ${last.log === undefined ? nothing : html`<span class="kd-note">${t('By the log: {0}.', last.log)}</span>`}
  </p>`;
}

/** There may be more workers than lines tell of. */
function moreText(unsure: number): string {
  return unsure === 0
    ? t('more may be there that no line has named')
    : t('{0} more may be there', unsure);
}

function told({ queues }: Answer, actions: Actions, asked: AskedRows<QueueOrder>): TemplateResult {
  const { rows, total, counts } = queues;
  const working = counts.isWorkTold ? counts.working : t('at least {0}', counts.working);
  const empty =
    counts.workers === 0
      ? t('No pod worker is known at the cursor.')
      : t('No pod matches the filter.');
  return toldSide(
    html`${
      counts.workers > 0 && counts.untold === counts.workers
        ? html`<p class="kd-note">
            ${t('No line up to here tells which update waits. What the sync loop took since the work began stands in its place.')}
          </p>`
        : nothing
    }
    ${
      total === 0
        ? html`<p class="kd-note">${empty}</p>`
        : html`${toldTable(rows, actions, asked)} ${asked.turner(total, rows.length)}`
    }`,
    {
      count: total,
      note: [
        ...(counts.isWhole ? [] : [moreText(counts.unsure)]),
        t('{0} at work, {1} with an update waiting', working, counts.waiting),
      ].join(' · '),
    },
  );
}

function toldTable(
  rows: readonly WorkerQueueRow[],
  actions: Actions,
  asked: AskedRows<QueueOrder>,
): TemplateResult {
  return dataTable<WorkerQueueRow, QueueOrder>({
    label: t('Pod workers by the log, the longest wait first'),
    rows,
    asked,
    rowClass: ({ severity }) => (severity === 'none' ? '' : 'kd-long'),
    columns: [
      {
        name: t('Pod'),
        by: 'pod',
        cell: (row) =>
          html`${severityMark(row.severity)}${workerMark(row.icon)} ${podLink(rowPod(row), actions)}
            <div class="kd-note">${inWords(row.state.text)}${knownMark(row.state.known)}</div>`,
      },
      {
        name: t('Works on'),
        first: 'down',
        by: 'works',
        cell: ({ active, activeUpdate, stage }) =>
          html`${updateCell(active, activeUpdate, actions)}
          ${
            activeUpdate === undefined || stage.known === 'unknown'
              ? nothing
              : html`<div class="kd-note">${shownValue(stage, actions.goTo)}</div>`
          }`,
      },
      {
        name: t('Waits'),
        first: 'down',
        by: 'waits',
        cell: (row) =>
          html`${updateCell(row.waiting, row.waitingUpdate, actions)} ${replacedList(row, actions)}`,
      },
      {
        name: t('Next sync'),
        by: 'due',
        cell: ({ next, why }) =>
          html`${shownValue(next, actions.goTo)}
          ${why === '' || why === next.text ? nothing : html`<div class="kd-note">${inWords(why)}</div>`}`,
      },
      {
        name: t('Last plan'),
        by: 'plan',
        cell: ({ plan }) =>
          plan === undefined
            ? html`<span class="kd-quiet">–</span>`
            : shownValue(plan, actions.goTo),
      },
    ],
  });
}

function updateCell(
  value: ShownValue,
  update: UpdateRow | undefined,
  { goTo }: Actions,
): TemplateResult {
  if (value.known === 'unknown')
    return html`<span class="kd-quiet" title=${value.text}>${t('unknown')}</span>`;
  if (update === undefined)
    return html`<span class="kd-quiet">${inWords(value.text)}</span>${knownMark(value.known)}`;
  return html`<strong>${shownValue(value, goTo)}</strong>
    <div class="kd-note">
      ${
        update.askedBy === undefined
          ? clock(update.at)
          : rich('{0}, asked for by {1}', clock(update.at), update.askedBy)
      }
    </div>`;
}

function replacedList(
  { replaced, replacedTotal, asked }: WorkerQueueRow,
  { goTo }: Actions,
): TemplateResult | typeof nothing {
  const list = (updates: readonly UpdateRow[]): TemplateResult =>
    html`<ul class="kd-updates">
      ${updates.map(
        (update) =>
          html`<li>
            ${lineLink(clock(update.at), update.input, goTo)}
            ${update.askedBy ?? inWords(update.work.text)}
          </li>`,
      )}
    </ul>`;
  if (replacedTotal > 0)
    return html`<details>
      <summary>
        ${replacedTotal === 1 ? t('it replaced 1 update') : t('it replaced {0} updates', replacedTotal)}
      </summary>
      ${list(replaced)}
    </details>`;
  if (asked.length === 0) return nothing;
  return html`<details>
    <summary>
      ${asked.length === 1 ? t('1 came since its work began') : t('{0} came since its work began', asked.length)}
    </summary>
    ${list(asked)}
  </details>`;
}

const goroutines: Readonly<Record<WorkerRow['goroutine'], string>> = {
  none: t('no goroutine'),
  idle: t('idle'),
  waiting: t('waits in GetNewerThan'),
  syncing: t('syncs'),
  atWork: t('at work'),
  atRest: t('at rest'),
};

function heldTable(
  { workers, total, counts }: PodWorkersPart,
  answer: Answer,
  actions: Actions,
): TemplateResult {
  const { at } = answer.held;
  const rows = kept(answer, workers);
  if (total === 0) return html`<p class="kd-note">${t('There is no pod worker.')}</p>`;
  return html`<p class="kd-note">${countsText(counts)}</p>
    ${
      rows.length === 0
        ? html`<p class="kd-note">${t('No pod matches the filter.')}</p>`
        : dataTable<WorkerRow>({
            label: t('Pod workers as the kubelet held them, the longest wait first'),
            ...drawnOf(answer, rows, total),
            columns: [
              {
                name: t('Pod'),
                value: podNameOf,
                cell: ({ pod, state }) =>
                  html`${podLink(pod, actions)}${differMark(answer, 'podWorkers', pod)}
                  ${state === undefined ? nothing : html`<div class="kd-note">${inWords(state)}</div>`}`,
              },
              {
                name: t('Goroutine'),
                value: ({ goroutine }) => goroutines[goroutine],
                cell: (row) =>
                  html`${goroutines[row.goroutine]}
                    <span class="kd-number">${since(row.since, at)}</span>
                    ${row.function === undefined ? nothing : html`<div class="kd-note">${row.function.function}</div>`}`,
              },
              {
                name: t('Works on'),
                first: 'down',
                value: ({ active }) => active?.since && at - active.since,
                cell: ({ active }) => workCell(active, at),
              },
              {
                name: t('Waits'),
                first: 'down',
                value: ({ pending }) => pending?.since && at - pending.since,
                cell: ({ goroutine, pending, lastUndelivered, droppedForKill }) =>
                  html`${workCell(pending, at)}
                  ${
                    pending === undefined || goroutine !== 'none'
                      ? nothing
                      : html`<div class="kd-note">
                          ${t('left over: the worker has ended, nobody takes it')}
                        </div>`
                  }
                  ${
                    lastUndelivered === undefined
                      ? nothing
                      : html`<div>
                          ${rich('{0} behind it: {1}', html`<code>${UNDELIVERED}</code>`, workCell(lastUndelivered, at))}
                        </div>`
                  }
                  ${
                    droppedForKill === 0
                      ? nothing
                      : html`<div class="kd-note">
                          ${t('updates dropped, as a kill is not overwritten: {0}', droppedForKill)}
                        </div>`
                  }`,
              },
              {
                name: t('Next sync'),
                value: ({ due }) => due?.due,
                cell: ({ due }) =>
                  due === undefined ? html`<span class="kd-quiet">–</span>` : dueCell(due, at),
              },
            ],
          })
    }
    ${moreKept(answer, rows, total)}`;
}

function countsText(counts: PodWorkersPart['counts']): string {
  const { idle, waiting, syncing, atWork, atRest } = counts;
  const updates = counts.pending + counts.undelivered;
  // Files that don't tell of each goroutine tell who is at work.
  return atWork + atRest > 0
    ? t(
        '{0} at work, {1} at rest; updates waiting: {2}.',
        atWork + waiting + syncing,
        atRest + idle,
        updates,
      )
    : t(
        '{0} idle, {1} waiting for the cache, {2} syncing; updates waiting: {3}.',
        idle,
        waiting,
        syncing,
        updates,
      );
}

/** `sync (update)`: of what nothing tells, less. */
function workName({ workType, updateType }: WorkRow): string {
  if (workType === undefined) return updateType ?? t('an update');
  const words = inWords(workType);
  return updateType === undefined ? words : `${words} (${updateType})`;
}

function workCell(work: WorkRow | undefined, at: Answer['held']['at']): TemplateResult {
  if (work === undefined) return html`<span class="kd-quiet">${t('nothing')}</span>`;
  const { from, replaced, replacedTotal, evict, gracePeriod } = work;
  const more = [
    from === undefined ? undefined : t('asked for by {0}', from),
    evict ? t('eviction') : undefined,
    gracePeriod === undefined ? undefined : t('grace period {0} s', gracePeriod),
  ].filter((text) => text !== undefined);
  return html`<strong>${workName(work)}</strong> ${
      work.since === undefined
        ? html`<span class="kd-quiet">${t('since when is unknown')}</span>`
        : html`<span class="kd-number">${since(work.since, at)}</span>`
    }
    ${more.length === 0 ? nothing : html`<div class="kd-note">${more.join(', ')}</div>`}
    ${
      replacedTotal === 0
        ? nothing
        : html`<details>
            <summary>
              ${replacedTotal === 1 ? t('it replaced 1 update') : t('it replaced {0} updates', replacedTotal)}
            </summary>
            <ul class="kd-updates">
              ${replaced.map((one) => html`<li>${formatTimeOfDay(one.at).slice(0, 12)} ${one.updateType ?? t('an update')}</li>`)}
            </ul>
          </details>`
    }`;
}
