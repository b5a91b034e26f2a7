// All findings as one table, a part of them at a time, in the order of any column.
import { html, type TemplateResult } from 'lit';
import { formatDuration, type Micros } from '../../src/base/time.ts';
import type { FindingOrder } from '../../src/protocol/engineApi.ts';
import type { FindingBrief } from '../../src/protocol/rows.ts';
import type { AskedRows } from '../shared/askedRows.ts';
import { dataTable } from '../shared/dataTable.ts';
import { t } from '../shared/l10n.ts';
import { clock, severityText, whenText } from './words.ts';

export interface TableState {
  readonly now: Micros;
  readonly sorted: AskedRows<FindingOrder>;
  /** The key of the one that is shown in full. */
  readonly chosen: string | undefined;
  readonly select: (key: string) => void;
}

export function findingTable(
  rows: readonly FindingBrief[],
  { now, sorted, chosen, select }: TableState,
): TemplateResult {
  return dataTable<FindingBrief, FindingOrder>({
    label: t('Findings'),
    rows,
    asked: sorted,
    rowClass: ({ key }) => (key === chosen ? 'kd-current' : ''),
    columns: [
      {
        name: t('Severity'),
        look: 'fit',
        first: 'down',
        by: 'severity',
        cell: (row) =>
          html`<span class="kd-severity kd-${row.severity}">${severityText(row)}</span>`,
      },
      {
        name: t('Finding'),
        by: 'title',
        cell: ({ key, title }) =>
          html`<button
            class="kd-link"
            data-key=${key}
            aria-pressed=${key === chosen}
            @click=${() => {
              select(key);
            }}
          >
            ${title}
          </button>`,
      },
      { name: t('Pod'), by: 'pod', cell: ({ pod, node }) => pod ?? node ?? t('The node') },
      {
        name: t('Times'),
        look: 'end',
        by: 'count',
        cell: ({ count }) => count.toLocaleString('en'),
      },
      { name: t('Began'), look: 'fit', by: 'began', cell: ({ began }) => clock(began) },
      { name: t('Duration'), look: 'end', by: 'length', cell: (row) => lengthCell(row, now) },
    ],
  });
}

/** As far as it goes at the cursor. */
function lengthCell(row: FindingBrief, now: Micros): TemplateResult {
  const { began, ended } = row;
  if (began > now) return html`<span class="kd-quiet">${whenText(row, now)}</span>`;
  const length = formatDuration(Math.min(ended ?? now, now) - began);
  const goesOn = ended === undefined || ended > now;
  return html`<span title=${whenText(row, now)}>${goesOn ? `> ${length}` : length}</span>`;
}
