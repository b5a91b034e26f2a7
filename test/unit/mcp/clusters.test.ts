// The kubelet of a node for an assistant: only where the person allowed it, read once, without what signs in.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCapture } from '../../support/captures.ts';
import { FakeCluster, fakeNode } from '../../support/fakeCluster.ts';
import { FakeKubelet } from '../../support/fakeKubelet.ts';
import { callTool, mcpHere } from '../../support/mcp.ts';

const kubelet = new FakeKubelet();
let cluster: FakeCluster;
let root: string;

beforeEach(async () => {
  cluster = await FakeCluster.start(kubelet.answer);
  cluster.put('nodes', fakeNode('node-a'));
  kubelet.allowed = true;
  kubelet.files.set('kubelet.log', log);
  vi.stubEnv('KUBECONFIG', cluster.kubeconfig);
  root = mkdtempSync(path.join(os.tmpdir(), 'kd-mcp-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await cluster.stop();
  rmSync(root, { recursive: true });
});

const log = Buffer.concat([
  readCapture('cni-del-error-v2').log,
  Buffer.from(
    'I1121 11:20:00.000000   21783 client.go:1] "Signed in" authorization="Bearer hunter2hunter2"\n',
  ),
]);

async function open(clusters: readonly string[], paths: readonly string[], redact = true) {
  const client = await mcpHere(root, { clusters, redact });
  const said = await callTool(client, 'open_logs', { paths, year: 2026 });
  return { client, said, text: said.content.map(({ text }) => text).join('\n') };
}

test.each([['fake'], ['fake/node-a']])('a node that %s allows is read once', async (allowed) => {
  const { client, said, text } = await open([allowed], ['cluster://fake/node-a']);
  expect(said.isError, text).toBeUndefined();
  expect(client.getInstructions()).toContain(`kubelets of ${allowed}`);
  const why = JSON.stringify(await callTool(client, 'why_pod', { pod: 'default/web-1' }));
  expect(why).toContain('Why is default/web-1 stuck?');
  const pods = JSON.stringify(await callTool(client, 'pods'));
  const secret = JSON.stringify(await callTool(client, 'grep', { filter: '"Signed in"' }));
  expect(secret).toContain('Signed in');
  expect(`${text}${why}${pods}${secret}`).not.toMatch(
    /hunter2|planted-token|planted-secret|127\.0\.0\.1/,
  );
  expect(`${text}${pods}`).not.toMatch(/web-0|node-a\b/);
  await expect.poll(() => cluster.server.watches).toBe(0);
  const writes = cluster.server.requests.filter((one) => !/^GET |selfsubjectaccess/.test(one));
  expect([...writes, ...kubelet.puts]).toEqual([]);
  const asked = cluster.server.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(cluster.server.requests.slice(asked)).toEqual([]);
});

test.each([
  [[], 'cluster://fake/node-a', /names clusters with --allow-cluster/],
  [['dead', 'fake/node-b', 'fak'], 'cluster://fake/node-a', /is no node that may be read/],
  [['fake'], 'cluster://fake', /is not of the form cluster:\/\/CONTEXT\/NODE/],
  [['fake'], 'cluster://fake/../node-a', /is no node that may be read/],
])('%j allows not %s', async (allowed, address, sentence) => {
  const { said, text } = await open(allowed, [address]);
  expect(said.isError).toBe(true);
  expect(text).toMatch(sentence);
  expect(cluster.server.requests).toEqual([]);
});

test('what is in the way is a sentence without names of the cluster, and the server goes on', async () => {
  const gone = await open(['dead'], ['cluster://dead/node-a']);
  expect(gone.text).toMatch(/^The cluster of the context dead cannot be reached/);
  const two = await open(['dead', 'fake'], ['cluster://dead/node-a', 'cluster://fake/node-a']);
  expect(two.text).toBe('Nodes of one cluster can be opened at a time.');
  kubelet.allowed = false;
  const { client, text } = await open(['fake'], ['cluster://fake/node-a']);
  expect(text).toBe(
    'The log of node-a cannot be read: the user of that context may not get nodes/proxy.',
  );
  await expect.poll(() => cluster.server.watches).toBe(0);
  kubelet.allowed = true;
  const paths = ['cluster://fake/node-a'];
  expect((await callTool(client, 'open_logs', { paths, year: 2026 })).isError).toBeUndefined();
});
