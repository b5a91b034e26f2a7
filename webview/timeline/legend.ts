// What the commonest bars mean, and how a bar tells how it is known.
import { html } from 'lit';
import { t } from '../shared/l10n.ts';

export const legend = html`<div class="kd-legend" aria-hidden="true">
  ${[
    ['kd-sync', t('sync')],
    ['kd-terminating', t('terminating')],
    ['kd-terminated', t('terminated')],
    ['kd-stuck kd-fill', t('network teardown fails')],
    ['kd-inferred', t('inferred')],
    ['kd-unknown', t('unknown')],
  ].map(
    ([look, name]) =>
      html`<span class="kd-key"><span class="kd-swatch ${look}"></span>${name}</span>`,
  )}
</div>`;
