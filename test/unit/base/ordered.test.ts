import { expect, test } from 'vitest';
import { ordered } from '../../../src/base/ordered.ts';

test('numbers in words count as numbers, and what has no value comes last', () => {
  const rows = ['web-10', '', 'web-9', 'api'];
  const value = (row: string): string | undefined => (row === '' ? undefined : row);
  expect(ordered(rows, value, 'up')).toEqual(['api', 'web-9', 'web-10', '']);
  expect(ordered(rows, value, 'down')).toEqual(['web-10', 'web-9', 'api', '']);
});

test('equal rows stay as they were', () => {
  const rows = [
    { n: 1, at: 'a' },
    { n: 0, at: 'b' },
    { n: 1, at: 'c' },
  ];
  const at = (way: 'up' | 'down'): string =>
    ordered(rows, ({ n }) => n, way)
      .map((row) => row.at)
      .join('');
  expect([at('up'), at('down')]).toEqual(['bac', 'acb']);
});
