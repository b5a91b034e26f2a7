import { describe, expect, it } from 'vitest';
import { canHang } from '../../../../src/diagnosis/pack/slowPattern.ts';
import { rules } from '../../../../src/diagnosis/rules/index.ts';

describe('a pattern that can take for ever', () => {
  it.each([
    '(a+)+$',
    '(?:\\w+\\s*)+:',
    '^(.*)*$',
    '(?:.*,)*x',
    '([a-z]+)*',
    'x(?<n>(?:a|b+)*)y',
    '(?=(a*)*b)',
    '(?:(?:ab?)+)+$',
    '(a{2,})+?b',
  ])('%s', (source) => {
    expect(canHang(source)).toBe(true);
  });

  it.each([
    '(?:, \\w+)*',
    'a+b+c+',
    '(?:\\w+\\.)+',
    '[(a+)+]*',
    '\\(a+\\)+',
    '(?:ab?){3}',
    '(?: name="[^"]*")?',
    '(a|b)*',
  ])('is not %s', (source) => {
    expect(canHang(source)).toBe(false);
  });

  it('is none of the built-in rules', () => {
    const signs = rules.flatMap((rule) => rule.signs);
    const patterns = signs.flatMap(({ text, not }) => [text, ...(not === undefined ? [] : [not])]);
    expect(patterns.filter(({ source }) => canHang(source))).toEqual([]);
  });
});
