// The insides of an informer, one part each: facts of the reflector, the queue, handlers, store and indices.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatDuration, type Micros } from '../../src/base/time.ts';
import type {
  HandlerRow,
  IndexRow,
  InformerRow,
  InformerWaitRow,
  QueuedKeyRow,
} from '../../src/protocol/informerApi.ts';
import { dataTable } from '../shared/dataTable.ts';
import { clock, section } from '../shared/parts.ts';
import { phaseWords } from './machine.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';
import { figure } from '../shared/words.ts';

/** `more`: terms and what they are, at the end. */
export function facts(
  row: InformerRow,
  at: Micros,
  more: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { phase, phaseSince, wait, counts, lastVersionUnavailable } = row;
  const ago = (time: Micros | undefined): TemplateResult | string =>
    time === undefined
      ? t('none yet')
      : html`${clock(time)} (${time === at ? t('now') : t('{0} ago', formatDuration(at - time))})`;
  return html`<dl>
    <dt>${t('State')}</dt>
    <dd>${rich('{0} since {1}', phaseWords(phase), clock(phaseSince))}</dd>
    ${
      wait === undefined
        ? nothing
        : html`<dt>${t('Waits')}</dt>
            <dd>${rich('{0}, until {1}', formatDuration(wait.delay), clock(wait.until))}</dd>`
    }
    <dt>${t('Resource version')}</dt>
    <dd>
      ${row.lastSyncResourceVersion === '' ? t('none yet') : html`<span class="kd-number">${row.lastSyncResourceVersion}</span>`}
      ${lastVersionUnavailable ? t('which the server has no more: the next list asks for the newest') : nothing}
    </dd>
    <dt>${t('Last event')}</dt>
    <dd>${ago(row.lastEventAt)}</dd>
    <dt>${t('Last bookmark')}</dt>
    <dd>${ago(row.lastBookmarkAt)}</dd>
    <dt>${t('Back-off')}</dt>
    <dd>${row.waits.length === 0 ? t('none') : waits(row.waits)}</dd>
    <dt>${t('So far')}</dt>
    <dd>
      ${counts.requests === 1 ? t('1 request') : t('{0} requests', figure(counts.requests))},
      ${counts.events === 1 ? t('1 event') : t('{0} events', figure(counts.events))},
      ${counts.problems === 1 ? t('1 problem') : t('{0} problems', figure(counts.problems))}
    </dd>
    ${more}
  </dl>`;
}

const barWidth = 16;
const barHeight = 34;
const mostBars = 12;

/** One bar for each wait: how they grow. */
function waits(all: readonly InformerWaitRow[]): TemplateResult {
  const shown = all.slice(-mostBars);
  const longest = Math.max(...shown.map(({ delay }) => delay));
  const words = shown.map(({ delay }) => formatDuration(delay)).join(', ');
  const told = all.length > shown.length ? t('{0} waits, the last {1}', all.length, words) : words;
  return html`<svg
      class="kd-waits"
      width=${shown.length * barWidth}
      height=${barHeight}
      role="img"
      aria-label=${t('How the waits grow')}
    >
      ${shown.map(({ delay }, i) => {
        const height = Math.max(2, (delay / longest) * barHeight);
        return svg`<rect x=${i * barWidth} y=${barHeight - height} width=${barWidth - 4} height=${height}></rect>`;
      })}
    </svg>
    <span class="kd-note">${told}</span>`;
}

export function queueTable(queue: readonly QueuedKeyRow[]): TemplateResult {
  if (queue.length === 0) return html`<p class="kd-note">${t('It is empty.')}</p>`;
  return dataTable<QueuedKeyRow>({
    label: t('Queue'),
    rows: queue,
    columns: [
      { name: t('Key'), look: 'fit', cell: ({ key }) => key ?? html`<em>${t('all objects')}</em>` },
      {
        name: t('Deltas, oldest first'),
        cell: ({ deltas }) =>
          deltas.map(
            ({ type, resourceVersion }) =>
              html`<span class="kd-delta"
                >${type}${resourceVersion === '' ? nothing : html` <span class="kd-quiet">${resourceVersion}</span>`}</span
              >`,
          ),
      },
    ],
  });
}

export function handlerTable(handlers: readonly HandlerRow[]): TemplateResult {
  return dataTable<HandlerRow>({
    label: t('Handlers'),
    rows: handlers,
    columns: [
      {
        name: t('Handler'),
        look: 'fit',
        value: ({ name }) => inWords(name),
        cell: ({ name }) => inWords(name),
      },
      {
        name: t('Waiting'),
        look: 'end',
        value: ({ backlog }) => backlog,
        cell: ({ backlog }) => backlog,
      },
      {
        name: t('Ring buffer'),
        look: 'end',
        value: ({ room }) => room,
        cell: ({ room }) => figure(room),
      },
      { name: t('Comes next'), cell: ({ next }) => next.join(', ') },
      {
        name: t('Resync'),
        look: 'fit',
        value: ({ resyncPeriod }) => resyncPeriod,
        cell: ({ resyncPeriod: period }) =>
          period === 0 ? t('none') : t('each {0}', formatDuration(period)),
      },
      {
        name: t('Initial list'),
        value: ({ hasSynced }) => Number(hasSynced),
        cell: ({ hasSynced }) => (hasSynced ? t('synced') : t('not synced')),
      },
    ],
  });
}

export function storeTable({ store, stored, removed }: InformerRow): TemplateResult {
  const gone =
    removed === undefined
      ? nothing
      : html`<p class="kd-note">
          ${rich('This step removed {0}.', html`<span class="kd-mono">${removed}</span>`)}
        </p>`;
  if (stored === 0)
    return html`${gone}
      <p class="kd-note">${t('It is empty.')}</p>`;
  return html`${gone}
  ${dataTable({
    label: t('Store'),
    rows: store,
    total: stored,
    rowClass: ({ isNew }) => (isNew ? 'kd-current' : ''),
    columns: [
      { name: t('Key'), look: 'fit', value: ({ key }) => key, cell: ({ key }) => key },
      {
        name: t('Resource version'),
        value: ({ resourceVersion }) => resourceVersion,
        cell: ({ resourceVersion, isNew }) =>
          html`<span class="kd-number">${resourceVersion}</span
            >${isNew ? html`<span class="kd-tag">${t('this step')}</span>` : nothing}`,
      },
    ],
  })}
  ${stored > store.length ? html`<p class="kd-note">${rich('{0} of {1} keys.', store.length, stored)}</p>` : nothing}`;
}

export function indexLists(indices: readonly IndexRow[]): TemplateResult | typeof nothing {
  if (indices.length === 0) return nothing;
  return section(
    t('Indices'),
    html`<dl>
      ${indices.map(
        ({ name, values }) =>
          html`<dt>${name}</dt>
            <dd>
              ${values.map(
                ({ value, keys }) =>
                  html`<span class="kd-delta"
                    >${value === '' ? t('(none)') : value}
                    <span class="kd-quiet"
                      >${keys === 1 ? t('1 key') : t('{0} keys', figure(keys))}</span
                    ></span
                  >`,
              )}
            </dd>`,
      )}
    </dl>`,
    { count: indices.length },
  );
}
