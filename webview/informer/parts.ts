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
import { clock, dataTable, section } from '../shared/parts.ts';
import { phaseWords } from './machine.ts';

export function facts(row: InformerRow, at: Micros): TemplateResult {
  const { phase, phaseSince, wait, counts, lastVersionUnavailable } = row;
  const ago = (time: Micros | undefined): TemplateResult | string =>
    time === undefined
      ? 'none yet'
      : html`${clock(time)} (${time === at ? 'now' : `${formatDuration(at - time)} ago`})`;
  return html`<dl>
    <dt>State</dt>
    <dd>${phaseWords(phase)} since ${clock(phaseSince)}</dd>
    ${
      wait === undefined
        ? nothing
        : html`<dt>Waits</dt>
            <dd>${formatDuration(wait.delay)}, until ${clock(wait.until)}</dd>`
    }
    <dt>Resource version</dt>
    <dd>
      ${row.lastSyncResourceVersion === '' ? 'none yet' : html`<span class="kd-number">${row.lastSyncResourceVersion}</span>`}
      ${lastVersionUnavailable ? 'which the server has no more: the next list asks for the newest' : nothing}
    </dd>
    <dt>Last event</dt>
    <dd>${ago(row.lastEventAt)}</dd>
    <dt>Last bookmark</dt>
    <dd>${ago(row.lastBookmarkAt)}</dd>
    <dt>Back-off</dt>
    <dd>${row.waits.length === 0 ? 'none' : waits(row.waits)}</dd>
    <dt>So far</dt>
    <dd>
      ${many(counts.requests, 'request')}, ${many(counts.events, 'event')},
      ${many(counts.problems, 'problem')}
    </dd>
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
  const more = all.length > shown.length ? `${all.length} waits, the last ` : '';
  return html`<svg
      class="kd-waits"
      width=${shown.length * barWidth}
      height=${barHeight}
      role="img"
      aria-label="How the waits grow"
    >
      ${shown.map(({ delay }, i) => {
        const height = Math.max(2, (delay / longest) * barHeight);
        return svg`<rect x=${i * barWidth} y=${barHeight - height} width=${barWidth - 4} height=${height}></rect>`;
      })}
    </svg>
    <span class="kd-note">${more}${words}</span>`;
}

export function queueTable(queue: readonly QueuedKeyRow[]): TemplateResult {
  if (queue.length === 0) return html`<p class="kd-note">It is empty.</p>`;
  return dataTable<QueuedKeyRow>({
    label: 'Queue',
    rows: queue,
    columns: [
      { name: 'Key', look: 'fit', cell: ({ key }) => key ?? html`<em>all objects</em>` },
      {
        name: 'Deltas, oldest first',
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
    label: 'Handlers',
    rows: handlers,
    columns: [
      { name: 'Handler', look: 'fit', cell: ({ name }) => name },
      { name: 'Waiting', look: 'end', cell: ({ backlog }) => backlog },
      {
        name: 'Initial list',
        cell: ({ hasSynced }) => (hasSynced ? 'heard all of it' : 'has not heard all of it yet'),
      },
    ],
  });
}

export function storeTable({ store, stored, removed }: InformerRow): TemplateResult {
  const gone =
    removed === undefined
      ? nothing
      : html`<p class="kd-note">This step has removed <span class="kd-mono">${removed}</span>.</p>`;
  if (stored === 0)
    return html`${gone}
      <p class="kd-note">It is empty.</p>`;
  return html`${gone}
  ${dataTable({
    label: 'Store',
    rows: store,
    rowClass: ({ isNew }) => (isNew ? 'kd-current' : ''),
    columns: [
      { name: 'Key', look: 'fit', cell: ({ key }) => key },
      {
        name: 'Resource version',
        cell: ({ resourceVersion, isNew }) =>
          html`<span class="kd-number">${resourceVersion}</span
            >${isNew ? html`<span class="kd-tag">this step</span>` : nothing}`,
      },
    ],
  })}
  ${stored > store.length ? html`<p class="kd-note">${store.length} of ${stored} keys.</p>` : nothing}`;
}

export function indexLists(indices: readonly IndexRow[]): TemplateResult | typeof nothing {
  if (indices.length === 0) return nothing;
  return section(
    'Indices',
    html`<dl>
      ${indices.map(
        ({ name, values }) =>
          html`<dt>${name}</dt>
            <dd>
              ${values.map(
                ({ value, keys }) =>
                  html`<span class="kd-delta"
                    >${value === '' ? '(none)' : value}
                    <span class="kd-quiet">${many(keys, 'key')}</span></span
                  >`,
              )}
            </dd>`,
      )}
    </dl>`,
    { count: indices.length },
  );
}

function many(count: number, what: string): string {
  return `${count === 0 ? 'no' : count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
