// A line of a log as a list shows it: without the header, whose parts have columns of their own.
import { html, type TemplateResult } from 'lit';
import type { Micros } from '../../src/base/time.ts';
import type { InputId } from '../../src/base/input.ts';
import type { RowSeverity } from '../../src/protocol/rows.ts';
import { clock, dataTable, lineLink, severityMark, type GoTo } from './parts.ts';
import { t } from './l10n.ts';

export interface ShownLine {
  readonly input: InputId;
  readonly position: number;
  readonly at: Micros | undefined;
  readonly site: string;
  readonly text: string;
  readonly loud: RowSeverity;
}

/** What a klog line says: its message without quotes, and its fields. Another line is shown whole. */
export function wordsOf(line: string): string {
  const body = /^[IWEF]\d{4} [\d:.]+ +\d+ [^\]]{1,200}\] (.*)/s.exec(line)?.[1] ?? line;
  return body.replace(/^"((?:[^"\\]|\\.)*)"/, '$1');
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
