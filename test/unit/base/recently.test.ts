import { expect, test } from 'vitest';
import { Recently } from '../../../src/base/recently.ts';

test('what was asked for lately is made once, what was not for long is forgotten', () => {
  const made: string[] = [];
  const recent = new Recently(2, (text: string) => {
    made.push(text);
    return text === '' ? undefined : text.toUpperCase();
  });
  expect(['a', 'b', 'a', 'b', ''].map((text) => recent.of(text))).toEqual([
    'A',
    'B',
    'A',
    'B',
    undefined,
  ]);
  expect(['b', '', 'a'].map((text) => recent.of(text))).toEqual(['B', undefined, 'A']);
  expect(made).toEqual(['a', 'b', '']);
  for (const text of ['c', 'd', 'e', 'f', 'g']) recent.of(text);
  recent.of('a');
  expect(made.at(-1)).toBe('a');
});
