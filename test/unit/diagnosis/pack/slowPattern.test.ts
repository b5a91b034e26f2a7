import fc from 'fast-check';
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
    '(a|a)*$',
    '(?:a|aa)+x',
    '(\\w|\\d)+;',
    '^(?:[a-z]|[a-z0-9])+@',
    '(?:ab|a|b)*c',
    '((?:a|b)|(?:b|c))*!',
    '(?=(?:a|a)*?b)c',
    '(a?){30}a{30}',
    '(.*a){12}',
    '(?:x+y?)+z',
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
    // One way each: what follows tells which alternative it was.
    '(a|ab)*c',
    '(?:foo|bar)*baz',
    '(?:\\\\.|[^"\\\\])*"',
    '(?:[^,]*,){20}',
    '[a-z]+(?:-[a-z0-9]+)*',
    '(?:a|a)?',
  ])('is not %s', (source) => {
    expect(canHang(source)).toBe(false);
  });

  it('is none of the built-in rules', () => {
    const signs = rules.flatMap((rule) => rule.signs);
    const patterns = signs.flatMap(({ text, not }) => [text, ...(not === undefined ? [] : [not])]);
    expect(patterns.filter(({ source }) => canHang(source))).toEqual([]);
  });

  it('is said of each that is slow', { timeout: 60_000 }, () => {
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('a', 'b', '.', '[ab]'),
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?'))
          .map(([one, how]) => `(?:${one})${how}`),
      ),
    }));
    const texts = ['a'.repeat(27), 'ab'.repeat(14), 'aab'.repeat(9)];
    fc.assert(
      fc.property(pattern, (source) => {
        fc.pre(!canHang(source));
        const whole = new RegExp(`^(?:${source})$`);
        const before = process.cpuUsage().user;
        for (const text of texts) whole.test(`${text}!`);
        expect((process.cpuUsage().user - before) / 1000).toBeLessThan(500);
      }),
      { numRuns: 500 },
    );
  });
});
