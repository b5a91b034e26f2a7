import { expect, test } from 'vitest';
import { asMarkdown } from '../../../src/extension/asMarkdown.ts';

test('words stay apart, so that a long line breaks between them', () => {
  expect(asMarkdown('the sandbox stays')).toBe('the sandbox stays');
});

test('nothing means anything', () => {
  expect(asMarkdown('[x](command:y) <img> `c` *b* &lt; https://a.b $(flame)')).toBe(
    '\\[x\\]\\(command\\:y\\) \\<img\\> \\`c\\` \\*b\\* \\&lt\\; https\\:\\/\\/a\\.b \\$\\(flame\\)',
  );
});

test('no line becomes a list, a heading or code', () => {
  expect(asMarkdown('1. a\n- b\n    c\na\n===')).toBe(
    '1\\. a\n\n\\- b\n\n&nbsp;&nbsp;&nbsp;&nbsp;c\n\na\n\n\\=\\=\\=',
  );
});

test('what was aligned stays so', () => {
  expect(asMarkdown('a   b')).toBe('a &nbsp;&nbsp;b');
});
