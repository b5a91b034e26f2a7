// Stores that give pages without end, in a circle, backwards or outside of what was asked for: each reading ends, with a sentence or whole.
import { expect, it } from 'vitest';
import { pagesFrom } from '../../../src/store/pages.ts';
import type { Entry } from '../../../src/store/storeView.ts';

const limit = 4;
const [from, to] = [1_000n, 2_000n];
const entry = (stamp: bigint, key: string): Entry => ({ stamp, key, line: 'x' });
const page = (stamp: (i: bigint) => bigint, name = ''): readonly Entry[] =>
  [0n, 1n, 2n, 3n].map((i) => entry(stamp(i), `${name}${i}`));

/** How a store answers a question, the n-th. */
const stores: Readonly<Record<string, (start: bigint, n: number) => readonly Entry[]>> = {
  'the same page again and again': () => page((i) => 1_500n + i),
  'one stamp, the one that is asked for': (start) => page(() => start),
  'one stamp, with other lines each time': (start, n) => page(() => start, `${n} `),
  'one stamp, always the same': (_, n) => page(() => 1_500n, `${n} `),
  backwards: (_, n) => page((i) => 1_900n - BigInt(n) * 10n + i),
  'before what was asked for': (start) => page((i) => start - 10n + i),
  'before all': () => page((i) => i),
  'after all': () => page((i) => to + 5n + i),
  'at the end, not included': () => page(() => to),
  'far in the future': () => page((i) => 10n ** 19n + i),
  'newest first': (start) => page((i) => start + 100n - i),
  'more than was asked for': () =>
    Array.from({ length: 50 }, (_, i) => entry(1_500n, String(i % 4))),
  'forwards without end': (start) => page((i) => start + i + 1n),
};

it.each(Object.keys(stores))('%s', async (name) => {
  let asked = 0;
  let said = '';
  const stamps: bigint[] = [];
  try {
    const pages = pagesFrom(from, to, limit, (start) => {
      if (++asked > 2_000) throw new Error('asked without end');
      return Promise.resolve(stores[name]?.(start, asked) ?? []);
    });
    for await (const { entries } of pages) stamps.push(...entries.map(({ stamp }) => stamp));
  } catch (error) {
    said = error instanceof Error ? error.message : '';
  }
  expect(said).toMatch(
    /^(|The store keeps returning pages that do not advance in time; stopped asking\.)$/,
  );
  expect(stamps.every((stamp) => stamp >= from && stamp < to)).toBe(true);
  // The span has a thousand stamps: an honest store may need so many questions.
  expect(asked).toBeLessThanOrEqual(name === 'forwards without end' ? 1_000 : 200);
});
