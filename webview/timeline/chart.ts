// The canvas: keeps window and scroll, paints when something changed, and tells of what the person does with it.
import { assert } from '../../src/base/assert.ts';
import { DisposableStore, type Disposable } from '../../src/base/disposable.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { onThemeChange, readTheme, type Theme } from '../shared/theme.ts';
import { panned, toTime, within, zoomed, type TimeWindow } from '../shared/timeScale.ts';
import { fitting, type Fit } from './fitted.ts';
import { hatching, type Hatch } from './hatch.ts';
import { itemAt, type TimelineItem } from './items.ts';
import { LaneStore } from './laneStore.ts';
import { laneAt, layOut, RULER_HEIGHT, visibleLanes, type Layout } from './layout.ts';
import { paintBase, paintOverlay, type Overlay } from './paint.ts';
import type { Scene } from './scene.ts';

export interface ChartEvents {
  /** Another window or other lanes are seen: their items are wanted. */
  onView(): void;
  onHover(
    item: TimelineItem | undefined,
    lane: TimelineLane | undefined,
    x: number,
    y: number,
  ): void;
  onPick(item: TimelineItem | undefined, lane: TimelineLane | undefined, time: number): void;
}

const LABELS = 190;
/** A pointer that moved less has clicked. */
const CLICK = 4;

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
  private drag: { x: number; y: number; window: TimeWindow; scroll: number } | undefined;
  private over: Overlay = { cursor: undefined, pointer: undefined, hovered: undefined };

  all: TimeWindow = { from: 0, to: 1 };
  window: TimeWindow = { from: 0, to: 1 };
  scroll = 0;
  layout: Layout = layOut([], '', 1);
  items: LaneStore = new LaneStore();
  selectedPod: string | undefined;
  focusedLane: number | undefined;
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
    this.store.add({
      dispose: () => {
        resizing.disconnect();
      },
    });
    this.store.add(
      onThemeChange(() => {
        this.theme = readTheme();
        this.repaint();
      }),
    );
    host.addEventListener('wheel', this.onWheel, { passive: false });
    host.addEventListener('pointerdown', this.onDown);
    host.addEventListener('pointermove', this.onMove);
    host.addEventListener('pointerup', this.onUp);
    host.addEventListener('pointerleave', this.onLeave);
  }

  get labelWidth(): number {
    return Math.min(LABELS, Math.max(80, this.width * 0.25));
  }

  /** Pixels that show time. */
  get plotWidth(): number {
    return Math.max(1, this.width - this.labelWidth);
  }

  setLanes(lanes: readonly TimelineLane[], filter: string, findingRows: number): void {
    this.layout = layOut(lanes, filter, findingRows);
    this.setScroll(this.scroll);
    this.repaint();
  }

  /** Ids of the lanes in sight, and of those that stand up to `margin` heights of the chart above and below. */
  lanesNear(margin: number): readonly number[] {
    const height = this.height - RULER_HEIGHT;
    const from = this.scroll - margin * height;
    return visibleLanes(this.layout, from, (1 + 2 * margin) * height).map(({ lane }) => lane.id);
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
    const most = Math.max(0, this.layout.height - (this.height - RULER_HEIGHT));
    const next = Math.min(most, Math.max(0, scroll));
    if (next === this.scroll) return;
    this.scroll = next;
    this.repaint();
    this.events.onView();
  }

  setCursor(cursor: number | undefined): void {
    this.over = { ...this.over, cursor };
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
    paintOverlay(this.scaled(this.overlay), scene, this.over);
  };

  private scaled(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
    const ctx = contextOf(canvas);
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return ctx;
  }

  private scene(): Scene {
    const { width, height, labelWidth, window, scroll, layout, items, theme } = this;
    const { selectedPod, focusedLane, hatch, fitted } = this;
    return {
      width,
      height,
      labelWidth,
      window,
      scroll,
      layout,
      items,
      theme,
      selectedPod,
      focusedLane,
      hatch,
      fitted,
    };
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

  private timeAt(x: number): number {
    return toTime(this.window, this.plotWidth, x - this.labelWidth);
  }

  private at(event: MouseEvent): {
    x: number;
    y: number;
    lane: TimelineLane | undefined;
    item: TimelineItem | undefined;
  } {
    const box = this.host.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const placed =
      y < RULER_HEIGHT ? undefined : laneAt(this.layout, y - RULER_HEIGHT + this.scroll);
    const reach = (6 / this.plotWidth) * (this.window.to - this.window.from);
    const item =
      placed === undefined || x < this.labelWidth
        ? undefined
        : itemAt(
            this.items.of(placed.lane.id, this.window)?.all ?? [],
            this.timeAt(x),
            y - RULER_HEIGHT + this.scroll - placed.top,
            reach,
          );
    return { x, y, lane: placed?.lane, item };
  }

  /** The wheel zooms under the pointer; with Shift, or a wheel that turns sideways, it pans; over the labels it scrolls. */
  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x } = this.at(event);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.pan((event.deltaX + event.deltaY) / this.plotWidth);
    } else if (x < this.labelWidth || event.altKey) {
      this.setScroll(this.scroll + event.deltaY);
    } else {
      this.zoom(Math.exp(event.deltaY * 0.0015), this.timeAt(x));
    }
  };

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.host.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    this.drag = { x, y, window: this.window, scroll: this.scroll };
  };

  private readonly onMove = (event: PointerEvent): void => {
    const { x, y, lane, item } = this.at(event);
    const pointer = x < this.labelWidth ? undefined : this.timeAt(x);
    this.over = { ...this.over, pointer, hovered: item };
    this.repaintOverlay();
    const { drag } = this;
    if (drag === undefined) {
      this.events.onHover(item, lane, x, y);
      return;
    }
    if (!moved(drag, event)) return;
    this.events.onHover(undefined, undefined, x, y);
    const perPixel = (drag.window.to - drag.window.from) / this.plotWidth;
    this.setScroll(drag.scroll - (event.clientY - drag.y));
    this.setWindow(panned(drag.window, (drag.x - event.clientX) * perPixel, this.all));
  };

  private readonly onUp = (event: PointerEvent): void => {
    const { drag } = this;
    this.drag = undefined;
    if (drag === undefined || moved(drag, event)) return;
    const { x, lane, item } = this.at(event);
    this.focusedLane = lane?.id;
    this.repaint();
    this.events.onPick(item, lane, x < this.labelWidth ? NaN : this.timeAt(x));
  };

  private readonly onLeave = (event: PointerEvent): void => {
    this.over = { ...this.over, pointer: undefined, hovered: undefined };
    this.repaintOverlay();
    this.events.onHover(undefined, undefined, event.offsetX, event.offsetY);
  };

  dispose(): void {
    this.store.dispose();
    this.host.removeEventListener('wheel', this.onWheel);
    this.host.removeEventListener('pointerdown', this.onDown);
    this.host.removeEventListener('pointermove', this.onMove);
    this.host.removeEventListener('pointerup', this.onUp);
    this.host.removeEventListener('pointerleave', this.onLeave);
  }
}

function moved(drag: { x: number; y: number }, event: PointerEvent): boolean {
  return Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= CLICK;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ctx = canvas.getContext('2d');
  assert(ctx !== null, 'a canvas that nobody used otherwise draws in two dimensions');
  return ctx;
}
