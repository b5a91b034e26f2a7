import { describe, expect, it } from 'vitest';
import type { Disposable } from '../../../src/base/disposable.ts';
import { httpListerWatcher } from '../../../src/cluster/httpListerWatcher.ts';
import type { KubeObject } from '../../../src/informer/object.ts';
import { SharedInformer } from '../../../src/informer/sharedInformer.ts';
import { contents } from '../../support/fakeApiServer.ts';
import {
  answering,
  answeringAt,
  anyList,
  anyWatch,
  fakeServer,
  list,
  pod,
  toEnd,
  until,
  watching,
} from '../../support/httpTransport.ts';
import { realClock } from '../../support/realClock.ts';

describe('list', () => {
  it('gives what the server has, page by page, over one connection', async () => {
    const { server, source, transport } = await fakeServer(5);
    const first = await list(transport, { ...anyList, resourceVersion: '', limit: 3 });
    expect(first.ok && first.value.items.map((item) => item.metadata?.name)).toEqual([
      'pod-0',
      'pod-1',
      'pod-2',
    ]);
    const token = first.ok ? (first.value.continue ?? '') : '';
    const second = await list(transport, { resourceVersion: '', limit: 3, continue: token });
    expect(second.ok && second.value.items.length).toBe(2);
    expect(second.ok && second.value.continue).toBeUndefined();
    expect(source.sockets).toBe(1);
    expect(server.requests[0]).toBe('GET /api/v1/pods?limit=3');
  });

  it('tells a refusal with its Status and Retry-After', async () => {
    const { server, transport } = await fakeServer();
    const causes = [{ reason: 'ResourceVersionTooLarge', message: 'no' }];
    const status = {
      code: 504,
      reason: 'Timeout',
      message: 'Too large',
      details: { retryAfterSeconds: 1, causes },
    };
    server.faults.push({ status, retryAfter: 3 });
    expect(await list(transport)).toEqual({
      ok: false,
      error: { type: 'status', status, retryAfter: 3 },
    });
  });

  it('makes a Status of a refusal that is none, and sends path, base path and selectors', async () => {
    let asked = '';
    const transport = await answering((request, response) => {
      asked = request.url ?? '';
      response.writeHead(429).end('<b>slow down</b>');
    });
    expect(await list(transport)).toEqual({
      ok: false,
      error: {
        type: 'status',
        status: { code: 429, reason: 'TooManyRequests', message: '<b>slow down</b>' },
      },
    });
    expect(asked).toBe('/base/api/v1/pods?resourceVersion=0&labelSelector=a%3Db+c');
  });

  it('tells that an answer was cut, is no list, or never came', async () => {
    const cut = await answering((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"items":[');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await list(cut)).toMatchObject({ error: { type: 'network', code: 'unexpected-eof' } });
    const html = await answering((_, response) => response.end('<html>'));
    expect(await list(html)).toMatchObject({
      error: { message: 'the answer to /api/v1/pods: it is no list of Kubernetes objects' },
    });
    const { server, transport } = await fakeServer();
    await server.stop();
    expect(await list(transport)).toMatchObject({ error: { type: 'network', code: 'refused' } });
  });

  it.each(['list', 'watch'] as const)('gives up a %s that nobody answers', async (what) => {
    const { server, source } = await fakeServer();
    server.faults.push('hang');
    const patience = { list: 50, watch: 50, silence: 10_000 };
    const transport = httpListerWatcher<KubeObject>(source, { path: '/api/v1/pods' }, patience);
    const began = performance.now();
    if (what === 'list') {
      expect(await list(transport)).toMatchObject({ error: { type: 'network', code: 'timeout' } });
    } else {
      const { heard } = watching(transport);
      await until(() => heard.length === 1);
      expect(heard).toEqual(['failed network']);
    }
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it.each(['list', 'watch', 'refusal'] as const)(
    'gives up a %s that falls silent',
    async (what) => {
      const { source } = await answeringAt((_, response) => {
        response.writeHead(what === 'refusal' ? 410 : 200);
        let pieces = 0;
        // It lasts longer than its patience, but is never silent for so long.
        const speaking = setInterval(() => {
          pieces += 1;
          response.write(pieces === 1 ? '{"items":[' : ' ');
          if (pieces === 10) clearInterval(speaking);
        }, 20);
      });
      const patience = { list: 10_000, watch: 10_000, silence: 120 };
      const transport = httpListerWatcher<KubeObject>(source, { path: '/api/v1/pods' }, patience);
      const began = performance.now();
      if (what === 'watch') {
        const { heard } = watching(transport);
        await until(() => heard.length === 2);
        expect(heard).toEqual(['opened', 'closed']);
      } else {
        expect(await list(transport)).toMatchObject({
          error: { type: 'network', code: 'timeout' },
        });
      }
      const took = performance.now() - began;
      expect(took).toBeGreaterThan(290);
      expect(took).toBeLessThan(5000);
    },
  );

  it('is heard of no more once it was ended', async () => {
    const { server, transport } = await fakeServer();
    // Else the whole answer may be there before it is ended.
    server.faults.push('hang');
    let answers = 0;
    const request: Disposable = transport.list(anyList, () => (answers += 1));
    await until(() => server.requests.length === 1);
    request.dispose();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(answers).toBe(0);
  });
});

describe('watch', () => {
  it('brings events, and ends in order when it is cut', async () => {
    const { server, transport } = await fakeServer();
    const { heard } = watching(transport, { ...anyWatch, resourceVersion: '' });
    await until(() => server.watches === 1);
    server.etcd().put(pod('ä'));
    await until(() => heard.length === 3);
    server.cutWatches('reset');
    await until(() => heard.length === 4);
    // A server with streaming lists makes one of every watch without a version.
    expect(heard).toEqual(['opened', 'BOOKMARK ', 'ADDED ä', 'closed']);
  });

  it('asks for a streaming list as the server wants to be asked', async () => {
    const { server, transport } = await fakeServer(1);
    const { heard } = watching(transport, {
      ...anyWatch,
      resourceVersion: '',
      sendInitialEvents: true,
    });
    await until(() => heard.length === 3);
    expect(heard).toEqual(['opened', 'ADDED pod-0', 'BOOKMARK ']);
    expect(server.requests[0]).toContain(
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    );
  });

  it.each([
    [
      '{"type":"ERROR","object":{"kind":"Status","reason":"Expired","code":410}}\n',
      'failed Expired',
    ],
    ['{"type":"ERROR","object":{"kind":"Pod"}}\n', 'failed unexpected-object'],
    ['{"type":"ADDED","obj\n', 'failed InternalError'],
    ['{"type":"ADDED"}\n', 'failed InternalError'],
    ['{"type":"ADDED","object":{"metad', 'closed'],
  ])('%j in the stream is told once: %s', async (text, told) => {
    const transport = await answering((_, response) => {
      response.end(`{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n\n${text}`);
    });
    const { heard } = watching(transport);
    await until(() => heard.length >= 3);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(heard).toEqual(['opened', 'ADDED a', told]);
  });

  it('stops in the middle of what came together, and closes the connection', async () => {
    const { server, transport } = await fakeServer(100);
    const names: string[] = [];
    const watch = transport.watch(anyWatch, {
      opened: () => undefined,
      event: ({ object }) => {
        names.push(object.metadata?.name ?? '');
        if (names.length === 10) watch.dispose();
      },
      failed: () => names.push('failed'),
      closed: () => names.push('closed'),
    });
    await until(() => server.requests.length === 1 && names.length >= 10 && server.watches === 0);
    expect(names.length).toBe(10);
  });
});

it('leaves out managedFields where nobody wants them', async () => {
  const { server, source } = await fakeServer();
  const managed = { metadata: { namespace: 'test', name: 'a', managedFields: [{ manager: 'm' }] } };
  server.etcd().put(managed);
  const transport = httpListerWatcher<KubeObject>(source, {
    path: '/api/v1/pods',
    managedFields: 'drop',
  });
  const answer = await list(transport);
  const objects: unknown[] = answer.ok ? [...answer.value.items] : [];
  const watch = transport.watch(
    { ...anyWatch, allowWatchBookmarks: false },
    {
      opened: () => undefined,
      event: ({ object }) => objects.push(object),
      failed: () => objects.push('failed'),
      closed: () => undefined,
    },
  );
  await until(() => objects.length === 2);
  watch.dispose();
  expect(JSON.stringify(objects)).not.toContain('managedFields');
  expect(objects).toMatchObject([{ metadata: { name: 'a' } }, { metadata: { name: 'a' } }]);
});

it('keeps an informer like the server through cuts, resets and a lost history', async () => {
  const { server, transport } = await fakeServer(700);
  const informer = new SharedInformer<KubeObject>({
    listerWatcher: transport,
    clock: realClock,
    random: () => 0.5,
  });
  toEnd.push(() => {
    informer.stop();
  });
  informer.run();
  await until(() => informer.hasSynced);
  for (let n = 0; n < 600; n++) {
    if (n % 7 === 0) server.etcd().delete(`test/pod-${n}`);
    else server.etcd().put(pod(`pod-${n % 50}`));
    if (n === 200) server.cutWatches('reset');
    if (n === 400) {
      server.etcd().compact();
      server.cacher().reinitialise();
    }
    if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  server.etcd().put(pod('last'));
  const wanted = contents(server.etcd()).sort();
  const have = () =>
    informer.indexer
      .list()
      .map(({ metadata }) => `test/${metadata?.name ?? ''}@${metadata?.resourceVersion ?? ''}`)
      .sort();
  await until(() => have().join() === wanted.join());
  expect(have()).toEqual(wanted);
});
