// The CNI networks of one try: the dockershim calls the loopback's plug-in, then the one of the pod network.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTimeOfDay } from '../../src/base/time.ts';
import type { NetworkRow } from '../../src/protocol/rows.ts';
import { t } from './l10n.ts';

type Attempt = NetworkRow['attempts'][number];
type Part = Attempt['networks'][number];

export function networkParts({ networks }: Attempt): TemplateResult | typeof nothing {
  if (networks.length === 0) return nothing;
  return html`<ul class="kd-note" aria-label=${t('Networks of this attempt')}>
    ${networks.map((part) => html`<li>${partText(part)}</li>`)}
  </ul>`;
}

function partText({ name, plugin, outcome, from, until }: Part): string {
  const what = plugin === undefined || plugin === name ? name : `${name} (${plugin})`;
  const length =
    from === undefined || until === undefined ? undefined : formatDuration(until - from);
  switch (outcome) {
    case 'succeeded':
      return length === undefined
        ? t('{0}: succeeded', what)
        : t('{0}: succeeded after {1}', what, length);
    case 'failed':
      return length === undefined
        ? t('{0}: failed', what)
        : t('{0}: failed after {1}', what, length);
    case 'running':
      return from === undefined
        ? t('{0}: running', what)
        : t('{0}: running since {1}', what, formatTimeOfDay(from).slice(0, 12));
    case 'unknown':
      return t('{0}: how it ended is unknown', what);
  }
}
