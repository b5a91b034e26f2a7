// The calls as a table: each with its tries on one line of time; its button unfolds them as text.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatDuration } from '../../src/base/time.ts';
import type { CallRow, NetworkPage } from '../../src/protocol/pageApi.ts';
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
}

export function callTable(page: NetworkPage, actions: CallActions): TemplateResult {
  if (page.rows.length === 0)
    return html`<p class="kd-note">${t('No call up to the cursor matches the filter.')}</p>`;
  return html`<div class="kd-wide kd-calls">
    <table aria-label=${t('Network calls')}>
      <thead>
        <tr>
          <th scope="col" class="kd-fit">${t('Started')}</th>
          <th scope="col">${t('Pod')}</th>
          <th scope="col" class="kd-fit">${t('Call')}</th>
          <th scope="col" class="kd-fit">${t('Plugin')}</th>
          <th scope="col" class="kd-fit">${t('Outcome')}</th>
          <th scope="col" class="kd-end kd-fit">${t('Failed')}</th>
          <th scope="col" class="kd-end kd-fit">${t('Took')}</th>
          <th scope="col" class="kd-strip">${t('Attempts over time')}</th>
        </tr>
      </thead>
      <tbody>
        ${page.rows.map((row) => callRows(row, page, actions))}
      </tbody>
    </table>
  </div>`;
}

function callRows(row: CallRow, page: NetworkPage, actions: CallActions): TemplateResult {
  const open = actions.isOpen(row.key);
  const { podKey } = row;
  return html`<tr>
      <td class="kd-fit">${lineLink(clock(row.from), row.input, actions.goTo)}</td>
      <td>
        ${severityMark(row.severity)}
        ${
          podKey === undefined
            ? html`${inWords(row.pod)}
                <span class="kd-mono kd-quiet">${shortId(row.sandboxId ?? '')}</span>`
            : html`<button
                class="kd-link kd-plain"
                title=${t('Open this pod’s page')}
                @click=${() => {
                  actions.showPod(podKey);
                }}
              >
                ${row.pod}
              </button>`
        }
        ${row.blocks === undefined ? nothing : html`<div class="kd-note">${inWords(row.blocks)}</div>`}
      </td>
      <td class="kd-fit">${row.command}</td>
      <td class="kd-fit kd-plugin">
        ${
          row.plugin ??
          html`<span class="kd-quiet">${row.isCalled ? t('not named') : t('none called')}</span>`
        }
      </td>
      <td class="kd-fit">${shownValue(row.outcome, actions.goTo)}</td>
      <td class="kd-end kd-fit kd-number">
        ${row.failures === 0 ? html`<span class="kd-quiet">0</span>` : `${row.failures} ×`}
      </td>
      <td class="kd-end kd-fit">${took(row, page)}</td>
      <td class="kd-strip">
        <button
          class="kd-link kd-unfold"
          aria-expanded=${open ? 'true' : 'false'}
          aria-label=${t('Attempts of {0} for {1}', row.command, row.pod)}
          title=${t('Show its attempts')}
          @click=${() => {
            actions.toggle(row.key);
          }}
        >
          ${strip(row, page)}
        </button>
      </td>
    </tr>
    ${open ? details(row, actions.goTo) : nothing}`;
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
  return html`<tr class="kd-details">
    <td></td>
    <td colspan="7">
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
    </td>
  </tr>`;
}
