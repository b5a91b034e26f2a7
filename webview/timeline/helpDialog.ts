// All keys of the page, and what its shapes mean, over the chart.
import { html, type TemplateResult } from 'lit';
import { icons } from '../shared/icons.ts';
import { help } from './keys.ts';
import { t } from '../shared/l10n.ts';

const shapes = [
  ['kd-shape-error', t('error: pin')],
  ['kd-shape-warning', t('warning: diamond')],
  ['kd-shape-info', t('note: dot')],
  ['kd-shape-none', t('event: tick, wide for several')],
] as const;

export function helpDialog(close: () => void): TemplateResult {
  return html`<div
    class="kd-help"
    role="dialog"
    aria-modal="true"
    aria-label=${t('Keys of the timeline')}
    tabindex="-1"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === '?') close();
      event.stopPropagation();
    }}
  >
    <div class="kd-side-head">
      <h2>${t('Keys and shapes')}</h2>
      <vscode-button appearance="icon" aria-label=${t('Close')} title=${t('Close')} @click=${close}
        >${icons.close}</vscode-button
      >
    </div>
    <div class="kd-help-parts">
      ${help.map(
        ([title, rows]) =>
          html`<section>
            <h3>${title}</h3>
            <dl>
              ${rows.map(
                ([keys, does]) =>
                  html`<dt>${keys.split('  ').map((key) => html`<kbd>${key}</kbd> `)}</dt>
                    <dd>${does}</dd>`,
              )}
            </dl>
          </section>`,
      )}
      <section>
        <h3>${t('Shapes')}</h3>
        <dl>
          ${shapes.map(
            ([look, means]) =>
              html`<dt><span class=${look} aria-hidden="true"></span></dt>
                <dd>${means}</dd>`,
          )}
        </dl>
        <p>
          ${t('Wide bar: worker state. Thin bar: current phase. Dashed edge: inferred. Hatched: unknown.')}
        </p>
      </section>
      <section>
        <h3>${t('Mouse')}</h3>
        <p>
          ${t('The wheel zooms, with Shift it pans, over the names it scrolls. Drag the ruler, or anywhere with Shift, for a range; drag a name to move its lane, click a heading to fold its group. Two fingers zoom. A click selects and shows the line; a double click, or a click on the ruler, moves the cursor there.')}
        </p>
      </section>
    </div>
  </div>`;
}
