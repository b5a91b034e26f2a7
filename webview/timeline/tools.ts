// What the person does with the chart beside moving in it: pins, groups and compares lanes, spans ranges, sets marks, searches.
// It owns that state; the page shows it.
import { formatDuration, formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import type { TimelineDetail, TimelineStats } from '../../src/protocol/timelineApi.ts';
import type { TimeWindow } from '../shared/timeScale.ts';
import {
  arrange,
  foldedIn,
  asItComes,
  COUNTERS,
  groupingOf,
  groupings,
  laneKey,
  moveLane,
  toggleFold,
  toggleFolds,
  togglePin,
  type Arranged,
  type Arrangement,
  type Grouping,
} from './arrange.ts';
import { laneTitle } from './describe.ts';
import type { Selected } from './detail.ts';
import { Finder } from './finder.ts';
import type { TimelineItem } from './items.ts';
import type { Action } from './keys.ts';
import type { MenuEntry } from './laneMenu.ts';
import type { TimelineModel } from './model.ts';
import { compared, comparisonText, rangeText, type Compared } from './report.ts';
import { Ranks } from './ranks.ts';
import type { SideActions } from './side.ts';
import type { Alignment } from './scene.ts';
import type { Mark, PageState } from './state.ts';
import type { ToolsHost } from './toolsHost.ts';
import { t } from '../shared/l10n.ts';

export interface Comparison {
  readonly a: TimelineLane;
  readonly b: TimelineLane;
  readonly alignment: Alignment;
  /** Both lives, on the first one's clock. */
  readonly all: TimeWindow;
  readonly rows: readonly Compared[];
  /** Where the person was before. */
  readonly before: TimeWindow | undefined;
}

/** Pixels. */
const LITTLE = 260;

export class Tools {
  private readonly model: TimelineModel;
  private readonly host: ToolsHost;
  arrangement: Arrangement;
  filter: string;
  /** Lanes that the filter leaves; undefined: all. */
  private wanted: ReadonlySet<number> | undefined;
  marks: readonly Mark[];
  following: boolean;
  range: TimeWindow | undefined;
  stats: TimelineStats | undefined;
  comparison: Comparison | undefined;
  selected: Selected | undefined;
  readonly finder: Finder;
  readonly ranks: Ranks;
  private firstToCompare: TimelineLane | undefined;
  private rangeAsked = 0;

  constructor(model: TimelineModel, host: ToolsHost, start: PageState | undefined) {
    this.model = model;
    this.host = host;
    this.finder = new Finder(model, host, (lane) => {
      this.reveal(lane);
    });
    this.ranks = new Ranks(model, () => {
      this.host.resort();
    });
    this.arrangement = start?.arrangement ?? asItComes;
    this.filter = start?.filter ?? '';
    this.marks = start?.marks ?? [];
    this.following = start?.following ?? false;
  }

  /** At the first time: in little room counters would leave none for the rest. */
  beginIn(height: number): void {
    if (height < LITTLE) this.arrangement = { ...this.arrangement, folded: [COUNTERS] };
  }

  /** The lanes as they are to stand. */
  arranged(): Arranged {
    const { comparison } = this;
    if (comparison === undefined)
      return arrange(this.model.lanes, this.wanted, this.arrangement, this.ranks.of);
    const { a, b } = comparison;
    return { pinned: [], rest: [a, b].map((lane, rank) => ({ lane, heading: '', rank })) };
  }

  /** Lanes stay as they are until it is known which of them the filter leaves. */
  async setFilter(text: string): Promise<void> {
    this.filter = text;
    if (text === '') this.wanted = undefined;
    else {
      const wanted = await this.model.lanesLike(text).catch(() => undefined);
      if (this.filter !== text) return;
      this.wanted = wanted;
    }
    this.host.redraw('lanes');
  }

  get grouping(): Grouping {
    return groupingOf(this.model.lanes, this.arrangement);
  }

  get all(): TimeWindow {
    return this.comparison?.all ?? this.model.all;
  }

  /** True when the action was one of these. */
  act(action: Action): boolean {
    switch (action) {
      case 'pin':
        this.withFocus((lane) => {
          this.arrangement = togglePin(this.arrangement, laneKey(lane));
          const is = this.arrangement.pinned.includes(laneKey(lane));
          this.host.say(
            is ? t('{0} pinned to the top', laneTitle(lane)) : t('{0} unpinned', laneTitle(lane)),
          );
          this.host.redraw('lanes');
        });
        return true;
      case 'laneHigher':
      case 'laneLower':
        this.withFocus((lane) => {
          this.carry(lane, action === 'laneHigher' ? -1 : 1);
        });
        return true;
      case 'fold':
        this.withFocus((lane) => {
          this.fold(this.headingOf(lane));
        });
        return true;
      case 'foldAll':
        this.refold(toggleFolds(this.arrangement, this.arranged()));
        return true;
      case 'group':
        this.group(
          groupings[(groupings.indexOf(this.grouping) + 1) % groupings.length] ?? 'namespace',
        );
        return true;
      case 'compare':
        this.compareFocused();
        return true;
      case 'rangeStart':
      case 'rangeEnd':
        this.setRangeEdge(action === 'rangeStart' ? 'from' : 'to', this.model.cursor?.time);
        return true;
      case 'rangeInSight':
        if (this.host.chart !== undefined) void this.setRange(this.host.chart.window);
        return true;
      case 'fitRange':
        if (this.range !== undefined) this.host.show(this.range);
        return true;
      case 'mark':
        this.setMark(this.model.cursor?.time);
        return true;
      case 'nextMark':
      case 'previousMark':
        this.goToNextMark(action === 'nextMark' ? 1 : -1);
        return true;
      case 'nextItem':
      case 'previousItem':
        void this.finder.goToNextItem(action === 'nextItem' ? 1 : -1);
        return true;
      case 'nextError':
      case 'previousError':
        void this.finder.goToNextError(action === 'nextError' ? 1 : -1);
        return true;
      case 'clear':
        this.clear();
        return true;
      default:
        return false;
    }
  }

  /** Groups of which only the heading is shown. */
  get folded(): readonly string[] {
    return this.comparison === undefined ? foldedIn(this.arrangement) : [];
  }

  private headingOf(lane: TimelineLane): string {
    return this.arranged().rest.find((each) => each.lane.id === lane.id)?.heading ?? '';
  }

  /** Shows the lanes of a group, or its heading alone. */
  fold(heading: string): void {
    if (heading === '') this.host.say(t('This lane is not in a group.'));
    else this.refold(toggleFold(this.arrangement, heading));
  }

  private refold(arrangement: Arrangement): void {
    this.arrangement = arrangement;
    this.host.redraw('lanes');
  }

  /** Gives a lane the focus, in sight even if its group was folded. */
  reveal(id: number): void {
    const lane = this.model.lane(id);
    const heading = lane === undefined ? '' : this.headingOf(lane);
    if (this.folded.includes(heading)) this.fold(heading);
    this.host.chart?.focus(id);
    this.host.chart?.revealLane(id);
  }

  private withFocus(act: (lane: TimelineLane) => void): void {
    const lane = this.model.lane(this.host.chart?.focusedLane);
    if (lane === undefined) this.host.say(t('Select a lane first: press ↑ or ↓, or click one.'));
    else act(lane);
  }

  /** Tells all about an item, or no longer about any. */
  select(item: TimelineItem | undefined): void {
    const lane = this.model.lane(item?.lane);
    const selected = item && { item, lane, detail: undefined };
    this.selected = selected;
    this.host.redraw('hits');
    if (item === undefined) return;
    const take = (detail: TimelineDetail): void => {
      if (this.selected !== selected) return;
      this.selected = { item, lane, detail };
      this.host.redraw('hits');
    };
    // Where the tape was replaced meanwhile, the panel does without its lines.
    void this.model.detail(item).then(take, () => undefined);
  }

  private clear(): void {
    if (this.selected !== undefined) {
      this.select(undefined);
      return;
    }
    if (this.comparison !== undefined) this.endComparison();
    else void this.setRange(undefined);
    this.host.chart?.setSpot(undefined);
    this.firstToCompare = undefined;
    this.host.say('');
  }

  carry(lane: TimelineLane, by: 1 | -1): void {
    this.arrangement = moveLane(this.arrangement, this.arranged(), laneKey(lane), by);
    this.host.redraw('lanes');
  }

  group(grouping: Grouping): void {
    this.arrangement = { ...this.arrangement, grouping, moved: {} };
    const words = {
      namespace: t('Lanes by namespace'),
      node: t('Lanes by node'),
      none: t('Lanes by their first event'),
    };
    this.host.say(words[grouping]);
    this.host.redraw('lanes');
  }

  /** The range is kept; what lies in it is asked anew. */
  async setRange(range: TimeWindow | undefined): Promise<void> {
    const number = ++this.rangeAsked;
    this.range = range;
    this.stats = undefined;
    this.host.chart?.setRange(range);
    this.host.redraw('rest');
    if (range === undefined) return;
    const stats = await this.model.stats(range).catch(() => undefined);
    if (number !== this.rangeAsked) return;
    this.stats = stats;
    const { findings = [], events = [] } = stats ?? {};
    const many = events.reduce((sum, { count }) => sum + count, 0);
    this.host.say(
      t(
        'Range of {0}: findings {1}, events {2}',
        formatDuration(range.to - range.from),
        findings.length,
        many.toLocaleString('en'),
      ),
    );
    this.host.redraw('rest');
  }

  setRangeEdge(edge: 'from' | 'to', time: number | undefined): void {
    if (time === undefined) return;
    const { from, to } = this.range ?? { from: time, to: time };
    const next = edge === 'from' ? { from: time, to } : { from, to: time };
    // A begin behind the end starts another range.
    void this.setRange(next.to >= next.from ? next : { from: time, to: time });
  }

  private compareFocused(): void {
    if (this.comparison !== undefined) {
      this.endComparison();
      return;
    }
    this.withFocus((lane) => {
      const { firstToCompare: a } = this;
      if (lane.podKey === undefined || lane.first === undefined)
        this.host.say(t('Only pods can be compared.'));
      else if (a === undefined || a.podKey === lane.podKey) {
        this.firstToCompare = lane;
        this.host.say(t('Compare {0} with: select another pod and press C again.', lane.name));
      } else void this.compare(a, lane);
    });
  }

  async compare(a: TimelineLane, b: TimelineLane): Promise<void> {
    this.firstToCompare = undefined;
    const { first = micros(0), last = first } = a;
    const { first: firstB = first, last: lastB = firstB } = b;
    const length = Math.max(last - first, lastB - firstB, 1);
    const [ofA, ofB] = await Promise.all([
      this.model.stats(this.model.all, [a.id]),
      this.model.stats(this.model.all, [b.id]),
    ]);
    this.comparison = {
      a,
      b,
      alignment: { origin: first, shifts: new Map([[b.id, firstB - first]]) },
      all: { from: first - length * 0.03, to: first + length * 1.03 },
      rows: compared(ofA, ofB),
      before: this.host.chart?.window,
    };
    this.host.say(t('{0} and {1} from their starts on', a.name, b.name));
    this.host.redraw('lanes');
    this.host.show(this.all);
  }

  endComparison(): void {
    const { before } = this.comparison ?? {};
    this.comparison = undefined;
    this.host.redraw('lanes');
    if (before !== undefined) this.host.show(before);
  }

  /** Lanes have other ids on another tape. */
  retape(): void {
    if (this.comparison !== undefined) this.endComparison();
    this.firstToCompare = undefined;
    const key = this.selected?.lane && laneKey(this.selected.lane);
    if (!this.model.lanes.some((lane) => laneKey(lane) === key)) this.selected = undefined;
    this.finder.retape();
    if (this.filter !== '') void this.setFilter(this.filter);
    if (this.range !== undefined) void this.setRange(this.range);
  }

  private setMark(time: number | undefined): void {
    if (time === undefined) return;
    const own = this.marks.find((mark) => mark.time === time) ?? { time, note: '' };
    this.setMarks([...this.marks.filter((mark) => mark.time !== time), own]);
    this.host.focusNote(own);
  }

  /** What can be done with a lane, and at a time of it. */
  menu(lane: TimelineLane | undefined, time: number | undefined): readonly MenuEntry[] {
    const act = (label: string, key: string, action: Action): MenuEntry => ({
      label,
      key,
      act: () => void this.act(action),
    });
    const perfetto = {
      label: t('Open in Perfetto…'),
      apart: true,
      act: () => {
        this.model.client.call('openInPerfetto', []).catch((error: unknown) => {
          this.host.say(error instanceof Error ? error.message : String(error));
        });
      },
    };
    const own = lane === undefined ? [] : this.laneMenu(lane, act);
    return [...own, ...this.timeMenu(time), perfetto];
  }

  private laneMenu(
    lane: TimelineLane,
    act: (label: string, key: string, action: Action) => MenuEntry,
  ): readonly MenuEntry[] {
    const { firstToCompare: first } = this;
    const isPinned = this.arrangement.pinned.includes(laneKey(lane));
    const compare =
      first === undefined || first.podKey === lane.podKey
        ? t('Compare with Another Pod…')
        : t('Compare with {0}', first.name);
    return [
      act(isPinned ? t('Unpin Lane') : t('Pin Lane on Top'), 'P', 'pin'),
      ...(lane.podKey === undefined ? [] : [act(compare, 'C', 'compare')]),
      ...(this.headingOf(lane) === '' ? [] : [act(t('Fold Group'), 'Z', 'fold')]),
    ];
  }

  private timeMenu(time: number | undefined): readonly MenuEntry[] {
    if (time === undefined) return [];
    const at = Math.round(time);
    return [
      { label: t('Move Cursor Here'), apart: true, act: () => void this.host.goTo(at, undefined) },
      {
        label: t('Mark This Time'),
        act: () => {
          this.setMark(at);
        },
      },
      {
        label: t('Begin Range Here'),
        act: () => {
          this.setRangeEdge('from', at);
        },
      },
      {
        label: t('End Range Here'),
        act: () => {
          this.setRangeEdge('to', at);
        },
      },
    ];
  }

  private setMarks(marks: readonly Mark[]): void {
    this.marks = marks.toSorted((a, b) => a.time - b.time);
    this.host.chart?.setMarks(this.marks);
    this.host.redraw('rest');
  }

  private goToNextMark(step: 1 | -1): void {
    const now = this.model.cursor?.time ?? 0;
    const beyond = this.marks.filter(({ time }) => step * (time - now) > 0);
    const mark = step > 0 ? beyond[0] : beyond.at(-1);
    if (mark === undefined)
      this.host.say(step > 0 ? t('No mark after the cursor.') : t('No mark before the cursor.'));
    else this.goToMark(mark);
  }

  private goToMark({ time, note }: Mark): void {
    this.host.say(`${formatTimeOfDay(micros(time))} ${note}`);
    void this.host.goTo(time, undefined);
  }

  /** What the panel beside the chart may ask for. */
  readonly side: SideActions = {
    openLine: (input) => void this.host.goToInput(input),
    showFinding: (key) => void this.model.client.call('showPage', ['findings', key]),
    showItem: ({ start, end }) => {
      const room = (end - start) * 0.05;
      this.host.show({ from: start - room, to: end + room });
    },
    closeDetail: () => {
      this.select(undefined);
      this.host.focusChart();
    },
    clearRange: () => void this.setRange(undefined),
    showRange: () => {
      if (this.range !== undefined) this.host.show(this.range);
    },
    copyRange: () => {
      if (this.stats !== undefined) this.copy(rangeText(this.stats));
    },
    goToLane: (lane) => {
      this.reveal(lane);
    },
    endComparison: () => {
      this.endComparison();
    },
    copyComparison: () => {
      const { comparison } = this;
      if (comparison !== undefined)
        this.copy(comparisonText(comparison.a.name, comparison.b.name, comparison.rows));
    },
    goToMark: (mark) => {
      this.goToMark(mark);
    },
    noteMark: (mark, note) => {
      this.setMarks(this.marks.map((each) => (each.time === mark.time ? { ...each, note } : each)));
    },
    removeMark: (mark) => {
      this.setMarks(this.marks.filter(({ time }) => time !== mark.time));
    },
  };

  private copy(text: string): void {
    void this.model.client.call('copy', [text]);
    this.host.say(t('Copied.'));
  }
}
