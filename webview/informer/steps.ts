// The steps around the one that is shown, to go through.
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { InformerPage, InformerStepRow } from '../../src/protocol/informerApi.ts';
import { clock } from '../shared/parts.ts';
import { rich, t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export const kindWords: Record<InformerStepRow['kind'], string> = {
  began: t('began'),
  request: t('sends requests'),
  answer: t('watches'),
  event: t('event'),
  bookmark: t('bookmark'),
  wait: t('waits'),
  problem: t('problem'),
  queue: t('queue'),
  store: t('store'),
  handler: t('handler'),
};

/** How many steps a key goes. */
const ways: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  End: Infinity,
  Home: -Infinity,
};

export function stepList(page: InformerPage, show: (step: number) => void): TemplateResult {
  const { steps, total, shown, atCursor } = page;
  const at = shown?.step.step ?? -1;
  const move = (event: KeyboardEvent): void => {
    const by = ways[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(Math.min(total - 1, Math.max(page.firstKept, at + by)));
  };
  return html`<section class="kd-steps" aria-label=${t('Steps')} @keydown=${move}>
    <h2>
      ${t('Steps')}
      <span class="kd-note">${rich('{0} of {1}', at + 1, total.toLocaleString('en'))}</span>
    </h2>
    <ol tabindex="0" aria-label=${t('Steps (use the arrow keys)')}>
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
              ${clock(row.at)}<span class="kd-kind">${kindWords[row.kind]}</span
              ><span>${inWords(row.text)}</span>
            </button>
          </li>`,
      )}
    </ol>
  </section>`;
}
