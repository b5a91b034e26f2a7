import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros, MINUTE, SECOND } from '../../src/base/time.ts';
import {
  durationTicks,
  including,
  padded,
  panned,
  ticks,
  toPixel,
  toTime,
  windowAfter,
  within,
  zoomed,
} from '../../webview/shared/timeScale.ts';

const all = { from: 1_000 * SECOND, to: 1_100 * SECOND };

test('a pixel and its time are each other’s inverse', () => {
  const window = { from: all.from, to: all.from + 10 * SECOND };
  expect(toPixel(window, 1000, toTime(window, 1000, 333))).toBeCloseTo(333);
  expect(toTime(window, 1000, 500)).toBe(all.from + 5 * SECOND);
});

test('zooming keeps the time under the pointer, and stays inside', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (factor, share) => {
        const at = all.from + share * (all.to - all.from);
        const next = zoomed(all, factor, at, all);
        expect(next.from).toBeGreaterThanOrEqual(all.from - 1);
        expect(next.to).toBeLessThanOrEqual(all.to + 1);
        expect(toPixel(next, 1, at)).toBeCloseTo(share, 3);
      },
    ),
  );
});

test('nothing is smaller than a few microseconds, or later than the end', () => {
  expect(zoomed(all, 1e-12, all.from, all).to - all.from).toBe(50);
  expect(panned(all, MINUTE, all)).toEqual(all);
  expect(within({ from: 0, to: 10 * SECOND }, all)).toEqual({
    from: all.from,
    to: all.from + 10 * SECOND,
  });
  expect(padded({ from: 5, to: 5 }).to).toBeGreaterThan(5);
});

test('a time out of sight is brought in by the least move', () => {
  const window = { from: all.from, to: all.from + 10 * SECOND };
  expect(including(window, all.from + 5 * SECOND, all)).toBe(window);
  const later = including(window, all.from + 20 * SECOND, all);
  expect(later.to - later.from).toBeCloseTo(10 * SECOND);
  expect(toPixel(later, 1, all.from + 20 * SECOND)).toBeCloseTo(0.92);
});

test('ticks are round, far enough apart, and tell neighbours apart', () => {
  const from = micros(Date.UTC(2026, 10, 21, 9, 33, 47) * 1000);
  const texts = (length: number) =>
    ticks({ from, to: from + length }, 500, 100).map(({ text }) => text);
  expect(texts(100 * SECOND)).toEqual(['09:34:00', '09:34:30', '09:35:00']);
  expect(texts(60 * MINUTE)).toEqual(['09:45', '10:00', '10:15', '10:30']);
  expect(texts(1000)).toEqual([
    '09:33:47.000000',
    '09:33:47.000200',
    '09:33:47.000400',
    '09:33:47.000600',
    '09:33:47.000800',
    '09:33:47.001000',
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 4e12 }), (length) => {
      const shown = texts(length);
      expect(shown.length).toBeLessThanOrEqual(6);
      expect(new Set(shown).size === shown.length || length > 20 * 3600 * SECOND).toBe(true);
    }),
  );
});

test('when the log grows, the window follows its end, stays, or goes on showing all', () => {
  const before = { from: 0, to: 100 };
  const longer = { from: 0, to: 150 };
  const seen = { from: 40, to: 60 };
  expect(windowAfter(seen, before, longer, false)).toBe(seen);
  expect(windowAfter(seen, before, longer, true)).toEqual({ from: 130, to: 150 });
  expect(windowAfter(before, before, longer, false)).toEqual(longer);
  expect(windowAfter(before, before, before, true)).toBe(before);
  expect(windowAfter(seen, before, { from: 1000, to: 1100 }, false)).toEqual({
    from: 1000,
    to: 1100,
  });
});

test('durations are round since an origin, which itself is none', () => {
  const texts = durationTicks({ from: -SECOND, to: 3 * SECOND }, 400, 90, 0).map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['−1 s', '0', '+1 s', '+2 s', '+3 s']);
});
