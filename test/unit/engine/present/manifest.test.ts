// Which objects of a manifest make pods, and which pods are theirs.
import { expect, test } from 'vitest';
import type { WatchedPod } from '../../../../src/cluster/clusterObjects.ts';
import { slimPod } from '../../../../src/cluster/clusterObjects.ts';
import { manifestRows } from '../../../../src/engine/present/manifest.ts';
import { isPodOf, manifestObjects } from '../../../../src/engine/present/manifestObjects.ts';

const manifest = `# a comment before anything
apiVersion: v1
kind: Service
metadata: { name: web }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
---
apiVersion: v1
kind: List
items:
  - kind: Pod
    metadata: { name: importer }
  - apiVersion: batch/v1
    kind: CronJob
    metadata: { name: backup, namespace: shop }
`;

test('objects are found in documents and in lists, with the line each begins in', () => {
  expect(manifestObjects(manifest)).toEqual([
    { line: 5, kind: 'Deployment', name: 'web', namespace: 'shop' },
    { line: 14, kind: 'Pod', name: 'importer', namespace: undefined },
    { line: 16, kind: 'CronJob', name: 'backup', namespace: 'shop' },
  ]);
});

test.each([
  ['', 0],
  ['kind: Pod', 0],
  ['- kind: Pod\n  metadata: {name: x}', 0],
  ['kind: Pod\nmetadata: {name: 7}', 0],
  ['kind: constructor\nmetadata: {name: x}', 0],
  ['{{- if .Values.on }}\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}', 0],
  ['a: &a [*a]\nkind: Pod\nmetadata: {name: x}', 1],
  ['\u0000\u0001: [}', 0],
])('%j is read without a throw', (text, count) => {
  expect(manifestObjects(text)).toHaveLength(count);
});

const object = (kind: string, name = 'web') => {
  const [found] = manifestObjects(`kind: ${kind}\nmetadata: {name: ${name}}`);
  if (found === undefined) throw new Error(kind);
  return found;
};

test.each([
  ['Deployment', 'web-5d4f8c7b9-x2x4k', true],
  ['Deployment', 'web-x2x4k', false],
  ['Deployment', 'website-5d4f8c7b9-x2x4k', false],
  ['DaemonSet', 'web-x2x4k', true],
  ['DaemonSet', 'web-aeiou', false],
  ['StatefulSet', 'web-12', true],
  ['StatefulSet', 'web-x2x4k', false],
  ['CronJob', 'web-29387-x2x4k', true],
  ['Job', 'web-x2x4k', true],
  ['Job', 'web-0-x2x4k', true],
  ['Pod', 'web', true],
  ['Pod', 'web-node-a', false],
])('by its name, a %s web has %s: %s', (kind, pod, is) => {
  expect(isPodOf(object(kind), pod, false)).toBe(is);
});

test('a static pod has its node behind its name', () => {
  expect(isPodOf(object('Pod', 'etcd'), 'etcd-node-a', true)).toBe(true);
});

function pod(name: string, owner: string, annotations: Record<string, string> = {}): WatchedPod {
  const [kind, ownerName] = owner.split('/');
  const slim = slimPod({
    metadata: {
      ...{ name, namespace: 'shop', uid: `uid-${name}`, annotations },
      ...(owner === '' ? {} : { ownerReferences: [{ kind, name: ownerName, controller: true }] }),
    },
    spec: { nodeName: 'node-a', containers: [] },
    status: { phase: 'Running' },
  } as unknown as WatchedPod);
  if (!slim.ok) throw new Error('not slimmed');
  return slim.value;
}

test('the API server knows whose a pod is: names that only look alike do not count', () => {
  const api = [
    pod('web-5d4f8c7b9-x2x4k', 'ReplicaSet/web-5d4f8c7b9'),
    pod('web-5d4f8c7b9-zzzzz', 'ReplicaSet/web-admin-5d4f8'),
    pod('importer', ''),
    pod('importer-node-a', 'Node/node-a', { 'kubernetes.io/config.mirror': 'x' }),
    pod('backup-29387-x2x4k', 'Job/backup-29387'),
  ];
  const rows = manifestRows(manifest, { api, log: undefined });
  expect(
    rows.map(({ pods }) => pods.map(({ name, node, api: state }) => [name, node, state])),
  ).toEqual([
    [['web-5d4f8c7b9-x2x4k', 'node-a', 'Running']],
    [
      ['importer', 'node-a', 'Running'],
      ['importer-node-a', 'node-a', 'Running'],
    ],
    [['backup-29387-x2x4k', 'node-a', 'Running']],
  ]);
});
