// With no pod selected the page lists them: those that need a person come first.
import { html, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { Cursor, PodOrder } from '../../src/protocol/engineApi.ts';
import type { AskedRows } from '../shared/askedRows.ts';
import type { PodRow } from '../../src/protocol/rows.ts';
import { dataTable } from '../shared/dataTable.ts';
import { knownLegend, knownMark } from '../shared/parts.ts';
import { workerMark } from '../shared/workerMark.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export interface Choices {
  readonly cursor: Cursor;
  readonly pods: readonly PodRow[];
  readonly total: number;
}

export function chooser(
  { cursor, pods, total }: Choices,
  filter: string,
  actions: {
    readonly field: TemplateResult;
    readonly choose: (podKey: string) => void;
    readonly asked: AskedRows<PodOrder>;
  },
): TemplateResult {
  const hint =
    cursor.selectedPod === undefined
      ? t('Select a pod here, in the Pods view, or on the timeline.')
      : t(
          'The kubelet doesn’t know this pod yet at the cursor. Move the cursor forward, or select another pod.',
        );
  return html`<header class="kd-bar">
      <h1>${t('Pods')}</h1>
      <span class="kd-note">${hint}</span>
      <span class="kd-space"></span>
      ${actions.field}
    </header>
    <div class="kd-scroll" tabindex="0" role="region" aria-label=${t('Pods')}>
      ${
        pods.length === 0
          ? html`<p class="kd-empty">
              ${filter === '' ? t('No pod is known at the cursor.') : t('No pod matches “{0}”.', filter)}
            </p>`
          : dataTable<PodRow, PodOrder>({
              label: t('Pods at the cursor'),
              rows: pods,
              asked: actions.asked,
              columns: [
                {
                  name: t('Pod'),
                  by: 'pod',
                  cell: (row) =>
                    html`${workerMark(row.icon)}
                      <button
                        class="kd-link"
                        @click=${() => {
                          actions.choose(row.key);
                        }}
                      >
                        ${row.namespace}/${row.name}
                      </button>`,
                },
                {
                  name: t('Worker'),
                  by: 'worker',
                  cell: ({ state }) =>
                    state.known === 'unknown'
                      ? html`<span class="kd-quiet" title=${state.text}>${t('unknown')}</span>`
                      : html`${inWords(state.text)}${knownMark(state.known)}`,
                },
                {
                  name: t('For'),
                  look: 'end',
                  by: 'for',
                  cell: ({ since }) =>
                    since === undefined ? '' : formatDuration(cursor.time - since),
                },
                {
                  name: t('Waits for'),
                  first: 'down',
                  by: 'waits',
                  cell: ({ waits }) => waits.map(({ text }) => inWords(text)).join('; '),
                },
              ],
            })
      }
      ${pods.length === 0 ? '' : knownLegend}
      ${total > pods.length ? html`<p class="kd-note">${rich('{0} more: filter them.', total - pods.length)}</p>` : ''}
    </div>`;
}
