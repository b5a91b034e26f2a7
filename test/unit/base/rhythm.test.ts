import { expect, test } from 'vitest';
import { median, middleOf } from '../../../src/base/rhythm.ts';

test('the median of an even number is between the two in the middle', () => {
  expect(median([1, 10, 2, 4])).toBe(3);
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBe(0);
  expect(middleOf([421, 1307])).toBe(864);
  expect(middleOf([7])).toBe(7);
  expect(middleOf([])).toBeUndefined();
});
