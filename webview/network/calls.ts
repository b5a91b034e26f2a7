// The calls as a table: each with its tries on one line of time; its button unfolds them as text.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { CallOrder, CallRow, NetworkPage } from '../../src/protocol/pageApi.ts';
import type { AskedRows } from '../shared/askedRows.ts';
import { dataTable } from '../shared/dataTable.ts';
import {
  clock,
  knownMark,
  lasted,
  lineLink,
  severityMark,
  shownValue,
  type GoTo,
} from '../shared/parts.ts';
import { shortId } from '../shared/shortId.ts';
import { t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';
import { callerText, networkParts } from '../shared/networkParts.ts';

export interface CallActions {
  readonly goTo: GoTo;
  readonly showPod: (podKey: string) => void;
  readonly isOpen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly asked: AskedRows<CallOrder>;
}

export function callTable(page: NetworkPage, actions: CallActions): TemplateResult {
  if (page.rows.length === 0)
    return html`<p class="kd-note">${t('No call up to the cursor matches the filter.')}</p>`;
  const { goTo, asked, isOpen } = actions;
  return html`<div class="kd-calls">
    ${dataTable<CallRow, CallOrder>({
      label: t('Network calls'),
      rows: page.rows,
      asked,
      below: (row) => (isOpen(row.key) ? details(row, goTo) : nothing),
      columns: [
        {
          name: t('Started'),
          look: 'fit',
          by: 'from',
          cell: ({ from, input }) => lineLink(clock(from), input, goTo),
        },
        { name: t('Pod'), by: 'pod', cell: (row) => podCell(row, actions) },
        { name: t('Call'), look: 'fit', by: 'command', cell: ({ command }) => command },
        {
          name: t('Plugin'),
          look: 'fit',
          by: 'plugin',
          cell: ({ plugin, isCalled }) =>
            plugin ??
            html`<span class="kd-quiet">${isCalled ? t('not named') : t('none called')}</span>`,
        },
        {
          name: t('Outcome'),
          look: 'fit',
          by: 'outcome',
          cell: ({ outcome }) => shownValue(outcome, goTo),
        },
        {
          name: t('Failed'),
          look: 'end',
          by: 'failures',
          cell: ({ failures }) =>
            html`<span class="kd-number ${failures === 0 ? 'kd-quiet' : ''}"
              >${failures === 0 ? 0 : `${failures} ×`}</span
            >`,
        },
        { name: t('Took'), look: 'end', by: 'length', cell: (row) => took(row, page) },
        {
          name: t('Attempts over time'),
          look: 'strip',
          cell: (row) => attemptsCell(row, page, actions),
        },
      ],
    })}
  </div>`;
}

function podCell(
  { pod, podKey, sandboxId, severity, blocks }: CallRow,
  { showPod }: CallActions,
): TemplateResult {
  return html`${severityMark(severity)}
  ${
    podKey === undefined
      ? html`${inWords(pod)} <span class="kd-mono kd-quiet">${shortId(sandboxId ?? '')}</span>`
      : html`<button
          class="kd-link kd-plain"
          title=${t('Open this pod’s page')}
          @click=${() => {
            showPod(podKey);
          }}
        >
          ${pod}
        </button>`
  }
  ${blocks === undefined ? nothing : html`<div class="kd-note">${inWords(blocks)}</div>`}`;
}

function attemptsCell(
  row: CallRow,
  page: NetworkPage,
  { isOpen, toggle }: CallActions,
): TemplateResult {
  return html`<button
    class="kd-link kd-unfold"
    aria-expanded=${isOpen(row.key) ? 'true' : 'false'}
    aria-label=${t('Attempts of {0} for {1}', row.command, row.pod)}
    title=${t('Show its attempts')}
    @click=${() => {
      toggle(row.key);
    }}
  >
    ${strip(row, page)}
  </button>`;
}

/** An inferred end is at the line that proves it, which comes later. */
function took({ from, until, untilKnown }: CallRow, { at }: NetworkPage): TemplateResult {
  const length = (until ?? at) - from;
  if (until === undefined || untilKnown !== 'inferred') return lasted(length, until === undefined);
  const text = t('at most {0}', formatDuration(length));
  return html`<span class="kd-number">${text}</span>${knownMark(untilKnown)}`;
}

/** The span of a call on the line of time of the whole log, with a tick for each try and the cursor. */
function strip(row: CallRow, { from, to, at }: NetworkPage): TemplateResult {
  const x = (time: number): string =>
    `${Math.max(0, Math.min(100, (100 * (time - from)) / Math.max(1, to - from)))}%`;
  const end = row.until ?? at;
  const width = Math.max(0.6, (100 * (end - row.from)) / Math.max(1, to - from));
  const failed = row.failures > 0;
  return html`<svg class="kd-ticks" width="100%" height="18" aria-hidden="true">
    ${svg`<line class="kd-axis" x1="0" x2="100%" y1="9" y2="9"></line>
    <rect class=${failed ? 'kd-span kd-failed' : 'kd-span'} x=${x(row.from)} y="6" height="6" width="${width}%" rx="1"></rect>
    ${row.ticks.map(
      ({ at: time, failed: bad }) =>
        svg`<line class=${bad ? 'kd-tick kd-bad' : 'kd-tick'} x1=${x(time)} x2=${x(time)} y1="2" y2="16"></line>`,
    )}
    <line class="kd-cursor" x1=${x(at)} x2=${x(at)} y1="0" y2="18"></line>`}
  </svg>`;
}

function details(row: CallRow, goTo: GoTo): TemplateResult {
  const { attempts, every, failures } = row;
  const earlier = failures - attempts.length;
  return html`<div class="kd-details">
    <p class="kd-note">
      ${row.sandboxId === undefined ? nothing : t('Sandbox {0}.', shortId(row.sandboxId))}
      ${every === undefined ? nothing : t('Retried about every {0}.', formatDuration(every))}
      ${earlier > 0 ? t('The last {0} of {1} attempts:', attempts.length, failures) : nothing}
    </p>
    <ol>
      ${attempts.map(
        (attempt) =>
          html`<li>
            ${lineLink(clock(attempt.at), attempt.provedBy.at(0), goTo)}
            <span class="kd-log">${inWords(attempt.text)}</span>
            <span class="kd-note">${callerText(attempt)}</span>
            ${networkParts(attempt)}
          </li>`,
      )}
    </ol>
  </div>`;
}
