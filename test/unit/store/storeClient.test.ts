import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import type { StoreTarget } from '../../../src/protocol/storeApi.ts';
import { findStore, StoreError } from '../../../src/store/main.ts';
import { FakeLoki } from '../../support/fakeLoki.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import type { Answer } from '../../support/fakeStore.ts';

const span = { from: micros(0), to: micros(3_600_000_000) };
const { signal } = new AbortController();
const running: { close(): void }[] = [];

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

async function loki(): Promise<FakeLoki> {
  const store = await new FakeLoki().listen();
  running.push(store);
  store.push('node-1', [[1n, 'x']]);
  return store;
}

async function failure(target: StoreTarget): Promise<StoreError> {
  const options = { environment: {}, wait: 1, reach: 2_000 };
  const found = await findStore(target, span, signal, options).catch((error: unknown) => error);
  if (!(found instanceof StoreError)) throw new Error('it was found');
  return found;
}

/** What is said when the questions after the first are answered so. */
async function after(...answers: readonly Answer[]): Promise<string> {
  const store = await loki();
  store.instead.push({ body: '{"version":"3.7.8"}' }, ...answers);
  return (await failure({ url: store.url })).message;
}

describe('an address', () => {
  it.each(['', 'node', 'ftp://store', 'loki:3100', 'http://'])('that is none: %s', async (url) => {
    expect((await failure({ url })).message).toContain('is no address of a log store');
  });

  it('that is none is told without its password', async () => {
    const { message } = await failure({ url: 'ldap://me:swordfish@store' });
    expect(message).toBe(
      'ldap://store is no address of a log store: it begins with http:// or https://.',
    );
  });

  it('that nobody listens at', async () => {
    const store = await loki();
    store.close();
    expect((await failure({ url: store.url })).message).toMatch(
      /^No log store can be reached: 127.*ECONNREFUSED/,
    );
  });

  it('that never answers', async () => {
    const silent = net.createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    running.push(silent);
    const { port } = silent.address() as AddressInfo;
    const began = Date.now();
    const { message } = await failure({ url: `http://127.0.0.1:${port}` });
    expect(message).toContain('nothing came for');
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  it('of another program', async () => {
    const store = await loki();
    store.instead.push({ code: 404, body: 'no' }, { body: '{"hello":"world"}' });
    const { message } = await failure({ url: store.url });
    expect(message).toMatch(/neither as Loki nor as Elasticsearch or OpenSearch/);
  });
});

it('that is a page to sign in on, whatever one asks', async () => {
  const store = await loki();
  store.meddle = () => ({ body: '<html><title>Welcome</title></html>' });
  expect((await failure({ url: store.url })).message).toContain('a web page (“Welcome”)');
});

describe('an answer', () => {
  it('that is a page', async () => {
    const page = '<!DOCTYPE html><html><head><title>Sign in\n</title>';
    expect(await after({ body: page })).toMatch(
      /answers with a web page \(“Sign in”\), not as a log store/,
    );
  });

  it('that is cut', async () => {
    const broken = { body: '{"status":"success","data":["node' };
    expect(await after(broken)).toContain('breaks off in its middle');
    const cut = { body: '{"status":"success","data":["node","unit"]}', cutAt: 12 };
    expect(await after(cut, cut, cut, cut, cut)).toContain('breaks off in its middle');
  });

  it('that is no JSON', async () => {
    expect(await after({ body: 'Hello \u202eworld' })).toContain(
      'answers what no log store says: “Hello \\u{202e}world”',
    );
  });

  it('that is refused: 401, 403, 404, 400', async () => {
    const store = await loki();
    store.instead.push({ body: '{"version":"3.7.8"}' }, { code: 401, body: 'no org id\n' });
    const error = await failure({ url: store.url });
    expect(error).toMatchObject({ code: 'sign-in' });
    expect(error.message).toContain('wants to know who asks (401)');
    expect(await after({ code: 403, body: 'tenant is closed' })).toMatch(
      /does not allow it \(403\)\. It says: “tenant is closed”/,
    );
    expect(await after({ code: 404, body: '<html>' })).toMatch(
      /has nothing at \/loki\/api\/v1\/labels \(404\)[^“]*$/,
    );
    expect(await after({ code: 400, body: 'parse error' })).toContain('“parse error”');
  });

  it('is asked for again while the store is busy', async () => {
    const store = await loki();
    const built = { body: '{"version":"3.7.8"}' };
    const busy = { code: 429, body: 'Ingestion rate', headers: { 'Retry-After': '0' } };
    store.instead.push(built, busy, { code: 503, body: '' }, { code: 500, body: '' });
    const options = { environment: {}, wait: 1 };
    const view = await findStore({ url: store.url }, span, signal, options);
    expect(view.nodeLabel).toBe('node');
    view.dispose();
    expect(await after(busy, busy, busy, busy, busy)).toContain(
      'asked too much at the moment (429)',
    );
    const long = { code: 429, body: '', headers: { 'Retry-After': '3600' } };
    expect(await after(long)).toContain('It asks to wait 60 s or more.');
  });
});

describe('who asks', () => {
  it('signs in to no other machine without TLS', async () => {
    const target = { url: 'http://me:swordfish@loki.test:3100' };
    await expect(findStore(target, span, signal, { environment: {} })).rejects.toThrow(
      'The server http://loki.test:3100 has no TLS: who signs in to it would be overheard. Name it by https, or forward its port to this machine.',
    );
  });

  it.each([
    [{ kind: 'basic', user: 'me', password: 'swordfish' }, 'Basic bWU6c3dvcmRmaXNo'],
    [{ kind: 'bearer', token: 'swordfish' }, 'Bearer swordfish'],
    [{ kind: 'apiKey', key: 'swordfish' }, 'ApiKey swordfish'],
  ] as const)('is told: %j', async (credentials, authorization) => {
    const store = await loki();
    store.authorization = authorization;
    store.tenant = 'ops';
    const target = { url: store.url, credentials, tenant: 'ops' };
    const view = await findStore(target, span, signal, { environment: {} });
    expect(view.server).toBe(new URL(store.url).host);
    view.dispose();
    expect((await failure({ url: store.url })).code).toBe('sign-in');
  });

  it('may stand in the address', async () => {
    const store = await loki();
    store.authorization = 'Basic bWU6c3dvcmQgZmlzaA==';
    const url = store.url.replace('//', '//me:sword%20fish@');
    const view = await findStore({ url }, span, signal, { environment: {} });
    expect(view.server).not.toContain('me');
    view.dispose();
  });

  it('is not told on, even if the server does', async () => {
    const store = await loki();
    const echo = { code: 403, body: 'Basic bWU6c3dvcmRmaXNo of me:swordfish may not' };
    store.instead.push({ body: '{"version":"1"}' }, echo);
    const credentials = { kind: 'basic', user: 'me', password: 'swordfish' } as const;
    const { message } = await failure({ url: store.url, credentials });
    expect(message).toMatch(/“Basic \*+ of me:\*+ may not”/);
  });
});

it('goes through the proxy that the environment names', async () => {
  const store = await loki();
  const wanted: string[] = [];
  const proxy = http.createServer().on('connect', (request, socket) => {
    wanted.push(request.url ?? '');
    const far = net.connect(Number(new URL(store.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(socket).pipe(far);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  running.push(proxy);
  const { port } = proxy.address() as AddressInfo;
  const environment = { HTTP_PROXY: `http://127.0.0.1:${port}` };
  const target = { url: 'http://loki.example.com:3100' };
  const view = await findStore(target, span, signal, { environment });
  expect(view.server).toBe('loki.example.com:3100');
  expect(wanted).toContain('loki.example.com:3100');
  view.dispose();
});

it('believes the authority that it is told of, and no other', async () => {
  const { cert, key } = selfSigned('localhost');
  const plain = await loki();
  const server = https.createServer({ cert, key }, (request, response) => {
    void fetch(`${plain.url}${request.url ?? ''}`).then(async (answer) => {
      response.end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(server);
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  expect((await failure({ url })).message).toContain('certificate');
  const view = await findStore({ url, ca: cert }, span, signal, { environment: {} });
  expect(view.kind).toBe('loki');
  view.dispose();
});
