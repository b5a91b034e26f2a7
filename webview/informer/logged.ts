// What a kubelet's own reflectors say in its log: nothing here was derived, each row is a line.
import { html, nothing, type TemplateResult } from 'lit';
import type {
  LoggedReflectorRow,
  ReflectorLineRow,
  ReflectorLines,
  ReflectorSaid,
} from '../../src/protocol/liveInformerApi.ts';
import { wordsOf } from '../../src/protocol/lineWords.ts';
import { dataTable } from '../shared/dataTable.ts';
import { rich, t } from '../shared/l10n.ts';
import { clock, lineLink, section, type GoTo } from '../shared/parts.ts';
import { figure } from '../shared/words.ts';

const sayings: Record<ReflectorSaid, string> = {
  started: t('starts'),
  listing: t('lists and watches'),
  populated: t('has its list'),
  ended: t('watch ended'),
  failed: t('fails'),
  other: t('says'),
};

export function loggedInside(page: ReflectorLines, goTo: GoTo): TemplateResult {
  const { reflectors, reflectorCount, lines, total, position } = page;
  return html`<p class="kd-lead">
      ${t('What the kubelet’s own reflectors print: a line each, in the order of the log. What they do in between is not in the log.')}
    </p>
    ${section(
      t('Reflectors'),
      html`${reflectors.length === 0 ? html`<p class="kd-note">${t('None has printed anything by the cursor.')}</p>` : reflectorTable(reflectors, goTo)}
      ${reflectors.length < reflectorCount ? html`<p class="kd-note">${rich('{0} of {1}', reflectors.length, reflectorCount)}</p>` : nothing}`,
      { count: reflectorCount, note: t('as their last line by the cursor tells') },
    )}
    ${section(t('Lines'), lineTable(lines, position, goTo), { count: total, note: t('around the cursor') })}`;
}

function when({ at, input }: ReflectorLineRow, goTo: GoTo): TemplateResult {
  return lineLink(at === undefined ? t('no time') : clock(at), input, goTo);
}

function reflectorTable(rows: readonly LoggedReflectorRow[], goTo: GoTo): TemplateResult {
  return dataTable<LoggedReflectorRow>({
    label: t('Reflectors'),
    rows,
    columns: [
      { name: t('Type'), look: 'fit', cell: ({ type }) => type, value: ({ type }) => type },
      {
        name: t('Made by'),
        cell: ({ name }) => html`<span class="kd-mono kd-quiet">${name}</span>`,
        value: ({ name }) => name,
      },
      { name: t('Last line'), look: 'fit', cell: ({ last }) => when(last, goTo) },
      { name: t('Says'), cell: ({ last }) => sayings[last.said] },
      { name: t('Lines'), look: 'end', cell: ({ lines }) => figure(lines) },
      {
        name: t('Failures and ends'),
        look: 'end',
        cell: ({ failures }) => figure(failures),
        value: ({ failures }) => failures,
      },
      { name: t('Log'), cell: ({ of }) => of },
    ],
  });
}

function lineTable(rows: readonly ReflectorLineRow[], cursor: number, goTo: GoTo): TemplateResult {
  return dataTable<ReflectorLineRow>({
    label: t('Lines of reflectors'),
    rows,
    rowClass: ({ position }) =>
      position === cursor ? 'kd-current' : position > cursor ? 'kd-future' : '',
    columns: [
      { name: t('Time'), look: 'fit', cell: (row) => when(row, goTo) },
      { name: t('Says'), look: 'fit', cell: ({ said }) => sayings[said] },
      { name: t('Line'), cell: ({ text }) => html`<span class="kd-log">${wordsOf(text)}</span>` },
    ],
  });
}
