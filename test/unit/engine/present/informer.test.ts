// What the page of informers is told, of a scenario and of a log.
import { expect, test } from 'vitest';
import fs from 'node:fs';
import path from 'node:path';
import { parseRfc3339 } from '../../../../src/base/time.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';
import { ownScenarios, runScenario } from '../../../support/scenarios.ts';

async function opened(name: string) {
  const file = path.join(import.meta.dirname, `../../../../media/scenarios/${name}.yaml`);
  const engine = await engineHere();
  const text = fs.readFileSync(file, 'utf8');
  await engine.call('open', [{ sources: [{ kind: 'scenario', name: `${name}.yaml`, text }] }]);
  return engine;
}

test('it follows the cursor through an outage of the API server', async () => {
  const engine = await opened('api-unreachable');
  const time = parseRfc3339('2026-03-02T08:00:20Z');
  if (time === undefined) throw new Error('no time');
  await engine.call('seek', [{ kind: 'time', time }]);
  const page = await engine.call('informerPage', [{}]);
  expect(page.informers.map(({ name }) => name)).toEqual(['Controller', 'Kubelet of node-a']);
  expect(page.shown?.row).toMatchObject({ phase: 'waiting', queue: [], stored: 3 });
  expect(page.shown?.row.waits.length).toBeGreaterThan(2);
  expect(page.shown?.row.wait?.until).toBeGreaterThan(page.at);
  expect(page.shown?.step.step).toBe(page.atCursor);
  expect(page.shown?.row.indices).toEqual([
    { name: 'namespace', values: [{ value: 'default', keys: 3 }] },
    { name: 'node', values: [{ value: 'node-a', keys: 3 }] },
  ]);
});

test('each step can be asked for, and what it has stored is marked', async () => {
  const engine = await opened('pods-come-and-go');
  const { total } = await engine.call('informerPage', [{}]);
  let marked = 0;
  for (let step = 0; step < total; step += 7) {
    const { shown, steps } = await engine.call('informerPage', [{ step }]);
    expect(shown?.step.step).toBe(step);
    expect(steps.some((row) => row.step === step)).toBe(true);
    if (shown?.row.store.some(({ isNew }) => isNew)) marked += 1;
    expect(shown?.row.store.length).toBe(shown?.row.stored);
  }
  expect(marked).toBeGreaterThan(3);
  const far = await engine.call('informerPage', [{ informer: 99, step: 1e9 }]);
  expect(far).toMatchObject({ informer: 1, shown: { step: { step: far.total - 1 } } });
});

test('keys are those that a filter leaves', async () => {
  const engine = await opened('pods-come-and-go');
  const whole = await engine.call('informerPage', [{}]);
  const keys = whole.shown?.row.store.map(({ key }) => key) ?? [];
  const [first = ''] = keys;
  const text = `pod=${first}`;
  const { shown } = await engine.call('informerPage', [{ text }]);
  expect(keys.length).toBeGreaterThan(1);
  expect(shown?.row.store.map(({ key }) => key)).toEqual([first]);
  expect(shown?.row.stored).toBe(keys.length);
  await expect(engine.call('informerPage', [{ text: 'sev>=X' }])).rejects.toThrow(/^sev wants/);
});

test('of a log that was not simulated nothing is made up', async () => {
  const engine = await engineOn('teardown-v2');
  const page = await engine.call('informerPage', [{}]);
  expect(page).toMatchObject({ informers: [], shown: undefined, steps: [], total: 0 });
});

test('who looks on changes no line', () => {
  for (const name of ['api-unreachable', 'clock-jumps', 'kubelet-restarts']) {
    const scenario = ownScenarios().get(name);
    if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
    let journals = 0;
    const watched = runScenario(scenario, { onJournal: () => (journals += 1) });
    expect(watched).toEqual(runScenario(scenario));
    expect(journals).toBe(1 + scenario.nodes.length);
  }
});
