import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globOf, type Reach } from '../../../src/log/glob.ts';

/** As a regular expression says it. */
function expressionOf(pattern: string, reach: Reach): string {
  const one = reach === 'any' ? '[^]' : '[^\\s"/]';
  return pattern
    .replace(/[.+^${}()|[\]\\/-]/g, '\\$&')
    .replace(/\*/g, `${one}*`)
    .replace(/\?/g, one);
}

const pieces = (...of: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...of), { maxLength: 12 }).map((parts) => parts.join(''));
const reach = fc.constantFrom<Reach>('name', 'any');

describe('a glob', () => {
  it('finds what a regular expression finds', () => {
    const pattern = pieces('a', 'b', '*', '?', '/', '-', '.', '"', 'ab');
    const text = pieces('a', 'b', '/', '-', '.', ' ', '\n', '"', 'ab', 'aab');
    fc.assert(
      fc.property(pattern, text, reach, (pattern, text, reach) => {
        const glob = globOf(pattern, reach);
        const source = expressionOf(pattern, reach);
        expect(glob.isAll(text)).toBe(new RegExp(`^(?:${source})$`).test(text));
        const within = new RegExp(`(?<![\\w-])(?:${source})(?![\\w-])`);
        expect(glob.isIn(text)).toBe(within.test(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it('knows patterns of more characters than a word has bits', () => {
    const pattern = `${'abc-'.repeat(20)}*${'?'.repeat(40)}z`;
    const text = `${'abc-'.repeat(20)}${'y'.repeat(90)}z`;
    expect(globOf(pattern, 'any').isAll(text)).toBe(true);
    expect(globOf(pattern, 'name').isIn(`pod="${text}"`)).toBe(true);
    expect(globOf(pattern, 'any').isAll(`${text}z!`)).toBe(false);
  });

  // Anything that tries again what it has tried would not end.
  it.each(['*?', '*e', '*e*ee', '?*', '*e?*'])('of many %s reads a long text once', (part) => {
    const text = 'e'.repeat(200_000);
    const [all, name] = [
      globOf(`${part.repeat(60)}x`, 'any'),
      globOf(`${part.repeat(60)}x`, 'name'),
    ];
    expect(all.isAll(`${text}y`)).toBe(false);
    expect(all.isAll(`${text}x`)).toBe(true);
    expect(name.isIn(`${text}/x`)).toBe(false);
    expect(name.isIn(`/${text}x/`)).toBe(true);
  });
});
