import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseNames, diagnoseText, readCase } from '../support/cases.ts';

const excerpts = caseNames().map((name) => new TextDecoder().decode(readCase(name).log));

/** Excerpts cut, mixed and damaged in any way. */
const damaged = fc
  .array(
    fc.record({
      excerpt: fc.constantFrom(...excerpts),
      from: fc.nat(2_000),
      length: fc.nat(4_000),
      junk: fc.string({ unit: 'binary', maxLength: 40 }),
    }),
    { maxLength: 4 },
  )
  .map((parts) =>
    parts
      .map(({ excerpt, from, length, junk }) => excerpt.slice(from, from + length) + junk)
      .join(''),
  );

test('whatever the log, there is an answer, the same each time', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const { findings } = diagnoseText(text);
      expect(diagnoseText(text).findings).toEqual(findings);
      for (const { confidence, count, evidence, key } of findings) {
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(count).toBeGreaterThan(0);
        expect(evidence.length).toBeGreaterThan(0);
        expect(key).not.toBe('');
      }
      expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length);
    }),
    { numRuns: 150 },
  );
});
