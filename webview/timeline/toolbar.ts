// The bar above the chart: where the cursor is, what is searched for, and how the chart is looked at.
import { html, nothing, type TemplateResult } from 'lit';
import { formatRfc3339, formatTimeOfDay } from '../../src/base/time.ts';
import type { Cursor } from '../../src/protocol/engineApi.ts';
import type { CheckFilter, FilterEvent, SubmitEvent } from '../shared/filterField.ts';
import { icons } from '../shared/icons.ts';
import { groupings, type Grouping } from './arrange.ts';
import type { Finder, HitKind } from './finder.ts';
import type { Action } from './keys.ts';
import type { Tools } from './tools.ts';
import { t } from '../shared/l10n.ts';

export interface Toolbar {
  readonly cursor: Cursor | undefined;
  /** Of the whole tape. */
  readonly inputs: number;
  readonly asList: boolean;
  readonly check: CheckFilter;
  readonly act: (action: Action) => void;
}

const groupNames: Readonly<Record<Grouping, string>> = {
  namespace: t('Namespaces'),
  node: t('Nodes'),
  none: t('First event'),
};

export function toolbar(
  tools: Tools,
  { cursor, inputs, asList, check, act }: Toolbar,
): TemplateResult {
  const time = cursor === undefined ? '' : formatTimeOfDay(cursor.time);
  const day = cursor === undefined ? '' : formatRfc3339(cursor.time).slice(0, 10);
  const place = t(
    'entry {0} of {1}',
    ((cursor?.position ?? -1) + 1).toLocaleString('en'),
    inputs.toLocaleString('en'),
  );
  const where = [place, ...(cursor?.hindsight === 'then' ? [t('only up to the cursor')] : [])].join(
    ' · ',
  );
  const button: Button = (label, icon, action, pressed) =>
    html`<vscode-button
      appearance="icon"
      class=${pressed === true ? 'kd-pressed' : ''}
      aria-label=${label}
      title=${label}
      aria-pressed=${pressed ?? nothing}
      @click=${() => {
        act(action);
      }}
      >${icon}</vscode-button
    >`;
  return html`<div class="kd-bar" role="toolbar" aria-label=${t('Timeline')}>
    ${button(t('Step back'), icons.stepBack, 'stepBack')}
    ${button(t('Step forward'), icons.stepForward, 'stepForward')}
    <span class="kd-time" title=${day}>${time}</span>
    <span class="kd-sub" title=${`${day} · ${where}`}
      ><span class="kd-day">${day} · </span>${where}</span
    >
    <span class="kd-search">${searchField(tools.finder, check)}</span>
    <span class="kd-ways">${ways(tools, asList, button)}</span>
  </div>`;
}

type Button = (label: string, icon: unknown, action: Action, pressed?: boolean) => TemplateResult;

/** How the chart is looked at: what stays together where the bar breaks into two rows. */
function ways(tools: Tools, asList: boolean, button: Button): TemplateResult {
  return html`<select
      class="kd-input"
      aria-label=${t('Group lanes')}
      title=${t('Group lanes')}
      .value=${tools.grouping}
      @change=${(event: Event) => {
        const chosen = groupings.find((each) => each === textOf(event));
        if (chosen !== undefined) tools.group(chosen);
      }}
    >
      ${groupings.map(
        (each) =>
          html`<option value=${each} ?selected=${each === tools.grouping}>
            ${groupNames[each]}
          </option>`,
      )}
    </select>
    ${button(t('Zoom out'), icons.zoomOut, 'zoomOut')}
    ${button(t('Zoom in'), icons.zoomIn, 'zoomIn')} ${button(t('Show all'), icons.fit, 'fit')}
    ${button(t('Follow the end'), icons.follow, 'follow', tools.following)}
    ${button(t('Mark this time'), icons.mark, 'mark')}
    ${
      asList
        ? button(t('Show as chart'), icons.chart, 'toggleList')
        : button(t('Show as list'), icons.list, 'toggleList')
    }
    ${button(t('Keys and shapes'), icons.help, 'help')}`;
}

/** Above the names that it leaves or takes away. */
export function podFilter(tools: Tools, check: CheckFilter): TemplateResult {
  return html`<kd-filter-field
    class="kd-filter"
    at-start
    .label=${t('Filter pods')}
    .value=${tools.filter}
    .check=${check}
    @kd-filter=${(event: FilterEvent) => {
      void tools.setFilter(event.detail);
    }}
  ></kd-filter-field>`;
}

function searchField(finder: Finder, check: CheckFilter): TemplateResult {
  const step = (label: string, icon: unknown, by: 1 | -1): TemplateResult =>
    html`<vscode-button
      appearance="icon"
      aria-label=${label}
      title=${label}
      @click=${() => {
        void finder.findNext(by);
      }}
      >${icon}</vscode-button
    >`;
  const { search, found, lines } = finder;
  const isCounted = search.trim() !== '' && (found !== undefined || lines.found !== undefined);
  return html`<kd-filter-field
      class="kd-find"
      .label=${t('Find')}
      .about=${t('Find pods, events and lines')}
      .anyText=${true}
      .value=${search}
      .check=${check}
      @kd-filter=${(event: FilterEvent) => {
        void finder.setSearch(event.detail);
      }}
      @kd-submit=${(event: SubmitEvent) => {
        void finder.findNext(event.detail);
      }}
    ></kd-filter-field>
    ${
      isCounted
        ? html`<span class="kd-hits" role="group" aria-label=${t('Search scope')}
              >${hitButton(finder, 'events')}${hitButton(finder, 'lines')}</span
            >
            ${step(t('Previous match'), icons.previous, -1)} ${step(t('Next match'), icons.next, 1)}`
        : nothing
    }`;
}

const hitNames: Readonly<Record<HitKind, string>> = { events: t('events'), lines: t('lines') };

/** How many there are of a kind; of the one that is gone through, which of them the cursor was led to. */
function hitButton(finder: Finder, kind: HitKind): TemplateResult | typeof nothing {
  const isChosen = finder.kind === kind;
  const total = (kind === 'lines' ? finder.lines.found : finder.found)?.total ?? 0;
  const index = kind === 'lines' ? finder.lines.index : finder.found?.index;
  const place = index === undefined || index < 0 ? '–' : (index + 1).toLocaleString('en');
  const goesOn = kind === 'lines' && (finder.lines.found?.share ?? 1) < 1;
  if (total === 0 && !isChosen && !goesOn) return nothing;
  const all = `${total.toLocaleString('en')}${goesOn ? '…' : ''}`;
  const count = total === 0 && !goesOn ? t('none') : isChosen ? t('{0} of {1}', place, all) : all;
  return html`<button
    aria-pressed=${isChosen}
    title=${goesOn ? t('Searching…') : nothing}
    @click=${() => {
      finder.choose(kind);
    }}
  >
    <span class="kd-kind">${hitNames[kind]}</span>
    <span class="kd-count" role=${isChosen ? 'status' : nothing}>${count}</span>
  </button>`;
}

function textOf({ target }: Event): string {
  return target !== null && 'value' in target && typeof target.value === 'string'
    ? target.value
    : '';
}
