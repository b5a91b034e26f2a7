import { expect, test } from 'vitest';
import { plainLine, plainText } from '../../../src/base/plainText.ts';

test('what a terminal or a tree would obey becomes visible', () => {
  expect(plainText('\u001b[31mred\u0000')).toBe('\\u{1b}[31mred\\u{0}');
  expect(plainText('abc\u202egpj.exe')).toBe('abc\\u{202e}gpj.exe');
  expect(plainText('a\tb\nc <b>&amp; 日本 🙂')).toBe('a\tb\nc <b>&amp; 日本 🙂');
});

test('a line is one line and not longer than asked', () => {
  expect(plainLine('one\n\ttwo', 20)).toBe('one two');
  expect(plainLine('x'.repeat(1_000_000), 5)).toBe('xxxxx…');
  expect(plainLine('12345', 5)).toBe('12345');
});
