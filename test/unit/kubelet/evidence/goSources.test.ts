// Base names of Go files become paths of the kubernetes repository.
import { expect, test } from 'vitest';
import { goPath } from '../../../../src/engine/present/goFunctions.ts';
import { goPathsOf } from '../../../../src/kubelet/evidence/goSources.ts';

test.each([
  ['kubelet.go', 'SyncLoop ADD', 34, ['pkg/kubelet/kubelet.go']],
  ['pod_workers.go', 'Error syncing pod, skipping', 23, ['pkg/kubelet/pod_workers.go']],
  ['generic.go', 'Generic (PLEG): container finished', 34, ['pkg/kubelet/pleg/generic.go']],
  ['docker_sandbox.go', 'anything', 23, ['pkg/kubelet/dockershim/docker_sandbox.go']],
  ['flags.go', 'FLAG: --v="2"', 34, ['staging/src/k8s.io/component-base/cli/flag/flags.go']],
])('%s "%s" of 1.%i', (file, message, minor, paths) => {
  expect(goPathsOf({ file, message }, minor)).toEqual(paths);
});

test('a file that moved is looked for where the minor has it', () => {
  const site = { file: 'remote_runtime.go', message: 'RunPodSandbox from runtime service failed' };
  expect(goPathsOf(site, 23)).toEqual(['pkg/kubelet/cri/remote/remote_runtime.go']);
  expect(goPathsOf(site, 36)).toEqual(['staging/src/k8s.io/cri-client/pkg/remote_runtime.go']);
});

// Read in the trees of v1.9.4, v1.10.13, v1.11.10, v1.18.20, v1.19.16 and v1.34.2.
test.each([
  ['remote_runtime.go', 9, 'pkg/kubelet/remote/remote_runtime.go'],
  ['remote_runtime.go', 18, 'pkg/kubelet/remote/remote_runtime.go'],
  ['remote_runtime.go', 19, 'pkg/kubelet/cri/remote/remote_runtime.go'],
  ['remote_image.go', 14, 'pkg/kubelet/remote/remote_image.go'],
  ['cni.go', 10, 'pkg/kubelet/network/cni/cni.go'],
  ['cni.go', 11, 'pkg/kubelet/dockershim/network/cni/cni.go'],
])('%s of 1.%i stands where lines and frames both look for it', (file, minor, path) => {
  expect(goPathsOf({ file, message: '' }, minor)).toEqual([path]);
  expect(goPath(file, minor)).toBe(path);
});

test('a frame of the runtime’s client of 1.34 leads to the module that it became', () => {
  const path = 'staging/src/k8s.io/cri-client/pkg/remote_runtime.go';
  expect(goPath('remote_runtime.go', 34)).toBe(path);
});

test('between two sampled minors both their places count', () => {
  const of = (minor: number) => goPathsOf({ file: 'userns_manager.go', message: '' }, minor);
  const [before, after] = ['pkg/kubelet/userns_manager.go', 'pkg/kubelet/userns/userns_manager.go'];
  expect([of(26), of(27), of(28)]).toEqual([[before], [before, after], [after]]);
});

test('one name, several files: the message tells them apart, else they stay several', () => {
  const file = 'server.go';
  const of = (message: string) => goPathsOf({ file, message }, 34);
  expect(of('Starting to listen')).toEqual(['pkg/kubelet/server/server.go']);
  expect(of('Kubelet version')).toEqual(['cmd/kubelet/app/server.go']);
  expect(of('no such message').length).toBeGreaterThan(1);
});

test('the folder of a JSON log tells them apart too', () => {
  expect(goPathsOf({ file: 'server.go', folder: 'app', message: '' }, 34)).toEqual([
    'cmd/kubelet/app/server.go',
  ]);
});

test('a file of another program has no path', () => {
  expect(goPathsOf({ file: 'main_of_another.go', message: 'x' }, 34)).toEqual([]);
});
