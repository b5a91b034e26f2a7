// Mouse, touchpad and touch on the chart: which of its moves a gesture means. What stands where is the chart's.
import type { Disposable } from '../../src/base/disposable.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { panned, toTime, zoomed, type TimeWindow } from '../shared/timeScale.ts';
import type { Chart, ChartEvents, Point, Under } from './chart.ts';
import { RULER_HEIGHT } from './layout.ts';

/** A pointer that moved less has clicked. */
const CLICK = 4;
/** A range begins and ends at what stands so near. */
const SNAP = 5;

/** What a pressed pointer does when it moves: pans the chart, spans a range of time, or carries a lane to another place. */
type Drag = {
  readonly x: number;
  readonly y: number;
  moved: boolean;
} & (
  | { readonly kind: 'pan'; readonly window: TimeWindow; readonly scroll: number }
  | { readonly kind: 'range'; readonly from: number }
  | { readonly kind: 'lane'; readonly lane: TimelineLane | undefined }
  | { readonly kind: 'pinch'; readonly window: TimeWindow; readonly grip: Grip }
);

/** Two fingers: their middle on the time axis, and how far apart they are, in pixels. */
interface Grip {
  readonly x: number;
  readonly apart: number;
}

type UnderAt = Under & Point;

export class Pointers implements Disposable {
  private readonly host: HTMLElement;
  private readonly chart: Chart;
  private readonly events: ChartEvents;
  private readonly end = new AbortController();
  private drag: Drag | undefined;
  private byKey = false;
  /** Fingers that are down, by their pointer's id. */
  private readonly fingers = new Map<number, Point>();

  constructor(host: HTMLElement, chart: Chart, events: ChartEvents) {
    this.host = host;
    this.chart = chart;
    this.events = events;
    const { signal } = this.end;
    host.addEventListener('wheel', this.onWheel, { passive: false, signal });
    host.addEventListener('pointerdown', this.onDown, { signal });
    host.addEventListener('pointermove', this.onMove, { signal });
    host.addEventListener('pointerup', this.onUp, { signal });
    host.addEventListener('pointercancel', this.onCancel, { signal });
    host.addEventListener('pointerleave', this.onLeave, { signal });
    host.addEventListener('dblclick', this.onDouble, { signal });
    host.addEventListener('contextmenu', this.onMenu, { signal });
    host.addEventListener('keydown', this.onKey, { signal });
  }

  private under(event: MouseEvent): UnderAt {
    const box = this.host.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const { chart } = this;
    const placed = chart.laneAtY(y);
    const item =
      placed === undefined || x < chart.labelWidth ? undefined : chart.itemAt(placed, x, y);
    const line = x < chart.labelWidth ? undefined : chart.lineAt(placed, x, y);
    const time = x < chart.labelWidth ? NaN : chart.timeAt(x);
    return { x, y, lane: placed?.lane, item, line, time };
  }

  /** The wheel zooms under the pointer; with Shift, or a wheel that turns sideways, it pans; over the labels it scrolls. */
  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { chart } = this;
    const { x } = this.under(event);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      chart.pan((event.deltaX + event.deltaY) / chart.plotWidth);
    } else if ((x < chart.labelWidth || event.altKey) && !event.ctrlKey) {
      chart.setScroll(chart.scroll + event.deltaY);
    } else {
      // A pinch on a touchpad comes as a wheel with Ctrl, and turns it much less.
      chart.zoom(Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), chart.timeAt(x));
    }
  };

  private readonly onDown = (event: PointerEvent): void => {
    this.byKey = false;
    if (event.button !== 0) return;
    const { chart } = this;
    const under = this.under(event);
    const at = { x: event.clientX, y: event.clientY, moved: false };
    this.host.setPointerCapture(event.pointerId);
    chart.isHeld = true;
    this.touch(event, under);
    const grip = this.grip();
    if (grip !== undefined)
      this.drag = { ...at, moved: true, kind: 'pinch', window: chart.window, grip };
    else if (under.x < chart.labelWidth) this.drag = { ...at, kind: 'lane', lane: under.lane };
    else if (under.y < RULER_HEIGHT || event.shiftKey)
      this.drag = { ...at, kind: 'range', from: this.snapped(under) };
    else this.drag = { ...at, kind: 'pan', window: chart.window, scroll: chart.scroll };
  };

  private touch({ pointerType, pointerId }: PointerEvent, { x, y }: Point): void {
    if (pointerType === 'touch') this.fingers.set(pointerId, { x, y });
  }

  private grip(): Grip | undefined {
    const [a, b] = this.fingers.values();
    if (a === undefined || b === undefined) return undefined;
    const middle = (a.x + b.x) / 2 - this.chart.labelWidth;
    return { x: middle, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  }

  /** The time that was between two fingers stays between them; as they part, less of it is seen. */
  private pinch(window: TimeWindow, before: Grip): void {
    const now = this.grip();
    if (now === undefined) return;
    const { all, plotWidth } = this.chart;
    const time = toTime(window, plotWidth, before.x);
    const next = zoomed(window, before.apart / now.apart, time, all);
    const perPixel = (next.to - next.from) / plotWidth;
    this.chart.setWindow(panned(next, (before.x - now.x) * perPixel, all));
  }

  /** The time under the pointer, or the near edge of the item there. */
  private snapped({ x, lane, item }: UnderAt): number {
    const { chart } = this;
    const time = chart.timeAt(x);
    if (item === undefined || lane === undefined) return time;
    const reach = (SNAP / chart.plotWidth) * (chart.window.to - chart.window.from);
    const shift = chart.alignment?.shifts.get(lane.id) ?? 0;
    const edge = [item.start - shift, item.end - shift].find(
      (each) => Math.abs(each - time) <= reach,
    );
    return edge ?? time;
  }

  private readonly onMove = (event: PointerEvent): void => {
    const under = this.under(event);
    const { x, y, lane, item } = under;
    const { chart, drag } = this;
    if (this.fingers.has(event.pointerId)) this.touch(event, under);
    chart.setPointer(x < chart.labelWidth ? undefined : chart.timeAt(x));
    chart.pointerY = y;
    if (drag === undefined) {
      this.events.onHover(item, lane, x, y);
      return;
    }
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= CLICK;
    if (!drag.moved) return;
    this.events.onHover(undefined, undefined, x, y);
    switch (drag.kind) {
      case 'pinch':
        this.pinch(drag.window, drag.grip);
        break;
      case 'pan': {
        const perPixel = (drag.window.to - drag.window.from) / chart.plotWidth;
        chart.setScroll(drag.scroll - (event.clientY - drag.y));
        chart.setWindow(panned(drag.window, (drag.x - event.clientX) * perPixel, chart.all));
        break;
      }
      case 'range': {
        const to = this.snapped(under);
        const range = { from: Math.min(drag.from, to), to: Math.max(drag.from, to) };
        if (range.to > range.from) chart.setRange(range);
        break;
      }
      case 'lane':
        if (lane !== undefined && drag.lane !== undefined && lane.id !== drag.lane.id)
          this.events.onCarry(drag.lane, lane);
        break;
    }
  };

  private readonly onUp = (event: PointerEvent): void => {
    const { chart, drag } = this;
    this.drag = undefined;
    chart.isHeld = false;
    this.fingers.delete(event.pointerId);
    if (drag === undefined) return;
    if (drag.moved) {
      if (drag.kind === 'range') this.events.onRange(chart.range);
      return;
    }
    const under = this.under(event);
    const group = chart.groupAtY(under.y);
    if (group !== undefined) {
      this.events.onFold(group.name);
      return;
    }
    if (under.y < RULER_HEIGHT) this.events.onGo(under);
    else {
      chart.focus(under.lane?.id);
      this.events.onPick(under);
    }
  };

  private readonly onCancel = (event: PointerEvent): void => {
    this.chart.isHeld = false;
    this.fingers.delete(event.pointerId);
    this.drag = undefined;
  };

  private readonly onLeave = (event: PointerEvent): void => {
    this.chart.setPointer(undefined);
    this.chart.pointerY = undefined;
    this.events.onHover(undefined, undefined, event.offsetX, event.offsetY);
  };

  private readonly onDouble = (event: MouseEvent): void => {
    const under = this.under(event);
    if (under.x >= this.chart.labelWidth) this.events.onGo(under);
    else if (under.lane !== undefined) this.events.onOpen(under.lane);
  };

  private readonly onKey = ({ key }: KeyboardEvent): void => {
    this.byKey = key === 'ContextMenu' || key === 'F10';
  };

  /** One that a key asks for comes with a place that means nothing. */
  private readonly onMenu = (event: MouseEvent): void => {
    event.preventDefault();
    this.drag = undefined;
    const { chart, byKey } = this;
    this.byKey = false;
    if (byKey) {
      this.events.onMenu(undefined, undefined, undefined);
      return;
    }
    const { x, lane } = this.under(event);
    const time = x < chart.labelWidth ? undefined : chart.timeAt(x);
    chart.focus(lane?.id);
    this.events.onMenu(lane, time, { x: event.clientX, y: event.clientY });
  };

  dispose(): void {
    this.end.abort();
  }
}
