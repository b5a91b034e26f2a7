// A session that follows a node, saved while it goes on and opened elsewhere: it is the same, and no secret is in it.
import { unzipSync, strFromU8 } from 'fflate';
import { afterEach, expect, test } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import { engineHere } from '../support/engine.ts';
import { FakeCluster, fakeNode, fakePod } from '../support/fakeCluster.ts';
import { FakeKubelet } from '../support/fakeKubelet.ts';
import { afterTheGoroutines, hangingDelLog } from '../support/hangingDel.ts';

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

async function engineFor(): Promise<EngineClient> {
  const engine = await engineHere();
  toEnd.push(async () => {
    await engine.call('close', []);
    await engine.call('disconnectCluster', []);
    engine.dispose();
  });
  return engine;
}

const tokens = [
  'I1121 11:12:10.000000     161 round_trippers.go:560] GET https://robot:planted-password@registry.example.com/v2/',
  'I1121 11:12:10.100000     161 round_trippers.go:577]     Authorization: Bearer planted-bearer-0123456789',
  `I1121 11:12:10.200000     161 token.go:10] "Got it" token="planted-token-of-a-field"`,
];

const all = { start: 0, count: 1000, gone: true };

/** What a person sees of a session. */
async function shown(engine: EngineClient): Promise<unknown> {
  const { rows: pods } = await engine.call('pods', [all]);
  const stories = await Promise.all(pods.map(({ key }) => engine.call('story', [key])));
  const { inputs, gaps, runs, cursor, findings } = await engine.call('session', []);
  const { revision, ...place } = cursor;
  return {
    place,
    inputs,
    runs,
    findings,
    gaps: gaps.map(({ kind, from, to, text }) => ({ kind, from, to, text })),
    found: (await engine.call('findings', [all])).rows,
    pods,
    stories,
    network: (await engine.call('network', [all])).rows,
    again: revision > 0,
  };
}

test('the tape of a live session is a case that opens as it was, without what was planted', async () => {
  const kubelet = new FakeKubelet();
  const cluster = await FakeCluster.start(kubelet.answer);
  toEnd.push(() => cluster.stop());
  cluster.put('nodes', fakeNode('node-a'));
  cluster.put('pods', fakePod('web-1', 'node-a'));
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': 'planted-annotation' };
  const env = [{ name: 'TOKEN', value: 'planted-secret' }];
  const sampled = {
    metadata: { namespace: 'default', name: 'web-1', uid: 'uid-1', annotations },
    spec: { containers: [{ name: 'main', env, command: ['--token=planted-argument'] }] },
    status: {},
  };
  kubelet.endpoints.set('pods', JSON.stringify({ items: [sampled] }));
  kubelet.endpoints.set('runningpods/', '{"items":[]}');
  kubelet.endpoints.set('metrics', 'kubelet_running_pods 1\n');
  const write = (lines: readonly string[]): void => {
    kubelet.files.set('kubelet.log', Buffer.from(lines.map((line) => `${line}\n`).join('')));
  };
  const lines = [...hangingDelLog.slice(0, afterTheGoroutines), ...tokens];
  write(lines);

  const engine = await engineFor();
  const { kubeconfig } = cluster;
  await engine.call('connectCluster', [{ context: 'fake', kubeconfig, runsPrograms: false }]);
  await engine.call('open', [{ sources: [{ kind: 'node', node: 'node-a' }], year: 2026 }]);
  const has = (count: number) => async (): Promise<boolean> => {
    const { sources } = await engine.call('session', []);
    return sources[0]?.lines === count && (sources[1]?.lines ?? 0) >= 3;
  };
  await expect.poll(has(lines.length), { timeout: 5_000 }).toBe(true);
  // The log is cut to nothing and begun anew: what was in between is a gap that no line tells.
  const rest = hangingDelLog.slice(afterTheGoroutines, afterTheGoroutines + 4);
  write(rest);
  await expect.poll(has(lines.length + rest.length), { timeout: 5_000 }).toBe(true);
  const goal = { kind: 'position', position: lines.length - 5 } as const;
  await engine.call('seek', [goal]);
  await engine.call('selectPod', [(await engine.call('pods', [all])).rows[0]?.key]);
  await engine.call('setHindsight', ['then']);
  // Nothing comes between the picture and the case.
  await engine.call('stopFollowing', []);
  const before = await shown(engine);
  expect(JSON.stringify(before)).toContain('"kind":"rotation"');
  const request = {
    title: 'Live, token=planted-in-the-title',
    notes: 'see https://me:planted-in-the-notes@example.com',
    redact: false,
    version: '1.2.3',
    cut: { kind: 'whole' },
  } as const;
  const { columns } = await engine.call('saveCase', [request]);

  const parts = Object.entries(unzipSync(columns.bytes));
  expect(parts.map(([name]) => name)).toEqual([
    'case.json',
    'findings.md',
    'findings.json',
    'logs/0-node-a',
    'logs/1-node-a_samples',
  ]);
  for (const [name, bytes] of parts) {
    const text = strFromU8(bytes);
    expect(text.match(/planted[\w-]*/g) ?? [], name).toEqual([]);
    expect(text, name).not.toContain(cluster.server.url);
  }
  const again = await engineFor();
  const source = { kind: 'bytes', name: 'live.kubelet-case', bytes: columns.bytes } as const;
  await again.call('open', [{ sources: [source] }]);
  const after = JSON.stringify(await shown(again), undefined, 1);
  expect(after).toEqual(
    JSON.stringify(before, undefined, 1).replaceAll(/planted[\w-]*/g, (secret) =>
      '*'.repeat(secret.length),
    ),
  );
}, 30_000);
