// The chart's twin: the same items as a grid of rows, of which only those in sight are made. For keyboards and screen readers.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { formatDuration, formatTimeOfDay, micros } from '../../src/base/time.ts';
import { isUntold, knownOf, titleOf } from './describe.ts';
import type { TimelineItem } from './items.ts';
import { styles } from './styles.ts';
import { t } from '../shared/l10n.ts';
import { rowSeverities } from '../shared/words.ts';

const ROW = 24;
const SPARE = 10;

export class ItemList extends LitElement {
  static override styles = styles;
  static override properties = {
    items: { attribute: false },
    nameOf: { attribute: false },
    first: { state: true },
    chosen: { state: true },
  };

  declare items: readonly TimelineItem[];
  declare nameOf: (lane: number) => string;
  declare first: number;
  declare chosen: number;

  constructor() {
    super();
    this.items = [];
    this.nameOf = String;
    this.first = 0;
    this.chosen = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('items'))
      this.chosen = Math.max(0, Math.min(this.chosen, this.items.length - 1));
  }

  protected override render(): TemplateResult {
    const rows = this.items.slice(this.first, this.first + this.inSight);
    return html`<div
      class="kd-list"
      role="grid"
      tabindex="0"
      aria-label=${t('Items of the timeline')}
      aria-rowcount=${this.items.length + 1}
      aria-activedescendant=${this.items.length === 0 ? '' : 'chosen'}
      @scroll=${this.onScroll}
      @keydown=${this.onKey}
    >
      <div class="kd-row kd-head" role="row" aria-rowindex="1">
        <span role="columnheader">${t('Time (UTC)')}</span>
        <span role="columnheader">${t('Lane')}</span>
        <span role="columnheader">${t('What')}</span>
        <span role="columnheader">${t('Duration, source')}</span>
      </div>
      <div class="kd-rows" role="rowgroup">
        ${repeat(
          rows,
          (item) => `${item.lane} ${item.index}`,
          (item, index) => this.row(item, this.first + index),
        )}
      </div>
    </div>`;
  }

  private row(item: TimelineItem, index: number): TemplateResult {
    const lasted =
      item.end > item.start && !isUntold(item) ? `${formatDuration(item.end - item.start)}, ` : '';
    const loud = item.kind.severity;
    return html`<div
      class="kd-row"
      role="row"
      id=${index === this.chosen ? 'chosen' : `row${index}`}
      aria-rowindex=${index + 2}
      aria-selected=${index === this.chosen}
      @click=${() => {
        this.choose(index);
        this.tell('pick');
      }}
      @dblclick=${() => {
        this.tell('go');
      }}
    >
      <span role="gridcell">${formatTimeOfDay(micros(item.start))}</span>
      <span role="gridcell">${this.nameOf(item.lane)}</span>
      <span role="gridcell" class=${`kd-${loud}`}
        >${titleOf(item)}${loud === 'none' ? '' : ` (${rowSeverities[loud]})`}</span
      >
      <span role="gridcell">${lasted}${knownOf(item)}</span>
    </div>`;
  }

  /** Heights go in by script: a page may hold no style of its own. */
  protected override updated(): void {
    const rows = this.renderRoot.querySelector<HTMLElement>('.kd-rows');
    if (rows === null) return;
    rows.style.paddingTop = `${this.first * ROW}px`;
    const below = Math.max(0, this.items.length - this.first - this.inSight);
    rows.style.paddingBottom = `${below * ROW}px`;
  }

  private get inSight(): number {
    return Math.ceil(this.clientHeight / ROW) + 2 * SPARE;
  }

  private readonly onScroll = (): void => {
    const list = this.renderRoot.querySelector('.kd-list');
    this.first = Math.max(0, Math.floor((list?.scrollTop ?? 0) / ROW) - SPARE);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 20,
      PageUp: -20,
      Home: -Infinity,
      End: Infinity,
    };
    const by = moves[event.key];
    if (by !== undefined) this.choose(this.chosen + by);
    else if (event.key === 'Enter') this.tell('go');
    else if (event.key === ' ') this.tell('pick');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private choose(index: number): void {
    this.chosen = Math.max(0, Math.min(index, this.items.length - 1));
    const list = this.renderRoot.querySelector('.kd-list');
    if (list === null) return;
    const top = this.chosen * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + 2 * ROW > list.scrollTop + list.clientHeight)
      list.scrollTop = top + 2 * ROW - list.clientHeight;
  }

  private tell(what: 'pick' | 'go'): void {
    const detail = this.items[this.chosen];
    if (detail !== undefined) this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}
