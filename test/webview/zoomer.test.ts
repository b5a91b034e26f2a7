// @vitest-environment happy-dom
// Motion: a few frames towards the window wanted, or none where motion is not wanted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chart } from '../../webview/timeline/chart.ts';
import { Zoomer } from '../../webview/timeline/zoomer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The windows that a chart is given. */
function windowsOf(calm: boolean): readonly { readonly from: number; readonly to: number }[] {
  const all = { from: 0, to: 1_000 };
  const windows: { readonly from: number; readonly to: number }[] = [];
  const chart = {
    all,
    window: all,
    setWindow(window: typeof all) {
      windows.push(window);
    },
  };
  new Zoomer(chart as unknown as Chart, calm).to({ from: 400, to: 500 });
  vi.advanceTimersByTime(1_000);
  return windows;
}

test('with reduced motion the chart goes there at once', () => {
  expect(windowsOf(true)).toEqual([{ from: 400, to: 500 }]);
});

test('else it takes some frames, and ends there', () => {
  const windows = windowsOf(false);
  expect(windows.length).toBeGreaterThan(3);
  expect(windows.at(-1)).toEqual({ from: 400, to: 500 });
});
