// With no pod selected the page lists them: those that need a person come first.
import { html, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { Cursor } from '../../src/protocol/engineApi.ts';
import type { PodRow } from '../../src/protocol/rows.ts';
import { dataTable, knownLegend, knownMark, textFilter } from '../shared/parts.ts';
import { workerMark } from '../shared/workerMark.ts';

export interface Choices {
  readonly cursor: Cursor;
  readonly pods: readonly PodRow[];
  readonly total: number;
}

export function chooser(
  { cursor, pods, total }: Choices,
  filter: string,
  actions: { readonly filter: (text: string) => void; readonly choose: (podKey: string) => void },
): TemplateResult {
  const hint =
    cursor.selectedPod === undefined
      ? 'Choose a pod. Trees and timeline choose it for this page, too.'
      : 'The kubelet has not met that pod by the cursor. Move the cursor on, or choose another one.';
  return html`<header class="kd-bar">
      <h1>Pods</h1>
      <span class="kd-note">${hint}</span>
      <span class="kd-space"></span>
      ${textFilter('Filter pods', filter, actions.filter)}
    </header>
    <div class="kd-scroll" tabindex="0" role="region" aria-label="Pods">
      ${
        pods.length === 0
          ? html`<p class="kd-empty">
              ${filter === '' ? 'No pod is known at the cursor.' : `No pod matches “${filter}”.`}
            </p>`
          : dataTable<PodRow>({
              label: 'Pods at the cursor',
              rows: pods,
              columns: [
                {
                  name: 'Pod',
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
                  name: 'Worker',
                  cell: ({ state }) =>
                    state.known === 'unknown'
                      ? html`<span class="kd-quiet" title=${state.text}>unknown</span>`
                      : html`${state.text}${knownMark(state.known)}`,
                },
                {
                  name: 'For',
                  look: 'end',
                  cell: ({ since }) =>
                    since === undefined ? '' : formatDuration(cursor.time - since),
                },
                {
                  name: 'Waits for',
                  cell: ({ waits }) => waits.map(({ text }) => text).join('; '),
                },
              ],
            })
      }
      ${pods.length === 0 ? '' : knownLegend}
      ${total > pods.length ? html`<p class="kd-note">${total - pods.length} more: filter them.</p>` : ''}
    </div>`;
}
