import { unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { micros, MINUTE } from '../../../../src/base/time.ts';
import { portPair } from '../../../../src/engine/host/portPair.ts';
import { webSources } from '../../../../src/engine/host/web/webSources.ts';
import { connectEngine, type EngineClient } from '../../../../src/engine/client.ts';
import { serveEngine } from '../../../../src/engine/serve.ts';
import { fleetLogs } from '../../../lab/fleet.ts';
import { engineHere } from '../../../support/engine.ts';
import { FakeLoki } from '../../../support/fakeLoki.ts';

const start = new Date('2026-11-21T09:00:00Z');
const from = micros(start.getTime() * 1_000);
const query = { from, to: micros(from + 60 * MINUTE) };
const secret = 'swordfish-0451';
const credentials = { kind: 'basic', user: 'me', password: secret } as const;
const logs = fleetLogs(5, 3, start);
const count = logs.reduce((sum, { lines }) => sum + lines.length, 0);
const ending: (() => void)[] = [];

afterEach(() => {
  for (const end of ending.splice(0)) end();
});

async function setUp(): Promise<{ loki: FakeLoki; engine: EngineClient }> {
  const loki = await new FakeLoki().listen();
  loki.authorization = `Basic ${Buffer.from(`me:${secret}`).toString('base64')}`;
  for (const { node, lines } of logs)
    loki.push(
      node,
      lines.map(({ stamp, text }) => [BigInt(stamp), text] as const),
    );
  const engine = await engineHere();
  ending.push(() => {
    loki.close();
    engine.dispose();
  });
  return { loki, engine };
}

const all = { start: 0, count: 1_000 };

describe('nodes of a log store', () => {
  it('are counted, and asked what they say, without a line being read', async () => {
    const { loki, engine } = await setUp();
    const target = { url: loki.url, credentials };
    const store = await engine.call('store', [target, query]);
    expect(store).toMatchObject({ kind: 'loki', nodeLabel: 'node', lines: count });
    expect(store.nodes).toEqual(logs.map(({ node, lines }) => ({ node, lines: lines.length })));
    const said = await engine.call('storeSignatures', [target, query, undefined]);
    const of = (id: string) => said.find((row) => row.id === id);
    expect(of('cni-del-fails')).toMatchObject({
      severity: 'high',
      title: 'CNI DEL fails (plug-in): the sandbox’s network cannot be taken down',
      nodes: [{ node: 'node-003' }],
    });
    expect(of('image-pull-backoff')?.nodes).toHaveLength(5);
    const [one] = await engine.call('storeSignatures', [target, query, ['cni-del-fails']]);
    expect(one).toEqual(of('cni-del-fails'));
    const nobody = engine.call('storeSignatures', [target, query, ['no-such-id']]);
    await expect(nobody).rejects.toThrow('No words tell of a finding no-such-id.');
    const fetched = loki.asked.filter(({ path }) => path.includes('query_range'));
    expect(fetched.every(({ path }) => path.includes('limit=1'))).toBe(true);
  });

  it('are sources of their own, each rebuilt from its own lines', async () => {
    const { loki, engine } = await setUp();
    const target = { url: loki.url, credentials };
    // After the kubelet's start no line names the node.
    const later = { ...query, from: micros(from + MINUTE) };
    const info = await engine.call('open', [
      { sources: [{ kind: 'store', target, query: later }] },
    ]);
    expect(info.sources.map(({ name }) => name)).toEqual(logs.map(({ node }) => node));
    const { rows } = await engine.call('findings', [all]);
    const nodesOf = (id: string) =>
      new Set(rows.filter((row) => row.id === id).map(({ node }) => node));
    expect(nodesOf('cni-del-fails')).toEqual(new Set(['node-003']));
    expect(nodesOf('image-pull-backoff').size).toBe(5);
  });

  it('are read some, or what names a pod, which is said', async () => {
    const { loki, engine } = await setUp();
    const target = { url: loki.url, credentials };
    const some = { ...query, nodes: ['node-003'], pod: 'default/web-1' };
    const info = await engine.call('open', [{ sources: [{ kind: 'store', target, query: some }] }]);
    expect(info.sources).toMatchObject([
      {
        name: 'node-003',
        problem:
          'Only the lines of node-003 that name default/web-1 were asked for: what others would prove is unknown.',
      },
    ]);
    expect(info.inputs).toBeGreaterThan(5);
    expect(info.inputs).toBeLessThan(count / 5);
  });

  it('are not read when that would be too much, or nothing', async () => {
    const { loki, engine } = await setUp();
    const target = { url: loki.url, credentials };
    const source = { kind: 'store', target, query } as const;
    const much = engine.call('open', [{ sources: [{ ...source, maxLines: 100 }] }]);
    await expect(much).rejects.toThrow(
      `has ${count} lines of 5 nodes in that time, more than the 100 that are read at once`,
    );
    const nobody = { ...source, query: { ...query, nodes: ['node-9'] } };
    const none = engine.call('open', [{ sources: [nobody] }]);
    await expect(none).rejects.toThrow(/has no lines of node-9 in that time/);
  });

  it('are followed, also only what names a pod', async () => {
    const { loki, engine } = await setUp();
    const now = BigInt(Date.now() - 30_000) * 1_000_000n;
    const say = (pod: string): void => {
      const line = `I1121 09:00:00.000000 1 a.go:1] "SyncLoop ADD" source="api" pods=["${pod}"]`;
      loki.push('node-009', [[now, line]]);
    };
    say('default/web-7');
    const target = { url: loki.url, credentials };
    const near = Number(now / 1_000n);
    const minute = { from: micros(near - MINUTE), to: micros(near + MINUTE / 2) };
    const wanted = { ...minute, nodes: ['node-009'], pod: 'default/web-7' };
    const source = { kind: 'store', target, query: wanted, follow: true } as const;
    await engine.call('open', [{ sources: [source] }]);
    const lines = async () => (await engine.call('session', [])).sources[0]?.lines;
    await expect.poll(lines, { timeout: 10_000 }).toBe(1);
    loki.push('node-009', [[now + 1n, 'I1121 09:00:00.000000 1 a.go:1] "x" pod="default/other"']]);
    loki.push('node-009', [[now + 2n, 'I1121 09:00:00.000000 1 a.go:1] "x" pod="default/web-7"']]);
    await expect.poll(lines, { timeout: 10_000 }).toBe(2);
    const info = await engine.call('stopFollowing', []);
    expect(info.sources).toMatchObject([{ name: 'node-009', state: 'complete', lines: 2 }]);
  });

  it('tell how far they came when the store fails on the way', async () => {
    const { loki, engine } = await setUp();
    loki.mostEntries = 30;
    const target = { url: loki.url, credentials };
    let ranges = 0;
    loki.meddle = ({ path }) =>
      path.includes('query_range') && ++ranges > 3 ? { code: 400, body: 'no more' } : undefined;
    const one = { ...query, nodes: ['node-001'] };
    const info = await engine.call('open', [{ sources: [{ kind: 'store', target, query: one }] }]);
    expect(info.sources[0]?.problem).toMatch(
      /^The lines of node-001 could not all be read from .*“no more”\. What came before is there\.$/,
    );
    expect(info.inputs).toBeGreaterThan(30);
  });
});

it('no password is in what the engine tells, saves or exports', async () => {
  const { loki, engine } = await setUp();
  const url = loki.url.replace('//', `//me:${secret}@`);
  const told: unknown[] = [];
  engine.onEvent((event) => told.push(event));
  const target = { url };
  told.push(await engine.call('store', [target, query]));
  const source = { kind: 'store', target, query } as const;
  told.push(await engine.call('open', [{ sources: [source] }]));
  loki.authorization = 'Basic other';
  told.push(await engine.call('store', [target, query]).catch((error: unknown) => String(error)));
  told.push(
    await engine.call('exportFindings', [{ format: 'markdown', redact: false, version: '1' }]),
  );
  const saved = await engine.call('saveCase', [
    { title: '', notes: '', cut: { kind: 'whole' }, redact: false, version: '1' },
  ]);
  const files = unzipSync(saved.columns.bytes);
  told.push(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
  const text = JSON.stringify(told);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(Buffer.from(`me:${secret}`).toString('base64'));
  expect(text).toContain('wants to know who asks');
});

it('a browser says that it has no way there', async () => {
  const [near, far] = portPair();
  serveEngine(far, webSources());
  const engine = await connectEngine(near);
  ending.push(() => {
    engine.dispose();
  });
  const asked = engine.call('store', [{ url: 'http://loki:3100' }, query]);
  await expect(asked).rejects.toThrow('In a browser there is no way to a log store');
});
