import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Disposable } from '../../../src/base/disposable.ts';
import type { Result } from '../../../src/base/result.ts';
import type { AccessSource } from '../../../src/cluster/exchange.ts';
import { httpListerWatcher, type ListedResource } from '../../../src/cluster/httpListerWatcher.ts';
import type { ObjectList, WatchOptions } from '../../../src/informer/listerWatcher.ts';
import type { KubeObject } from '../../../src/informer/object.ts';
import type { RequestError } from '../../../src/informer/requestError.ts';
import { SharedInformer } from '../../../src/informer/sharedInformer.ts';
import { contents, FakeApiServer } from '../../support/fakeApiServer.ts';
import { enveloped, eventOf, field, listOf } from '../../support/protobuf.ts';
import { realClock } from '../../support/realClock.ts';

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

function sourceOf(url: string): AccessSource & { sockets: number } {
  const agent = new http.Agent({ keepAlive: true });
  toEnd.push(() => {
    agent.destroy();
  });
  const source = {
    sockets: 0,
    access: () => Promise.resolve({ server: new URL(url), agent, headers: {} }),
    renew: () => false,
    dispose: () => undefined,
  };
  agent.on('free', () => undefined);
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    source.sockets += 1;
    return create(...args);
  };
  return source;
}

async function fakeServer(pods = 0) {
  const server = await FakeApiServer.start({ watchList: true });
  toEnd.push(() => server.stop());
  for (let n = 0; n < pods; n++) server.etcd().put(pod(`pod-${n}`));
  const source = sourceOf(server.url);
  return {
    server,
    source,
    transport: httpListerWatcher<KubeObject>(source, { path: '/api/v1/pods' }),
  };
}

/** A server that answers everything the same way. */
async function answeringAt(
  answer: http.RequestListener,
  resource: ListedResource = { path: '/api/v1/pods', labelSelector: 'a=b c' },
) {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toEnd.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const source = sourceOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`);
  return { source, transport: httpListerWatcher<KubeObject>(source, resource) };
}

async function answering(answer: http.RequestListener, resource?: ListedResource) {
  return (await answeringAt(answer, resource)).transport;
}

const pod = (name: string) => ({ metadata: { namespace: 'test', name } });
const anyList = { resourceVersion: '0', limit: 0, continue: '' };
const anyWatch: WatchOptions = {
  resourceVersion: '0',
  allowWatchBookmarks: true,
  timeoutSeconds: 300,
  sendInitialEvents: false,
};

type Transport = ReturnType<typeof httpListerWatcher<KubeObject>>;

function list(transport: Transport, options = anyList) {
  return new Promise<Result<ObjectList<KubeObject>, RequestError>>((resolve) => {
    transport.list(options, resolve);
  });
}

/** Notes what a watch says, a line for each call. */
function watching(transport: Transport, options = anyWatch) {
  const heard: string[] = [];
  const note = (text: string): void => {
    heard.push(text);
  };
  const watch = transport.watch(options, {
    opened: () => {
      note('opened');
    },
    event: ({ type, object }) => {
      note(`${type} ${object.metadata?.name ?? ''}`);
    },
    failed: (error) => {
      note(`failed ${error.type === 'status' ? (error.status.reason ?? '') : error.type}`);
    },
    closed: () => {
      note('closed');
    },
  });
  toEnd.push(() => {
    watch.dispose();
  });
  return { heard, watch };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

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
    await until(() => heard.length === 2);
    server.cutWatches('reset');
    await until(() => heard.length === 3);
    expect(heard).toEqual(['opened', 'ADDED ä', 'closed']);
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
  const watch = transport.watch(anyWatch, {
    opened: () => undefined,
    event: ({ object }) => objects.push(object),
    failed: () => objects.push('failed'),
    closed: () => undefined,
  });
  await until(() => objects.length === 2);
  watch.dispose();
  expect(JSON.stringify(objects)).not.toContain('managedFields');
  expect(objects).toMatchObject([{ metadata: { name: 'a' } }, { metadata: { name: 'a' } }]);
});

describe('a packed list', () => {
  const text =
    '{"kind":"PodList","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"a"}}]}';
  const packed = gzipSync(text);
  const sending = (code: number, bytes: Buffer) =>
    answering((_, response) => {
      response.writeHead(code, { 'Content-Encoding': 'gzip' }).end(bytes);
    });

  it('is read like any other', async () => {
    const items = [{ metadata: { name: 'a' } }];
    const value = { resourceVersion: '7', items };
    expect(await list(await sending(200, packed))).toEqual({ ok: true, value });
  });

  it.each([packed.subarray(0, 40), Buffer.from('no gzip at all')])(
    'that cannot be unpacked was cut, case %#',
    async (bytes) => {
      const result = await list(await sending(200, bytes));
      expect(result).toMatchObject({ error: { type: 'network', code: 'unexpected-eof' } });
    },
  );

  it('may be a refusal', async () => {
    const status = gzipSync('{"kind":"Status","reason":"Expired"}');
    const refused = await list(await sending(410, status));
    expect(refused).toMatchObject({ error: { status: { code: 410, reason: 'Expired' } } });
    const broken = await list(await sending(410, status.subarray(0, 20)));
    expect(broken).toMatchObject({ error: { status: { code: 410, reason: 'Gone' } } });
  });

  it.each([
    ['server.test', 'gzip'],
    ['127.0.0.1', undefined],
    ['localhost', undefined],
  ])('is asked for of %s: %s', async (host, encoding) => {
    let accepted: string | undefined;
    const { source } = await answeringAt((request, response) => {
      accepted = request.headers['accept-encoding'];
      response.end(text);
    });
    const { server, agent } = await source.access();
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (options, connected) =>
      connect({ ...options, host: '127.0.0.1' }, connected);
    const access = () =>
      Promise.resolve({ server: new URL(`http://${host}:${server.port}`), agent, headers: {} });
    await list(httpListerWatcher<KubeObject>({ ...source, access }, { path: '/api/v1/pods' }));
    expect(accepted).toBe(encoding);
  });
});

describe('in protobuf', () => {
  const type = 'application/vnd.kubernetes.protobuf';
  const named = (name: string) => field(1, field(1, name));
  const podNamed = (name: string) => enveloped('Pod', named(name));

  /** A server whose every answer is these bytes. */
  const saying = (code: number, contentType: string, ...bytes: readonly Buffer[]) =>
    answering((request, response) => {
      expect(request.headers.accept).toBe(`${type}, application/json`);
      response.writeHead(code, { 'Content-Type': contentType });
      for (const part of bytes) response.write(part);
      response.end();
    });

  it('lists what the server gives so', async () => {
    const bytes = listOf('Pod', '7', [named('a'), named('b')]);
    const transport = await saying(200, type, bytes.subarray(0, 50), bytes.subarray(50));
    const items = ['a', 'b'].map((name) => ({ kind: 'Pod', apiVersion: 'v1', metadata: { name } }));
    expect(await list(transport)).toEqual({ ok: true, value: { resourceVersion: '7', items } });
  });

  it('reads a refusal, and tells nothing of one that it cannot read', async () => {
    const status = Buffer.concat([field(3, 'too old'), field(4, 'Expired')]);
    const refusal = await saying(410, type, enveloped('Status', status));
    expect(await list(refusal)).toMatchObject({
      error: { status: { code: 410, reason: 'Expired', message: 'too old' } },
    });
    const noise = await saying(410, type, Buffer.from([1, 2, 3]));
    expect(await list(noise)).toMatchObject({ error: { status: { code: 410, message: '' } } });
  });

  it.each([
    [eventOf('ERROR', enveloped('Status', field(4, 'Expired'))), 'failed Expired'],
    [eventOf('ERROR', podNamed('b')), 'failed unexpected-object'],
    [eventOf('ADDED', Buffer.from('{}')), 'failed InternalError'],
    [Buffer.from([0, 0, 0, 2, 0xff, 0xff]), 'failed InternalError'],
    [Buffer.from([0xff, 0, 0, 2, 0xff]), 'closed'],
    [eventOf('ADDED', podNamed('b')).subarray(0, 20), 'closed'],
  ])('tells once what is wrong in a stream, case %#: %s', async (bytes, told) => {
    const first = eventOf('ADDED', podNamed('a'));
    const transport = await saying(200, `${type};stream=watch`, first, bytes);
    const { heard } = watching(transport);
    await until(() => heard.length >= 3);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(heard).toEqual(['opened', 'ADDED a', told]);
  });

  it.each([
    ['/api/v1/namespaces/a/pods', undefined, true],
    ['/api/v1/nodes', undefined, true],
    ['/api/v1/nodes', 'json', false],
    ['/apis/apps/v1/deployments', undefined, false],
  ] as const)('asks for %s so, encoding %s: %s', async (path, encoding, asks) => {
    let accepted: string | undefined;
    const transport = await answering(
      (request, response) => {
        accepted = request.headers.accept;
        response.end('{}');
      },
      { path, ...(encoding === undefined ? {} : { encoding }) },
    );
    await list(transport);
    expect(accepted).toBe(asks ? `${type}, application/json` : 'application/json');
  });
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
