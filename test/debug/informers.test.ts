// Informers among a debugger's values: simulated ones as they were at the cursor, those of a live cluster as they are.
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { AttachedKubelet } from '../support/attached.ts';
import { captureHost, DapClient } from '../support/dapClient.ts';
import { fakePod } from '../support/fakeCluster.ts';

type Row = Readonly<Record<string, unknown>>;

async function scopeOf(client: DapClient, thread = 1): Promise<Row | undefined> {
  return (await client.scopes(thread)).find(({ name }) => name === 'Informers');
}

async function childrenOf(client: DapClient, parent: Row | undefined): Promise<readonly Row[]> {
  const { variablesReference } = parent ?? {};
  return await client.list('variables', { variablesReference }, 'variables');
}

async function valueOf(client: DapClient, expression: string): Promise<string> {
  return String((await client.ask('evaluate', { expression }))['result']);
}

test('of a scenario they are as they were at the cursor', async () => {
  const scenario = fs.readFileSync('media/scenarios/cni-del-hangs.yaml', 'utf8');
  const client = new DapClient(captureHost());
  await client.entered([], { scenario });
  await client.move('kubelet/goto', { position: Number.MAX_SAFE_INTEGER });
  const informers = await childrenOf(client, await scopeOf(client));
  expect(informers.length).toBeGreaterThan(0);
  const [informer] = informers;
  const name = String(informer?.['name']);
  const parts = await childrenOf(client, informer);
  expect(parts.map((part) => part['name'])).toEqual(
    expect.arrayContaining(['phase', 'lastSyncResourceVersion', 'queue', 'items', 'handlers']),
  );
  expect(parts.find((part) => part['name'] === 'phase')).toMatchObject({
    value: 'watching',
    type: 'seen',
  });
  const version = `informers["${name}"].lastSyncResourceVersion`;
  const atEnd = Number(await valueOf(client, version));
  await client.move('kubelet/goto', { position: 0 });
  expect(Number(await valueOf(client, version)) || 0).toBeLessThan(atEnd);
  const labels = (await client.list('completions', { text: 'inf', column: 4 }, 'targets')).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(['informers']);
});

test('of a log that was read there are none', async () => {
  const client = new DapClient(captureHost());
  const { threadId } = await client.entered(['/logs/teardown-v2.log']);
  expect(await scopeOf(client, threadId)).toBeUndefined();
  await expect(valueOf(client, 'informers')).rejects.toThrow(
    'Nothing in Kubelet is named informers here.',
  );
  const labels = await client.list('completions', { text: 'inf', column: 4 }, 'targets');
  expect(labels).toEqual([]);
});

test('of a live cluster they hold what the API server has, in pages, and no secret', async () => {
  const own = await AttachedKubelet.start([
    'I1121 13:42:01.346912     298 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-1"]',
  ]);
  onTestFinished(() => own.stop());
  for (let i = 0; i < 250; i++)
    own.cluster.put('pods', fakePod(`web-${String(i).padStart(3, '0')}`, 'node-a'));
  await own.attach();
  const { client } = own;
  await client.move('configurationDone');
  await expect.poll(() => valueOf(client, 'informers.pods.items')).toBe('250 items');
  const informers = await childrenOf(client, await scopeOf(client));
  expect(informers.map(({ name }) => name)).toEqual(['nodes', 'pods']);
  const items = (await childrenOf(client, informers[1])).find(({ name }) => name === 'items');
  expect(items).toMatchObject({ indexedVariables: 250 });
  const page = { variablesReference: items?.['variablesReference'], start: 100, count: 2 };
  expect(await client.list('variables', page, 'variables')).toMatchObject([
    {
      name: '[100]',
      value: expect.stringMatching(
        /^default\/web-100: Running on node-a, at version \d+$/,
      ) as string,
    },
    { name: '[101]' },
  ]);
  expect(await valueOf(client, 'informers.nodes.items[0]')).toMatch(
    /^node-a: ready: True, at version/,
  );
  own.cluster.put('pods', fakePod('web-new', 'node-a'));
  await expect.poll(() => valueOf(client, 'informers.pods.items')).toBe('251 items');
  expect(JSON.stringify(client.messages)).not.toContain('planted');
}, 15_000);
