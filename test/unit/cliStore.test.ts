import { describe, expect, it } from 'vitest';
import { micros, parseRfc3339 } from '../../src/base/time.ts';
import { storeQuery, storeSource, storeTarget } from '../../src/cli/store.ts';
import { nodeStores } from '../../src/engine/host/node/nodeStores.ts';
import { Stores } from '../../src/engine/store/stores.ts';
import { FakeLoki } from '../support/fakeLoki.ts';

describe('an argument', () => {
  it.each([
    ['loki+http://loki:3100', 'loki', 'http://loki:3100'],
    ['es+https://logs:9200/filebeat-*', 'elasticsearch', 'https://logs:9200/filebeat-*'],
    ['opensearch+https://me:pw@logs', 'opensearch', 'https://me:pw@logs'],
  ])('%s is a log store', (argument, kind, url) => {
    expect(storeTarget(argument, {}, {})).toEqual({ kind, url });
  });

  it.each(['kubelet.log', 'http://loki:3100', 'dir+name/kubelet.log', 'c+http'])(
    '%s is none',
    (argument) => {
      expect(storeTarget(argument, {}, {})).toBeUndefined();
    },
  );

  it('of a kind that nobody knows is told', () => {
    expect(() => storeTarget('splunk+https://x', {}, {})).toThrow('no log store of kind splunk');
  });
});

it('signs in by the environment, as the stores’ own tools do', () => {
  const target = (environment: NodeJS.ProcessEnv, kind = 'loki') =>
    storeTarget(`${kind}+http://x`, {}, environment);
  expect(target({ LOKI_USERNAME: 'me', LOKI_PASSWORD: 'pw', LOKI_ORG_ID: 'ops' })).toMatchObject({
    credentials: { kind: 'basic', user: 'me', password: 'pw' },
    tenant: 'ops',
  });
  expect(target({ LOKI_BEARER_TOKEN: 't', ELASTICSEARCH_API_KEY: 'k' })?.credentials).toEqual({
    kind: 'bearer',
    token: 't',
  });
  expect(target({ ELASTICSEARCH_API_KEY: 'k' }, 'es')?.credentials).toEqual({
    kind: 'apiKey',
    key: 'k',
  });
});

describe('a query', () => {
  const now = parseRfc3339('2026-11-21T10:00:00Z') ?? micros(0);
  it('is of a time, of nodes and of a pod', () => {
    expect(storeQuery({}, now)).toEqual({ from: micros(now - 3_600_000_000), to: now });
    const since = '2026-11-21T09:00:00Z';
    const options = { since, until: '30m', node: ['a', 'b'], onlyPod: 'default/web-1' };
    expect(storeQuery(options, now)).toEqual({
      from: parseRfc3339(since),
      to: micros(now - 1_800_000_000),
      nodes: ['a', 'b'],
      pod: 'default/web-1',
    });
  });

  it('that makes no sense is told', () => {
    expect(() => storeQuery({ since: 'x' }, now)).toThrow('--since wants a time');
    expect(() => storeQuery({ since: '1h', until: '2h' }, now)).toThrow('before --until');
    expect(() => storeQuery({ onlyPod: 'web' }, now)).toThrow('ns/name');
  });
});

it('may be of the nodes that say the words of a finding', async () => {
  const loki = await new FakeLoki().listen();
  const at = BigInt(Date.now() - 60_000) * 1_000_000n;
  loki.push('node-1', [[at, 'I1121 09:00:00.000000 1 a.go:1] "fine"']]);
  loki.push('node-2', [[at, 'E1121 09:00:00.000000 1 a.go:1] "CrashLoopBackOff"']]);
  const stores = new Stores(nodeStores);
  const source = storeSource(stores, { url: loki.url }, { saying: 'crashloop-backoff' }, false);
  expect(await source).toMatchObject({ kind: 'store', query: { nodes: ['node-2'] } });
  const nobody = storeSource(stores, { url: loki.url }, { saying: 'netns-busy' }, false);
  await expect(nobody).rejects.toThrow('No node says the words of netns-busy.');
  loki.close();
});
