// @vitest-environment happy-dom
// Fingers on the chart: one pans, two zoom where they are.
import { afterEach, expect, test, vi } from 'vitest';
import type { TimeWindow } from '../../webview/shared/timeScale.ts';
import { toTime } from '../../webview/shared/timeScale.ts';
import type { Chart, ChartEvents } from '../../webview/timeline/chart.ts';
import { Pointers } from '../../webview/timeline/pointers.ts';

const LABELS = 100;
const WIDTH = 1_000;

afterEach(() => {
  document.body.replaceChildren();
});

interface Touched {
  readonly chart: { window: TimeWindow; scroll: number };
  readonly picked: ReturnType<typeof vi.fn>;
  readonly went: ReturnType<typeof vi.fn>;
  readonly folded: ReturnType<typeof vi.fn>;
  readonly menus: ReturnType<typeof vi.fn>;
  readonly host: HTMLElement;
  readonly finger: (
    kind: 'down' | 'move' | 'up' | 'cancel',
    id: number,
    x: number,
    y?: number,
  ) => void;
  readonly timeAt: (x: number) => number;
}

/** A chart of ten seconds with the middle two in sight. */
function touched(): Touched {
  const host = document.createElement('div');
  host.setPointerCapture = () => undefined;
  document.body.append(host);
  const chart = {
    all: { from: 0, to: 10_000_000 },
    window: { from: 4_000_000, to: 6_000_000 },
    scroll: 0,
    labelWidth: LABELS,
    plotWidth: WIDTH,
    layout: { pinned: { lanes: [] } },
    laneAtY: () => undefined,
    lineAt: () => undefined,
    groupAtY: (y: number) => (y < 50 ? { name: 'node-a' } : undefined),
    focus: vi.fn(),
    setPointer: vi.fn(),
    setScroll: vi.fn(),
    timeAt: (x: number) => toTime(chart.window, WIDTH, x - LABELS),
    setWindow(window: TimeWindow) {
      chart.window = window;
    },
  };
  const picked = vi.fn();
  const went = vi.fn();
  const folded = vi.fn();
  const menus = vi.fn();
  const events = {
    ...{ onPick: picked, onGo: went, onFold: folded, onMenu: menus },
    ...{ onHover: vi.fn(), onRange: vi.fn() },
  };
  new Pointers(host, chart as unknown as Chart, events as unknown as ChartEvents);
  return {
    chart,
    picked,
    went,
    folded,
    menus,
    host,
    timeAt: chart.timeAt,
    finger(kind, pointerId, x, y = 200) {
      const at = { clientX: x, clientY: y, button: 0, pointerId, pointerType: 'touch' };
      host.dispatchEvent(new PointerEvent(`pointer${kind}`, { ...at, bubbles: true }));
    },
  };
}

const length = ({ from, to }: TimeWindow): number => to - from;

test('two fingers that part zoom in, and the times under them stay there', () => {
  const { chart, picked, finger, timeAt } = touched();
  const [left, right] = [timeAt(500), timeAt(700)];
  finger('down', 1, 500);
  finger('down', 2, 700);
  finger('move', 1, 400);
  finger('move', 2, 800);
  expect(length(chart.window)).toBeCloseTo(1_000_000, 0);
  expect(timeAt(400)).toBeCloseTo(left, 0);
  expect(timeAt(800)).toBeCloseTo(right, 0);
  finger('up', 1, 400);
  finger('up', 2, 800);
  expect(picked).not.toHaveBeenCalled();
});

test('two fingers that close zoom out; moved together they pan', () => {
  const { chart, finger, timeAt } = touched();
  finger('down', 1, 400);
  finger('down', 2, 800);
  finger('move', 1, 500);
  finger('move', 2, 700);
  expect(length(chart.window)).toBeCloseTo(4_000_000, 0);
  const before = timeAt(500);
  finger('move', 1, 550);
  finger('move', 2, 750);
  expect(length(chart.window)).toBeCloseTo(4_000_000, 0);
  expect(timeAt(550)).toBeCloseTo(before, 0);
});

test('the finger that stays behind does nothing, one that comes anew pans, and a tap picks', () => {
  const { chart, picked, finger } = touched();
  finger('down', 1, 400);
  finger('down', 2, 800);
  finger('up', 2, 800);
  const { window } = chart;
  finger('move', 1, 300);
  expect(chart.window).toEqual(window);
  finger('cancel', 1, 300);
  finger('down', 3, 600);
  finger('move', 3, 500);
  finger('up', 3, 500);
  expect(chart.window).toEqual({ from: 4_200_000, to: 6_200_000 });
  expect(picked).not.toHaveBeenCalled();
  finger('down', 4, 600);
  finger('up', 4, 600);
  expect(picked).toHaveBeenCalledOnce();
});

test('a tap on a heading folds its group, on its name and beside it', () => {
  const { picked, folded, finger } = touched();
  for (const x of [20, 500]) {
    finger('down', 1, x, 40);
    finger('up', 1, x, 40);
  }
  expect(folded.mock.calls).toEqual([['node-a'], ['node-a']]);
  expect(picked).not.toHaveBeenCalled();
});

test('a menu is of the time under the pointer, over the names of none, by a key of no place', () => {
  const { menus, host, timeAt } = touched();
  const ask = (clientX: number): boolean =>
    host.dispatchEvent(
      new MouseEvent('contextmenu', { clientX, clientY: 200, button: 2, cancelable: true }),
    );
  expect(ask(600)).toBe(false);
  ask(20);
  host.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', shiftKey: true }));
  ask(600);
  ask(600);
  expect(menus.mock.calls).toEqual([
    [undefined, timeAt(600), { x: 600, y: 200 }],
    [undefined, undefined, { x: 20, y: 200 }],
    [undefined, undefined, undefined],
    [undefined, timeAt(600), { x: 600, y: 200 }],
  ]);
});

test('a click selects; a double click, or a click on the ruler, goes there', () => {
  const { picked, went, host, finger, timeAt } = touched();
  finger('down', 1, 300);
  finger('up', 1, 300);
  expect(picked).toHaveBeenCalledWith(expect.objectContaining({ time: timeAt(300) }));
  expect(went).not.toHaveBeenCalled();
  host.dispatchEvent(new MouseEvent('dblclick', { clientX: 300, clientY: 200 }));
  expect(went).toHaveBeenCalledWith(expect.objectContaining({ time: timeAt(300) }));
  finger('down', 1, 400, 10);
  finger('up', 1, 400, 10);
  expect(picked).toHaveBeenCalledOnce();
});
