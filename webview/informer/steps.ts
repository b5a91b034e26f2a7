// The steps around the one that is shown, to go through.
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { InformerPage, InformerStepRow } from '../../src/protocol/informerApi.ts';
import { clock } from '../shared/parts.ts';

const kinds: Record<InformerStepRow['kind'], string> = {
  began: 'began',
  request: 'asks',
  answer: 'hears',
  event: 'event',
  bookmark: 'bookmark',
  wait: 'waits',
  problem: 'problem',
  queue: 'queue',
  store: 'store',
  handler: 'handler',
};

export function stepList(page: InformerPage, show: (step: number) => void): TemplateResult {
  const { steps, total, shown, atCursor } = page;
  const at = shown?.step.step ?? -1;
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    show(Math.min(total - 1, Math.max(page.firstKept, at + by)));
  };
  return html`<section class="kd-steps" aria-label="Steps" @keydown=${move}>
    <h2>
      Steps
      <span class="kd-note">${at + 1} of ${total.toLocaleString('en')}</span>
    </h2>
    <ol tabindex="0" aria-label="Steps; the arrow keys go through them">
      ${repeat(
        steps,
        ({ step }) => `${page.informer}/${step}`,
        (row) =>
          html`<li class=${row.step > atCursor ? 'kd-future' : ''}>
            <button
              class="kd-step kd-is-${row.kind}"
              tabindex="-1"
              aria-current=${row.step === at ? 'step' : 'false'}
              @click=${() => {
                show(row.step);
              }}
            >
              ${clock(row.at)}<span class="kd-kind">${kinds[row.kind]}</span
              ><span>${row.text}</span>
            </button>
          </li>`,
      )}
    </ol>
  </section>`;
}
