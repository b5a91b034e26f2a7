// The queues of all pod workers as rows: the longest wait first, by range, within a filter, and beside the kubelet's own counts.
import { expect, test } from 'vitest';
import type { EngineClient } from '../../../../src/engine/client.ts';
import type { WorkerQueues } from '../../../../src/protocol/workerQueueApi.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';
import { instant } from '../../../support/log.ts';

async function at(engine: EngineClient, time: string, text?: string): Promise<WorkerQueues> {
  await engine.call('seek', [{ kind: 'time', time: instant(time) }]);
  const query = { start: 0, count: 50, ...(text === undefined ? {} : { text }) };
  return await engine.call('workerQueues', [query]);
}

test('the longest wait stands first, and every row has its line', async () => {
  const engine = await engineOn('churn-forty-v4');
  const info = await engine.call('session', []);
  const middle = ((info.from ?? 0) + (info.to ?? 0)) / 2;
  const page = await at(engine, new Date(middle / 1000).toISOString());
  expect(page.rows.length).toBe(Math.min(50, page.total));
  const waits = page.rows.flatMap(({ waited, waitingUpdate }) =>
    waitingUpdate === undefined ? [] : [waited ?? 0],
  );
  expect(waits).toEqual(waits.toSorted((a, b) => b - a));
  expect(page.counts.workers).toBe(page.total);
  for (const row of page.rows) expect(row.input, row.label).toBeDefined();
  engine.dispose();
});

test('a filter leaves the pods that it leaves in other views', async () => {
  const engine = await engineOn('churn-v4');
  const page = await at(engine, '2026-11-21T09:35:56Z', 'pod=default/web-0');
  expect(page.rows.map(({ pod }) => pod)).toEqual(['default/web-0']);
  expect(page.kept?.length).toBe(1);
  expect(page.counts.workers).toBeGreaterThan(1);
  engine.dispose();
});

test('at v=2 what waits is unknown for all, and no count says otherwise', async () => {
  const engine = await engineOn('churn-v2');
  const page = await at(engine, '2026-11-21T09:32:46Z');
  expect(page.counts.untold).toBe(page.counts.workers);
  expect(page.counts.waiting).toBe(0);
  expect(page.rows.every(({ waiting }) => waiting.known === 'unknown')).toBe(true);
  engine.dispose();
});

test('where a worker may still be there the counts say so, and so does the page of the sync loop', async () => {
  const scenario = {
    title: 'A test.',
    lasts: '40s',
    pods: [{ name: 'web', gracePeriod: '4s', containers: [{ name: 'app', stopTakes: '3s' }] }],
    actions: [
      { at: '1s', do: 'create', pod: 'web' },
      { at: '10s', do: 'delete', pod: 'web' },
    ],
  };
  const engine = await engineHere();
  const text = JSON.stringify(scenario);
  const source = { kind: 'scenario', name: 'own', text, kubelet: 21, verbosity: 2 } as const;
  await engine.call('open', [{ sources: [source] }]);
  const { from = 0 } = await engine.call('session', []);
  const after = (seconds: number): string => new Date(from / 1000 + 1000 * seconds).toISOString();
  const sure = await at(engine, after(5));
  expect(sure.counts).toMatchObject({ workers: 1, unsure: 0, isWhole: true });
  const { counts } = await at(engine, after(30));
  expect(counts).toMatchObject({ workers: 0, unsure: 1, isWhole: false, isWorkTold: false });
  const page = await engine.call('machinePage', []);
  const workers = page.parts.find(({ part }) => part === 'workers');
  expect(workers?.values[0]?.value.known).toBe('unknown');
  engine.dispose();
});

test('of a thousand workers one page comes, in no time that a person notices', async () => {
  const lines: string[] = [];
  for (let i = 0; i < 1000; i++) {
    const second = String(Math.floor(i / 20) % 60).padStart(2, '0');
    const stamp = (n: number): string =>
      `I1121 10:00:${second}.${String((i % 20) * 1000 + n).padStart(6, '0')}       7`;
    const uid = `5c0e91e5-ca33-4316-ac70-${String(i).padStart(12, '0')}`;
    const pod = `pod="default/web-${i}" podUID="${uid}"`;
    lines.push(
      `${stamp(1)} kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-${i}"]`,
      `${stamp(2)} pod_workers.go:788] "Pod is being synced for the first time" ${pod} updateType="create"`,
      `${stamp(3)} pod_workers.go:986] "Notifying pod of pending update" ${pod} workType="sync"`,
      `${stamp(4)} pod_workers.go:1245] "Processing pod event" ${pod} updateType="sync"`,
      `${stamp(5)} pod_workers.go:986] "Notifying pod of pending update" ${pod} workType="sync"`,
    );
  }
  const engine = await engineHere();
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  await engine.call('seek', [{ kind: 'end' }]);
  const page = await engine.call('workerQueues', [{ start: 0, count: 50 }]);
  expect(page.counts).toMatchObject({ workers: 1000, working: 1000, waiting: 1000 });
  expect(page.rows.length).toBe(50);
  expect(JSON.stringify(page).length).toBeLessThan(200_000);
  expect(page.rows[0]?.pod).toBe('default/web-0');
  engine.dispose();
});

test('the kubelet’s own counts stand beside, and say what the log has at that time', async () => {
  const engine = await engineHere();
  const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
  const pod = `pod="default/web" podUID="${uid}"`;
  const log = [
    'I1121 10:00:10.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
    `I1121 10:00:10.000100       7 pod_workers.go:788] "Pod is being synced for the first time" ${pod} updateType="create"`,
    `I1121 10:00:10.000200       7 pod_workers.go:1245] "Processing pod event" ${pod} updateType="sync"`,
    `I1121 10:00:11.000000       7 pod_workers.go:1361] "Processing pod event done" ${pod} updateType="sync"`,
    `I1121 10:00:20.000000       7 kubelet.go:2650] "SyncLoop (housekeeping)"`,
  ].join('\n');
  const ts = instant('2026-11-21T10:00:15Z') / 1000;
  const sample = String.raw`{"ts":${ts},"msg":"Sample of /metrics","v":0,"metrics":{"kubelet_working_pods{config=\"desired\",lifecycle=\"sync\",static=\"\"}":2}}`;
  const spec = (name: string, text: string) => ({
    kind: 'bytes' as const,
    name,
    bytes: new TextEncoder().encode(`${text}\n`),
  });
  await engine.call('open', [
    { sources: [spec('k.log', log), spec('samples.jsonl', sample)], year: 2026 },
  ]);
  const page = await at(engine, '2026-11-21T10:00:20Z');
  expect(page.sample?.text).toBe('sync 2, terminating 0, terminated 0');
  expect(page.sample?.log).toBe('sync 1, terminating 0, terminated 0');
  engine.dispose();
});
