// The two sides beside each other: which lines they are of, and how loud they are as a whole.
import { html, type TemplateResult } from 'lit';
import { formatDuration, formatRfc3339 } from '../../src/base/time.ts';
import type { Comparison, Often, SideRow } from '../../src/protocol/compareApi.ts';
import { t } from '../shared/l10n.ts';
import { figure } from '../shared/words.ts';

export function sidesTable({ before, after }: Comparison): TemplateResult {
  const row = (name: string, of: (side: SideRow) => unknown): TemplateResult =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${of(before)}</td>
      <td>${of(after)}</td>
    </tr>`;
  return html`<table class="kd-sides" aria-label=${t('The two sides')}>
    <thead>
      <tr>
        <td></td>
        <th scope="col">${t('Before')}</th>
        <th scope="col">${t('After')}</th>
      </tr>
    </thead>
    <tbody>
      ${row(t('Source'), ({ name }) => name)}
      ${row(t('Start'), ({ from }) => (from === undefined ? t('unknown') : begins(from)))}
      ${row(t('Duration'), ({ from, to }) =>
        from === undefined || to === undefined ? t('unknown') : formatDuration(to - from),
      )}
      ${row(t('Lines'), ({ lines }) => figure(lines))}
      ${row(t('Errors'), ({ errors }) => often(errors))}
      ${row(t('Warnings'), ({ warnings }) => often(warnings))}
    </tbody>
  </table>`;
}

/** `2026-11-21 09:34:10.840`. */
function begins(time: NonNullable<SideRow['from']>): string {
  return formatRfc3339(time).slice(0, 23).replace('T', ' ');
}

function often(value: Often): TemplateResult {
  return html`${figure(value.count)} <span class="kd-note">${rateText(value)}</span>`;
}

/** `4.5 an hour`, `6 a minute`; nothing where it would be made of one. */
export function rateText({ count, rate }: Often): string {
  if (count < 2 || rate === undefined) return '';
  const isMinute = rate >= 60;
  const shown = isMinute ? rate / 60 : rate;
  const text = shown >= 10 ? figure(Math.round(shown)) : String(Number(shown.toPrecision(2)));
  return isMinute ? t('{0} per minute', text) : t('{0} per hour', text);
}
