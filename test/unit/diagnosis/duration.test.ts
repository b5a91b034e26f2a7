import { expect, test } from 'vitest';
import { goDuration } from '../../../src/diagnosis/duration.ts';

test.each([
  ['500ms', 500_000],
  ['2m2s', 122_000_000],
  ['1h0m3.5s', 3_603_500_000],
  ['12µs', 12],
])('%s', (text, length) => {
  expect(goDuration(text)).toBe(length);
});

test.each(['', '5', 's', '5x', '1m s'])('%j is no duration', (text) => {
  expect(goDuration(text)).toBeUndefined();
});
