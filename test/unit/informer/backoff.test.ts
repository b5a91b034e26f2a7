import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../../src/base/time.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { Backoff, reflectorBackoff } from '../../../src/informer/backoff.ts';
import { InternalErrorRetry } from '../../../src/informer/internalErrorRetry.ts';

/** So many waits in a row, in seconds, without jitter. */
function waits(kind: 'fixed' | 'reset-when-idle' | 'reset-by-age', count: number): number[] {
  const clock = new VirtualClock();
  const backoff = new Backoff(clock, () => 0, kind);
  return Array.from({ length: count }, () => {
    const wait = backoff.step();
    clock.advance(wait);
    return wait / SECOND;
  });
}

// Measured on client-go v0.37.2 and v0.35 without jitter.
const growing = [0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30, 30];

test('it grows to 30 s and, since 1.36, begins anew after two minutes of failing', () => {
  expect(waits('reset-by-age', 11)).toEqual([...growing, 0.8, 1.6]);
});

test('until 1.35 it stays at 30 s', () => {
  expect(waits('reset-when-idle', 11)).toEqual([...growing, 30, 30]);
});

test('until 1.35 it begins anew two minutes after the last wait', () => {
  const clock = new VirtualClock();
  const backoff = new Backoff(clock, () => 0, 'reset-when-idle');
  backoff.step();
  clock.advance(2 * MINUTE);
  expect(backoff.step()).toBe(1.6 * SECOND);
  clock.advance(2 * MINUTE + 1);
  expect(backoff.step()).toBe(0.8 * SECOND);
});

test('in 1.9 it is a second, always', () => {
  expect(waits('fixed', 3)).toEqual([1, 1, 1]);
});

test('jitter adds up to as much again and does not feed into the next wait', () => {
  const backoff = new Backoff(new VirtualClock(), () => 0.5, 'reset-by-age');
  expect([backoff.step(), backoff.step()]).toEqual([1.2 * SECOND, 2.4 * SECOND]);
});

test('internal errors are met by watching again for so long since the first of them', () => {
  const clock = new VirtualClock();
  const retry = new InternalErrorRetry(clock, 10 * SECOND);
  retry.failed();
  expect(retry.shouldRetry()).toBe(true);
  clock.advance(10 * SECOND);
  retry.failed();
  expect(retry.shouldRetry()).toBe(true);
  clock.advance(1);
  retry.failed();
  expect(retry.shouldRetry()).toBe(false);
  retry.failed();
  expect(retry.shouldRetry()).toBe(true);
  clock.advance(MINUTE);
  retry.failed();
  expect(retry.shouldRetry()).toBe(true);
});

test('internal errors are not met so unless that is asked for', () => {
  const retry = new InternalErrorRetry(new VirtualClock(), 0);
  retry.failed();
  expect(retry.shouldRetry()).toBe(false);
});

test('other numbers can be given', () => {
  const numbers = { ...reflectorBackoff, initial: SECOND, factor: 3, cap: 20 * SECOND };
  const backoff = new Backoff(new VirtualClock(), () => 0, 'reset-by-age', numbers);
  expect([1, 2, 3, 4].map(() => backoff.step() / SECOND)).toEqual([1, 3, 9, 20]);
});
