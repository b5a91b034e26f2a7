import { expect, test } from 'vitest';
import { formatGoDuration } from '../../../src/kubelet/goDuration.ts';

test.each([
  [0, '0s'],
  [12, '12µs'],
  [1500, '1.5ms'],
  [100_000, '100ms'],
  [10_000_000, '10s'],
  [180_000_000, '3m0s'],
  [181_234_567, '3m1.234567s'],
  [3_723_500_000, '1h2m3.5s'],
  [-1_000_000, '-1s'],
])('%i µs is %s', (length, text) => {
  expect(formatGoDuration(length)).toBe(text);
});
