// What stands beside the chart: the sums of a range, the comparison of two pods, and the marks. Data and callbacks in, templates out.
import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { KindSum, TimelineStats } from '../../src/protocol/timelineApi.ts';
import { icons } from '../shared/icons.ts';
import type { TimeWindow } from '../shared/timeScale.ts';
import {
  differenceOf,
  figureOf,
  nameOfKind,
  nameOfSpan,
  timeRange,
  type Compared,
} from './report.ts';
import { detailPart, type DetailActions, type Selected } from './detail.ts';
import type { Mark } from './state.ts';
import { rich, t } from '../shared/l10n.ts';
import { knownMark } from '../shared/parts.ts';

/** How many kinds of events are named before the rest is only counted. */
const MOST_KINDS = 12;

export interface SideActions extends DetailActions {
  readonly clearRange: () => void;
  readonly showRange: () => void;
  readonly copyRange: () => void;
  readonly goToLane: (lane: number) => void;
  readonly endComparison: () => void;
  readonly copyComparison: () => void;
  readonly goToMark: (mark: Mark) => void;
  readonly noteMark: (mark: Mark, note: string) => void;
  readonly removeMark: (mark: Mark) => void;
}

export interface Side {
  readonly selected: Selected | undefined;
  readonly range: TimeWindow | undefined;
  readonly stats: TimelineStats | undefined;
  readonly comparison:
    { readonly a: string; readonly b: string; readonly rows: readonly Compared[] } | undefined;
  readonly marks: readonly Mark[];
}

/** Nothing when there is nothing to tell. */
export function side(
  { selected, range, stats, comparison, marks }: Side,
  on: SideActions,
): unknown {
  if ([selected, range, comparison, marks[0]].every((part) => part === undefined)) return nothing;
  return html`<aside class="kd-side" aria-label=${t('Selection, range, comparison and marks')}>
    ${selected === undefined ? nothing : detailPart(selected, on)}
    ${marks.length === 0 ? nothing : marksPart(marks, on)}
    ${comparison === undefined ? nothing : comparisonPart(comparison, on)}
    ${range === undefined ? nothing : rangePart(range, stats, on)}
  </aside>`;
}

function button(label: string, icon: unknown, act: () => void): TemplateResult {
  return html`<vscode-button appearance="icon" aria-label=${label} title=${label} @click=${act}
    >${icon}</vscode-button
  >`;
}

function rangePart(
  range: TimeWindow,
  stats: TimelineStats | undefined,
  on: SideActions,
): TemplateResult {
  return html`<section aria-label=${t('Range')}>
    <div class="kd-side-head">
      <h2>${formatDuration(range.to - range.from)}</h2>
      ${button(t('Show only this range'), icons.fit, on.showRange)}
      ${button(t('Copy as Markdown'), icons.copy, on.copyRange)}
      ${button(t('Clear range'), icons.close, on.clearRange)}
    </div>
    <p class="kd-sub">${rich('{0} UTC', timeRange(range))}</p>
    ${stats === undefined ? nothing : rangeSums(stats, on)}
  </section>`;
}

function rangeSums(stats: TimelineStats, on: SideActions): TemplateResult {
  const { findings, slowest, events, pleg } = stats;
  const isEmpty = [findings, slowest, events, pleg].every(({ length }) => length === 0);
  return html`${
    findings.length === 0
      ? nothing
      : html`<h3>${t('Findings')}</h3>
          <ul>
            ${findings.map(
              ({ title, severity, pod }) =>
                html`<li>
                  <span class=${`kd-dot kd-${severity}`} role="img" aria-label=${severity}></span>
                  <span>${title}${pod === undefined ? nothing : html` · ${pod}`}</span>
                </li>`,
            )}
          </ul>`
  }
  ${
    slowest.length === 0
      ? nothing
      : html`<h3>${t('Longest')}</h3>
          <ul>
            ${slowest.map(
              ({ lane, name, slug, length, known }) =>
                html`<li>
                  <button
                    class="kd-link"
                    @click=${() => {
                      on.goToLane(lane);
                    }}
                  >
                    ${name}
                  </button>
                  <span class="kd-what">${nameOfSpan(slug)}${knownMark(known)}</span>
                  <span class="kd-figure">${formatDuration(length)}</span>
                </li>`,
            )}
          </ul>`
  }
  ${sums(t('Events'), events)} ${sums('PLEG', pleg)}
  ${isEmpty ? html`<p class="kd-sub">${t('Nothing is known to have happened here.')}</p>` : nothing}`;
}

function sums(title: string, list: readonly KindSum[]): unknown {
  if (list.length === 0) return nothing;
  const rest = list.slice(MOST_KINDS).reduce((sum, { count }) => sum + count, 0);
  return html`<h3>${title}</h3>
    <ul>
      ${list.slice(0, MOST_KINDS).map(
        (sum) =>
          html`<li>
            <span class=${`kd-${sum.severity}`}>${nameOfKind(sum)}</span>
            <span class="kd-figure">${sum.count.toLocaleString('en')}</span>
          </li>`,
      )}
      ${
        rest === 0
          ? nothing
          : html`<li>
              <span>${rich('other kinds: {0}', list.length - MOST_KINDS)}</span>
              <span class="kd-figure">${rest.toLocaleString('en')}</span>
            </li>`
      }
    </ul>`;
}

function comparisonPart(
  { a, b, rows }: NonNullable<Side['comparison']>,
  on: SideActions,
): TemplateResult {
  const namespace = namespaceOf(a) === namespaceOf(b) ? namespaceOf(a) : '';
  return html`<section aria-label=${t('Comparison')}>
    <div class="kd-side-head">
      <h2>${t('Compared')}</h2>
      ${button(t('Copy as Markdown'), icons.copy, on.copyComparison)}
      ${button(t('End comparison'), icons.close, on.endComparison)}
    </div>
    <table>
      <thead>
        <tr>
          <th></th>
          <th scope="col" title=${a}>${a.slice(namespace.length)}</th>
          <th scope="col" title=${b}>${b.slice(namespace.length)}</th>
          <th scope="col"><span class="kd-hidden">${t('difference')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row" class=${`kd-${row.severity}`}>${row.name}</th>
              <td>${figureOf(row.a, row.shape)}</td>
              <td>${figureOf(row.b, row.shape)}</td>
              <td class="kd-sub">${differenceOf(row)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** With the slash; two pods of one are told apart without it. */
function namespaceOf(pod: string): string {
  return pod.slice(0, pod.indexOf('/') + 1);
}

function marksPart(marks: readonly Mark[], on: SideActions): TemplateResult {
  return html`<section aria-label=${t('Marks')}>
    <div class="kd-side-head"><h2>${t('Marks')}</h2></div>
    <ul>
      ${marks.map((mark) => {
        const time = formatTimeOfDay(micros(mark.time)).slice(0, 12);
        return html`<li class="kd-mark">
          <button
            class="kd-link kd-time"
            @click=${() => {
              on.goToMark(mark);
            }}
          >
            ${time}
          </button>
          <input
            class="kd-input"
            aria-label=${t('Note of the mark at {0}', time)}
            placeholder=${t('note')}
            maxlength="300"
            .value=${mark.note}
            @input=${(event: Event) => {
              if (event.target instanceof HTMLInputElement) on.noteMark(mark, event.target.value);
            }}
          />
          ${button(t('Remove the mark at {0}', time), icons.close, () => {
            on.removeMark(mark);
          })}
        </li>`;
      })}
    </ul>
  </section>`;
}
