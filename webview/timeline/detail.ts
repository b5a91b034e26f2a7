// The panel about the item that was selected: what, when, how long, how it is known, and the lines that prove it.
import { html, nothing, type TemplateResult } from 'lit';
import type { InputId } from '../../src/base/input.ts';
import { plainText } from '../../src/base/plainText.ts';
import { formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import type { TimelineDetail } from '../../src/protocol/timelineApi.ts';
import { icons } from '../shared/icons.ts';
import { rich, t } from '../shared/l10n.ts';
import { rowSeverities } from '../shared/words.ts';
import { knownOf, laneTitle, timeOf, titleOf } from './describe.ts';
import type { TimelineItem } from './items.ts';

export interface Selected {
  readonly item: TimelineItem;
  readonly lane: TimelineLane | undefined;
  /** Undefined until it is answered. */
  readonly detail: TimelineDetail | undefined;
}

export interface DetailActions {
  readonly openLine: (input: InputId) => void;
  readonly showFinding: (key: string) => void;
  readonly showItem: (item: TimelineItem) => void;
  readonly closeDetail: () => void;
}

export function detailPart({ item, lane, detail }: Selected, on: DetailActions): TemplateResult {
  const { severity } = item.kind;
  const isSpan = item.end > item.start;
  return html`<section
    class="kd-detail"
    tabindex="-1"
    aria-label=${t('Selected')}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') on.closeDetail();
    }}
  >
    <div class="kd-side-head">
      <h2>${titleOf(item)}</h2>
      ${
        isSpan
          ? iconButton(t('Show only this'), icons.fit, () => {
              on.showItem(item);
            })
          : nothing
      }
      ${iconButton(t('Close'), icons.close, on.closeDetail)}
    </div>
    <p>
      ${laneTitle(lane)}${severity === 'none' ? nothing : html` · <span class=${`kd-${severity}`}>${rowSeverities[severity]}</span>`}
    </p>
    <p class="kd-sub">${timeOf(item)}</p>
    <p class="kd-sub">${knownOf(item)}</p>
    ${detail === undefined ? nothing : proofs(detail, on)}
  </section>`;
}

function proofs(detail: TimelineDetail, on: DetailActions): TemplateResult {
  const { lines, more, why, finding } = detail;
  return html`${why === undefined ? nothing : html`<p class="kd-sub">${why}</p>`}
  ${
    finding === undefined
      ? nothing
      : html`<p>
          <button
            class="kd-link"
            @click=${() => {
              on.showFinding(finding);
            }}
          >
            ${t('Show Finding')}
          </button>
        </p>`
  }
  ${
    lines.length === 0
      ? html`<p class="kd-sub">${t('No line of its own proves it.')}</p>`
      : html`<h3>${t('Proved by')}</h3>
          <ul class="kd-proofs">
            ${lines.map(
              ({ input, at, text }) =>
                html`<li>
                  <button
                    class="kd-link kd-time"
                    @click=${() => {
                      on.openLine(input);
                    }}
                  >
                    ${at === undefined ? t('no time') : clock(at)}
                  </button>
                  <span class="kd-line">${plainText(text.slice(0, LONGEST))}</span>
                </li>`,
            )}
          </ul>`
  }
  ${more === 0 ? nothing : html`<p class="kd-sub">${rich('{0} more', more.toLocaleString('en'))}</p>`}`;
}

/** Of a line. */
const LONGEST = 400;

function clock(time: number): string {
  return formatTimeOfDay(micros(time));
}

function iconButton(label: string, icon: unknown, act: () => void): TemplateResult {
  return html`<vscode-button appearance="icon" aria-label=${label} title=${label} @click=${act}
    >${icon}</vscode-button
  >`;
}
