import { expect, test } from 'vitest';
import { engineOn } from '../support/engine.ts';

test('lines are found by the filter language, with what may stand at its end', async () => {
  const engine = await engineOn('teardown-v2');
  const find = (filter: string, most = 10_000) =>
    engine.call('findLines', [{ filter, caret: filter.length, most }]);

  const all = await find('sev>=E');
  expect(all.rows.length).toBeGreaterThan(5);
  expect(all.rows.every(({ severity }) => /error|fatal/.test(severity))).toBe(true);
  expect(all.more).toBe(false);
  const some = await find('sev>=E', 3);
  expect(some.rows).toEqual(all.rows.slice(0, 3));
  expect(some.more).toBe(true);

  // By all identities of the pod: lines that name only its sandbox count too.
  const pod = await find('pod=default/web-1');
  const named = await find('text:default/web-1');
  expect(pod.rows.length).toBeGreaterThan(named.rows.length);

  expect((await find('')).rows).toEqual([]);
  expect((await find('sev>=X')).problem).toMatch(/^sev wants/);
  const texts = async (filter: string): Promise<string[]> =>
    (await find(filter)).completions.map(({ text }) => text);
  expect(await texts('sev>=E po')).toEqual(['pod=']);
  expect(await texts('pod=web')).toEqual(['default/web-1', 'default/web-2']);
  expect(await texts('pod=default/web-1')).toEqual([]);
  expect(await texts('msg="SyncLoop (P')).toContain('"SyncLoop (PLEG): event for pod"');
});

test('a search that nobody waits for any more ends', async () => {
  const engine = await engineOn('teardown-v2');
  const stop = new AbortController();
  const query = { filter: 'text:nothing-has-this', caret: 0, most: 10 };
  const asked = engine.call('findLines', [query], { signal: stop.signal });
  stop.abort();
  await expect(asked).rejects.toThrow();
  expect((await engine.call('findLines', [{ ...query, filter: 'sev>=E' }])).rows).toHaveLength(10);
});
