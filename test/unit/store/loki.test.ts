import { afterEach, describe, expect, it } from 'vitest';
import { micros, MILLISECOND, parseRfc3339 } from '../../../src/base/time.ts';
import type { StoreTarget } from '../../../src/protocol/storeApi.ts';
import { findStore, followNode, readNode } from '../../../src/store/main.ts';
import { FakeLoki } from '../../support/fakeLoki.ts';

const start = parseRfc3339('2026-11-21T09:00:00Z') ?? micros(0);
const span = { from: start, to: micros(start + 3_600_000 * MILLISECOND) };
const { signal } = new AbortController();
const running: FakeLoki[] = [];

async function loki(): Promise<FakeLoki> {
  const store = await new FakeLoki().listen();
  running.push(store);
  return store;
}

afterEach(() => {
  for (const store of running.splice(0)) store.close();
});

/** Lines of one node, so many at each millisecond. */
function lines(count: number, together: number, mark = 'a'): [bigint, string][] {
  return Array.from({ length: count }, (_, i) => [
    BigInt(start) * 1_000n + BigInt(Math.floor(i / together)) * 1_000_000n,
    `I1121 09:00:00.${String(i).padStart(6, '0')}       1 a.go:1] "${mark}" i=${i}`,
  ]);
}

const quick = { environment: {}, wait: 1 };

async function find(store: FakeLoki, target: Partial<StoreTarget> = {}) {
  return await findStore({ url: store.url, ...target }, span, signal, quick);
}

async function textOf(store: FakeLoki, node: string): Promise<string> {
  const view = await find(store);
  const parts: Uint8Array[] = [];
  for await (const part of readNode(view, node, span, signal))
    if (part.kind === 'data') parts.push(part.bytes);
  view.dispose();
  return Buffer.concat(parts).toString();
}

describe('what is read', () => {
  it.each([
    [1, 'a line at each stamp'],
    [7, 'some at each'],
    [40, 'nearly a page at each'],
  ])('is each line once, over pages that end within a stamp: %i', async (together) => {
    const store = await loki();
    store.mostEntries = 50;
    const all = lines(1_003, together);
    store.push('node-1', all);
    store.push('node-2', lines(10, 1, 'b'));
    expect(await textOf(store, 'node-1')).toBe(all.map(([, line]) => `${line}\n`).join(''));
  });

  it.each([20, 500])(
    'is each line once over hours, also when there are %i in a few minutes',
    async (many) => {
      const store = await loki();
      store.mostEntries = 50;
      const all = [...lines(many, 1), ...lines(3, 1, 'z')].map(
        ([stamp, line], i): [bigint, string] => [
          // Half of them after an hour and a half of silence.
          stamp + (i >= many / 2 ? 5_400_000_000_000n : 0n),
          line,
        ],
      );
      store.push('node-1', all);
      const view = await find(store);
      const day = { from: start, to: micros(start + 86_400_000 * MILLISECOND) };
      await view.count(day, signal);
      let text = '';
      for await (const part of readNode(view, 'node-1', day, signal))
        if (part.kind === 'data') text += Buffer.from(part.bytes).toString();
      expect(text.trimEnd().split('\n').sort()).toEqual(all.map(([, line]) => line).sort());
    },
  );

  it('says so where a stamp has more lines than the store gives at once', async () => {
    const store = await loki();
    store.mostEntries = 50;
    store.push('node-1', lines(180, 60));
    const view = await find(store);
    const notices: string[] = [];
    let read = 0;
    for await (const part of readNode(view, 'node-1', span, signal))
      if (part.kind === 'notice') notices.push(part.text);
      else read += Buffer.from(part.bytes).toString().split('\n').length - 1;
    expect(read).toBe(150);
    expect(notices[0]).toContain('more lines of node-1 at one stamp than it gives at once');
  });

  it('ends where the time ends, which counting knows too', async () => {
    const store = await loki();
    const at = (time: number): bigint => BigInt(time) * 1_000n;
    store.push('node-1', [
      [at(span.from) - 1n, 'I1121 09:00:00.000000 1 a.go:1] "before"'],
      [at(span.from), 'I1121 09:00:00.000000 1 a.go:1] "first"'],
      [at(span.to) - 1n, 'I1121 09:00:00.000000 1 a.go:1] "last"'],
      [at(span.to), 'I1121 09:00:00.000000 1 a.go:1] "after"'],
    ]);
    expect((await textOf(store, 'node-1')).match(/"\w+"/g)).toEqual(['"first"', '"last"']);
    const view = await find(store);
    expect(await view.count(span, signal)).toEqual([{ node: 'node-1', lines: 2 }]);
  });

  it('keeps the order of klog among lines of one stamp, which the store sorts by their level', async () => {
    const store = await loki();
    const said = ['I', 'E', 'I', 'E', 'I'].map(
      (level, i) => `${level}1121 09:00:00.00000${i} 1 a.go:1] "x"`,
    );
    const at = BigInt(start) * 1_000n;
    store.push(
      'node-1',
      said.map((line): [bigint, string] => [at, line]),
    );
    expect(await textOf(store, 'node-1')).toBe(said.map((line) => `${line}\n`).join(''));
  });

  it('gets the store’s stamp where lines carry none', async () => {
    const store = await loki();
    store.push('node-1', [[BigInt(start) * 1_000n + 123n, 'Starting kubelet main sync loop']]);
    expect(await textOf(store, 'node-1')).toBe(
      '2026-11-21T09:00:00.000000123Z stderr F Starting kubelet main sync loop\n',
    );
  });

  it('is only what names a pod, when one is asked for', async () => {
    const store = await loki();
    store.push('node-1', [
      [BigInt(start) * 1_000n, 'I1121 09:00:00.000000 1 a.go:1] "x" pod="default/web.1"'],
      [BigInt(start) * 1_000n, 'I1121 09:00:00.000000 1 a.go:1] "x" pod="default/webs1"'],
      [BigInt(start) * 1_000n, 'I1121 09:00:00.000000 1 a.go:1] x web.1_default(4)'],
    ]);
    const view = await find(store);
    expect(await view.count({ ...span, pod: 'default/web.1' }, signal)).toEqual([
      { node: 'node-1', lines: 2 },
    ]);
  });
});

it('counts the lines of more nodes than the store answers for at once', async () => {
  const store = await loki();
  for (let i = 0; i < 900; i++) store.push(`node-${String(i).padStart(3, '0')}`, lines(2, 1));
  const view = await find(store);
  const rows = await view.count(span, signal);
  expect(rows).toHaveLength(900);
  expect(new Set(rows.map(({ lines: each }) => each))).toEqual(new Set([2]));
});

describe('how the collectors name things', () => {
  it.each([
    [{ node: 'n-1', unit: 'kubelet.service' }, '{unit="kubelet.service"}', 'node'],
    [
      { hostname: 'n-1', syslog_identifier: 'kubelet' },
      '{syslog_identifier="kubelet"}',
      'hostname',
    ],
    [{ host: 'n-1', job: 'systemd/kubelet' }, '{job="systemd/kubelet"}', 'host'],
    [
      { instance: 'n-1', filename: '/var/log/kubelet.log', job: 'varlogs' },
      '{filename="/var/log/kubelet.log"}',
      'instance',
    ],
  ])('is found: %j', async (labels, selector, nodeLabel) => {
    const store = await loki();
    store.lines.push({ labels, stamp: BigInt(start) * 1_000n, line: 'x' });
    const view = await find(store);
    expect(view).toMatchObject({ selector, nodeLabel, kind: 'loki', version: '3.7.8' });
    expect(await view.count(span, signal)).toEqual([{ node: 'n-1', lines: 1 }]);
  });

  it('is asked for where nothing tells it', async () => {
    const store = await loki();
    const stamp = BigInt(start) * 1_000n;
    store.lines.push({ labels: { app: 'web', node: 'n-1' }, stamp, line: 'x' });
    await expect(find(store)).rejects.toThrow(
      /No label of 127\.0\.0\.1:\d+ shows which lines are a kubelet’s \(it has app, node\)/,
    );
    await expect(find(store, { selector: 'app=web' })).rejects.toThrow('is in braces');
    const nowhere = find(store, { selector: '{app="web"}', nodeLabel: 'machine' });
    await expect(nowhere).rejects.toThrow('has no label machine (it has app, node)');
    const view = await find(store, { selector: '{app="web"}' });
    expect(await view.count(span, signal)).toEqual([{ node: 'n-1', lines: 1 }]);
  });

  it('says that there are no lines at all', async () => {
    await expect(find(await loki())).rejects.toThrow('has no lines of that time');
  });
});

it('says which nodes say what, and when first and last', async () => {
  const store = await loki();
  const at = BigInt(start) * 1_000n;
  const bad = 'E1121 09:00:00.000000 1 a.go:1] "Failed to do it" err="it is \\"broken\\""';
  store.push('node-1', [[at, 'I1121 09:00:00.000000 1 a.go:1] "fine"']]);
  store.push('node-2', [
    [at + 5_000_000n, bad],
    [at + 9_000_000n, bad],
  ]);
  store.push('node-3', [[at + 7_000_000n, bad]]);
  const pattern = { text: 'it is (?:\\\\*")broken', not: undefined };
  const signatures = [
    { id: 'broken', patterns: [{ ...pattern, literals: ['broken'] }], phrases: [] },
    { id: 'never', patterns: [{ ...pattern, text: 'never', literals: [] }], phrases: [] },
    {
      id: 'other',
      patterns: [{ ...pattern, text: 'Failed.*slow', literals: ['Failed'] }],
      phrases: [],
    },
  ];
  const view = await find(store);
  expect(await view.said(span, signatures, signal)).toEqual([
    {
      id: 'broken',
      nodes: [
        { node: 'node-2', lines: 2 },
        { node: 'node-3', lines: 1 },
      ],
      first: micros(start + 5_000),
      last: micros(start + 9_000),
    },
  ]);
});

it('goes on with what comes, also late, and doubles nothing', async () => {
  const store = await loki();
  const stop = new AbortController();
  const at = (second: number): bigint => BigInt(start) * 1_000n + BigInt(second) * 1_000_000_000n;
  const say = (second: number, mark: string): void => {
    store.push('node-1', [[at(second), `I1121 09:00:00.000000 1 a.go:1] "${mark}"`]]);
  };
  say(1, 'a');
  say(2, 'b');
  const view = await find(store);
  const now = () => micros(start + 60_000_000);
  const coming = followNode(view, 'node-1', span, { signal: stop.signal, interval: 5, now });
  let text = '';
  const told: string[] = [];
  const steps = [
    (): void => {
      say(2, 'c');
      say(3, 'd');
    },
    (): void => {
      store.instead.push({ code: 400, body: 'it is not the time' });
      say(1, 'late');
    },
    (): void => {
      say(4, 'e');
    },
  ];
  for await (const part of coming) {
    if (part.kind === 'notice') told.push(part.text);
    else text += Buffer.from(part.bytes).toString();
    const count = text.split('\n').length - 1;
    if (count === 2 && steps.length === 3) steps.shift()?.();
    else if (count === 4 && steps.length === 2) steps.shift()?.();
    else if (count === 5 && steps.length === 1) steps.shift()?.();
    else if (count === 6) stop.abort();
  }
  expect(text.match(/"\w+"/g)).toEqual(['"a"', '"b"', '"c"', '"d"', '"late"', '"e"']);
  expect(told[0]).toContain('“it is not the time”. It is tried again from the same place.');
  expect(told[1]).toBe('The lines of node-1 are read again.');
});
