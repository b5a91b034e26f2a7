// Goroutine dumps through the engine: of a text, and of a kubelet behind an API server; and whose worker one may be.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { micros } from '../../src/base/time.ts';
import { engineHere } from '../support/engine.ts';
import { FakeCluster, fakeNode } from '../support/fakeCluster.ts';
import { FakeKubelet } from '../support/fakeKubelet.ts';

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

const capture = path.resolve(import.meta.dirname, '../fixtures/lab/cni-del-hang-v2');
const unpacked = (name: string): Buffer =>
  zlib.gunzipSync(fs.readFileSync(path.join(capture, name)));

async function engineFor() {
  const engine = await engineHere();
  toEnd.push(() => {
    engine.dispose();
  });
  return engine;
}

test('a dump is found in a file that is packed', async () => {
  const engine = await engineFor();
  const bytes = fs.readFileSync(path.join(capture, 'goroutines-2.txt.gz'));
  const file = (packed: Uint8Array) =>
    ({ kind: 'file', source: { kind: 'bytes', name: 'dump.txt.gz', bytes: packed } }) as const;
  await engine.call('openGoroutines', [file(bytes)]);
  const { groups } = await engine.call('goroutines', ['', {}]);
  expect(groups.map(({ id }) => id)).toContain('pod-worker');
  const nothing = zlib.gzipSync('no dump\n');
  await expect(engine.call('openGoroutines', [file(nothing)])).rejects.toThrow(
    'dump.txt holds no goroutines',
  );
});

test('the worker of a pod whose CNI DEL hangs is named, with how that is known', async () => {
  const engine = await engineFor();
  const bytes = unpacked('kubelet.log.gz');
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
  ]);
  const text = unpacked('goroutines-2.txt.gz').toString();
  await engine.call('openGoroutines', [{ kind: 'text', name: 'goroutines-2.txt', text }]);
  const before = await engine.call('goroutines', ['', {}]);
  const workers = before.groups.find(({ id }) => id === 'pod-worker')?.stacks;
  expect(workers?.[0]).toMatchObject({
    minutes: 1,
    doing: 'SyncTerminatingPod: waits for the runtime: StopPodSandbox',
    notable: true,
  });
  // At the end of the log the pod is gone; at the time of the dump it was terminating for over a minute.
  expect(workers?.[0]?.pods).toEqual([]);
  await engine.call('seek', [
    { kind: 'time', time: micros(Date.UTC(2026, 10, 21, 11, 13, 45) * 1000) },
  ]);
  const then = await engine.call('goroutines', ['', {}]);
  const [worker] = then.groups.find(({ id }) => id === 'pod-worker')?.stacks ?? [];
  expect(worker?.pods.map(({ name }) => name)).toEqual(['default/web-1']);
  expect(worker?.why).toMatch(
    /^The one pod of which this is so: its worker is terminating and at work, .*5 letters/,
  );
  expect(then.version).toBe('v1.34.2');
  const frames = await engine.call('goroutineStack', [worker?.id ?? 0]);
  expect(frames.find(({ function: name }) => name === '(*podWorkers).podWorkerLoop')).toMatchObject(
    {
      package: 'k8s.io/kubernetes/pkg/kubelet',
      path: 'pkg/kubelet/pod_workers.go',
    },
  );
  expect(JSON.stringify(then).length).toBeLessThan(200_000);
});

test('a node of a cluster is asked; a text without a dump, or a kubelet that refuses, gets a sentence', async () => {
  const kubelet = new FakeKubelet();
  kubelet.endpoints.set('debug/pprof/goroutine', unpacked('goroutines-1.txt.gz').toString());
  const cluster = await FakeCluster.start(kubelet.answer);
  toEnd.push(() => cluster.stop());
  cluster.put('nodes', fakeNode('node-a'));
  const engine = await engineFor();
  await expect(engine.call('goroutines', ['', {}])).rejects.toThrow(/^No goroutine dump is open/);
  const nothing = { kind: 'text', name: 'x.txt', text: 'hello' } as const;
  await expect(engine.call('openGoroutines', [nothing])).rejects.toThrow(
    /^x.txt holds no goroutines/,
  );
  const { kubeconfig } = cluster;
  await engine.call('connectCluster', [{ context: 'fake', kubeconfig, runsPrograms: false }]);
  toEnd.push(() => engine.call('disconnectCluster', []));
  await engine.call('openGoroutines', [{ kind: 'node', node: 'node-a' }]);
  const page = await engine.call('goroutines', ['', {}]);
  expect(page).toMatchObject({ name: 'node-a', node: 'node-a', total: 143 });
  expect(page.at).toBeGreaterThan(Date.now() * 1000 - 60_000_000);
  kubelet.refusal = { code: 404, text: '404 page not found' };
  await expect(engine.call('openGoroutines', [{ kind: 'node', node: 'node-a' }])).rejects.toThrow(
    /switched off.*\n.*\nenableProfilingHandler: true/,
  );
  expect((await engine.call('goroutines', ['', {}])).total).toBe(143);
});

test('what a hostile dump names its functions is only ever text', async () => {
  const engine = await engineFor();
  const name = `(*Kubelet).sync\u202e\u001b[31m<img/src=x>${'x'.repeat(5_000)}`;
  const text = `goroutine 7 [select, 9 minutes]:\nk8s.io/kubernetes/pkg/kubelet.${name}(0x1)\n\t/src/pkg/kubelet/a.go:1 +0x1d\n`;
  await engine.call('openGoroutines', [{ kind: 'text', name: 'x\u202e.txt', text }]);
  const told = JSON.stringify([
    await engine.call('goroutines', ['', {}]),
    await engine.call('goroutineStack', [7]),
  ]);
  expect(told).toContain('<img/src=x>');
  expect(['\u202e', '\\u202e', '\\u001b'].filter((mark) => told.includes(mark))).toEqual([]);
  expect(told.length).toBeLessThan(5_000);
});
