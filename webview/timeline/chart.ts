// The canvas: keeps window and scroll, paints when something changed, and knows what stands where.
import { assert } from '../../src/base/assert.ts';
import { DisposableStore, toDisposable, type Disposable } from '../../src/base/disposable.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { onThemeChange, readTheme, type Theme } from '../shared/theme.ts';
import { panned, toPixel, toTime, within, zoomed, type TimeWindow } from '../shared/timeScale.ts';
import { arrange, asItComes, type Grouping } from './arrange.ts';
import { CounterStore } from './counters.ts';
import { fitting, type Fit } from './fitted.ts';
import { hatching, type Hatch } from './hatch.ts';
import { itemAt, type TimelineItem } from './items.ts';
import { LaneStore } from './laneStore.ts';
import {
  GROUP_HEIGHT,
  groupAt,
  isLarge,
  laneAt,
  layOut,
  RULER_HEIGHT,
  visibleLanes,
  type Layout,
  type PlacedGroup,
  type PlacedLane,
} from './layout.ts';
import { paintOverlay, type Box, type Overlay } from './overlay.ts';
import { bodyTop, paintBase } from './paint.ts';
import { hitAt, hitsByLane, type HitsOf, type LineMarks } from './paintHits.ts';
import { windowOf, type Alignment, type Scene } from './scene.ts';
import type { Mark } from './state.ts';

export interface ChartEvents {
  /** Another window or other lanes are seen: their items are wanted. */
  onView(): void;
  onHover(
    item: TimelineItem | undefined,
    lane: TimelineLane | undefined,
    x: number,
    y: number,
  ): void;
  /** A click: it is selected, and the cursor stays. */
  onPick(under: Under): void;
  /** A double click, or a click on the ruler: the cursor is to go there. */
  onGo(under: Under): void;
  /** A range of time was spanned by the pointer. */
  onRange(range: TimeWindow | undefined): void;
  /** The heading of a group was clicked. */
  onFold(heading: string): void;
  /** A lane was dragged over another one. */
  onCarry(lane: TimelineLane, over: TimelineLane): void;
  /** All about the pod of a lane is wanted. */
  onOpen(lane: TimelineLane): void;
  /** A menu is wanted at a point of the page; without a time, over the names; without a point, by a key. */
  onMenu(lane: TimelineLane | undefined, time: number | undefined, at: Point | undefined): void;
}

/** What a pointer is over. */
export interface Under {
  readonly lane: TimelineLane | undefined;
  readonly item: TimelineItem | undefined;
  /** The position of a line that a search found. */
  readonly line: number | undefined;
  /** NaN over the names. */
  readonly time: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The item that a search or a key went to: in its lane, by its times. */
export interface Spot {
  readonly lane: number;
  readonly start: number;
  readonly end: number;
}

const LABELS = 190;

export class Chart implements Disposable {
  private readonly host: HTMLElement;
  private readonly base: HTMLCanvasElement;
  private readonly overlay: HTMLCanvasElement;
  private readonly events: ChartEvents;
  private readonly store = new DisposableStore();
  private readonly hatch: Hatch;
  private readonly fitted: Fit;
  private theme: Theme = readTheme();
  private dirty = { base: false, overlay: false };
  private cursor: number | undefined;
  private pointer: number | undefined;

  all: TimeWindow = { from: 0, to: 1 };
  window: TimeWindow = { from: 0, to: 1 };
  scroll = 0;
  layout: Layout = layOut(arrange([], undefined, asItComes), 1);
  alignment: Alignment | undefined;
  items: LaneStore = new LaneStore();
  counters: CounterStore = new CounterStore();
  groups = new CounterStore<string>();
  grouping: Grouping = 'namespace';
  selectedPod: string | undefined;
  focusedLane: number | undefined;
  range: TimeWindow | undefined;
  marks: readonly Mark[] = [];
  spot: Spot | undefined;
  /** Where the pointer is over the chart. */
  pointerY: number | undefined;
  /** The pointer holds the chart, or a lane of it. */
  isHeld = false;
  private hits: HitsOf = new Map();
  width = 0;
  height = 0;

  constructor(
    host: HTMLElement,
    base: HTMLCanvasElement,
    overlay: HTMLCanvasElement,
    events: ChartEvents,
  ) {
    this.host = host;
    this.base = base;
    this.overlay = overlay;
    this.events = events;
    this.hatch = hatching(contextOf(base));
    this.fitted = fitting(contextOf(base));
    const resizing = new ResizeObserver(() => {
      this.resize();
    });
    resizing.observe(host);
    this.store.add(
      toDisposable(() => {
        resizing.disconnect();
      }),
    );
    this.store.add(
      onThemeChange(() => {
        this.theme = readTheme();
        this.repaint();
      }),
    );
  }

  get labelWidth(): number {
    return Math.min(LABELS, Math.max(80, this.width * 0.25));
  }

  /** Pixels that show time. */
  get plotWidth(): number {
    return Math.max(1, this.width - this.labelWidth);
  }

  /** Height of the lanes that scroll. */
  private get bodyHeight(): number {
    return Math.max(0, this.height - bodyTop(this));
  }

  setLayout(layout: Layout): void {
    this.layout = layout;
    this.setScroll(this.scroll);
    this.repaint();
  }

  /** The same with another order of lanes: the one under the pointer, or else at the top, stays where it is. */
  setLayoutAround(layout: Layout): void {
    const top = bodyTop(this);
    const y = this.pointerY ?? (this.scroll > 0 ? top + GROUP_HEIGHT : undefined);
    const kept = y === undefined || y < top ? undefined : this.laneAtY(y);
    const now = layout.lanes.find(({ lane }) => lane.id === kept?.lane.id);
    const moved = kept === undefined || now === undefined ? 0 : now.top - kept.top;
    this.layout = layout;
    this.setScroll(this.scroll + moved);
    this.repaint();
    this.events.onView();
  }

  /** Ids of the lanes in sight, and of those that stand up to `margin` heights of the chart above and below. */
  lanesNear(margin: number): readonly number[] {
    const height = this.bodyHeight;
    const from = this.scroll - margin * height;
    const rest = visibleLanes(this.layout, from, (1 + 2 * margin) * height);
    return [...this.layout.pinned.lanes, ...rest].map(({ lane }) => lane.id);
  }

  /** Names of the large groups whose headings are in sight. */
  groupsInSight(): readonly string[] {
    const behind = this.scroll + this.bodyHeight;
    return this.layout.groups
      .filter((group) => isLarge(group) && group.top < behind && group.bottom > this.scroll)
      .map(({ name }) => name);
  }

  setWindow(window: TimeWindow): void {
    this.window = within(window, this.all);
    this.repaint();
    this.events.onView();
  }

  zoom(factor: number, at = (this.window.from + this.window.to) / 2): void {
    this.setWindow(zoomed(this.window, factor, at, this.all));
  }

  pan(share: number): void {
    this.setWindow(panned(this.window, share * (this.window.to - this.window.from), this.all));
  }

  setScroll(scroll: number): void {
    const most = Math.max(0, this.layout.height - this.bodyHeight);
    const next = Math.min(most, Math.max(0, scroll));
    if (next === this.scroll) return;
    this.scroll = next;
    this.repaint();
    this.events.onView();
  }

  /** Scrolls the least so that a lane is seen. */
  revealLane(id: number): void {
    const placed = this.layout.lanes.find(({ lane }) => lane.id === id);
    if (placed === undefined) return;
    const { height } = placed;
    // Below the heading that stays.
    const top = placed.top - (placed.heading === '' ? 0 : GROUP_HEIGHT);
    if (top < this.scroll) this.setScroll(top);
    else if (placed.top + height > this.scroll + this.bodyHeight)
      this.setScroll(placed.top + height - this.bodyHeight);
  }

  focus(lane: number | undefined): void {
    this.focusedLane = lane;
    this.repaint();
  }

  setCursor(cursor: number | undefined): void {
    this.cursor = cursor;
    this.repaintOverlay();
  }

  setPointer(pointer: number | undefined): void {
    this.pointer = pointer;
    this.repaintOverlay();
  }

  setRange(range: TimeWindow | undefined): void {
    this.range = range;
    this.repaintOverlay();
  }

  setMarks(marks: readonly Mark[]): void {
    this.marks = marks;
    this.repaintOverlay();
  }

  setSpot(spot: Spot | undefined): void {
    this.spot = spot;
    this.repaintOverlay();
  }

  /** Lines that a search found, in sight. */
  setHits(marks: LineMarks | undefined): void {
    this.hits = hitsByLane(marks);
    this.repaintOverlay();
  }

  repaint(): void {
    this.dirty.base = true;
    this.repaintOverlay();
  }

  private repaintOverlay(): void {
    if (!this.dirty.overlay) requestAnimationFrame(this.paint);
    this.dirty.overlay = true;
  }

  private readonly paint = (): void => {
    const { base } = this.dirty;
    this.dirty = { base: false, overlay: false };
    const scene = this.scene();
    if (base) paintBase(this.scaled(this.base), scene);
    paintOverlay(this.scaled(this.overlay), scene, this.over());
  };

  private scaled(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
    const ctx = contextOf(canvas);
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return ctx;
  }

  private scene(): Scene {
    const { width, height, labelWidth, window, scroll, layout, items, theme } = this;
    const { counters, groups, grouping, selectedPod, focusedLane, hatch, fitted, alignment } = this;
    const place = { width, height, labelWidth, window, scroll, layout, alignment };
    return {
      ...place,
      items,
      counters,
      groups,
      grouping,
      theme,
      selectedPod,
      focusedLane,
      hatch,
      fitted,
    };
  }

  private over(): Overlay {
    const { cursor, pointer, range, marks, spot, hits } = this;
    return { cursor, pointer, range, marks, hits, spot: spot && this.boxOf(spot) };
  }

  /** Where an item stands on the canvas; undefined while its lane is out of sight. */
  boxOf({ lane, start, end }: Spot): Box | undefined {
    const pinned = this.layout.pinned.lanes.find((placed) => placed.lane.id === lane);
    const placed = pinned ?? this.layout.lanes.find((each) => each.lane.id === lane);
    if (placed === undefined) return undefined;
    const y = pinned === undefined ? bodyTop(this) - this.scroll : RULER_HEIGHT;
    const window = windowOf(this, lane);
    const x = this.labelWidth + toPixel(window, this.plotWidth, start);
    const w = Math.max(2, toPixel(window, this.plotWidth, end) + this.labelWidth - x);
    return { x: w === 2 ? x - 3 : x, y: y + placed.top + 3, w: w === 2 ? 6 : w, h: 26 };
  }

  private get ratio(): number {
    return Math.max(1, globalThis.devicePixelRatio);
  }

  private resize(): void {
    const { width, height } = this.host.getBoundingClientRect();
    this.width = width;
    this.height = height;
    for (const canvas of [this.base, this.overlay]) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
    }
    this.setScroll(this.scroll);
    this.repaint();
    this.events.onView();
  }

  timeAt(x: number): number {
    return toTime(this.window, this.plotWidth, x - this.labelWidth);
  }

  /** The lane at a height of the canvas. */
  laneAtY(y: number): PlacedLane | undefined {
    if (y < RULER_HEIGHT) return undefined;
    const top = bodyTop(this);
    if (y < top) return laneAt(this.layout.pinned, y - RULER_HEIGHT);
    return this.groupAtY(y) === undefined ? laneAt(this.layout, y - top + this.scroll) : undefined;
  }

  /** The heading at a height of the canvas. */
  groupAtY(y: number): PlacedGroup | undefined {
    const top = bodyTop(this);
    return y < top ? undefined : groupAt(this.layout, y - top + this.scroll, this.scroll);
  }

  /** The position of the line at a point of the canvas that a search found. */
  lineAt(placed: PlacedLane | undefined, x: number, y: number): number | undefined {
    if (this.hits.size === 0 || (placed === undefined && y >= RULER_HEIGHT)) return undefined;
    const above = placed === undefined ? 0 : this.topOf(placed);
    return hitAt(this.scene(), this.hits, placed, { x, y: y - above });
  }

  private topOf(placed: PlacedLane): number {
    const isPinned = this.layout.pinned.lanes.includes(placed);
    return placed.top + (isPinned ? RULER_HEIGHT : bodyTop(this) - this.scroll);
  }

  /** Where its lane shows it, alone or merged with others. */
  itemOf({ lane, start, end }: Spot): TimelineItem | undefined {
    const items = this.items.of(lane, windowOf(this, lane))?.all ?? [];
    const isOf = (item: TimelineItem): boolean => item.start <= start && item.end >= end;
    return items.findLast(isOf);
  }

  itemAt(placed: PlacedLane, x: number, y: number): TimelineItem | undefined {
    const { lane } = placed;
    const window = windowOf(this, lane.id);
    const reach = (6 / this.plotWidth) * (window.to - window.from);
    return itemAt(
      this.items.of(lane.id, window)?.all ?? [],
      toTime(window, this.plotWidth, x - this.labelWidth),
      y - this.topOf(placed),
      reach,
    );
  }

  dispose(): void {
    this.store.dispose();
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ctx = canvas.getContext('2d');
  assert(ctx !== null, 'a canvas that nobody used otherwise draws in two dimensions');
  return ctx;
}
