// What the view of a cluster notes of its informers, against a server on the loopback.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { micros, SECOND } from '../../../src/base/time.ts';
import type { ClusterView, WatchedStore } from '../../../src/cluster/clusterView.ts';
import { connect, type ClusterConnection } from '../../../src/cluster/main.ts';
import { ReflectorJournal } from '../../../src/cluster/reflectorJournal.ts';
import { FakeCluster, fakeNode, fakePod } from '../../support/fakeCluster.ts';

let cluster: FakeCluster;
let connection: ClusterConnection;
let view: ClusterView;

beforeEach(async () => {
  cluster = await FakeCluster.start();
  cluster.put('nodes', fakeNode('node-a'));
  for (const name of ['web-1', 'web-2']) cluster.put('pods', fakePod(name, 'node-a'));
  const connected = connect({ files: [cluster.kubeconfig], environment: {} });
  if (!connected.ok) throw new Error(connected.error);
  connection = connected.value;
  view = connection.watch();
});

afterEach(async () => {
  view.dispose();
  connection.dispose();
  await cluster.stop();
});

function pods(): WatchedStore {
  const store = view.stores().find(({ resource }) => resource === 'pods');
  if (store === undefined) throw new Error('pods are not watched');
  return store;
}

async function synced(): Promise<void> {
  await vi.waitFor(() => {
    expect(view.synced).toBe(true);
  });
}

it('tells the first list, its bookmark and its bytes', async () => {
  await synced();
  const { log, items, byNode, inside } = pods();
  const { relists, relisted, bookmarks, bytes, counts, held, steps, total } = log();
  expect(relisted).toBe(1);
  expect(relists).toEqual([
    expect.objectContaining({
      how: 'streaming-list',
      cause: 'first',
      why: '',
      got: expect.objectContaining({ items: 2, resourceVersion: '3' }) as unknown,
    }),
  ]);
  expect(bookmarks).toBe(1);
  expect(bytes).toBeGreaterThan(500);
  expect(counts).toEqual({ requests: 1, events: 2, problems: 0 });
  expect(held).toBeUndefined();
  expect(steps.map(({ kind }) => kind)).toEqual(
    'began request answer event event bookmark answer'.split(' '),
  );
  expect(steps.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(total).toBe(7);
  expect(items).toBe(2);
  expect(byNode()).toEqual([{ node: 'node-a', keys: ['default/web-1', 'default/web-2'] }]);
  expect(inside().reflector?.now.phase).toBe('watching');
});

it('tells what each list after the first was for', async () => {
  await synced();
  const { server } = cluster;
  server.faults.push(
    { status: { code: 410, reason: 'Expired', message: 'too old resource version: 3 (9)' } },
    { status: { code: 410, reason: 'Expired', message: 'too old resource version: 2 (9)' } },
  );
  server.cutWatches('close');
  await vi.waitFor(
    () => {
      expect(pods().log().relisted).toBe(3);
      expect(pods().log().relists.at(-1)?.got?.items).toBe(2);
    },
    { timeout: 15_000 },
  );
  const [, afterEnd, afterExpiry] = pods().log().relists;
  expect(afterEnd).toMatchObject({ cause: 'ended', got: undefined });
  expect(afterEnd?.why).toBe('the watch ended within a second and had brought nothing');
  expect(afterExpiry?.cause).toBe('expired');
  expect(afterExpiry?.why).toContain('too old resource version');
}, 20_000);

it('tells until when a request is held back', async () => {
  await synced();
  await cluster.server.stop();
  await vi.waitFor(
    () => {
      const { log, inside } = pods();
      const now = micros(Date.now() * 1_000);
      const waits = inside().reflector?.now.phase === 'waiting' || log().held !== undefined;
      expect(waits).toBe(true);
      expect(log().counts.problems).toBeGreaterThan(0);
      expect(log().waits.length).toBeGreaterThan(0);
      expect(log().held?.until ?? Infinity).toBeGreaterThan(now);
    },
    { timeout: 10_000 },
  );
  const [last] = pods()
    .log()
    .steps.filter(({ kind }) => kind === 'problem')
    .slice(-1);
  expect(last?.text).toMatch(/127\.0\.0\.1/);
}, 15_000);

it('keeps the last steps and lists alone, and goes on to count', () => {
  let now = micros(0);
  const journal = new ReflectorJournal({ now: () => now }, () => undefined);
  journal.begin(() => undefined);
  for (let n = 0; n < 10_000; n++) {
    now = micros(now + SECOND);
    journal.note('event', `MODIFIED default/web at version ${n}`);
    journal.failed({ type: 'network', code: 'timeout', message: 'nothing came for 90 s' });
    journal.reflected({
      type: 'list',
      options: { resourceVersion: '', limit: 0, continue: '' },
    });
  }
  const { steps, total, relists, relisted, counts } = journal.log;
  expect(counts).toEqual({ requests: 10_000, events: 10_000, problems: 0 });
  expect([steps.length, steps[0]?.step, total]).toEqual([300, 19_701, 20_001]);
  expect([relists.length, relisted]).toEqual([50, 10_000]);
  expect(relists.at(-1)).toEqual({
    at: now,
    how: 'list',
    cause: 'timeout',
    why: 'nothing came for 90 s',
    got: undefined,
  });
});
