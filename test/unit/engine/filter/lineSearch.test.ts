// A search of lines that is looked through in any order, against the list of lines that hold; and answers that are kept while a log grows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSearch } from '../../../../src/engine/filter/lineSearch.ts';
import { RememberedFilter } from '../../../../src/engine/filter/rememberedFilter.ts';
import { Tape } from '../../../../src/replay/tape.ts';
import { sourceId } from '../../../../src/base/input.ts';
import { MemoryBytes } from '../../../../src/log/byteStore.ts';
import { TableBuilder } from '../../../../src/log/tableBuilder.ts';
import { tableOf } from '../../../support/log.ts';

const line = (i: number, word: string): string =>
  `I1121 09:34:${String(i % 60).padStart(2, '0')}.000000     100 kubelet.go:1] "${word}"\n`;
const tape = new Tape([
  {
    table: tableOf(Array.from({ length: 5_000 }, (_, i) => line(0, `line ${i}`)).join('')),
    name: 'kubelet.log',
    clockOffset: 0,
  },
]);
const never = (): Promise<void> => Promise.resolve();

test('whatever is looked at first, all hits are found, each once', async () => {
  const hits = fc.uniqueArray(fc.nat(tape.length - 1), { maxLength: 60 });
  const starts = fc.array(fc.integer({ min: -5, max: tape.length + 5 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(hits, starts, async (chosen, froms) => {
      const expected = chosen.toSorted((a, b) => a - b);
      const wanted = new Set(expected);
      let looked = 0;
      const search = new LineSearch(tape, (position) => {
        looked++;
        return wanted.has(position);
      });
      for (const from of froms) {
        search.lookOn(from);
        const next = await search.next(from, 1, never);
        expect(next).toBe(expected.find((hit) => hit > from) ?? -1);
        const before = await search.next(from, -1, never);
        expect(before).toBe(expected.findLast((hit) => hit < from) ?? -1);
      }
      while (!search.isDone) search.lookOn(froms[0] ?? 0);
      expect(search.share).toBe(1);
      expect(looked).toBe(tape.length);
      expect(search.total).toBe(expected.length);
      expect([...search.hits(0, tape.length)]).toEqual(expected);
      const [from = 0, to = 9] = froms;
      expect([...search.hits(from, to)]).toEqual(
        expected.filter((hit) => hit >= from && hit < Math.min(to, tape.length)),
      );
      for (const [rank, hit] of expected.entries()) expect(search.rank(hit)).toBe(rank);
    }),
    { numRuns: 60 },
  );
});

test('a line is asked once; a last line that gained more is asked again', () => {
  const first = new TextEncoder().encode(line(1, 'first') + line(2, 'second'));
  const rest = new TextEncoder().encode(`goroutine 1 boom\n${line(3, 'boom')}`);
  const whole = new MemoryBytes(Uint8Array.from([...first, ...rest]));
  const builder = new TableBuilder(sourceId(0), whole);
  let asked = 0;
  const filter = new RememberedFilter({
    text: 'boom',
    bind: (table) => (row) => {
      asked++;
      return table.record(row).text.includes('boom');
    },
  });
  const growing = { table: builder.table, name: 'kubelet.log', clockOffset: 0 };
  builder.append(first);
  const before = filter.bind(new Tape([growing]));
  expect([before(0), before(1), before(1)]).toEqual([false, false, false]);
  expect(asked).toBe(2);
  builder.append(rest);
  const after = filter.bind(new Tape([growing]));
  expect([after(0), after(1), after(2)]).toEqual([false, true, true]);
  expect(asked).toBe(4);
});
