// The machine at a moment: what its parts hold, and which of them the line at the cursor went through.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseRfc3339 } from '../../../../src/base/time.ts';
import type { EngineClient } from '../../../../src/engine/client.ts';
import type { MachinePage, MachinePart } from '../../../../src/protocol/pageApi.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';
import { instant } from '../../../support/log.ts';
import { ownScenarios, runScenario } from '../../../support/scenarios.ts';

const scenarios = path.join(import.meta.dirname, '../../../../media/scenarios');

async function at(engine: EngineClient, text: string): Promise<MachinePage> {
  const time = parseRfc3339(text);
  if (time === undefined) throw new Error(`${text} is no time.`);
  await engine.call('seek', [{ kind: 'time', time }]);
  return await engine.call('machinePage', []);
}

function first(page: MachinePage, part: MachinePart) {
  return page.parts.find((each) => each.part === part)?.values[0]?.value;
}

test('a teardown that fails is loud at the CNI, and nothing else is', async () => {
  const page = await at(await engineOn('teardown-v2'), '2026-11-21T09:34:52Z');
  expect(first(page, 'cni')).toMatchObject({ known: 'seen' });
  expect(first(page, 'cni')?.text).toMatch(/failing/);
  const errors = page.parts.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ part }) => part)).toEqual(['cni']);
  expect(page.workers[0]).toMatchObject({ pod: 'default/web-1', icon: 'stuck' });
});

test('each step of an event lights a way, and its words say what happened', async () => {
  const engine = await engineOn('teardown-v2');
  await engine.call('seek', [{ kind: 'start' }]);
  const ways = new Map<string, readonly MachinePart[]>();
  for (let step = 0; step < 60; step++) {
    await engine.call('step', ['event', 1]);
    const { event } = await engine.call('machinePage', []);
    if (event !== undefined) ways.set(event.text, event.path);
  }
  expect(ways.get('added by source api')).toEqual([
    'api',
    'podConfig',
    'configCh',
    'syncLoop',
    'workers',
  ]);
  const died = [...ways].find(([text]) => / died/.test(text))?.[1];
  expect(died).toEqual(['runtime', 'pleg', 'plegCh', 'syncLoop', 'workers']);
});

test('while the loop skips, its channels are not read', async () => {
  const scenario = ownScenarios().get('runtime-hangs');
  if (scenario === undefined) throw new Error('The scenario is gone.');
  const { lines } = runScenario(scenario);
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  const sick = await at(engine, '2026-03-02T08:04:00Z');
  expect(first(sick, 'syncLoop')?.text).toBe('skips all pods');
  expect(first(sick, 'configCh')).toMatchObject({ known: 'inferred' });
  expect(first(sick, 'configCh')?.text).toMatch(/^not read/);
  expect(first(sick, 'pleg')?.text).toBe('not healthy');
  // Each of its lines gives another age of the last relist.
  const { since } = await engine.call('loop', []);
  const skips = lines.filter((line) => line.includes('"Skipping pod synchronization"'));
  const second = skips.filter((line) => !line.includes('yet to be successful'));
  expect(second.length).toBeGreaterThan(30);
  expect(second[0]).toMatch(/^E0302 08:00:51\.002020/);
  expect(since).toBe(instant('2026-03-02T08:00:51.002020Z'));
  const well = await at(engine, '2026-03-02T08:07:00Z');
  expect(first(well, 'syncLoop')?.text).toBe('runs');
  expect(first(well, 'configCh')).toMatchObject({ known: 'unknown' });
});

test('a container that is killed is there until a line shows it dead', async () => {
  const scenario = ownScenarios().get('runtime-hangs');
  if (scenario === undefined) throw new Error('The scenario is gone.');
  const { lines } = runScenario({ ...scenario, verbosity: 4 });
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  const count = async (time: string) => first(await at(engine, time), 'runtime')?.text;
  expect(await count('2026-03-02T08:03:30Z')).toBe('3 containers');
  expect(await count('2026-03-02T08:05:27.400Z')).toBe('0 containers');
});

test('before the first line nothing is known, and nothing is claimed', async () => {
  const engine = await engineOn('teardown-v2');
  await engine.call('seek', [{ kind: 'start' }]);
  const page = await engine.call('machinePage', []);
  expect(page.line).toBeUndefined();
  expect(page.event).toBeUndefined();
  expect(page.workers).toEqual([]);
  expect(page.parts.length).toBe(18);
});

const added = (name: string): string =>
  `I0302 08:00:01.000000   19653 kubelet.go:2537] "SyncLoop ADD" source="api" pods=["default/${name}"]`;

test.each([
  [
    'updated successfully',
    'I0302 08:00:05.000000   19653 status_manager.go:1047] "Status for pod updated successfully" pod="default/b" statusVersion=3 status={"phase":"Running"}',
    '08:00:05.000 default/b: the API server has version 3 of its status',
  ],
  [
    'up-to-date',
    'I0302 08:00:05.000000   19653 status_manager.go:1045] "Status for pod is up-to-date" pod="default/b" statusVersion=2',
    '08:00:05.000 default/b: the API server has version 2 of its status already',
  ],
])('the status manager was last at the pod whose status is %s', async (_, line, text) => {
  const engine = await engineHere();
  const lines = [
    added('a'),
    added('b'),
    'I0302 08:00:02.000000   19653 status_manager.go:1038] "Patch status for pod" pod="default/a" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d4" patch="{\\"status\\":{\\"phase\\":\\"Running\\"}}"',
    line,
  ];
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  const page = await at(engine, '2026-03-02T08:00:06Z');
  expect(first(page, 'status')).toMatchObject({ text, known: 'seen' });
  expect(page.event).toMatchObject({ pod: 'default/b', path: ['status', 'api'] });
});

test('what the status manager did last may have been of a pod that is gone', async () => {
  const engine = await engineHere();
  const deleted = added('a').replace('ADD', 'DELETE').replace(':01.', ':20.');
  const lines = [
    added('a'),
    added('b'),
    'I0302 08:00:05.000000   19653 status_manager.go:1047] "Status for pod updated successfully" pod="default/b" statusVersion=3 status={}',
    deleted,
    deleted.replace(':20.0', ':21.0'),
    'I0302 08:00:21.001000   19653 status_manager.go:1076] "Pod fully terminated and removed from etcd" pod="default/a"',
    deleted.replace('DELETE', 'REMOVE').replace(':20.0', ':21.1'),
    added('c').replace('08:00', '08:02'),
  ];
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  const page = await at(engine, '2026-03-02T08:02:06Z');
  expect(page.workers.map(({ pod }) => pod)).not.toContain('default/a');
  expect(first(page, 'status')?.text).toBe('08:00:21.001 default/a: deleted from the API server');
});

const started = (name: string, uid: string): string =>
  `I0302 08:00:03.000000   19653 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/${name}" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${uid.slice(0, 8).repeat(8)}"}`;
const updated = (name: string): string =>
  `I0302 08:00:04.000000   19653 kubelet.go:2537] "SyncLoop UPDATE" source="api" pods=["default/${name}"]`;
const uids = ['5c0e91e5-ca33-4316-ac70-0cfb035016d4', '60240547-01a4-4ee2-bfc1-b461cb942bb3'];

test.each([
  ['1 pod', 'no status of a pod that has no sandbox', added('b')],
  ['1–2 pods', 'perhaps one of a pod that came before the log', updated('b')],
  ['2 pods', 'one of each that has', started('b', uids[1] ?? '')],
])('the pod cache holds %s: %s', async (text, _, line) => {
  const engine = await engineHere();
  const lines = [added('a'), started('a', uids[0] ?? ''), line];
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  const page = await at(engine, '2026-03-02T08:00:06Z');
  expect(first(page, 'cache')).toMatchObject({ text, known: 'inferred' });
});

test('one message of no more than 200 KB, with forty pods', async () => {
  const page = await (await engineOn('churn-forty-v2')).call('machinePage', []);
  expect(JSON.stringify(page).length).toBeLessThan(200_000);
});

test.each([9, 18, 34])(
  '1.%i: what runs after a new start is unknown before a relist',
  async (kubelet) => {
    const scenario = ownScenarios().get('kubelet-restarts');
    if (scenario === undefined) throw new Error('There is no scenario.');
    const { lines } = runScenario(scenario, { kubelet, verbosity: 2 });
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
    const engine = await engineHere();
    await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
    const again = lines.findLastIndex((line) => /Kubelet version|\] Version:/.test(line));
    const relist = lines.findIndex((line, index) => index > again && /\(PLEG\)/.test(line));
    const after = async (position: number) => {
      await engine.call('seek', [{ kind: 'position', position }]);
      return first(await engine.call('machinePage', []), 'runtime');
    };
    expect(await after(again - 1)).toMatchObject({ known: 'inferred' });
    for (const position of [again, relist - 1])
      expect(await after(position)).toMatchObject({ known: 'unknown' });
    expect(await after(relist)).toMatchObject({ known: 'inferred' });
    const deleted = lines.findIndex((line, index) => index > relist && line.includes('DELETE'));
    expect((await after(deleted))?.text).toMatch(/^[1-9]\d* containers?$/);
  },
);

/** The box of the work queue beside what was in it, after each place of a scenario. */
async function dueAt(name: string, kubelet: number, verbosity: number) {
  const text = fs.readFileSync(path.join(scenarios, `${name}.yaml`), 'utf8');
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'scenario', name, text, kubelet, verbosity }] }]);
  const { total: lines } = await engine.call('inputs', [{ start: 0, count: 1 }]);
  const found = [];
  for (let i = 0; i < 25; i++) {
    const position = Math.floor((i / 25) * lines);
    await engine.call('seek', [{ kind: 'position', position }]);
    const { parts, line } = await engine.call('machinePage', []);
    // completeWork puts a pod into it just after that line.
    if (line?.text.includes('Error syncing pod') ?? false) continue;
    const values = parts.find(({ part }) => part === 'workQueue')?.values ?? [];
    const value = (of: string) => values.find((each) => each.name === of)?.value;
    const { rows } = await engine.call('workerQueues', [{ start: 0, count: 100 }]);
    const held = await engine.call('machineAt', [{ position, parts: ['workQueue'] }]);
    found.push({
      due: value('due'),
      next: value('next by the log')?.text,
      inside: rows.map(({ pod, next }) => `${pod}, ${next.text}`),
      total: held.parts.workQueue?.total ?? 0,
    });
  }
  return found;
}

test.each([
  ['crash-loop', 34, 2],
  ['crash-loop', 34, 4],
  ['pods-come-and-go', 23, 4],
  ['pods-come-and-go', 36, 4],
  ['network-late', 18, 2],
] as const)(
  'when the next pod of %s is due in 1.%i at --v=%i is told as Inside tells it, and no more are due than are queued',
  async (name, kubelet, verbosity) => {
    const all = await dueAt(name, kubelet, verbosity);
    if (verbosity === 4) expect(all.some(({ next }) => next !== undefined)).toBe(true);
    for (const { due, next, inside, total } of all) {
      if (next !== undefined) expect(inside).toContain(next);
      if (due?.known !== 'inferred') continue;
      const least = /^at least (\d+) pods?$/.exec(due.text)?.[1];
      expect(least).toBeDefined();
      expect(Number(least)).toBeLessThanOrEqual(total);
    }
  },
);
