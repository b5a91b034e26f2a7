// Nested errors as kubelets log them, taken apart into who says what.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { causeWithin, placesOf, takeApart } from '../../../../src/diagnosis/error/takeApart.ts';

const said = (text: string): readonly string[] =>
  takeApart(text).layers.map((layer) => `${layer.by ?? '?'}: ${layer.text}`);

const inner =
  'plugin type="calico" failed (add): error getting ClusterInformation: connection is unauthorized: Unauthorized';
const created = `Failed to create sandbox for pod "web-1_shop(6cc1a1b7-dccb-47ec-471d-f068acc29600)": rpc error: code = Unknown desc = failed to setup network for sandbox "ab12": ${inner}`;
const synced = `failed to "CreatePodSandbox" for "web-1_shop(6cc1a1b7-dccb-47ec-471d-f068acc29600)" with CreatePodSandboxError: ${JSON.stringify(created)}`;

test('each layer of a sandbox that cannot be created is named', () => {
  expect(said(synced)).toEqual([
    'kubelet: failed to "CreatePodSandbox" for "web-1_shop(6cc1a1b7-dccb-47ec-471d-f068acc29600)" with CreatePodSandboxError',
    '?: Failed to create sandbox for pod "web-1_shop(6cc1a1b7-dccb-47ec-471d-f068acc29600)"',
    'gRPC: rpc error: code = Unknown',
    'containerd: failed to setup network for sandbox "ab12"',
    'CNI plug-in calico: plugin type="calico" failed (add)',
    '?: error getting ClusterInformation',
    '?: connection is unauthorized',
    'API server: Unauthorized',
  ]);
});

test('quoted to any depth it is the same', () => {
  const once = takeApart(synced);
  let text = synced;
  for (let depth = 1; depth <= 5; depth++) {
    text = JSON.stringify(text);
    expect(takeApart(text)).toEqual(once);
  }
});

describe('the innermost text', () => {
  const cases: readonly (readonly [text: string, innermost: string])[] = [
    [
      'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory"',
      'dial unix /run/containerd/containerd.sock: connect: no such file or directory',
    ],
    [
      'MountVolume.SetUp failed for volume "v" (UniqueName: "kubernetes.io/rbd/x") pod "web-1" (UID: "u") : rbd image x/y is still being used',
      'rbd image x/y is still being used',
    ],
    [
      'Get "https://10.0.0.1:6443/api/v1/nodes": x509: certificate signed by unknown authority',
      'certificate signed by unknown authority',
    ],
    [
      'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
      'context deadline exceeded',
    ],
    [
      'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "/x": stat /x: no such file or directory: unknown',
      'stat /x: no such file or directory: unknown',
    ],
  ];
  it.each(cases)('%s', (text, innermost) => {
    expect(takeApart(text).innermost).toBe(innermost);
  });
});

test('a text that was cut off is read as far as it goes', () => {
  const cut = JSON.stringify(synced).slice(0, -30);
  expect(said(cut).slice(0, 4)).toEqual(said(synced).slice(0, 4));
});

test('the file and the address that an error names', () => {
  expect(placesOf('open /etc/kubernetes/pki/ca.crt: no such file or directory').file).toBe(
    '/etc/kubernetes/pki/ca.crt',
  );
  expect(placesOf('open /sys/fs/cgroup//pids.max: no such file').file).toBe(
    '/sys/fs/cgroup//pids.max',
  );
  expect(placesOf('write /sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us: invalid').file).toBe(
    '/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us',
  );
  expect(placesOf('dial tcp 10.0.0.1:6443: connect: refused').address).toBe('10.0.0.1:6443');
  expect(placesOf('Get "https://api.example:6443/api": EOF').address).toBe('api.example:6443');
});

test('any text has at least one layer, and none is invented', () => {
  const words = fc.constantFrom(
    '"',
    '\\',
    '\\"',
    ': ',
    '(',
    ')',
    'a',
    'failed',
    'rpc error: code = X desc = ',
    ' ',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 200 }).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { layers, innermost } = takeApart(text);
      expect(layers.length).toBeGreaterThan(0);
      const letters = text.replace(/[\s\\"]/g, '');
      for (const layer of layers) expect(letters).toContain(layer.text.replace(/[\s\\"]/g, ''));
      expect(innermost.length).toBeLessThanOrEqual(text.length + 2 * layers.length);
    }),
  );
});

test.each(['"', '\\', '(', ': ', '": "', '\\"', '"a: ', 'rpc error: code = A desc = '])(
  'a million times %s costs no more than its length',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const before = process.cpuUsage().user;
    takeApart(text);
    placesOf(text.slice(0, 16_384));
    expect(process.cpuUsage().user - before).toBeLessThan(500_000);
  },
);

test('what is quoted of a long error is its end, by layers', () => {
  const error = takeApart(`rpc error: code = Unknown desc = ${'a'.repeat(50)}: mount /x: busy`);
  expect(causeWithin(error, 100)).toBe(`${'a'.repeat(50)}: mount /x: busy`);
  expect(causeWithin(error, 30)).toBe('mount /x: busy');
  expect(causeWithin(error, 3)).toBe('usy');
});

test('of a long text of sentences the first is quoted, and no word is cut', () => {
  const sentences = takeApart('The pool has 7 free spools. Make more room in it.');
  expect(causeWithin(sentences, 40)).toBe('The pool has 7 free spools');
  expect(causeWithin(takeApart('the pool of the reel has no spools'), 12)).toBe('…no spools');
});

it('the address has no password', () => {
  expect(placesOf('Get "https://user:pass@host:5000/v2/": EOF').address).toBe('host:5000');
});
