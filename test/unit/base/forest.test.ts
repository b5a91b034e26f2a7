import { expect, test } from 'vitest';
import { flat, forestOf, prune, type Branch } from '../../../src/base/forest.ts';

/** `b<a`: b hangs on a. */
function forest(...items: readonly string[]): readonly Branch<string>[] {
  return forestOf(
    items,
    (item) => item[0] ?? '',
    (item) => item[2],
  );
}

function text(branches: readonly Branch<string>[]): string {
  return branches
    .map(
      ({ item, children }) =>
        `${item[0] ?? ''}${children.length === 0 ? '' : `(${text(children)})`}`,
    )
    .join(' ');
}

test.each([
  [['a', 'b<a', 'c<b', 'd'], 'a(b(c)) d'],
  [['c<b', 'b<a', 'd<a', 'a'], 'a(b(c) d)'],
  [['b<gone', 'c<b'], 'b(c)'],
  [['a<c', 'b<a', 'c<b', 'd'], 'a(b(c)) d'],
  [['a<a'], 'a'],
  [['c<b', 'a', 'b'], 'b(c) a'],
])('%j stand as %s', (items, expected) => {
  expect(text(forest(...items))).toBe(expected);
  expect(flat(forest(...items)).toSorted()).toEqual(items.toSorted());
});

test('what is kept keeps its way to the root', () => {
  const kept = prune(forest('a', 'b<a', 'c<b', 'd<a', 'e'), (item) => item.startsWith('c'));
  expect(text(kept)).toBe('a(b(c))');
});
