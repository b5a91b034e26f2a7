// The fuzz finds what it is there to find: faults planted in kinds of its own.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Kind } from '../fuzz/kinds.ts';
import { noControl, noLeak, noNaN } from '../fuzz/oracles.ts';
import { tryAll } from '../fuzz/run.ts';

const kept: unknown[] = [];
let calls = 0;
const MB = 1 << 20;

/** What is answered, how many rounds are tried, and what is said of it. */
const planted: Readonly<Record<string, readonly [() => string, number, RegExp | undefined]>> = {
  nothing: [() => 'fine', 7, undefined],
  'bytes that stay': [() => `${kept.push(new Uint8Array(MB).fill(1)) > 0}`, 7, /MB more are held/],
  'objects that stay': [
    () => `${kept.push(Array.from({ length: 20_000 }, (_, i) => ({ i }))) > 0}`,
    9,
    // On a busy machine the collector comes late, and the peak of one try tells it first.
    /MB more are held|^it takes \d{3} MB$/,
  ],
  'an answer of 400 MB': [() => String(Buffer.alloc(400 * MB, 1).length), 1, /^it takes \d{3} MB$/],
  'an answer that differs': [() => String(calls++), 1, /^two answers differ$/],
  'no sentence': [() => String((undefined as unknown as string).length), 1, /is no sentence/],
  'a number that is none': [() => '{"a":NaN}', 1, /a number is none/],
  'a control character': [() => 'a\x1b[2Jb', 1, /a control character/],
  'a secret': [() => 'leaked: x', 1, /a secret is printed/],
};

it.each(Object.keys(planted))('%s', async (name) => {
  kept.length = 0;
  const [answer, rounds, why] = planted[name] ?? [() => '', 0, undefined];
  const kind: Kind = {
    name,
    tried: fc.nat().map((input) => ({ input, answer })),
    oracles: [noNaN, noControl, noLeak],
  };
  const told: string[] = [];
  const tried = await tryAll([kind], {
    seed: 1,
    goesOn: (round) => round < rounds,
    failed: ({ why }) => told.push(why),
  });
  expect(tried).toBeGreaterThan(0);
  if (why === undefined) expect(told).toEqual([]);
  else expect(told).toEqual([expect.stringMatching(why)]);
});
