import { describe, expect, it } from 'vitest';
import { formatTimeOfDay, parseRfc3339 } from '../../src/base/time.ts';
import { assertDefined } from '../../src/base/assert.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { engineOn } from '../support/engine.ts';
import { expectGolden } from '../support/golden.ts';

const all = { start: 0, count: 1000 };

/** What the views show at a moment, as text: the labels that a screen reader speaks. */
async function viewsAt(engine: EngineClient, time: string): Promise<string> {
  const moment = assertDefined(parseRfc3339(time), 'the test gives a time');
  await engine.call('seek', [{ kind: 'time', time: moment }]);
  const pods = await engine.call('pods', [all]);
  const pleg = await engine.call('pleg', [{ start: 0, count: 3 }]);
  const network = await engine.call('network', [all]);
  const loop = await engine.call('loop', []);
  return [
    `== ${time}`,
    `sync loop: ${loop.state.text} (${loop.state.known})`,
    ...pods.rows.map((row) => `pod: ${row.icon}: ${row.label} [${row.state.known}]`),
    `pleg: ${pleg.health.text}; ${pleg.relist.text}; ${pleg.total} rows`,
    ...pleg.rows.map((row) => `  ${row.label}`),
    ...network.rows.map((row) => `network: ${row.command} ${row.label}`),
    '',
  ].join('\n');
}

describe('what the views show', () => {
  it.each([
    ['teardown-v2', ['2026-11-21T09:34:05Z', '2026-11-21T09:34:40Z', '2026-11-21T09:35:07Z', '2026-11-21T09:35:27Z']],
    ['k123-teardown-v2', ['2026-11-21T09:06:50Z', '2026-11-21T09:07:10Z', '2026-11-21T09:08:00Z']],
  ])('of %s', async (capture, times) => {
    const engine = await engineOn(capture);
    const texts: string[] = [];
    for (const time of times) texts.push(await viewsAt(engine, time));
    engine.dispose();
    expectGolden(`engine/${capture}`, texts.join('\n'));
  });
});

describe('the cursor', () => {
  it('steps to the end and back through the same states', async () => {
    const engine = await engineOn('teardown-v2');
    const seen: string[] = [];
    const state = async (): Promise<string> => {
      const rows = (await engine.call('pods', [all])).rows;
      const { time, position } = await engine.call('cursor', []);
      return `${position} ${formatTimeOfDay(time)} ${rows.map((row) => row.label).join('; ')}`;
    };
    await engine.call('setHindsight', ['then']);
    await engine.call('seek', [{ kind: 'start' }]);
    seen.push(await state());
    const end = (await engine.call('session', [])).inputs - 1;
    while ((await engine.call('step', ['event', 1])).position < end) seen.push(await state());
    const back: string[] = [];
    while ((await engine.call('step', ['event', -1])).position >= 0) back.unshift(await state());
    back.unshift(await state());
    expect(seen.length).toBeGreaterThan(40);
    expect(back).toEqual(seen);
    engine.dispose();
  });

  it('knows by then only what was read by then', async () => {
    const engine = await engineOn('teardown-v2');
    await engine.call('setHindsight', ['then']);
    await engine.call('seek', [{ kind: 'position', position: 0 }]);
    const { rows } = await engine.call('pods', [all]);
    expect(rows).toEqual([]);
    engine.dispose();
  });
});
