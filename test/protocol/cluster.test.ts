// A live cluster through the engine's channel: what connects, what is shown, and what happens when the server goes.
import { afterEach, expect, test } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import { clusterTree, podTree } from '../../src/extension/live/clusterRows.ts';
import { engineHere } from '../support/engine.ts';
import { FakeCluster, fakeNode, fakePod } from '../support/fakeCluster.ts';
import { FakeKubelet } from '../support/fakeKubelet.ts';

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

async function started(): Promise<{ cluster: FakeCluster; engine: EngineClient }> {
  const cluster = await FakeCluster.start();
  toEnd.push(() => cluster.stop());
  const engine = await engineHere();
  toEnd.push(() =>
    engine.call('disconnectCluster', []).finally(() => {
      engine.dispose();
    }),
  );
  fill(cluster);
  return { cluster, engine };
}

function fill(cluster: FakeCluster): void {
  cluster.put('nodes', fakeNode('node-b', 'False'));
  cluster.put('nodes', fakeNode('node-a'));
  cluster.put('pods', fakePod('web', 'node-a'));
  cluster.put('pods', fakePod('sick', 'node-a', 'CrashLoopBackOff'));
  cluster.put('pods', fakePod('waits', ''));
}

async function connected(cluster: FakeCluster, engine: EngineClient): Promise<void> {
  const { kubeconfig } = cluster;
  await engine.call('connectCluster', [{ context: 'fake', kubeconfig, runsPrograms: false }]);
  await until(engine, (row) => row?.state === 'live');
}

type Row = Awaited<ReturnType<typeof rowOf>>;
const rowOf = (engine: EngineClient) => engine.call('cluster', []);

async function until(engine: EngineClient, done: (row: Row) => boolean): Promise<number> {
  const began = Date.now();
  for (;;) {
    const row = await rowOf(engine);
    if (done(row)) return Date.now() - began;
    if (Date.now() - began > 20_000) throw new Error(`still ${JSON.stringify(row)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('nodes and pods are shown as the API server has them', async () => {
  const { cluster, engine } = await started();
  const found = await engine.call('contexts', [cluster.kubeconfig]);
  expect(found).toEqual({ names: ['fake', 'dead'], current: 'fake' });
  expect(cluster.server.requests).toEqual([]);
  await connected(cluster, engine);
  const row = await rowOf(engine);
  const tree = row === undefined ? undefined : clusterTree(row);
  expect(tree?.description).toBe('2 nodes · 3 pods');
  expect(tree?.children?.map(({ label, description }) => `${label}: ${description ?? ''}`)).toEqual(
    [
      'node-a: Ready · v1.34.2 · 2 pods · 1 in trouble',
      'node-b: NotReady · v1.34.2 · 0 pods',
      'Not bound to a node: 1 pod',
    ],
  );
  const pods = podTree('node-a', await engine.call('clusterPods', ['node-a']));
  expect(pods.map(({ label, description }) => `${label}: ${description ?? ''}`)).toEqual([
    'sick: CrashLoopBackOff · 0/1 · 7 restarts',
    'web: Running · 1/1',
  ]);
});

test('a change is shown within a second', async () => {
  const { cluster, engine } = await started();
  await connected(cluster, engine);
  const events: string[] = [];
  engine.onEvent(({ kind }) => events.push(kind));
  cluster.put('pods', fakePod('new', 'node-b'));
  expect(await until(engine, (row) => row?.pods === 4)).toBeLessThan(1000);
  await expect.poll(() => events).toContain('clusterChanged');
});

test('a server that goes leaves the last view, marked; when it is back the view is right, and the gap stays visible', async () => {
  const { cluster, engine } = await started();
  await connected(cluster, engine);
  await cluster.server.stop();
  await until(engine, (row) => row?.state === 'stale');
  const stale = await rowOf(engine);
  expect(stale?.pods).toBe(3);
  expect(stale?.problem).toContain(`127.0.0.1:${cluster.port}`);
  await cluster.startAgain();
  fill(cluster);
  cluster.put('pods', fakePod('came-meanwhile', 'node-a'));
  await until(engine, (row) => row?.state === 'live' && row.pods === 4);
  const [silence] = (await rowOf(engine))?.silences ?? [];
  expect(silence?.to).toBeGreaterThan(silence?.from ?? Infinity);
});

test('a dead server is told within five seconds, and can be given up before', async () => {
  const { cluster, engine } = await started();
  const { kubeconfig } = cluster;
  const dead = { context: 'dead', kubeconfig, runsPrograms: false };
  await expect(engine.call('connectCluster', [dead])).rejects.toThrow(
    /context dead cannot be reached: 127\.0\.0\.1:9: connect ECONNREFUSED/,
  );
  expect(await rowOf(engine)).toBeUndefined();
  cluster.server.faults.push('hang', 'hang');
  const began = Date.now();
  const fake = { context: 'fake', kubeconfig, runsPrograms: false };
  await expect(engine.call('connectCluster', [fake])).rejects.toThrow(/nothing came for 5 s/);
  expect(Date.now() - began).toBeLessThan(5_500);
  const stop = new AbortController();
  const call = engine.call('connectCluster', [fake], { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  expect(await rowOf(engine)).toBeUndefined();
});

test('what stands in environments of containers and in the kubeconfig reaches no row', async () => {
  const { cluster, engine } = await started();
  await connected(cluster, engine);
  const all = [await rowOf(engine), await engine.call('clusterPods', ['node-a'])];
  expect(JSON.stringify(all)).not.toContain('planted');
});

test('the log of a node opens as a session that grows', async () => {
  const kubelet = new FakeKubelet();
  const line = (second: number, text: string): string =>
    `I1121 13:42:${String(second).padStart(2, '0')}.346912     298 kubelet.go:2515] ${text}\n`;
  const add = (name: string): string => `"SyncLoop ADD" source="api" pods=["default/${name}"]`;
  kubelet.files.set('kubelet.log', Buffer.from(line(1, add('web-1'))));
  const sampled = { metadata: { namespace: 'default', name: 'web-1', uid: 'uid-1' }, status: {} };
  const env = [{ name: 'TOKEN', value: 'planted-secret' }];
  const asked = { items: [{ ...sampled, spec: { containers: [{ name: 'main', env }] } }] };
  kubelet.endpoints.set('pods', JSON.stringify(asked));
  kubelet.endpoints.set('runningpods/', '{"items":[]}');
  kubelet.endpoints.set('metrics', 'kubelet_running_pods 1\n');
  const cluster = await FakeCluster.start(kubelet.answer);
  toEnd.push(() => cluster.stop());
  const engine = await engineHere();
  toEnd.push(async () => {
    await engine.call('close', []);
    await engine.call('disconnectCluster', []);
    engine.dispose();
  });
  fill(cluster);
  await connected(cluster, engine);
  expect(await engine.call('nodeLog', ['node-a'])).toEqual({ kind: 'found', from: 'kubelet.log' });
  await engine.call('open', [{ sources: [{ kind: 'node', node: 'node-a' }] }]);
  const podNames = async (): Promise<string[]> =>
    (await engine.call('pods', [{ start: 0, count: 9 }])).rows.map(({ name }) => name);
  await expect.poll(podNames, { timeout: 5_000 }).toEqual(['web-1']);
  kubelet.files.set('kubelet.log', Buffer.from(line(1, add('web-1')) + line(2, add('web-2'))));
  await expect.poll(podNames, { timeout: 5_000 }).toEqual(['web-1', 'web-2']);
  const { sources } = await engine.call('session', []);
  expect(sources[0]).toMatchObject({ name: 'node-a', state: 'following', lines: 2 });
  expect(sources[1]).toMatchObject({ name: 'node-a samples', state: 'following', lines: 3 });
  const { text } = await engine.call('window', [1, 0, 1 << 20]);
  expect(text).toContain('"uid":"uid-1"');
  expect(text).not.toContain('planted');
  const compared = await engine.call('compareNode', ['node-a', '']);
  expect(compared.log.problem).toBeUndefined();
  expect(compared.pods.find(({ name }) => name === 'web')?.differences).toMatchObject([
    { text: 'Bound to this node by the API server, but the kubelet doesn’t have it.' },
    { text: 'The API server shows running containers; the runtime has none.' },
  ]);
  kubelet.endpoints.set('configz', '{"kubeletconfig":{"logging":{"verbosity":4}}}');
  expect(await engine.call('verbosity', ['node-a'])).toBe(4);
  await engine.call('setVerbosity', ['node-a', 6]);
  expect(kubelet.puts).toEqual(['debug/flags/v 6']);
  kubelet.allowed = false;
  await expect(engine.call('setVerbosity', ['node-a', 9])).rejects.toThrow(
    /^You may not "update" nodes\/proxy/,
  );
  expect(kubelet.puts).toHaveLength(1);
  expect(await engine.call('nodeLog', ['node-a'])).toMatchObject({
    kind: 'obstacle',
    what: 'rbac',
  });
  await expect(
    engine.call('open', [{ sources: [{ kind: 'node', node: 'node-a' }] }]),
  ).rejects.toThrow(/You may not "get" nodes\/proxy/);
  // What was open stays.
  expect((await engine.call('session', [])).inputs).toBe(5);
});
