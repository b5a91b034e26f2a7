import { expect, test, vi } from 'vitest';
import { handlersFor, requests, type PageHost } from '../../../../src/extension/panels/relay.ts';
import { relayedMethods } from '../../../../src/protocol/hostApi.ts';
import { Client, Server, type ChannelError } from '../../../../src/protocol/channel.ts';
import type { HostApi, HostEvent } from '../../../../src/protocol/hostApi.ts';
import { portPair } from '../../../../src/engine/host/portPair.ts';
import { line, second } from '../../../support/rowSamples.ts';

function connected() {
  const ask = vi.fn((...question: readonly unknown[]) => Promise.resolve(question[0]));
  const host = {
    ready: vi.fn(() => ({ state: undefined, reducedMotion: false, target: undefined })),
    openLog: vi.fn(() => Promise.resolve()),
    openAnother: vi.fn(() => Promise.resolve()),
    copy: vi.fn(() => Promise.resolve()),
    exportLatencies: vi.fn(() => Promise.resolve()),
    openInPerfetto: vi.fn(() => Promise.resolve()),
    showPage: vi.fn(() => Promise.resolve()),
    openGoSource: vi.fn(() => Promise.resolve()),
    openGoFunction: vi.fn(() => Promise.resolve()),
    tryOnCluster: vi.fn(async () => Promise.resolve(undefined)),
    openGoStatement: vi.fn(() => Promise.resolve()),
  } satisfies PageHost;
  const [near, far] = portPair();
  // The relay asks with the method's name; what comes back is the engine's business.
  const server = new Server<HostApi, HostEvent>(far, handlersFor({ ask: ask as never }, host));
  const client = new Client<HostApi, HostEvent>(near);
  return { ask, host, server, client };
}

test('every method that a page may call has its form checked, and no other is there', () => {
  expect(Object.keys(requests).toSorted()).toEqual(
    [
      'ready',
      'openLog',
      'openAnother',
      'copy',
      'exportLatencies',
      'openInPerfetto',
      'showPage',
      'openGoSource',
      'openGoFunction',
      'openGoStatement',
      'tryOnCluster',
      ...relayedMethods,
    ].toSorted(),
  );
});

test('questions go to the engine as they are', async () => {
  const { ask, client } = connected();
  await client.call('seek', [{ kind: 'time', time: second(1) }]);
  await client.call('timeline', [{ from: second(0), to: second(9), width: 800, lanes: [1, 2] }]);
  await client.call('pods', [{ start: 0, count: 10, text: 'web' }]);
  await client.call('selectPod', [undefined]);
  expect(ask.mock.calls.map(([method, args]) => [method, args])).toEqual([
    ['seek', [{ kind: 'time', time: second(1) }]],
    ['timeline', [{ from: second(0), to: second(9), width: 800, lanes: [1, 2] }]],
    ['pods', [{ start: 0, count: 10, text: 'web' }]],
    ['selectPod', [undefined]],
  ]);
});

test('what a page left out comes as null, and is taken for left out', async () => {
  const { ask, client } = connected();
  await client.call('compareNode', [null as never, '']);
  expect(ask.mock.calls[0]?.slice(0, 2)).toEqual(['compareNode', [undefined, '']]);
});

test('what the extension does itself', async () => {
  const { host, client } = connected();
  await client.call('openLog', [line(7)]);
  await client.call('copy', ['text']);
  expect(host.openLog).toHaveBeenCalledWith(line(7));
  await client.call('exportLatencies', [{ by: 'pull' }]);
  expect(host.exportLatencies).toHaveBeenCalledWith({ by: 'pull' });
  await client.call('showPage', ['pod']);
  const place = ['pkg/kubelet/pod_workers.go', 951, 'v1.34.2'] as const;
  await client.call('openGoSource', [...place]);
  expect(host.openGoSource).toHaveBeenCalledWith(...place);
  expect(host.copy).toHaveBeenCalledWith('text');
  expect(host.showPage).toHaveBeenLastCalledWith('pod', undefined);
  await client.call('showPage', ['findings', 'a key']);
  expect(host.showPage).toHaveBeenLastCalledWith('findings', 'a key');
});

test('cancelling reaches the engine', async () => {
  const { ask, client } = connected();
  const stop = new AbortController();
  let asked: AbortSignal | undefined;
  ask.mockImplementation((_method, _args, signal) => {
    asked = signal as AbortSignal;
    return new Promise(() => undefined);
  });
  const answer = client.call('lanes', [{ start: 0, count: 9 }], { signal: stop.signal });
  await vi.waitFor(() => {
    expect(asked).toBeDefined();
  });
  stop.abort();
  await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
  await vi.waitFor(() => {
    expect(asked?.aborted).toBe(true);
  });
});

test.each([
  ['seek', [{ kind: 'time', time: 'noon' }]],
  ['seek', [{ kind: 'away' }]],
  ['seek', []],
  ['pods', [{ start: 0, count: 1e9 }]],
  ['pods', [{ start: 0, count: 1, evil: true }]],
  ['timeline', [{ from: 0, to: Infinity, width: 10 }]],
  ['openLog', [{ source: -1, offset: 0 }]],
  ['openLog', ['file:///etc/passwd']],
  ['copy', [{}]],
  ['showPage', ['findings', 'a key', 'more']],
  ['compare', [{ before: {} }]],
  ['compare', [{ before: { from: 'noon' }, after: {} }]],
  ['comparison', [{ before: {}, after: { sources: ['file'] } }]],
  ['session', ['more']],
  ['step', ['event', 0.5]],
] as const)('%s %j is refused and goes nowhere', async (method, args) => {
  const { ask, host, client } = connected();
  const refused: ChannelError = await client
    .call(method, args as never)
    .then(() => expect.fail('was answered'))
    .catch((error: unknown) => error as ChannelError);
  expect(refused.code).toBe('bad-request');
  expect(ask).not.toHaveBeenCalled();
  expect(host.openLog).not.toHaveBeenCalled();
});

test('a method that no page may call is not there', async () => {
  const { ask, client } = connected();
  await expect(client.call('open' as never, [] as never)).rejects.toMatchObject({
    code: 'no-method',
  });
  await expect(client.call('constructor' as never, [] as never)).rejects.toMatchObject({
    code: 'no-method',
  });
  expect(ask).not.toHaveBeenCalled();
});
