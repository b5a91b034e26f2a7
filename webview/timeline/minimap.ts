// The whole time in a strip: how much happens when, where it is loud, and the window as a brush to drag.
import { DisposableStore, toDisposable, type Disposable } from '../../src/base/disposable.ts';
import type { TimelineOverview } from '../../src/protocol/timelineApi.ts';
import { onThemeChange, readTheme, type Theme } from '../shared/theme.ts';
import { toPixel, toTime, within, type TimeWindow } from '../shared/timeScale.ts';

/** What the strip shows of the page. */
export interface MinimapView {
  readonly all: TimeWindow;
  readonly window: TimeWindow;
  readonly cursor: number | undefined;
  readonly range: TimeWindow | undefined;
  readonly marks: readonly { readonly time: number }[];
  /** Hits of the search by column. */
  readonly hits: Uint32Array | undefined;
}

/** Columns that are asked for, whatever the strip's width. */
export const COLUMNS = 512;
const EDGE = 5;

export class Minimap implements Disposable {
  private readonly canvas: HTMLCanvasElement;
  private readonly view: () => MinimapView;
  private readonly moveTo: (window: TimeWindow) => void;
  private readonly store = new DisposableStore();
  private theme: Theme = readTheme();
  private width = 0;
  private height = 0;
  private asked = false;
  private overview: TimelineOverview | undefined;
  private drag:
    { readonly part: 'from' | 'to' | 'both'; readonly at: number; window: TimeWindow } | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    view: () => MinimapView,
    moveTo: (window: TimeWindow) => void,
  ) {
    this.canvas = canvas;
    this.view = view;
    this.moveTo = moveTo;
    const resizing = new ResizeObserver(() => {
      this.resize();
    });
    resizing.observe(canvas);
    const end = new AbortController();
    this.store.add(
      toDisposable(() => {
        resizing.disconnect();
        end.abort();
      }),
    );
    this.store.add(
      onThemeChange(() => {
        this.theme = readTheme();
        this.repaint();
      }),
    );
    const { signal } = end;
    canvas.addEventListener('pointerdown', this.onDown, { signal });
    canvas.addEventListener('pointermove', this.onMove, { signal });
    canvas.addEventListener('pointerup', this.onUp, { signal });
    canvas.addEventListener('pointercancel', this.onUp, { signal });
  }

  set(overview: TimelineOverview | undefined): void {
    this.overview = overview;
    this.repaint();
  }

  /** Begins where the chart's own time axis does. */
  alignTo(left: number): void {
    this.canvas.parentElement?.style.setProperty('--kd-labels', `${left}px`);
    this.repaint();
  }

  repaint(): void {
    if (!this.asked) requestAnimationFrame(this.paint);
    this.asked = true;
  }

  private resize(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    const ratio = Math.max(1, globalThis.devicePixelRatio);
    this.width = width;
    this.height = height;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.repaint();
  }

  private readonly paint = (): void => {
    this.asked = false;
    const ctx = this.canvas.getContext('2d');
    if (ctx === null) return;
    const { width, height, theme } = this;
    const view = this.view();
    ctx.clearRect(0, 0, width, height);
    const { overview } = this;
    if (overview !== undefined) {
      const most = Math.log2(1 + Math.max(1, ...overview.all));
      const tall = (count: number): number => (Math.log2(1 + count) / most) * (height - 8);
      ctx.globalAlpha = theme.highContrast ? 1 : 0.45;
      this.bars(ctx, overview.all, theme.color('descriptionForeground'), tall);
      ctx.globalAlpha = 1;
      this.bars(ctx, overview.warnings, theme.color('editorWarning.foreground'), tall);
      this.bars(ctx, overview.errors, theme.color('editorError.foreground'), tall);
    }
    if (view.hits !== undefined)
      this.bars(
        ctx,
        view.hits,
        theme.color('focusBorder', 'foreground'),
        (count) => (count > 0 ? 4 : 0),
        4,
      );
    this.brush(ctx, view);
  };

  private bars(
    ctx: CanvasRenderingContext2D,
    counts: Uint32Array,
    color: string,
    tall: (count: number) => number,
    bottom = this.height,
  ): void {
    const step = this.width / counts.length;
    ctx.fillStyle = color;
    for (const [column, count] of counts.entries())
      if (count > 0) {
        const h = tall(count);
        ctx.fillRect(column * step, bottom - h, Math.max(1, step), h);
      }
  }

  /** What is outside the window is dimmed, and its edges are handles. */
  private brush(ctx: CanvasRenderingContext2D, view: MinimapView): void {
    const { width, height, theme } = this;
    const place = (time: number): number => toPixel(view.all, width, time);
    const from = place(view.window.from);
    const to = Math.max(from + 2, place(view.window.to));
    ctx.fillStyle = theme.color('editor.background');
    ctx.globalAlpha = theme.highContrast ? 0.7 : 0.6;
    ctx.fillRect(0, 0, from, height);
    ctx.fillRect(to, 0, width - to, height);
    ctx.globalAlpha = 1;
    if (view.range !== undefined) {
      ctx.fillStyle = theme.color('editor.selectionBackground', 'focusBorder');
      ctx.globalAlpha = theme.highContrast ? 0 : 0.3;
      const at = place(view.range.from);
      const wide = Math.max(2, place(view.range.to) - at);
      ctx.fillRect(at, 0, wide, height);
      ctx.globalAlpha = 1;
      ctx.fillStyle = theme.color('focusBorder', 'foreground');
      ctx.fillRect(at, height - 3, wide, 3);
    }
    ctx.strokeStyle = theme.color('focusBorder', 'foreground');
    ctx.lineWidth = 1;
    ctx.strokeRect(from + 0.5, 0.5, Math.max(1, to - from - 1), height - 1);
    ctx.fillStyle = ctx.strokeStyle;
    for (const x of [from, to - 3]) ctx.fillRect(x, height / 2 - 6, 3, 12);
    ctx.fillStyle = theme.color('charts.purple', 'foreground');
    for (const { time } of view.marks) ctx.fillRect(Math.round(place(time)), 0, 2, height);
    if (view.cursor === undefined) return;
    ctx.fillStyle = theme.color('kubelet.cursor', 'focusBorder');
    ctx.fillRect(Math.round(place(view.cursor)), 0, 2, height);
  }

  private xOf(event: PointerEvent): number {
    return event.clientX - this.canvas.getBoundingClientRect().left;
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const { all, window } = this.view();
    const x = this.xOf(event);
    const at = toTime(all, this.width, x);
    const near = (time: number): boolean => Math.abs(toPixel(all, this.width, time) - x) <= EDGE;
    this.canvas.setPointerCapture(event.pointerId);
    const part = near(window.from) ? 'from' : near(window.to) ? 'to' : 'both';
    const inside = at >= window.from && at <= window.to;
    const half = (window.to - window.from) / 2;
    const begun =
      part === 'both' && !inside ? within({ from: at - half, to: at + half }, all) : window;
    this.drag = { part, at, window: begun };
    if (begun !== window) this.moveTo(begun);
  };

  private readonly onMove = (event: PointerEvent): void => {
    const { all } = this.view();
    const x = this.xOf(event);
    const { drag } = this;
    if (drag === undefined) return;
    const time = toTime(all, this.width, x);
    const by = time - drag.at;
    const { from, to } = drag.window;
    const least = (all.to - all.from) / 1e6;
    if (drag.part === 'both') this.moveTo(within({ from: from + by, to: to + by }, all));
    else if (drag.part === 'from') this.moveTo({ from: Math.min(to - least, time), to });
    else this.moveTo({ from, to: Math.max(from + least, time) });
  };

  private readonly onUp = (): void => {
    this.drag = undefined;
  };

  dispose(): void {
    this.store.dispose();
  }
}
