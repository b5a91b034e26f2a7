// The tooltip of the chart: what lies under the pointer, how it is known, and the line that proves it.
import { html, nothing, render } from 'lit';
import { plainText } from '../../src/base/plainText.ts';
import { formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import type { CounterValue } from './counters.ts';
import { knownOf, laneTitle, timeOf, titleOf } from './describe.ts';
import type { TimelineItem } from './items.ts';
import type { PageClient } from './model.ts';
import { t } from '../shared/l10n.ts';

/** Lines asked for lately; an incident's lines do not change under their position but by a new tape. */
const KEPT = 200;

export class Tip {
  private readonly box: HTMLElement;
  private readonly client: PageClient;
  private readonly lines = new Map<number, string>();
  private shown: TimelineItem | undefined;

  constructor(box: HTMLElement, client: PageClient) {
    this.box = box;
    this.client = client;
  }

  async show(
    item: TimelineItem | undefined,
    lane: TimelineLane | undefined,
    x: number,
    y: number,
    host: HTMLElement,
  ): Promise<void> {
    const same = item === this.shown;
    this.shown = item;
    this.box.hidden = item === undefined;
    if (item === undefined) return;
    if (!same) this.draw(item, lane, this.lines.get(item.position ?? -1));
    this.place(x, y, host);
    if (same || item.position === undefined || this.lines.has(item.position)) return;
    const line = await this.lineAt(item.position);
    if (this.shown !== item) return;
    this.draw(item, lane, line);
    this.place(x, y, host);
  }

  /** Of what is counted, at a time. */
  showValue(
    {
      title,
      lines,
      value,
    }: {
      readonly title: string;
      readonly lines: readonly string[];
      readonly value: CounterValue | undefined;
    },
    time: number,
    { x, y, host }: { readonly x: number; readonly y: number; readonly host: HTMLElement },
  ): void {
    this.shown = undefined;
    this.box.hidden = false;
    render(
      html`<div class="kd-tip-title">${title}</div>
        <div>${formatTimeOfDay(micros(Math.round(time)))}</div>
        ${lines.map((line) => html`<div>${line}</div>`)}
        ${value === undefined ? nothing : html`<div class="kd-sub">${knownOf(value)}</div>`}`,
      this.box,
    );
    this.place(x, y, host);
  }

  private async lineAt(position: number): Promise<string> {
    try {
      const { rows } = await this.client.call('inputs', [{ start: position, count: 1 }]);
      const line = plainText(rows[0]?.text.slice(0, 400) ?? '');
      if (this.lines.size >= KEPT) this.lines.clear();
      this.lines.set(position, line);
      return line;
    } catch {
      // The tape was replaced meanwhile; the tooltip does without its line.
      return '';
    }
  }

  private draw(item: TimelineItem, lane: TimelineLane | undefined, line: string | undefined): void {
    render(
      html`<div class="kd-tip-title">${titleOf(item)}</div>
        <div>${laneTitle(lane)} · ${timeOf(item)}</div>
        <div class="kd-sub">${knownOf(item)}</div>
        ${
          line === undefined || line === ''
            ? nothing
            : html`${item.count > 1 ? html`<div class="kd-sub">${t('the first ones:')}</div>` : nothing}
                <div class="kd-line">${line}</div>`
        }`,
      this.box,
    );
  }

  private place(x: number, y: number, host: HTMLElement): void {
    const { width, height } = host.getBoundingClientRect();
    const own = this.box.getBoundingClientRect();
    const left = Math.max(4, Math.min(x + 14, width - own.width - 4));
    const below = y + 18;
    const top = below + own.height > height ? Math.max(4, y - own.height - 10) : below;
    this.box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}
