import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberColumn } from '../../../../src/simulate/journal/numberColumn.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Stretches of numbers of one kind: more of them than a block has. */
const stretch = fc.record({
  length: fc.integer({ min: 1, max: 3000 }),
  value: fc.oneof(
    fc.constantFrom(0, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, -1, 0.5, NaN, 1.7e15),
    fc.integer({ min: 0, max: 2 ** 52 }),
  ),
  by: fc.constantFrom(0, 0, 1, 7, 300, 100_000, -1, 0.25),
});

test('a column gives back each number, whatever came before and after it', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 6 }), (stretches) => {
      const plain: number[] = [];
      const column = new NumberColumn();
      for (const { length, value, by } of stretches)
        for (let i = 0; i < length; i++) {
          plain.push(value + i * by);
          column.push(value + i * by);
        }
      expect(column.length).toBe(plain.length);
      const wrong = plain.findIndex((value, place) => !Object.is(column.at(place), value));
      if (wrong >= 0) expect(column.at(wrong), `seed ${seed}, place ${wrong}`).toBe(plain[wrong]);
    }),
    { seed, numRuns: 200 },
  );
});

test('there is no number before the first and after the last', () => {
  const column = new NumberColumn();
  expect([column.at(-1), column.at(0)]).toEqual([NaN, NaN]);
  column.push(5);
  expect([column.at(-1), column.at(0), column.at(1), column.at(NaN)]).toEqual([NaN, 5, NaN, NaN]);
});

test('how many ascending numbers are at or below a value', () => {
  const column = new NumberColumn();
  for (let i = 0; i < 5000; i++) column.push(1_000_000 + 3 * i);
  expect(column.countTo(999_999)).toBe(0);
  expect(column.countTo(1_000_000 + 3 * 2047)).toBe(2048);
  expect(column.countTo(1_000_000 + 3 * 2048 - 1)).toBe(2048);
  expect(column.countTo(Infinity)).toBe(5000);
});
