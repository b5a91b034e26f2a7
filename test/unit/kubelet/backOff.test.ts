import { expect, test } from 'vitest';
import { micros, MINUTE, SECOND } from '../../../src/base/time.ts';
import { backOffLeft, nextBackOff } from '../../../src/kubelet/backOff.ts';

test('KR-20 and KR-21: the first restart is free, then the wait doubles up to five minutes', () => {
  expect(backOffLeft(undefined, micros(0), micros(SECOND))).toBe(0);
  let entry = nextBackOff(undefined, micros(0));
  const lengths = [entry.backoff / SECOND];
  for (let i = 1; i < 7; i++) {
    entry = nextBackOff(entry, micros(i * MINUTE));
    lengths.push(entry.backoff / SECOND);
  }
  expect(lengths).toEqual([10, 20, 40, 80, 160, 300, 300]);
});

test('KR-21: what is left counts from the end of the container', () => {
  const entry = nextBackOff(undefined, micros(0));
  expect(backOffLeft(entry, micros(5 * SECOND), micros(8 * SECOND))).toBe(7 * SECOND);
  expect(backOffLeft(entry, micros(5 * SECOND), micros(16 * SECOND))).toBe(0);
});

test('KR-22: after ten minutes without failure it begins anew', () => {
  const entry = nextBackOff(nextBackOff(undefined, micros(0)), micros(SECOND));
  expect(nextBackOff(entry, micros(12 * MINUTE)).backoff).toBe(10 * SECOND);
});
