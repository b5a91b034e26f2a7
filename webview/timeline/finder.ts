// The search of the timeline, and the way from item to item: each step moves the cursor to the line that proves the next one.
import { formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { TimelineFound, TimelineQuery } from '../../src/protocol/timelineApi.ts';
import { lookOf } from './kinds.ts';
import { LineFinder } from './lineFinder.ts';
import { COLUMNS } from './minimap.ts';
import type { TimelineModel } from './model.ts';
import { laneTitle } from './describe.ts';
import type { ToolsHost } from './toolsHost.ts';
import { t } from '../shared/l10n.ts';

/** Items of the timeline, or lines of the log. */
export type HitKind = 'events' | 'lines';

export class Finder {
  private readonly model: TimelineModel;
  private readonly host: ToolsHost;
  /** Shows a lane with the focus on it. */
  private readonly reveal: (lane: number) => void;
  search = '';
  found: TimelineFound | undefined;
  readonly lines: LineFinder;
  /** What the person wants to go through. */
  private chosen: HitKind | undefined;
  private searching: Promise<void> = Promise.resolve();
  private going: Promise<unknown> = Promise.resolve();
  /** The last hit, while the cursor stands where it led. */
  private last: { readonly after: TimelineQuery['after']; readonly revision: string } | undefined;

  constructor(model: TimelineModel, host: ToolsHost, reveal: (lane: number) => void) {
    this.model = model;
    this.host = host;
    this.reveal = reveal;
    this.lines = new LineFinder(model, host);
  }

  /** What is gone through: as chosen, else lines where no event has the words. */
  get kind(): HitKind {
    const { found, lines, chosen } = this;
    const { total = 0, share = 1 } = lines.found ?? {};
    const onlyLines = (found?.total ?? 0) === 0 && (total > 0 || share < 1);
    return chosen ?? (onlyLines ? 'lines' : 'events');
  }

  choose(kind: HitKind): void {
    this.chosen = kind;
    this.host.redraw('hits');
  }

  /** How many of what is gone through there are in each column of the minimap. */
  get columns(): Uint32Array | undefined {
    return this.kind === 'lines' ? this.lines.found?.columns.counts : this.found?.columns;
  }

  /** Hits have other places on another tape. */
  retape(): void {
    this.last = undefined;
    if (this.search !== '') void this.setSearch(this.search);
  }

  /** Resolves when the first answers are there. */
  setSearch(text: string): Promise<void> {
    this.searching = this.searchFor(text);
    return this.searching;
  }

  private async searchFor(text: string): Promise<void> {
    if (text !== this.search) this.chosen = undefined;
    this.search = text;
    this.last = undefined;
    const lines = this.lines.set(text);
    if (text.trim() === '') this.found = undefined;
    else {
      const found = await this.model
        .find({ text, after: this.after(1), step: 1 }, COLUMNS)
        .catch(() => undefined);
      if (this.search !== text) return;
      this.found = found && { ...found, index: -1 };
    }
    await lines;
    this.host.redraw('rest');
  }

  async findNext(step: 1 | -1): Promise<void> {
    await this.searching;
    if (this.search.trim() === '') return;
    if (this.kind === 'lines') {
      await this.lines.next(step);
      return;
    }
    const columns = this.found?.columns;
    const found = await this.goToNext({ text: this.search }, step);
    this.found = found && { ...found, columns };
    this.host.redraw('rest');
  }

  goToNextItem(step: 1 | -1): Promise<unknown> {
    const lane = this.host.chart?.focusedLane;
    return this.goToNext(lane === undefined ? { text: '' } : { text: '', lanes: [lane] }, step);
  }

  goToNextError(step: 1 | -1): Promise<unknown> {
    return this.goToNext({ text: '', severity: 'error' }, step);
  }

  /** From the last hit on while the cursor stands there, else from the cursor. */
  private after(step: 1 | -1): TimelineQuery['after'] {
    const { cursor } = this.model;
    if (this.last?.revision === this.place()) return this.last.after;
    const time = cursor?.time ?? micros(0);
    return cursor === undefined || cursor.position < 0 || step < 0
      ? { time }
      : { time, position: cursor.position };
  }

  private place(): string {
    const { cursor } = this.model;
    return cursor === undefined ? '' : `${cursor.position} ${cursor.time}`;
  }

  /** One after the other, however fast the keys come. */
  private goToNext(
    query: Pick<TimelineQuery, 'text' | 'severity' | 'lanes'>,
    step: 1 | -1,
  ): Promise<TimelineFound | undefined> {
    const next = this.going.then(() => this.goToNextNow(query, step));
    this.going = next.catch(() => undefined);
    return next;
  }

  private async goToNextNow(
    query: Pick<TimelineQuery, 'text' | 'severity' | 'lanes'>,
    step: 1 | -1,
  ): Promise<TimelineFound | undefined> {
    this.model.cursor = await this.model.client.call('cursor', []);
    const found = await this.model
      .find({ ...query, after: this.after(step), step })
      .catch(() => undefined);
    const { hit, total = 0, index = -1 } = found ?? {};
    if (hit === undefined) {
      this.host.say(
        total === 0
          ? t('Nothing found.')
          : step > 0
            ? t('No more matches.')
            : t('No earlier matches.'),
      );
      return found;
    }
    const { chart } = this.host;
    const lane = this.model.lane(hit.lane);
    const kind = this.model.kinds[hit.kind];
    if (chart !== undefined) {
      this.reveal(hit.lane);
      chart.setSpot({ lane: hit.lane, start: hit.place.time, end: hit.end });
    }
    await this.host.goTo(hit.place.time, hit.position);
    this.last = { after: hit.place, revision: this.place() };
    const what = kind === undefined ? '' : lookOf(kind).name;
    this.host.say(
      t(
        '{0}: {1}, {2}, {3} of {4}',
        laneTitle(lane),
        what,
        formatTimeOfDay(hit.place.time),
        (index + 1).toLocaleString('en'),
        total.toLocaleString('en'),
      ),
    );
    return found;
  }
}
