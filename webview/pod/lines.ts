// The lines that name the pod or one of its ids, a page at a time; the page follows the cursor until the person turns it.
import { html, nothing, type TemplateResult } from 'lit';
import type { LinePage } from '../../src/protocol/pageApi.ts';
import { icons } from '../shared/icons.ts';
import { lineTable } from '../shared/logLine.ts';
import { iconButton, section, type GoTo } from '../shared/parts.ts';
import { rich, t } from '../shared/l10n.ts';

const PAGE = 100;

export function lineSection(
  page: LinePage | undefined,
  cursor: number,
  goTo: GoTo,
  turn: (start: number) => void,
): TemplateResult | typeof nothing {
  if (page === undefined) return nothing;
  const { start, total, rows } = page;
  const last = start + rows.length;
  const size = Math.max(rows.length, 1);
  const turner = html`<span class="kd-note">
    ${
      start === 0
        ? nothing
        : iconButton(t('Earlier lines'), icons.back, () => {
            turn(Math.max(0, start - PAGE));
          })
    }
    ${rich('{0}–{1} of {2}', (start + 1).toLocaleString('en'), last.toLocaleString('en'), total.toLocaleString('en'))}
    ${
      last >= total
        ? nothing
        : iconButton(t('Later lines'), icons.forward, () => {
            turn(start + size);
          })
    }
  </span>`;
  return section(
    t('Log lines'),
    total === 0
      ? html`<p class="kd-note">${t('Not in the log.')}</p>`
      : html`${total > rows.length ? turner : nothing}
        ${lineTable(t('Lines that name the pod'), rows, cursor, goTo)}
        ${total > rows.length ? turner : nothing}`,
    { count: total },
  );
}
