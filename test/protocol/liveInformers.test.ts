// The informers of a connected cluster, one request to it beside the model's answer, and what a kubelet's own reflectors say, as asked by the
// engine's API of a server on the loopback.
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import type { TrialForm, TrialRow } from '../../src/protocol/trialApi.ts';
import { engineHere } from '../support/engine.ts';
import { FakeCluster, fakeNode, fakePod } from '../support/fakeCluster.ts';

let cluster: FakeCluster;
let engine: EngineClient;

beforeEach(async () => {
  cluster = await FakeCluster.start();
  cluster.put('nodes', fakeNode('node-a'));
  cluster.put('pods', fakePod('web-1', 'node-a'));
  cluster.put('pods', fakePod('web-2', 'node-b'));
  cluster.put('pods', fakePod('db', 'node-a'));
  engine = await engineHere();
});

afterEach(async () => {
  await engine.call('disconnectCluster', []);
  engine.dispose();
  await cluster.stop();
});

async function connected(): Promise<void> {
  const { kubeconfig } = cluster;
  await engine.call('connectCluster', [{ context: 'fake', kubeconfig, runsPrograms: false }]);
  await vi.waitFor(async () => {
    expect((await engine.call('cluster', []))?.state).toBe('live');
  });
}

const blank: TrialForm = {
  kind: 'list',
  namespace: '',
  node: '',
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
  sendInitialEvents: false,
  allowWatchBookmarks: false,
};

async function tried(form: Partial<TrialForm>): Promise<TrialRow> {
  const whole = { ...blank, ...form };
  const plan = await engine.call('planTrial', [whole]);
  return await engine.call('tryOnCluster', [whole, plan]);
}

const keysOf = (row: TrialRow): readonly string[] =>
  row.server.events.map(({ type, key }) => `${type} ${key}`.trim());

test('informers are told without a log: by resource, node and filter', async () => {
  expect(await engine.call('liveInformers', [{}])).toBeUndefined();
  await connected();
  const page = await engine.call('liveInformers', [{}]);
  expect(page).toMatchObject({
    context: 'fake',
    resource: 'pods',
    nodes: [
      { node: 'node-a', keys: 2 },
      { node: 'node-b', keys: 1 },
    ],
    bookmarks: 1,
    queued: 0,
    relisted: 1,
  });
  expect(page?.row).toMatchObject({ phase: 'watching', stored: 3, lastSyncResourceVersion: '4' });
  expect(page?.row.store.map(({ key }) => key)).toEqual([
    'default/db',
    'default/web-1',
    'default/web-2',
  ]);
  const ofNode = await engine.call('liveInformers', [{ node: 'node-a' }]);
  expect(ofNode?.row.store.map(({ key }) => key)).toEqual(['default/db', 'default/web-1']);
  const filtered = await engine.call('liveInformers', [{ text: 'pod:default/db' }]);
  expect(filtered?.row.store.map(({ key }) => key)).toEqual(['default/db']);
  const nodes = await engine.call('liveInformers', [{ resource: 'nodes', node: 'node-a' }]);
  expect(nodes).toMatchObject({ resource: 'nodes', node: undefined, nodes: [] });
  expect(nodes?.row.store.map(({ key }) => key)).toEqual(['node-a']);
});

test('a request is planned, agreed to and sent once', async () => {
  await expect(engine.call('planTrial', [blank])).rejects.toThrow('No cluster is connected.');
  await connected();
  const { port, server } = cluster;
  const sent = server.requests.length;
  const form = { ...blank, namespace: 'default', node: 'node-a', limit: 1 };
  const plan = await engine.call('planTrial', [form]);
  const path = '/api/v1/namespaces/default/pods?limit=1&fieldSelector=spec.nodeName%3Dnode-a';
  expect(plan).toEqual({
    context: 'fake',
    request: `GET http://127.0.0.1:${port}${path}`,
    seconds: 10,
    bytes: 4 << 20,
  });
  expect(server.requests.length).toBe(sent);
  const other = { ...plan, context: 'another' };
  await expect(engine.call('tryOnCluster', [form, other])).rejects.toThrow('nothing was sent');
  expect(server.requests.length).toBe(sent);
  server.faults.push({ status: { code: 401, reason: 'Unauthorized', message: 'who?' } });
  const refused = await engine.call('tryOnCluster', [form, plan]);
  expect(refused.server).toMatchObject({ code: 401, reason: 'Unauthorized', message: 'who?' });
  expect(server.requests.slice(sent)).toEqual([`GET ${path}`]);
});

test('lists are answered as the model does', async () => {
  await connected();
  const all = await tried({});
  expect(keysOf(all)).toEqual(['ITEM default/db', 'ITEM default/web-1', 'ITEM default/web-2']);
  expect(all.server).toMatchObject({ code: 200, end: 'whole', resourceVersion: '4', problem: '' });
  expect(all.modelOf).toEqual({ version: '1.34', resourceVersion: '4' });
  const cases: Partial<TrialForm>[] = [
    {},
    { resourceVersion: '0' },
    { resourceVersion: '4', resourceVersionMatch: 'Exact' },
    { resourceVersion: '3', resourceVersionMatch: 'NotOlderThan' },
    { limit: 2 },
    { namespace: 'other' },
    { node: 'node-a' },
    { resourceVersionMatch: 'Exact' },
    { resourceVersion: '0', resourceVersionMatch: 'Exact' },
    { resourceVersion: 'x' },
  ];
  for (const form of cases) {
    const row = await tried(form);
    expect([form, row.differences, row.model === 'history']).toEqual([form, [], false]);
  }
  const streamed = { kind: 'watch', resourceVersion: '9', sendInitialEvents: true } as const;
  const late = tried({ ...streamed, resourceVersionMatch: 'NotOlderThan' });
  const tooLarge = await tried({ resourceVersion: '9' });
  expect(tooLarge.server).toMatchObject({ code: 504, reason: 'Timeout', retryAfter: 1 });
  expect(tooLarge.differences).toEqual([]);
  if (typeof tooLarge.model !== 'string')
    expect(Math.abs(tooLarge.model.took - tooLarge.server.took)).toBeLessThan(500);
  // A watch has been accepted by then: the refusal is an event of it.
  const { server, model, differences } = await late;
  expect(server).toMatchObject({ code: 200, end: 'whole', events: [{ type: 'ERROR' }] });
  expect(model).toMatchObject({ code: 200, end: 'whole', events: [{ type: 'ERROR' }] });
  expect(differences).toEqual([]);
}, 20_000);

test('what hangs on history or on a token is unknown to the model', async () => {
  await connected();
  const { server: first } = await tried({ limit: 2 });
  const rest = await tried({ limit: 2, continue: first.continue });
  expect([rest.model, rest.differences]).toEqual(['token', undefined]);
  expect(keysOf(rest)).toEqual(['ITEM default/web-2']);
  const old = await tried({ resourceVersion: '1', resourceVersionMatch: 'Exact' });
  expect([old.model, old.differences]).toEqual(['history', undefined]);
});

test('a streaming list is heard until the bound, and is as the model has it', async () => {
  await connected();
  const running = tried({
    kind: 'watch',
    resourceVersionMatch: 'NotOlderThan',
    sendInitialEvents: true,
    allowWatchBookmarks: true,
  });
  await vi.waitFor(() => {
    expect(cluster.server.watches).toBe(3);
  });
  cluster.put('pods', fakePod('late', 'node-a'));
  const { server, model, differences } = await running;
  // How far the server is it may tell at any time; one bookmark alone ends the list.
  const told = server.events.filter(
    (event) => event.type !== 'BOOKMARK' || event.endsInitialEvents,
  );
  expect(told.map(({ type, key }) => `${type} ${key}`.trim())).toEqual([
    'ADDED default/db',
    'ADDED default/web-1',
    'ADDED default/web-2',
    'BOOKMARK',
    'ADDED default/late',
  ]);
  expect(server).toMatchObject({ code: 200, end: 'time' });
  expect(server.took).toBeGreaterThanOrEqual(9_900);
  expect(differences).toEqual([]);
  expect(typeof model === 'string' ? model : model.end).toBe('time');
  await vi.waitFor(() => {
    expect(cluster.server.watches).toBe(2);
  });
}, 20_000);

test('reflectors of a kubelet are told by their lines', async () => {
  const none = await engine.call('reflectorLines', []);
  expect(none).toMatchObject({ reflectors: [], lines: [], total: 0 });
  const log = gunzipSync(readFileSync('test/fixtures/lab/apiserver-down-v4/kubelet.log.gz'));
  const bytes = new Uint8Array(log);
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
  ]);
  await engine.call('seek', [{ kind: 'end' }]);
  const { lines, reflectors, total } = await engine.call('reflectorLines', []);
  const written = log
    .toString()
    .split('\n')
    .filter((line) => / reflector\.go:\d+\] /.test(line));
  expect(total).toBe(written.length);
  expect(lines.length).toBe(Math.min(total, 60));
  expect(written).toEqual(expect.arrayContaining(lines.map(({ text }) => text)));
  expect(new Set(reflectors.map(({ type }) => type))).toEqual(
    new Set('CSIDriver Node Pod RuntimeClass Service'.split(' ').map((t) => `*v1.${t}`)),
  );
  expect(reflectors.reduce((sum, each) => sum + each.lines, 0)).toBe(total);
  const said = new Set(lines.map((line) => line.said));
  expect([...said].sort()).toEqual(['ended', 'failed', 'listing', 'populated', 'started']);
  await engine.call('seek', [{ kind: 'start' }]);
  const early = await engine.call('reflectorLines', []);
  expect(early.reflectors.length).toBe(0);
  expect(early.lines.length).toBeGreaterThan(0);
});
