// The whole way: a kubeconfig on disk, a server with a certificate of its own, and what is signed in with.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, contexts, type ConnectOptions } from '../../../src/cluster/main.ts';
import { describeRequestError } from '../../../src/informer/requestError.ts';
import { selfSigned } from '../../support/selfSigned.ts';

const forServer = selfSigned('api.test');
const forClient = selfSigned('client.test');
const toEnd: (() => unknown)[] = [];
let dir = '';

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'kd-cluster-'));
  writeFileSync(path.join(dir, 'ca.crt'), forServer.cert);
});

afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
  rmSync(dir, { recursive: true });
});

interface Seen {
  readonly headers: http.IncomingHttpHeaders;
  /** The common name in the client's certificate. */
  readonly client: string;
}

/** An API server with no pods. It notes who asks; `knows` says whether a token is good. */
async function apiServer(knows: (authorization: string) => boolean = () => true) {
  const seen: Seen[] = [];
  let connections = 0;
  const server = https.createServer(
    { ...forServer, requestCert: true, rejectUnauthorized: false },
    ({ headers, socket }, response) => {
      const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
      seen.push({
        headers,
        client: String(certificate && 'subject' in certificate ? certificate.subject.CN : ''),
      });
      const good = knows(headers.authorization ?? '');
      response.writeHead(good ? 200 : 401, { 'Content-Type': 'application/json' });
      response.end(good ? '{"metadata":{"resourceVersion":"1"},"items":[]}' : '{}');
    },
  );
  server.on('secureConnection', () => (connections += 1));
  await listening(server);
  return { seen, url: `https://127.0.0.1:${portOf(server)}`, connections: () => connections };
}

async function listening(server: net.Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  toEnd.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

function portOf(server: net.Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function kubeconfig(server: string, user: object, cluster: object = {}): string {
  const file = path.join(dir, 'config');
  const tls = { 'certificate-authority': 'ca.crt', 'tls-server-name': 'api.test' };
  const text = JSON.stringify({
    clusters: [{ name: 'c', cluster: { server, ...tls, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'n' } }],
    'current-context': 'x',
  });
  writeFileSync(file, text);
  return file;
}

/** A connection, and what a list over it comes to: `ok` or a sentence. */
function connected(file: string, options: ConnectOptions = {}) {
  const result = connect({ files: [file], environment: {}, ...options });
  if (!result.ok) throw new Error(result.error);
  const connection = result.value;
  toEnd.push(() => {
    connection.dispose();
  });
  return () =>
    new Promise<string>((resolve) => {
      const pods = connection.listerWatcher({ path: '/api/v1/pods' });
      pods.list({ resourceVersion: '', limit: 0, continue: '' }, (answer) => {
        resolve(answer.ok ? 'ok' : describeRequestError(answer.error));
      });
    });
}

/** A sign-in plug-in: a shell script, which counts its runs in `runs`. */
function plugin(body: string): string {
  const file = path.join(dir, 'plugin.sh');
  writeFileSync(file, `#!/bin/sh\necho x >> ${path.join(dir, 'runs')}\n${body}\n`);
  chmodSync(file, 0o755);
  return './plugin.sh';
}

const v1 = 'client.authentication.k8s.io/v1';
const execOf = (body: string, more: object = {}) => ({
  exec: { apiVersion: v1, command: plugin(body), interactiveMode: 'Never', ...more },
});
const printed = (status: object) =>
  `cat <<'END'\n${JSON.stringify({ kind: 'ExecCredential', apiVersion: v1, status })}\nEND`;

it('trusts the authority of the kubeconfig, expects its server name, and keeps one connection', async () => {
  const { url, seen, connections } = await apiServer();
  const list = connected(kubeconfig(url, { token: 'secret' }));
  for (let n = 0; n < 5; n++) expect(await list()).toBe('ok');
  expect(seen[0]?.headers.authorization).toBe('Bearer secret');
  expect(connections()).toBe(1);
});

it('says what is wrong with a certificate', async () => {
  const { url } = await apiServer();
  const unknown = connected(kubeconfig(url, {}, { 'certificate-authority': undefined }));
  expect(await unknown()).toContain('the kubeconfig has no certificate authority for this server');
  const other = connected(kubeconfig(url, {}, { 'tls-server-name': 'other.test' }));
  expect(await other()).toContain('tls-server-name in the kubeconfig says which name to expect');
  const careless = { 'certificate-authority': undefined, 'insecure-skip-tls-verify': true };
  expect(await connected(kubeconfig(url, {}, careless))()).toBe('ok');
  const missing = connected(kubeconfig(url, {}, { 'certificate-authority': 'gone.crt' }));
  expect(await missing()).toContain('names a file that cannot be read');
});

it('shows a client certificate', async () => {
  const { url, seen } = await apiServer();
  writeFileSync(path.join(dir, 'me.key'), forClient.key);
  const cert = Buffer.from(forClient.cert).toString('base64');
  const user = { 'client-certificate-data': cert, 'client-key': 'me.key' };
  expect(await connected(kubeconfig(url, user))()).toBe('ok');
  expect(seen[0]?.client).toBe('client.test');
});

it('reads a token file each time', async () => {
  const { url, seen, connections } = await apiServer();
  writeFileSync(path.join(dir, 'token'), 'one\n');
  const list = connected(kubeconfig(url, { tokenFile: 'token' }));
  await list();
  writeFileSync(path.join(dir, 'token'), 'two\n');
  await list();
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
  expect(connections()).toBe(1);
  rmSync(path.join(dir, 'token'));
  expect(await list()).toBe('The token file of the user u is empty or cannot be read.');
});

it('acts as whom the kubeconfig says, with all that belongs to it', async () => {
  const { url, seen } = await apiServer();
  const user = {
    username: 'me',
    password: 'pass',
    as: 'other',
    'as-uid': '7',
    'as-groups': ['a', 'b'],
    'as-user-extra': { 'example.com/scope': ['s'] },
  };
  expect(await connected(kubeconfig(url, user))()).toBe('ok');
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('me:pass').toString('base64')}`,
    'impersonate-user': 'other',
    'impersonate-uid': '7',
    'impersonate-group': 'a, b',
    'impersonate-extra-example.com%2fscope': 's',
  });
});

it('runs a plug-in once for all, tells it about the cluster, and again when the server says 401', async () => {
  let good = 'Bearer 1';
  const { url, seen } = await apiServer((authorization) => authorization === good);
  const info = path.join(dir, 'info');
  const body = `echo "$KUBERNETES_EXEC_INFO" > ${info}
printf '{"kind":"ExecCredential","apiVersion":"${v1}","status":{"token":"%s"}}' $(grep -c . ${path.join(dir, 'runs')})`;
  const list = connected(kubeconfig(url, execOf(body, { provideClusterInfo: true })));
  expect(await Promise.all([list(), list(), list()])).toEqual(['ok', 'ok', 'ok']);
  expect(JSON.parse(readFileSync(info, 'utf8'))).toEqual({
    kind: 'ExecCredential',
    apiVersion: v1,
    spec: {
      interactive: false,
      cluster: {
        server: url,
        'tls-server-name': 'api.test',
        'certificate-authority-data': Buffer.from(forServer.cert).toString('base64'),
      },
    },
  });
  good = 'Bearer 2';
  expect(await list()).toBe('ok');
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([
    ...['Bearer 1', 'Bearer 1', 'Bearer 1'],
    ...['Bearer 1', 'Bearer 2'],
  ]);
  good = 'none';
  expect(await list()).toContain('the server answered 401');
  expect(seen.length).toBe(7);
});

it('gets an expired credential anew', async () => {
  const { url } = await apiServer();
  const expirationTimestamp = '2020-01-01T00:00:00Z';
  const list = connected(kubeconfig(url, execOf(printed({ token: 't', expirationTimestamp }))));
  await list();
  await list();
  expect(readFileSync(path.join(dir, 'runs'), 'utf8')).toBe('x\nx\n');
});

it('shows the certificate that a plug-in gives', async () => {
  const { url, seen } = await apiServer();
  const status = { clientCertificateData: forClient.cert, clientKeyData: forClient.key };
  expect(await connected(kubeconfig(url, execOf(printed(status))))()).toBe('ok');
  expect(seen[0]?.client).toBe('client.test');
});

it.each([
  ['sleep 3', {}, 'The sign-in plug-in plugin.sh did not end within 0 s and was stopped.'],
  [
    'echo no such user >&2; exit 3',
    {},
    'The sign-in plug-in plugin.sh ended with code 3: no such user',
  ],
  ['echo hello', {}, 'The sign-in plug-in plugin.sh printed no ExecCredential.'],
  [printed({}), {}, 'The sign-in plug-in plugin.sh gave neither a token nor a certificate.'],
  [printed({ clientCertificateData: 'x' }), {}, 'gave a certificate or a key, but not both.'],
  ['', { command: 'no-such-program', installHint: 'Get it.' }, 'was not found. Get it.'],
  ['', { interactiveMode: 'Always' }, 'wants a terminal'],
  ['', { apiVersion: 'client.authentication.k8s.io/v1alpha1' }, 'needs apiVersion v1 or v1beta1'],
])('a plug-in that does %j %j is met with a sentence', async (body, more, sentence) => {
  const { url, seen } = await apiServer();
  const list = connected(kubeconfig(url, execOf(body, more)), { execPatience: 400 });
  expect(await list()).toContain(sentence);
  expect(seen).toEqual([]);
});

it('runs no program in a folder that is not trusted, and no shell of the providers of old', async () => {
  const { url } = await apiServer();
  const untrusted = connected(kubeconfig(url, execOf('')), { runsPrograms: false });
  expect(await untrusted()).toContain('only in a trusted folder');
  const old = { 'auth-provider': { name: 'gcp', config: { 'cmd-path': 'touch' } } };
  expect(await connected(kubeconfig(url, old))()).toContain('which Kubernetes has given up');
});

/** A proxy for CONNECT, which sends every name to the loopback. */
async function proxyServer() {
  const asked: string[] = [];
  const proxy = http.createServer();
  proxy.on('connect', (request, socket: net.Socket) => {
    asked.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`);
    const port = Number((request.url ?? '').split(':')[1]);
    const onward = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [onward, socket]) end.on('error', () => onward.destroy());
  });
  await listening(proxy);
  return { asked, address: `127.0.0.1:${portOf(proxy)}` };
}

it('goes through the proxy of the kubeconfig, the editor or the environment', async () => {
  const { url, connections } = await apiServer();
  const { asked, address } = await proxyServer();
  const far = url.replace('127.0.0.1', 'api.test');
  const own = connected(kubeconfig(far, {}, { 'proxy-url': `http://me:pw@${address}` }));
  expect([await own(), await own()]).toEqual(['ok', 'ok']);
  expect(connections()).toBe(1);
  const editor = { httpProxy: `http://${address}` };
  expect(await connected(kubeconfig(far, {}), editor)()).toBe('ok');
  const environment = { HTTPS_PROXY: `http://${address}` };
  expect(await connected(kubeconfig(far, {}), { environment })()).toBe('ok');
  const target = far.replace('https://', '');
  const basic = `Basic ${Buffer.from('me:pw').toString('base64')}`;
  expect(asked).toEqual([`${target} ${basic}`, `${target} `, `${target} `]);
});

it('merges kubeconfigs, the first counting, and says what is wrong with one', () => {
  const first = kubeconfig('https://a.test', {});
  const second = path.join(dir, 'second');
  writeFileSync(second, 'contexts: [{name: y, context: {cluster: z}}]\ncurrent-context: y\n');
  const files = [path.join(dir, 'gone'), first, second];
  expect(contexts(files)).toEqual({ ok: true, value: { names: ['x', 'y'], current: 'x' } });
  const problem = (options: ConnectOptions) => {
    const result = connect({ environment: {}, ...options });
    return result.ok ? '' : result.error;
  };
  expect(problem({ files, context: 'y' })).toContain('names a cluster z, which is not there');
  expect(problem({ files, context: 'w' })).toContain('has no context w; it has x, y.');
  expect(problem({ files: ['gone'] })).toBe('There is no kubeconfig: looked at gone.');
  writeFileSync(second, 'a: [1\nsecret: "x');
  expect(problem({ files: [second] })).toMatch(/is no YAML at line \d\.$/);
  writeFileSync(second, 'clusters: [{name: c}]');
  expect(problem({ files: [second] })).toContain('clusters[0].cluster is missing');
  writeFileSync(second, 'hello');
  expect(problem({ files: [second] })).toContain('is no mapping');
});
