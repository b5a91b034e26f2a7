import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { httpListerWatcher } from '../../../src/cluster/httpListerWatcher.ts';
import type { KubeObject } from '../../../src/informer/object.ts';
import { answering, answeringAt, list, until, watching } from '../../support/httpTransport.ts';
import { enveloped, eventOf, field, listOf } from '../../support/protobuf.ts';

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
