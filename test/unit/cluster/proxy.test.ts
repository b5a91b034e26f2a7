import { expect, it } from 'vitest';
import { proxyFor } from '../../../src/cluster/proxy.ts';

const none = { ofCluster: '', ofEditor: '', environment: {} };
const far = new URL('https://api.example.com:6443');

it('asks the kubeconfig, then the editor, then the environment', () => {
  const environment = { HTTPS_PROXY: 'http://env:1' };
  expect(proxyFor(far, none)).toBe('');
  expect(proxyFor(far, { ...none, environment })).toBe('http://env:1');
  expect(proxyFor(far, { ...none, environment, ofEditor: 'http://editor:1' })).toBe(
    'http://editor:1',
  );
  const all = { ofCluster: 'socks5://own:1', ofEditor: 'http://editor:1', environment };
  expect(proxyFor(far, all)).toBe('socks5://own:1');
});

it('reads the environment as Go does', () => {
  const plain = new URL('http://api.example.com');
  const environment = { https_proxy: 'host:3128', HTTP_PROXY: 'http://plain:1' };
  expect(proxyFor(far, { ...none, environment })).toBe('http://host:3128');
  expect(proxyFor(plain, { ...none, environment })).toBe('http://plain:1');
});

it.each([
  ['https://api.example.com', 'example.com', true],
  ['https://example.com', 'example.com', true],
  ['https://example.com', '.example.com', false],
  ['https://api.example.com', '*.example.com', true],
  ['https://notexample.com', 'example.com', false],
  ['https://10.1.2.3:6443', '10.0.0.0/8', true],
  ['https://11.1.2.3:6443', 'x, 10.0.0.0/8', false],
  ['https://api.example.com:6443', 'api.example.com:6443', true],
  ['https://api.example.com:6443', 'api.example.com:443', false],
  ['https://[fd00::1]:6443', 'fd00::/8', true],
  ['https://[fd00::1]:6443', 'fd00::1', true],
  ['https://api.example.com', '*', true],
  ['https://127.0.0.1:6443', '', true],
  ['https://10.1.2.3', '10.0.0.0/99', false],
])('%s with NO_PROXY %s: direct is %s', (server, noProxy, direct) => {
  const environment = { HTTPS_PROXY: 'http://env:1', NO_PROXY: noProxy };
  expect(proxyFor(new URL(server), { ...none, environment }) === '').toBe(direct);
});
