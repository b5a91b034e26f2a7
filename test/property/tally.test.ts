// What is told of the hits of a finding is the same whether they come at once or bit by bit. SEED=… the same hits again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { MILLISECOND, micros } from '../../src/base/time.ts';
import { isPermanent } from '../../src/diagnosis/loud.ts';
import type { Hit, Line } from '../../src/diagnosis/rule.ts';
import { tallyOf } from '../../src/diagnosis/tally.ts';
import { groupBy, timesOf } from '../../src/diagnosis/verdict.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

const one = fc.record({
  wait: fc.constantFrom(0, 0, 1, 400, 1_000, 90_000),
  step: fc.constantFrom(0, 1, 1, 1, 2),
  body: fc.constantFrom('it fails', 'it fails 2', 'x509: it is not valid', ': no'),
  statement: fc.constantFrom('one', 'two', 'three', ':4'),
  isMain: fc.boolean(),
  weight: fc.constantFrom(1, 1, 1, 3),
  isKernels: fc.nat(400).map((n) => n === 0),
});
/** Whether times may go back, whether lines beside the fault are all that there is at first, and in which steps they come. */
const lists = fc.record({
  hits: fc.array(one, { minLength: 100, maxLength: 300 }),
  goesBack: fc.boolean(),
  mainFrom: fc.constantFrom(0, 0, 150, 1_000),
  steps: fc.array(fc.nat(60), { minLength: 1, maxLength: 6 }),
});

const words = { text: /fails/ };
const beside = { text: /fails/, role: 'context' } as const;

function hitsOf({
  hits,
  goesBack,
  mainFrom,
}: Pick<
  typeof lists extends fc.Arbitrary<infer T> ? T : never,
  'hits' | 'goesBack' | 'mainFrom'
>): Hit[] {
  let [at, position] = [1_700_000_000_000_000, 0];
  return hits.map(({ wait, step, body, statement, isMain, weight, isKernels }, index) => {
    at += (goesBack && index % 50 === 49 ? -wait : wait) * MILLISECOND;
    position += step;
    const line: Line = {
      position,
      input: { source: sourceId(0), offset: index },
      at: micros(at),
      hasTime: true,
      severity: 'error',
      pid: 1,
      statement,
      body,
      writer: isKernels ? 'kernel' : 'kubelet',
      objects: { ids: [] } as unknown as Line['objects'],
    };
    const sign = isMain && index >= mainFrom ? words : beside;
    return { line, sign, facts: {}, weight, below: 0 };
  });
}

function expectTold(hits: readonly Hit[]): void {
  const tally = tallyOf(hits);
  const times = timesOf(hits);
  const { hits: found, counted } = tally.counted;
  expect(found.map(({ line }) => line.input.offset)).toEqual(
    times.map(({ line }) => line.input.offset),
  );
  let sum = 0;
  expect(counted).toEqual({
    positions: times.map(({ line }) => line.position),
    times: times.map(({ line }) => line.at),
    sums: times.map(({ weight }) => (sum += weight)),
  });
  expect(tally.times).toEqual(hits.map(({ line }) => line.at));
  expect(tally.isPermanent).toBe(hits.some(({ line }) => isPermanent(line.body)));
  const cited = [...groupBy(hits, ({ line }) => line.statement).values()].flatMap((list) =>
    list.filter((_, index) => index < 3 || index === list.length - 1),
  );
  expect(tally.citable.map(({ line }) => line.input.offset)).toEqual(
    cited.map(({ line }) => line.input.offset),
  );
}

test('hits that come bit by bit are told as those that come at once', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const hits = hitsOf(list);
      let count = 100;
      for (const step of [...list.steps, hits.length]) {
        count = Math.min(hits.length, count + step);
        expectTold(hits.slice(0, count));
      }
      // Another list with the same first hit, as when one line is taken back.
      expectTold(hits.slice(0, -1));
      expectTold(hits.toSpliced(50, 1));
    }),
    { numRuns: 200, seed },
  );
});
