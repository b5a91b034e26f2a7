// What differs, as tables: each row leads to the lines that show it, on the side that it is asked on.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { DifferenceRow, Often } from '../../src/protocol/compareApi.ts';
import type { RowSeverity } from '../../src/protocol/rows.ts';
import { t } from '../shared/l10n.ts';
import type { Links } from '../shared/links.ts';
import { dataTable, type Column, type Table } from '../shared/dataTable.ts';
import { lineLink, severityMark } from '../shared/parts.ts';
import { figure, findingSeverities } from '../shared/words.ts';
import { rateText } from './sides.ts';

export type Change = DifferenceRow['change'];

const marks: Readonly<Record<string, RowSeverity>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'info',
  fatal: 'error',
  error: 'error',
  warning: 'warning',
};

const severityWords: Readonly<Record<string, string>> = {
  ...findingSeverities,
  fatal: t('fatal'),
  error: t('error'),
  warning: t('warning'),
};

/** From the least to the worst. */
const ranks: readonly string[] = [
  'info',
  'warning',
  'error',
  'fatal',
  'low',
  'medium',
  'high',
  'critical',
];

/** Where there are more rows than came, they stay as they came, the most severe first. */
export function differenceTable(
  change: Change,
  table: Pick<Table<DifferenceRow>, 'label' | 'rows' | 'total'>,
  links: Links,
): TemplateResult {
  const often = (name: string, of: (row: DifferenceRow) => Often): Column<DifferenceRow> => ({
    name,
    look: 'end',
    value: (row) => of(row).count,
    cell: (row) => oftenCell(of(row), links),
  });
  const before = often(t('Before'), (row) => row.before);
  const after = often(t('After'), (row) => row.after);
  const factor: Column<DifferenceRow> = {
    name: t('Rate'),
    look: 'fit',
    first: 'down',
    value: factorOf,
    cell: rateCell,
  };
  const figures = {
    new: [after],
    gone: [before],
    more: [before, after, factor],
    less: [before, after, factor],
  };
  return dataTable<DifferenceRow>({
    ...table,
    columns: [
      {
        name: t('Severity'),
        look: 'sign',
        first: 'down',
        value: ({ severity }) => ranks.indexOf(severity),
        cell: ({ severity }) => severityMark(marks[severity] ?? 'info'),
      },
      {
        name: t('Finding or message'),
        value: ({ title }) => title,
        cell: (row) => what(row, links),
      },
      ...figures[change],
    ],
  });
}

function what(row: DifferenceRow, { goTo, showFinding }: Links): TemplateResult {
  const { what: kind, title, severity, pods, finding, after, before } = row;
  const line = after.line ?? before.line;
  const words = kind === 'message' ? html`<span class="kd-mono">${title}</span>` : title;
  const notes = [
    severityWords[severity] ?? severity,
    ...(pods.length === 0 ? [] : [pods.join(', ')]),
  ];
  return html`${lineLink(words, line, goTo)}
    <span class="kd-note kd-notes"
      >${notes.join(' · ')}${
        finding === undefined
          ? nothing
          : html` ·
              <button
                class="kd-link"
                @click=${() => {
                  showFinding(finding);
                }}
              >
                ${t('Show the finding')}
              </button>`
      }</span
    >`;
}

function oftenCell(value: Often, { goTo }: Links): TemplateResult {
  return html`<span class="kd-number"
      >${lineLink(figure(value.count), value.line, goTo, 'plain')}</span
    >
    <span class="kd-note kd-rate">${rateText(value)}</span>`;
}

function factorOf({ before, after }: DifferenceRow): number {
  const [was, is] = [before.rate ?? 0, after.rate ?? 0];
  return Math.max(was, is) / Math.min(was, is);
}

/** `× 8`, `÷ 8`, with both rates as bars. */
function rateCell(row: DifferenceRow): TemplateResult {
  const [was, is] = [row.before.rate ?? 0, row.after.rate ?? 0];
  const high = Math.max(was, is);
  const factor = factorOf(row);
  const text = factor >= 10 ? figure(Math.round(factor)) : String(Number(factor.toPrecision(2)));
  const wide = (rate: number): number => Math.max(1, (60 * rate) / high);
  return html`<span class="kd-factor">
    <svg width="60" height="11" viewBox="0 0 60 11" aria-hidden="true">
      ${svg`<rect class="kd-was" x="0" y="0" width=${wide(was)} height="5"></rect>
      <rect class="kd-is" x="0" y="6" width=${wide(is)} height="5"></rect>`}
    </svg>
    <span class="kd-number">${is > was ? '×' : '÷'} ${text}</span>
  </span>`;
}
