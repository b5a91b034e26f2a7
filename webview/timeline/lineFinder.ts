// The search of the timeline through the text of lines: asked part by part, so that the first hits are there at once, and again for
// another window. A step moves the cursor to the next line.
import { formatTimeOfDay } from '../../src/base/time.ts';
import type { LineFound, LineHits } from '../../src/protocol/timelineApi.ts';
import { t } from '../shared/l10n.ts';
import { COLUMNS } from './minimap.ts';
import type { TimelineModel } from './model.ts';
import type { LineMarks } from './paintHits.ts';
import type { ToolsHost } from './toolsHost.ts';

/** Milliseconds that a window stays before its hits are asked. */
const CALM = 60;

export class LineFinder {
  private readonly model: TimelineModel;
  private readonly host: ToolsHost;
  private filter = '';
  /** What was found last, also while more is looked for. */
  found: LineHits | undefined;
  marks: LineMarks | undefined;
  /** Which of them the cursor was led to, from 0; undefined while nobody knows. */
  index: number | undefined;
  private asking = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private going: Promise<unknown> = Promise.resolve();

  constructor(model: TimelineModel, host: ToolsHost) {
    this.model = model;
    this.host = host;
  }

  /** Looks for other lines; resolves with the first answer. */
  async set(filter: string): Promise<void> {
    this.filter = filter.trim();
    this.index = undefined;
    this.stop();
    if (this.filter === '') this.show(undefined, undefined);
    else await this.ask();
  }

  /** The window moved, or lanes: the hits in it are others. */
  moved(): void {
    if (this.filter === '' || this.found === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), CALM);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asking.abort();
  }

  /** Asks until all is looked through; what is asked later ends it. */
  private async ask(): Promise<void> {
    this.stop();
    const asking = new AbortController();
    this.asking = asking;
    const first = await this.askOnce(asking);
    if (first !== undefined && first.share < 1) void this.goOn(asking);
  }

  private async goOn(asking: AbortController): Promise<void> {
    let share: number | undefined = 0;
    while (share !== undefined && share < 1) share = (await this.askOnce(asking))?.share;
  }

  private async askOnce(asking: AbortController): Promise<LineHits | undefined> {
    const { inSight } = this.host;
    try {
      const found = await this.model.findLines(this.filter, inSight, COLUMNS, asking.signal);
      if (asking.signal.aborted) return undefined;
      this.show(found, { from: Math.floor(inSight.window.from), columns: found.columns });
      return found;
    } catch {
      // The tape was replaced meanwhile, and the search with it; or the filter is none, which its field says.
      if (!asking.signal.aborted) this.show(undefined, undefined);
      return undefined;
    }
  }

  private show(found: LineHits | undefined, marks: LineMarks | undefined): void {
    this.found = found;
    this.marks = marks;
    this.host.redraw('hits');
  }

  /** One after the other, however fast the keys come. */
  next(step: 1 | -1): Promise<void> {
    const next = this.going.then(() => this.goToNext(step));
    this.going = next.catch(() => undefined);
    return next;
  }

  private async goToNext(step: 1 | -1): Promise<void> {
    if (this.filter === '') return;
    const cursor = await this.model.client.call('cursor', []);
    this.model.cursor = cursor;
    this.host.say(t('Looking for the next line…'));
    const found = await this.model.nextLine(this.filter, cursor.position, step);
    if (found.row === undefined) this.host.say(endOf(found, step));
    else await this.goTo(found, found.row);
  }

  private async goTo({ index, total, lane }: LineFound, row: NonNullable<LineFound['row']>) {
    const { chart } = this.host;
    const time = row.at ?? this.model.cursor?.time ?? 0;
    if (chart !== undefined && lane !== undefined) {
      chart.focus(lane);
      chart.revealLane(lane);
    }
    chart?.setSpot(undefined);
    await this.host.goTo(time, row.position);
    this.index = index;
    const at = row.at === undefined ? '' : formatTimeOfDay(row.at);
    const place = index === undefined ? '–' : (index + 1).toLocaleString('en');
    this.host.say(t('Line {0}, {1}, {2} of {3}', row.line, at, place, total.toLocaleString('en')));
    this.host.redraw('rest');
  }
}

function endOf({ total }: LineFound, step: 1 | -1): string {
  if (total === 0) return t('Nothing found.');
  return step > 0 ? t('No more matches.') : t('No earlier matches.');
}
