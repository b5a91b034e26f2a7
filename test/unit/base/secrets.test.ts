import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bytesWithoutSecrets, withoutSecrets } from '../../../src/base/secrets.ts';

describe('a secret is replaced by as many asterisks', () => {
  it.each([
    ['Authorization: Bearer abcdef0123456789', 'abcdef0123456789'],
    ['"Authorization":["Bearer s3cr3t.with-parts_x"]', 's3cr3t.with-parts_x'],
    ['-H "Authorization: Basic dXNlcjpwYXNz"', 'dXNlcjpwYXNz'],
    [
      'signed eyJhbGciOiJSUzI1NiIs.eyJpc3MiOiJrdWJl.c2lnbmF0dXJl',
      'eyJhbGciOiJSUzI1NiIs.eyJpc3MiOiJrdWJl.c2lnbmF0dXJl',
    ],
    ['pulling https://robot:hunter2@registry.example.com/app', 'hunter2'],
    ['err="Get \\"http://u:p4ss@10.0.0.1/\\": refused"', 'p4ss'],
    ['{\\"access_token\\":\\"0123456789abcdef0\\"}', '0123456789abcdef0'],
    ['--bootstrap-token=abcdef.0123456789abcdef', 'abcdef.0123456789abcdef'],
    ['password="correct horse"', 'correct horse'],
    ['client-key-data: LS0tLS1CRUdJTg==', 'LS0tLS1CRUdJTg=='],
  ])('%s', (text, secret) => {
    expect(withoutSecrets(text)).toBe(text.replace(secret, '*'.repeat(secret.length)));
  });
});

test.each([
  'volume "kube-api-access-x7k2p" (projected) pod="kube-system/token-cleaner-0"',
  'secret="default/db-credentials" configmap="kube-root-ca.crt"',
  'Get "https://10.0.0.1:6443/api/v1/nodes/node-a?resourceVersion=0"',
  'podUID="b746a82d-20b6-46f1-b329-d2dd3dac6611" containerID="containerd://0123abcd"',
  'Bearer <masked>',
  'docker-pullable://busybox:1.36@sha256:0123456789abcdef',
  'FLAG: --storage-driver-password="root"',
  'tokens are renewed; token: expired',
])('what is none stays: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

test('places stay what they are, in text and in bytes, also of what is no UTF-8', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.string({ maxLength: 30 }), (noise, words) => {
      const middle = new TextEncoder().encode('\npassword=planted-secret\n');
      const bytes = Uint8Array.from([...noise, ...middle, ...new TextEncoder().encode(words)]);
      const clean = bytesWithoutSecrets(bytes);
      expect(clean.length).toBe(bytes.length);
      expect(new TextDecoder('latin1').decode(clean)).not.toContain('planted-secret');
      for (const [i, byte] of noise.entries()) expect([byte, 0x2a]).toContain(clean[i]);
      expect(withoutSecrets(words)).toHaveLength(words.length);
    }),
  );
});
