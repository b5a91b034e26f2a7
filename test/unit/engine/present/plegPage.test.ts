// What the page of PLEG is told, of a runtime that hangs and of one that does not.
import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../../../src/base/time.ts';
import type { EngineClient } from '../../../../src/engine/client.ts';
import type { PlegPage } from '../../../../src/protocol/pageApi.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';
import { ownScenarios, runScenario } from '../../../support/scenarios.ts';

const range = { start: 0, count: 40 };

async function hanging(verbosity: number): Promise<EngineClient> {
  const scenario = ownScenarios().get('runtime-hangs');
  if (scenario === undefined) throw new Error('The scenario is gone.');
  const { lines } = runScenario({ ...scenario, verbosity });
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  return engine;
}

async function pageOf(engine: EngineClient): Promise<PlegPage> {
  return await engine.call('plegPage', [range]);
}

test.each([2, 5])(
  'v=%i: a stall begins with the last good relist, not with its first line',
  async (v) => {
    const { stalls, ages } = await pageOf(await hanging(v));
    expect(stalls.length).toBe(1);
    const [stall] = stalls;
    expect((stall?.said ?? 0) - (stall?.from ?? 0)).toBeGreaterThan(3 * MINUTE);
    expect(stall?.goesOn).toBe(false);
    expect((stall?.to ?? 0) - (stall?.from ?? 0)).toBeGreaterThan(5 * MINUTE);
    expect(ages.every(({ age }) => age >= 3 * MINUTE)).toBe(true);
  },
);

test('relists are a second apart, and the ones that hang are not', async () => {
  const { relists } = await pageOf(await hanging(5));
  const intervals = relists.flatMap(({ interval }) => interval ?? []).sort((a, b) => a - b);
  expect(intervals[Math.floor(intervals.length / 2)]).toBeLessThan(1.2 * SECOND);
  expect(intervals.at(-1)).toBeGreaterThan(MINUTE);
  expect(relists.some(({ duration }) => (duration ?? 0) > MINUTE)).toBe(true);
});

test('at v=2 no relist is told, and where nothing proves one it says so', async () => {
  const { relists, blind } = await pageOf(await hanging(2));
  expect(relists).toEqual([]);
  expect(blind.length).toBeGreaterThan(0);
});

test('the pods whose calls timed out are counted', async () => {
  const { culprits, timeouts } = await pageOf(await hanging(2));
  expect(timeouts).toBeGreaterThan(0);
  expect(culprits.reduce((sum, { count }) => sum + count, 0)).toBe(timeouts);
  expect(culprits.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

test('a call that timed out counts once, whoever says it again', async () => {
  const { culprits, timeouts } = await pageOf(await hanging(4));
  const counts = culprits.map(({ pod, count }) => `${pod} ${count}`);
  expect(counts.toSorted()).toEqual([
    'default/late 1',
    'default/web-0 2',
    'default/web-1 2',
    'default/web-2 2',
  ]);
  expect(timeouts).toBe(7);
});

test('events by kind: as many in the chart as there are, up to the cursor in the table', async () => {
  const engine = await engineOn('churn-v2');
  const whole = await pageOf(engine);
  for (const { count, parts } of whole.kinds)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(count);
  await engine.call('seek', [{ kind: 'start' }]);
  const none = await pageOf(engine);
  expect(none.kinds.map(({ count }) => count)).toEqual(none.kinds.map(() => 0));
  expect(none.rows).toEqual([]);
});

test('known then: nothing of what was read later', async () => {
  const engine = await hanging(5);
  await engine.call('seek', [{ kind: 'position', position: 20 }]);
  await engine.call('setHindsight', ['then']);
  const { relists, stalls, ages, at } = await pageOf(engine);
  expect(relists.every((point) => point.at <= at)).toBe(true);
  expect(stalls.length + ages.length).toBe(0);
});

test('one message of no more than 200 KB', async () => {
  for (const engine of [await hanging(5), await engineOn('churn-v4')])
    expect(JSON.stringify(await pageOf(engine)).length).toBeLessThan(200_000);
});
