// Dumps of real kubelets of the lab: what each goroutine is for, and what the worker of a hung pod waits for.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import {
  doingOf,
  goroutineRoles,
  podNameLengths,
  repositoryPath,
  roleOf,
  workerSyncOf,
} from '../../../src/kubelet/goroutineRoles.ts';
import { parseGoroutines, type Goroutine } from '../../../src/log/goroutineDump.ts';

const lab = path.resolve(import.meta.dirname, '../../fixtures/lab');

function dumpOf(capture: string, number: number): readonly Goroutine[] {
  const file = path.join(lab, capture, `goroutines-${number}.txt.gz`);
  return parseGoroutines(zlib.gunzipSync(fs.readFileSync(file)).toString());
}

const countsOf = (dump: readonly Goroutine[]): string =>
  goroutineRoles
    .map(({ id }) => [id, dump.filter((each) => roleOf(each).id === id).length] as const)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => `${id} ${count}`)
    .join(', ');

it('kubelet 1.34 while a CNI DEL hangs', () => {
  const dump = dumpOf('cni-del-hang-v2', 2);
  expect(countsOf(dump)).toMatchInlineSnapshot(
    `"sync-loop 1, pod-worker 2, pleg 1, status 1, volume 3, pod-killer 6, image 1, eviction 3, node-status 1, config 5, server 9, resources 10, objects 31, cadvisor 14, connection 22, other 33"`,
  );
  const workers = dump.filter((each) => roleOf(each).id === 'pod-worker');
  expect(
    workers.map((each) => [each.minutes, workerSyncOf(each), doingOf(each), podNameLengths(each)]),
  ).toEqual([
    [
      1,
      'SyncTerminatingPod',
      'waits for the runtime: StopPodSandbox',
      { uid: 36, name: 5, namespace: 7 },
    ],
    [0, undefined, 'idle: nothing to do for its pod', undefined],
  ]);
});

it('kubelet 1.23 with dockershim', () => {
  expect(countsOf(dumpOf('k123-netns-missing-v2', 1))).toMatchInlineSnapshot(
    `"sync-loop 1, pleg 1, status 1, volume 3, pod-killer 4, image 1, eviction 3, node-status 2, config 5, server 10, resources 6, objects 29, cadvisor 10, connection 28, other 23"`,
  );
});

it('every dump of the lab has one sync loop, and no role takes what another one should', () => {
  for (const capture of fs.readdirSync(lab)) {
    const files = fs
      .readdirSync(path.join(lab, capture))
      .filter((f) => f.startsWith('goroutines-'));
    for (const file of files) {
      const dump = dumpOf(capture, Number(/\d+/.exec(file)?.[0]));
      const loops = dump.filter((each) => roleOf(each).id === 'sync-loop');
      expect(loops.length, `${capture}/${file}`).toBe(1);
      const others = dump.filter((each) => roleOf(each).id === 'other').length;
      expect(others / dump.length, `${capture}/${file}`).toBeLessThan(0.35);
    }
  }
});

it.each([
  [
    'k8s.io/kubernetes/pkg/kubelet.(*podWorkers).podWorkerLoop',
    'pod_workers.go',
    'pkg/kubelet/pod_workers.go',
  ],
  [
    'k8s.io/client-go/tools/cache.(*Reflector).watch',
    'reflector.go',
    'staging/src/k8s.io/client-go/tools/cache/reflector.go',
  ],
  [
    'k8s.io/cri-client/pkg.(*remoteRuntimeService).StopPodSandbox',
    'remote_runtime.go',
    'staging/src/k8s.io/cri-client/pkg/remote_runtime.go',
  ],
  ['google.golang.org/grpc.invoke', 'call.go', undefined],
  ['k8s.io/klog/v2.(*flushDaemon).run.func1', 'klog.go', undefined],
  ['runtime.gopark', 'proc.go', undefined],
])('%s stands in %s', (name, file, wanted) => {
  expect(repositoryPath({ function: name, file: `/root/x/vendor/${file}` })).toBe(wanted);
});
