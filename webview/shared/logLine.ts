// A line of a log as a list shows it: without the header, whose parts have columns of their own.
import { html, type TemplateResult } from 'lit';
import type { Micros } from '../../src/base/time.ts';
import type { InputId } from '../../src/base/input.ts';
import { wordsOf } from '../../src/protocol/lineWords.ts';
import type { RowSeverity } from '../../src/protocol/rows.ts';
import { dataTable } from './dataTable.ts';
import { clock, lineLink, severityMark, type GoTo } from './parts.ts';
import { t } from './l10n.ts';

export interface ShownLine {
  readonly input: InputId;
  readonly position: number;
  readonly at: Micros | undefined;
  readonly site: string;
  readonly text: string;
  readonly loud: RowSeverity;
}

/** Lines with the cursor's among them marked; those after it are dimmed. */
export function lineTable(
  label: string,
  lines: readonly ShownLine[],
  cursor: number,
  goTo: GoTo,
): TemplateResult {
  return dataTable<ShownLine>({
    label,
    rows: lines,
    rowClass: ({ position }) =>
      position === cursor ? 'kd-current' : position > cursor ? 'kd-future' : '',
    columns: [
      {
        name: t('Time'),
        look: 'fit',
        cell: ({ at, input }) => lineLink(at === undefined ? t('no time') : clock(at), input, goTo),
      },
      { name: t('Severity'), look: 'sign', cell: ({ loud }) => severityMark(loud) },
      {
        name: t('Line'),
        cell: ({ text }) => html`<span class="kd-log">${wordsOf(text)}</span>`,
      },
      {
        name: t('Logged at'),
        look: 'fit',
        cell: ({ site }) => html`<span class="kd-quiet kd-mono">${site}</span>`,
      },
    ],
  });
}
