import { describe, expect, test } from 'vitest';
import { dataWithoutSecrets, keepSecret, withoutSecrets } from '../../../src/base/secrets.ts';
import { plantedKey, plantedSecrets } from '../../support/secretForms.ts';

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

test('there are enough forms, and no secret is met in another', () => {
  expect(plantedSecrets.length).toBeGreaterThanOrEqual(120);
  for (const { text, secret } of plantedSecrets) expect(text).toContain(secret);
  expect(new Set(plantedSecrets.map(({ secret }) => secret)).size).toBe(plantedSecrets.length);
});

describe.each(plantedSecrets)('$text', ({ text, secret }) => {
  test.each([
    ['alone', text],
    ['in a line', `E1121 13:42:01.346912     298 a.go:1] it failed: ${text} (again)`],
    ['in quotes', `err="${escaped(text)}" pod="a/b"`],
    ['in quotes in quotes', `err="${escaped(`rpc: "${escaped(text)}"`)}" pod="a/b"`],
    ['behind an escaped line break', `err="rpc:\\n${escaped(text)}" pod="a/b"`],
    ['deeper', `{"msg":"${escaped(`err="${escaped(`rpc: "${escaped(text)}"`)}"`)}"}`],
  ])('is starred %s', (_where, whole) => {
    const clean = withoutSecrets(whole);
    expect(clean).not.toContain(escaped(secret));
    expect(clean).toHaveLength(whole.length);
    expect(clean).toContain('*');
  });
});

test.each([
  ['', ''],
  ['  ', ''],
  ['Nov 21 10:00:00 node kubelet[12]: ', ''],
  ['', '\r'],
])('a key over several lines, each with “%s” before it', (before, after) => {
  const text = plantedKey.lines.map((line) => `${before}${line}${after}\n`).join('');
  const clean = withoutSecrets(`above\n${text}below`);
  for (const secret of plantedKey.secrets) expect(clean).not.toContain(secret);
  expect(clean.split('\n')).toHaveLength(plantedKey.lines.length + 2);
  if (before !== '') expect(clean.split(before)).toHaveLength(plantedKey.lines.length + 1);
  expect(clean).toMatch(/^above\n[^]*END RSA PRIVATE KEY-----\r?\nbelow$/);
});

test('a key that is cut, and a line of one alone', () => {
  const [, second = ''] = plantedKey.secrets;
  const cut = withoutSecrets(`${plantedKey.lines.slice(0, 3).join('\n')}\nkubelet is fine`);
  for (const secret of plantedKey.secrets) expect(cut).not.toContain(secret);
  expect(cut).toContain('kubelet is fine');
  expect(withoutSecrets(`node kubelet[12]: ${second}`)).not.toContain(second);
});

test.each([
  ['E1121 13:15:01.000000  2 a.go:1] ', '\n', 'E1121 13:15:01.000001  2 a.go:1] '],
  ['E1121 13:15:01.000000  2 a.go:1] ', '\r\n', 'E1121 13:15:01.000001  2 a.go:1] '],
  ['', '\n', ''],
  ['err="x ', '\\n', ''],
])('the last line of a key that is short, after one behind %j', (before, between, own) => {
  const [, line = '', short = ''] = plantedKey.secrets;
  for (const last of [short, `${short}==`, 'Zm8=', 'abcd']) {
    const clean = withoutSecrets(`${before}${line}${between}${own}${last}${between}${own}x y`);
    expect(clean).toBe(
      `${before}${'*'.repeat(64)}${between}${own}${'*'.repeat(last.length)}${between}${own}x y`,
    );
  }
});

test('words behind a line of a key stay', () => {
  const [, line = ''] = plantedKey.secrets;
  for (const rest of ['\nE1121 13:15:02.000000  2 b.go:1] started', '\nkubelet is fine', ' and x'])
    expect(withoutSecrets(`a.go:1] ${line}${rest}`).endsWith(rest)).toBe(true);
});

test.each([
  'sha256:9e107d9d372bb6826bd81d3542a419d6ffd6f8b9e107d9d372bb6826bd81d3542',
  'image="docker.io/library/busybox@sha256:3fbc632167424a6d997e74f52b878d7cc478225cffac6bc977eedfe51c7f4e79"',
  'podUID="b746a82d-20b6-46f1-b329-d2dd3dac6611" podUIDs=[]',
  'event="default/webapp.17f1c2b3d4e5f6a7" webapp.17f1c2b3d4e5f6a7',
  'volume "kube-api-access-x7k2p" tokenExpirationSeconds=3607 TokenRequest',
  'secret="default/db-credentials" secretName: db secretRef=x',
  'MountVolume.SetUp failed for volume "client-secret" : secret "client-secret" not found',
  'references non-existent secret key: tls.key',
  'FLAG: --tls-private-key-file="/var/lib/kubelet/pki/kubelet.key"',
  'FLAG: --authorization-mode="Webhook" Authorization:{Mode:Webhook Webhook:{CacheAuthorizedTTL:0s}}',
  'FLAG: --bootstrap-kubeconfig="/etc/kubernetes/bootstrap-kubelet.conf"',
  'FLAG: --storage-driver-password="root" passwd: /etc/passwd',
  '-----BEGIN CERTIFICATE----- and certificate-authority-data',
  'disk-0123456789abcdefghijklmnop task-abcdefghijklmnopqrstuv mkdir -p /var/lib/x ps -p 123',
  'docker-pullable://busybox:1.36@sha256:0123456789abcdef http://127.0.0.1:10248/healthz',
  '[::1]:6443 10.0.0.1:5000/app@v1 system:serviceaccount:kube-system:default',
  'the password is not set; token is expired; no cookie',
  'SecretKeyRef:nil SecretRef:&LocalObjectReference{Name:x,}',
])('what is none stays: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

test('a token in use is starred wherever it stands', () => {
  expect(withoutSecrets('no user for Quaint-Walrus')).toContain('Quaint-Walrus');
  keepSecret('Quaint-Walrus');
  expect(withoutSecrets('no user for Quaint-Walrus')).toBe('no user for *************');
});

test('what was shown before a token was in use is starred from then on', () => {
  const answer = { rows: ['no user for Prim-Heron', 'web'] };
  expect(dataWithoutSecrets(answer)).toBe(answer);
  keepSecret('Prim-Heron');
  expect(dataWithoutSecrets(answer)).toEqual({ rows: ['no user for **********', 'web'] });
});

test('a key of data is a text like any other: an endpoint may have labels in it', () => {
  expect(dataWithoutSecrets({ a: { 'up{password="Hunter22"}': 1 } })).toEqual({
    a: { 'up{password="********"}': 1 },
  });
});

test('data keeps what holds no secret', () => {
  const columns = new Float64Array(2);
  const data = {
    rows: [{ text: 'a password=hunter22' }, { text: 'b' }],
    columns,
    none: null,
    n: 1,
  };
  const clean = dataWithoutSecrets(data);
  expect(clean).toEqual({ ...data, rows: [{ text: 'a password=********' }, { text: 'b' }] });
  expect(dataWithoutSecrets(data.rows[1])).toBe(data.rows[1]);
});

// What is not linear takes hours here.
test.each([
  ...['\\', '"', ' ', 'a', '-', 'A1b', 'password', 'token=', 'eyJ', 'a:', '://', 'a://b:', ':a@'],
  ...['-----BEGIN RSA PRIVATE KEY-----', '"auth":"', ' -u a:', ' -u a -p', 'login', 'Cookie:'],
  ...['Authorization: ', 'abcdef.0123456789abcdef', '\n', 'LS0tLS1CRUdJTi', 'password="'],
])('the time is that of the length: 3 MB of %j', (part) => {
  const text = part.repeat(3_000_000 / part.length);
  expect(withoutSecrets(text)).toHaveLength(text.length);
});
