import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern } from '../../../src/log/linearPattern.ts';

function made(source: string, flags: '' | 'i' | 's' = ''): RegExp {
  const pattern = linearPattern(source, flags);
  if (!pattern.ok) throw new Error(pattern.error);
  return pattern.value;
}

describe('a linear pattern', () => {
  it.each([
    ['SyncLoop.*PLEG', 'i', 'syncloop (pleg): event', true],
    ['^Generic.*pods$', '', 'GenericPLEG: Unable to retrieve pods', true],
    ['one.two', '', 'one\ntwo', false],
    ['one.two', 's', 'one\ntwo', true],
    ['\\u00e9|\\x41', '', 'A', true],
    ['[^]b', '', 'ab', true],
    ['PLEG', '', 'pleg', false],
  ] as const)('%s with flags "%s" on %j', (source, flags, text, fits) => {
    expect(made(source, flags).test(text)).toBe(fits);
    expect(made(source, flags).exec(text) !== null).toBe(fits);
  });

  it('names its groups', () => {
    const match = made('pod "(?<pod>[^"]+)" (?:is (?<how>\\w+))?').exec('the pod "a/b" was');
    expect(match?.[0]).toBe('pod "a/b" ');
    expect(match?.groups?.['pod']).toBe('a/b');
    expect(match?.groups?.['how']).toBeUndefined();
  });

  it.each([
    ['(', 'is none: Unterminated group'],
    ['(?=a)b', 'looks ahead or behind, which could take for ever'],
    ['(?<!a)b', 'looks ahead or behind, which could take for ever'],
    ['(a)\\1', 'refers back to a group, which could take for ever'],
    ['((a{1000}){1000}){1000}', 'repeats or nests too much'],
    ['.a'.repeat(1500), 'has more than 2000 characters'],
  ])('is refused: %s', (source, why) => {
    const pattern = linearPattern(source, '');
    expect(pattern.ok ? '' : pattern.error).toContain(why);
  });

  // An engine that tries one way after the other would not end.
  it.each([
    '(a+)+$',
    '(?:\\w+\\s*)+:',
    '^(a|a)*$',
    '(.*a){12}x',
    'a.*b.*c.*d',
    '(?:x+a+)+z',
    'a*a*a*y',
  ])('reads a long text once: %s', (source) => {
    expect(made(source).test(`${'a'.repeat(300_000)}!`)).toBe(false);
  });

  it('fits what a RegExp fits', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '\\d',
      '\\s',
      '(?:a|bc)',
      'abcd',
      '^',
      '$',
      '\\b',
    );
    const source = fc
      .array(fc.tuple(piece, fc.constantFrom('', '', '*', '+', '?', '{1,2}', '|')), {
        maxLength: 6,
      })
      .map((parts) =>
        parts.map(([one, how]) => (/[$^b]$/.test(one) && how !== '|' ? one : one + how)).join(''),
      );
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', 'abcd', 'ABCD'), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(source, text, fc.constantFrom('', 'i', 's'), (source, text, flags) => {
        const pattern = linearPattern(source, flags);
        expect(pattern.ok && pattern.value.test(text)).toBe(new RegExp(source, flags).test(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
