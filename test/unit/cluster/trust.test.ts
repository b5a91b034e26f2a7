// What a kubeconfig of a stranger can have done: every form in which a file can name a program, a file or another server, or have a
// secret sent to be read by others.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, contexts } from '../../../src/cluster/main.ts';

const SECRET = 'what-stands-in-a-file-of-the-person';
const toEnd: (() => unknown)[] = [];
let dir = '';
let asked: http.IncomingHttpHeaders[] = [];
let url = '';

beforeEach(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'kd-trust-'));
  writeFileSync(at('secret'), SECRET);
  writeFileSync(at('program'), `#!/bin/sh\ntouch ${at('ran')}\necho '{"status":{"token":"x"}}'\n`);
  chmodSync(at('program'), 0o755);
  asked = [];
  const server = http.createServer(({ headers, url: path = '' }, response) => {
    asked.push({ ...headers, ':path': path });
    response.end('{"gitVersion":"v1.34.2"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toEnd.push(() => server.close());
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
});

afterEach(() => {
  for (const end of toEnd.splice(0)) end();
  rmSync(dir, { recursive: true });
});

function at(name: string): string {
  return path.join(dir, name);
}

function kubeconfig(user: object, cluster: object = {}): string {
  const config = {
    clusters: [{ name: 'c', cluster: { server: url, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  writeFileSync(at('config'), JSON.stringify(config));
  return at('config');
}

/** A sentence, or the version of who answered. */
async function reached(file: string, runsPrograms: boolean, httpProxy = ''): Promise<string> {
  const made = connect({ files: [file], environment: {}, runsPrograms, httpProxy });
  if (!made.ok) return made.error;
  const reach = await made.value.reach(new AbortController().signal);
  made.value.dispose();
  return reach.ok ? reach.value : reach.error;
}

const jwt = (claims: object): string =>
  ['{}', JSON.stringify(claims), 's']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

interface Form {
  readonly name: string;
  readonly user: () => object;
}
const exec = () => ({ apiVersion: 'client.authentication.k8s.io/v1', command: at('program') });
const provider = (name: string, config: object) => ({ 'auth-provider': { name, config } });
const forms: readonly Form[] = [
  { name: 'exec', user: () => ({ exec: exec() }) },
  { name: 'token and exec', user: () => ({ token: 't', exec: exec() }) },
  { name: 'password and exec', user: () => ({ username: 'me', password: 'p', exec: exec() }) },
  { name: 'tokenFile and exec', user: () => ({ tokenFile: 'secret', exec: exec() }) },
  { name: 'tokenFile', user: () => ({ tokenFile: at('secret') }) },
  { name: 'token and tokenFile', user: () => ({ token: 't', tokenFile: 'secret' }) },
  { name: 'token-file, which client-node reads', user: () => ({ 'token-file': at('secret') }) },
  { name: 'token-file and exec', user: () => ({ 'token-file': at('secret'), exec: exec() }) },
  { name: 'oidc with exec', user: () => provider('oidc', { exec: exec() }) },
  {
    name: 'oidc with a token and exec',
    user: () => provider('oidc', { 'id-token': jwt({ exp: 9e9 }), exec: exec() }),
  },
  { name: 'tokenFile with exec', user: () => provider('tokenFile', { exec: exec() }) },
  { name: 'provider tokenFile', user: () => provider('tokenFile', { tokenFile: at('secret') }) },
  { name: 'oidc with tokenFile', user: () => provider('oidc', { tokenFile: at('secret') }) },
  { name: 'provider exec', user: () => provider('exec', { exec: exec() }) },
  {
    name: 'a provider of no name',
    user: () => ({ 'auth-provider': { config: { exec: exec() } } }),
  },
  {
    name: 'a token and a provider of no name',
    user: () => ({ token: 't', 'auth-provider': { config: { exec: exec() } } }),
  },
  {
    name: 'a name that is no text',
    user: () => ({ 'auth-provider': { name: ['oidc'], config: { exec: exec() } } }),
  },
  { name: 'gcp', user: () => provider('gcp', { 'cmd-path': at('program') }) },
  { name: 'azure', user: () => provider('azure', { 'cmd-path': at('program') }) },
  {
    name: 'azure and a token',
    user: () => ({ token: 't', ...provider('azure', { 'cmd-path': at('program') }) }),
  },
  {
    name: 'oidc that asks another server',
    user: () =>
      provider('oidc', {
        'id-token': jwt({ exp: 1 }),
        'client-id': 'c',
        'refresh-token': 'r',
        'idp-issuer-url': url,
        'idp-certificate-authority': at('secret'),
      }),
  },
  { name: 'a certificate and exec', user: () => ({ 'client-certificate-data': '', exec: exec() }) },
];

it.each(forms)('without trust runs, reads and asks nothing for $name', async ({ user }) => {
  const said = await reached(kubeconfig(user()), false);
  expect(said).toMatch(/^(v1\.34\.2|.+\.)$/);
  expect(existsSync(at('ran'))).toBe(false);
  expect(JSON.stringify(asked)).not.toContain(SECRET);
  // None but the server itself was asked, and for nothing else.
  expect(asked.map((headers) => headers[':path']).filter((each) => each !== '/version')).toEqual(
    [],
  );
});

it.each([
  [
    'exec',
    { exec: { command: 'x' } },
    /a program that the kubeconfig names; it is run only in a trusted folder/,
  ],
  [
    'tokenFile',
    { tokenFile: 'secret' },
    /by the file .*secret; it is read only in a trusted folder/,
  ],
  [
    'oidc',
    provider('oidc', { 'id-token': 'x' }),
    /by the auth provider oidc; it is asked only in a trusted folder/,
  ],
])('says what trust would allow for %s', async (_name, user, sentence) => {
  expect(await reached(kubeconfig(user), false)).toMatch(sentence);
});

it.each(forms)('with trust too runs no program of $name but by exec', async ({ name, user }) => {
  await reached(kubeconfig(user()), true);
  expect(existsSync(at('ran'))).toBe(
    /^(exec|password and exec|a certificate and exec|token-file and exec)$/.test(name),
  );
});

it('reads no file to list the contexts', () => {
  const file = kubeconfig({ 'token-file': '/nowhere/at/all' });
  expect(contexts([file])).toEqual({ ok: true, value: { names: ['x'], current: 'x' } });
});

it.each(['token', 'password', 'exec', 'tokenFile', 'oidc', 'token in the address'])(
  'sends no %s without TLS but to this machine',
  async (how) => {
    const users: Readonly<Record<string, object>> = {
      token: { token: 't' },
      password: { username: 'me', password: 'p' },
      exec: { exec: exec() },
      tokenFile: { tokenFile: 'secret' },
      oidc: provider('oidc', { 'id-token': jwt({ exp: 9e9 }) }),
      'token in the address': { token: 't' },
    };
    const hosts = [
      'api.test',
      '127.0.0.1.api.test',
      '127.api.test',
      'localhost.api.test',
      '10.1.2.3',
    ];
    for (const host of hosts) {
      const server = how.endsWith('address') ? `http://u:p@${host}:1` : `http://${host}:1`;
      const said = await reached(kubeconfig(users[how] ?? {}, { server }), true);
      expect(said).toBe(
        `The server http://${host}:1 of the cluster c has no TLS: who signs in to it would be overheard. Name it by https, or forward its port to this machine.`,
      );
    }
    expect(existsSync(at('ran'))).toBe(false);
  },
);

it('sends what signs in to no proxy in the clear, which would get it for a loopback that is not ours', async () => {
  for (const proxyUrl of [url, url.replace('http', 'socks5')]) {
    const file = kubeconfig(
      { token: 't' },
      { server: 'http://127.0.0.1:1', 'proxy-url': proxyUrl },
    );
    expect(await reached(file, true)).toContain('has no TLS');
  }
  expect(asked).toEqual([]);
});

it('asks without TLS where nobody signs in, and signs in to this machine', async () => {
  expect(await reached(kubeconfig({ token: 't' }), false)).toBe('v1.34.2');
  expect(asked[0]?.authorization).toBe('Bearer t');
  const nobody = { server: 'http://api.test:1', 'proxy-url': url };
  expect(await reached(kubeconfig({ as: 'other' }, nobody), true)).not.toContain('has no TLS');
});
