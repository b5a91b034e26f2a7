import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pacer } from '../../../src/engine/pacer.ts';

const INTERVAL = 120;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** When each work ends (ms) that is wished for at once after the last, the works taking so long. */
function endsOf(...took: readonly number[]): readonly number[] {
  const ends: number[] = [];
  const pacer = new Pacer(() => {
    vi.advanceTimersByTime(took[ends.length] ?? 0);
    ends.push(performance.now());
    if (ends.length < took.length)
      setTimeout(() => {
        pacer.wish();
      }, 0);
  }, INTERVAL);
  pacer.wish();
  vi.advanceTimersByTime(1_000_000);
  pacer.dispose();
  return ends;
}

test('work that takes long each time is done for half of the time', () => {
  const [, second = 0, third = 0, fourth = 0] = endsOf(1_000, 1_000, 1_000, 1_000);
  expect(third - second).toBeGreaterThanOrEqual(2_000);
  expect(fourth - third).toBeGreaterThanOrEqual(2_000);
});

test('after one work that took long, what comes is not kept waiting for as long again', () => {
  const [, load = 0, next = 0] = endsOf(10, 60_000, 10);
  expect(next - load).toBeLessThanOrEqual(INTERVAL);
});

test('the first work, which may have much to take in, is not rested from', () => {
  const [load = 0, next = 0] = endsOf(60_000, 10);
  expect(next - load).toBeLessThanOrEqual(INTERVAL);
});
