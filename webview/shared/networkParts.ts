// Who asked for one try, and its CNI networks: the dockershim calls the loopback's plug-in, then the one of the pod network.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTimeOfDay } from '../../src/base/time.ts';
import type { NetworkRow } from '../../src/protocol/rows.ts';
import { t } from './l10n.ts';

type Attempt = NetworkRow['attempts'][number];
type Part = Attempt['networks'][number];

/** Who asked; of a try that failed also that nobody knows. */
export function callerText({ by, failed }: Pick<Attempt, 'by' | 'failed'>): string {
  switch (by) {
    case 'sync':
      return t('by the pod worker');
    case 'podKiller':
      return t('by podKiller');
    case 'gc':
      return t('by container GC');
    case 'unknown':
      return failed ? t('by whom the log does not tell') : '';
  }
}

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
