import { afterEach, describe, expect, it } from 'vitest';
import { micros, parseRfc3339 } from '../../../src/base/time.ts';
import type { StoreTarget } from '../../../src/protocol/storeApi.ts';
import { findStore, readNode } from '../../../src/store/main.ts';
import { FakeElastic } from '../../support/fakeElastic.ts';

const span = {
  from: parseRfc3339('2026-11-21T09:00:00Z') ?? micros(0),
  to: parseRfc3339('2026-11-21T10:00:00Z') ?? micros(0),
};
const { signal } = new AbortController();
const running: FakeElastic[] = [];

async function elastic(distribution: FakeElastic['distribution'] = 'elasticsearch') {
  const store = await new FakeElastic().listen();
  store.distribution = distribution;
  running.push(store);
  return store;
}

afterEach(() => {
  for (const store of running.splice(0)) store.close();
});

async function find(store: FakeElastic, target: Partial<StoreTarget> = {}) {
  const url = `${store.url}/filebeat-*`;
  return await findStore({ url, ...target }, span, signal, { environment: {}, wait: 1 });
}

/** More than two pages, many lines of one stamp. */
function lines(): [string, string][] {
  return Array.from({ length: 11_003 }, (_, i) => [
    `2026-11-21T09:00:00.${String(Math.floor(i / 400)).padStart(3, '0')}000000Z`,
    `I1121 09:00:00.000000 1 a.go:1] "x" i=${i}`,
  ]);
}

describe.each(['elasticsearch', 'opensearch'] as const)('%s', (distribution) => {
  it('is known by what it says of itself', async () => {
    const view = await find(await elastic(distribution));
    expect(view).toMatchObject({ kind: distribution, nodeLabel: 'host.name' });
  });

  it.each([true, false])(
    'gives each line once, in order; with a point in time: %s',
    async (has) => {
      const store = await elastic(distribution);
      store.hasPointInTime = has;
      store.push('node-1', lines());
      store.push('node-2', [['2026-11-21T09:00:00.000000000Z', 'I1121 09:00:00 other']]);
      const view = await find(store);
      const parts: Uint8Array[] = [];
      for await (const part of readNode(view, 'node-1', span, signal))
        if (part.kind === 'data') parts.push(part.bytes);
      const read = Buffer.concat(parts).toString().trimEnd().split('\n');
      const written = lines().map(([, line]) => line);
      expect(read.toSorted()).toEqual(written.toSorted());
      const stampOf = (line: string): number => Math.floor(Number(/i=(\d+)/.exec(line)?.[1]) / 400);
      expect(read.map(stampOf)).toEqual(written.map(stampOf));
      expect(store.points).toBe(0);
      expect(store.asked.filter(({ path }) => path.startsWith('/_search')).length > 0).toBe(has);
    },
  );
});

it('counts lines by node, of a time and of a pod', async () => {
  const store = await elastic();
  store.push('node-2', [['2026-11-21T09:10:00.000000000Z', '"x" pod="default/web-1"']]);
  store.push('node-1', [
    ['2026-11-21T08:59:59.999999999Z', 'before'],
    ['2026-11-21T09:00:00.000000000Z', 'x web-1_default(4)'],
    ['2026-11-21T09:00:00.000000000Z', '"x" pod="default/web-11"'],
  ]);
  const view = await find(store);
  expect(await view.count(span, signal)).toEqual([
    { node: 'node-1', lines: 2 },
    { node: 'node-2', lines: 1 },
  ]);
  expect(await view.count({ ...span, nodes: ['node-1'] }, signal)).toEqual([
    { node: 'node-1', lines: 2 },
  ]);
  expect(await view.count({ ...span, pod: 'default/web-1' }, signal)).toEqual([
    { node: 'node-1', lines: 1 },
    { node: 'node-2', lines: 1 },
  ]);
});

it('says which nodes say what, and when first and last', async () => {
  const store = await elastic();
  const bad = 'E1121 "StopPodSandbox from runtime service failed" err="\\"broken\\""';
  store.push('node-1', [['2026-11-21T09:00:01.000000000Z', 'fine']]);
  store.push('node-2', [
    ['2026-11-21T09:00:02.000000000Z', bad],
    ['2026-11-21T09:00:04.000000000Z', bad],
  ]);
  const signatures = [
    {
      id: 'broken',
      patterns: [],
      phrases: [['never said'], ['runtime service failed err', 'broken']],
    },
    { id: 'never', patterns: [], phrases: [['runtime service worked']] },
    { id: 'wordless', patterns: [], phrases: [] },
  ];
  const view = await find(store);
  expect(await view.said(span, signatures, signal)).toEqual([
    {
      id: 'broken',
      nodes: [{ node: 'node-2', lines: 2 }],
      first: parseRfc3339('2026-11-21T09:00:02Z'),
      last: parseRfc3339('2026-11-21T09:00:04Z'),
    },
  ]);
});

describe('fields', () => {
  it('are found as their shippers name them, by what can be counted', async () => {
    const store = await elastic();
    store.fields = {
      '@timestamp': 'date',
      log: 'text',
      'kubernetes.host': 'text',
      'kubernetes.host.keyword': 'keyword',
      _SYSTEMD_UNIT: 'text',
      '_SYSTEMD_UNIT.keyword': 'keyword',
    };
    const view = await find(store);
    expect(view.nodeLabel).toBe('kubernetes.host.keyword');
    expect(view.selector).toBe('_SYSTEMD_UNIT.keyword:kubelet*');
  });

  it('that lack are asked for', async () => {
    const store = await elastic();
    store.fields = { '@timestamp': 'date', message: 'text', app: 'keyword' };
    await expect(find(store)).rejects.toMatchObject({
      code: 'node-label',
      message: 'No field of filebeat-* shows which node a line is from. Name the field that does.',
    });
    store.fields = { '@timestamp': 'date', message: 'text', hostname: 'keyword' };
    await expect(find(store)).rejects.toMatchObject({ code: 'selector' });
    const view = await find(store, { selector: 'app:kubelet' });
    expect(view.selector).toBe('app:kubelet');
  });
});

describe('bad answers', () => {
  it('are told in its own words', async () => {
    const store = await elastic();
    const view = await find(store);
    const reason = 'Text fields are not optimised for operations';
    store.instead.push({
      code: 400,
      body: JSON.stringify({ error: { root_cause: [{ reason }], reason: 'all shards failed' } }),
    });
    await expect(view.count(span, signal)).rejects.toThrow(
      `refuses the question (400). It says: “${reason}”`,
    );
  });

  it('of which parts lack are no answers', async () => {
    const store = await elastic();
    const view = await find(store);
    store.failedShards = 1;
    await expect(view.count(span, signal)).rejects.toThrow('1 shards of');
  });
});
