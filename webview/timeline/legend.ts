// What the commonest bars mean, and how a bar tells how it is known.
import { html } from 'lit';

export const legend = html`<div class="kd-legend" aria-hidden="true">
  ${[
    ['kd-sync', 'sync'],
    ['kd-terminating', 'terminating'],
    ['kd-terminated', 'terminated'],
    ['kd-stuck kd-fill', 'network teardown fails'],
    ['kd-inferred', 'inferred'],
    ['kd-unknown', 'unknown'],
  ].map(
    ([look, name]) =>
      html`<span class="kd-key"><span class="kd-swatch ${look}"></span>${name}</span>`,
  )}
</div>`;
