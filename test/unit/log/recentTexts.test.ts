import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentTexts } from '../../../src/log/recentTexts.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Few letters: many texts share a slot, and many differ in one letter alone. */
const letters = fc.constantFrom('a', 'b', 'é', ' ', '"', '<', '\\', '\x7f', '\n');
const text = fc.oneof(
  fc.string({ unit: letters, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 90 }),
);

describe('texts that were met lately', () => {
  it('are what the bytes say, wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.nat(5)), { maxLength: 30 }), (parts) => {
        const texts = new RecentTexts();
        for (const [part, before] of [...parts, ...parts]) {
          const bytes = encoder.encode('x'.repeat(before) + part + 'xyz');
          const to = bytes.length - 3;
          const stood = decoder.decode(bytes.subarray(before, to));
          const word = texts.plainWord(bytes, before, to);
          if (word !== undefined) {
            expect(word).toBe(stood);
            expect(word).toMatch(/^[!#-;=-[\]-~]+$/);
          }
          expect(texts.get(bytes, before, to)).toBe(stood);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('are known again when they are plain words', () => {
    const texts = new RecentTexts();
    const bytes = encoder.encode('pod="default/web-1" said="a b"');
    expect(texts.plainWord(bytes, 5, 18)).toBeUndefined();
    texts.get(bytes, 5, 18);
    expect(texts.plainWord(bytes, 5, 18)).toBe('default/web-1');
    expect(texts.get(bytes, 26, 29)).toBe('a b');
    expect(texts.plainWord(bytes, 26, 29)).toBeUndefined();
  });
});
