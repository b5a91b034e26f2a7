// The bar above the chart: where the cursor is, what is searched for, and how the chart is looked at.
import { html, nothing, type TemplateResult } from 'lit';
import { formatRfc3339, formatTimeOfDay } from '../../src/base/time.ts';
import type { Cursor } from '../../src/protocol/engineApi.ts';
import { icons } from '../shared/icons.ts';
import { groupings, type Grouping } from './arrange.ts';
import type { Finder } from './finder.ts';
import type { Action } from './keys.ts';
import type { Tools } from './tools.ts';
import { t } from '../shared/l10n.ts';

export interface Toolbar {
  readonly cursor: Cursor | undefined;
  /** Of the whole tape. */
  readonly inputs: number;
  readonly asList: boolean;
  readonly act: (action: Action) => void;
}

const groupNames: Readonly<Record<Grouping, string>> = {
  namespace: t('Namespaces'),
  node: t('Nodes'),
  none: t('First event'),
};

export function toolbar(tools: Tools, { cursor, inputs, asList, act }: Toolbar): TemplateResult {
  const time = cursor === undefined ? '' : formatTimeOfDay(cursor.time);
  const day = cursor === undefined ? '' : formatRfc3339(cursor.time).slice(0, 10);
  const place = t(
    'line {0} of {1}',
    ((cursor?.position ?? -1) + 1).toLocaleString('en'),
    inputs.toLocaleString('en'),
  );
  const where = [day, place, ...(cursor?.hindsight === 'then' ? [t('known then')] : [])].join(
    ' · ',
  );
  const button = (
    label: string,
    icon: unknown,
    action: Action,
    pressed?: boolean,
  ): TemplateResult =>
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
    <span class="kd-time">${time}</span>
    <span class="kd-sub" title=${where}>${where}</span>
    <span class="kd-space"></span>
    ${searchField(tools.finder)}
    <vscode-text-field
      class="kd-filter"
      placeholder=${t('Filter pods')}
      aria-label=${t('Filter pods')}
      .value=${tools.filter}
      @input=${(event: Event) => {
        tools.setFilter(textOf(event));
      }}
    ></vscode-text-field>
    <select
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
    ${button(t('Keys and shapes'), icons.help, 'help')}
  </div>`;
}

function searchField(finder: Finder): TemplateResult {
  const { search, found } = finder;
  const count =
    search.trim() === '' || found === undefined
      ? ''
      : found.total === 0
        ? t('none')
        : t(
            '{0} of {1}',
            found.index < 0 ? '–' : (found.index + 1).toLocaleString('en'),
            found.total.toLocaleString('en'),
          );
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
  return html`<vscode-text-field
      class="kd-find"
      placeholder=${t('Find')}
      aria-label=${t('Find pods and events')}
      .value=${search}
      @input=${(event: Event) => {
        void finder.setSearch(textOf(event));
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter') void finder.findNext(event.shiftKey ? -1 : 1);
      }}
    ></vscode-text-field>
    ${
      count === ''
        ? nothing
        : html`<span class="kd-sub kd-count" role="status">${count}</span>
            ${step(t('Previous hit'), icons.previous, -1)} ${step(t('Next hit'), icons.next, 1)}`
    }`;
}

function textOf({ target }: Event): string {
  return target !== null && 'value' in target && typeof target.value === 'string'
    ? target.value
    : '';
}
