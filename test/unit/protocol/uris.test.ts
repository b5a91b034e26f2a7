import { expect, it } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import {
  goSourcePage,
  goSourceUri,
  isGoPath,
  kubernetesTag,
  logWindowUri,
  parseGoSourceUri,
  parseLogWindowUri,
  parseStateUri,
  stateUri,
} from '../../../src/protocol/uris.ts';

it('names a log window by one URI, both ways', () => {
  const window = { source: 2, name: 'node a/kubelet.log?1#x', offset: 4_194_304 };
  expect(parseLogWindowUri(logWindowUri(window))).toEqual(window);
  expect(parseLogWindowUri('kubelet-log://x-0/a')).toBeUndefined();
  expect(parseLogWindowUri('kubelet-log://0-0/%E0%A4%A')).toMatchObject({ name: '%E0%A4%A' });
});

it('names a Go file of a version by one URI, both ways', () => {
  const source = { version: 'v1.34.2', path: 'pkg/kubelet/pod_workers.go' };
  expect(goSourceUri(source)).toBe('kubelet-source:/v1.34.2/pkg/kubelet/pod_workers.go');
  expect(parseGoSourceUri(goSourceUri(source))).toEqual(source);
  expect(parseGoSourceUri('kubelet-source:/v1.34.2/x.py')).toBeUndefined();
});

it('takes for a Go file of the repository only what is one', () => {
  const bad = [
    '../x.go',
    'pkg/../x.go',
    'pkg/./x.go',
    './x.go',
    '/etc/x.go',
    'pkg//x.go',
    'pkg\\..\\x.go',
    '..\\x.go',
    '%2e%2e/x.go',
    'pkg/%2E%2E/x.go',
    'pkg/..%2fx.go',
    'C:/x.go',
    'pkg/.../x.go',
    'pkg/x.go?y',
    'pkg/x.go#L1',
    'pkg/x y.go',
    'pkg/x.go\n',
    'pkg/x',
    '',
    `${'a/'.repeat(300)}x.go`,
  ];
  for (const path of bad) {
    expect(isGoPath(path), path).toBe(false);
    expect(parseGoSourceUri(`kubelet-source:/v1.34.2/${path}`), path).toBeUndefined();
  }
  expect(
    ['x.go', 'pkg/kubelet/kubelet.go', 'vendor/gopkg.in/yaml.v2/a_b-c.go'].map(isGoPath),
  ).toEqual([true, true, true]);
});

it('names the state at a time by one URI, both ways', () => {
  const time = micros(1_795_253_816_831_570);
  expect(parseStateUri(stateUri(time))).toBe(time);
  expect(parseStateUri('kubelet-state:/now')).toBeUndefined();
});

it('finds the release that a build came from', () => {
  const tags = ['v1.34.2', '1.23.17', 'v1.30.4-eks-a737599', 'v1.29.5+k3s1', 'v1.35.0-rc.1'];
  expect(tags.map(kubernetesTag)).toEqual([
    'v1.34.2',
    'v1.23.17',
    'v1.30.4',
    'v1.29.5',
    'v1.35.0-rc.1',
  ]);
  expect(['v0.0.0-master+$Format', '1.34', 'latest', ''].map(kubernetesTag)).toEqual(
    Array(4).fill(undefined),
  );
});

it('names the page of a line at its tag', () => {
  const source = { version: 'v1.34.2', path: 'pkg/kubelet/kubelet.go' };
  expect(goSourcePage(source, 2515)).toBe(
    'https://github.com/kubernetes/kubernetes/blob/v1.34.2/pkg/kubelet/kubelet.go#L2515',
  );
});
