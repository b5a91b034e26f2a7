import { expect, test } from 'vitest';
import { exchanged } from '../../../src/base/exchanged.ts';

const order = (a: number, b: number): number => a - b;

test('a sorted list with some of it exchanged is what sorting all of it gives', () => {
  const list = Array.from({ length: 40 }, (_, index) => 3 * index);
  expect(exchanged(list, [0, 30, 117], [1, 31, 200], order)).toEqual(
    [...list.filter((one) => ![0, 30, 117].includes(one)), 1, 31, 200].sort(order),
  );
  expect(exchanged([5, 9], [9], [1, 7, 8], order)).toEqual([1, 5, 7, 8]);
  expect(exchanged([], [], [2, 1], order)).toEqual([1, 2]);
});

test('the list itself stays as it is, and what is not in it is not taken out', () => {
  const list = [1, 3, 5, 7, 9, 11];
  expect(exchanged(list, [4], [6], order)).toEqual([1, 3, 5, 6, 7, 9, 11]);
  expect(list).toEqual([1, 3, 5, 7, 9, 11]);
});
