// Which functions a line of the sync loop leads to, and who called a function.
import { expect, test } from 'vitest';
import { calledNext, callersOf, UNTOLD } from '../../../../src/engine/present/goFunctions.ts';
import type { LogRecord } from '../../../../src/log/record.ts';

const ofLoop = (message: string): LogRecord =>
  ({ file: 'kubelet.go', fileLine: 1, message, structured: true }) as LogRecord;

test.each([
  ['SyncLoop (housekeeping)', 'HandlePodCleanups'],
  ['SyncLoop (housekeeping) end', undefined],
  ["SyncLoop (housekeeping, skipped): sources aren't ready yet.", undefined],
  ["SyncLoop (housekeeping, skipped): sources aren't ready yet", undefined],
  ['SyncLoop (PLEG): event for pod', 'HandlePodSyncs'],
  ['SyncLoop (PLEG): ignore irrelevant event: &pleg.PodLifecycleEvent{}', undefined],
  ['SyncLoop (PLEG): pod does not exist, ignore irrelevant event', undefined],
  ['SyncLoop (container unhealthy): ignore irrelevant update: {}', undefined],
  ['SyncLoop (probe): ignore irrelevant update', undefined],
])('“%s” calls %s', (message, called) => {
  expect(calledNext(ofLoop(message))).toBe(called);
});

test.each([
  [18, ['kuberuntime.SyncPod', 'syncPod', 'managePodLoop']],
  [23, ['kuberuntime.SyncPod', 'syncPod', 'managePodLoop']],
  [27, ['kuberuntime.SyncPod', 'SyncPod', 'podWorkerLoop']],
  [undefined, ['kuberuntime.SyncPod', 'SyncPod', 'podWorkerLoop']],
])('1.%s: SyncPod of the runtime, called by the kubelet’s, makes sandboxes', (minor, callers) => {
  expect(callersOf('createPodSandbox', { minor })).toEqual(callers);
  expect(callersOf('doBackOff', { minor })).toEqual(callers);
  const asked = { minor, state: 'sync', ends: 'asked' } as const;
  expect(callersOf('killPodWithSyncResult', asked)).toEqual(callers);
  expect(callersOf('SyncPod', { minor }, 'kuberuntime_manager.go')).toEqual(callers.slice(1));
});

test('from 1.29 on whether a sandbox is there is asked for a status, too', () => {
  const asked = (minor: number, state: 'sync' | 'terminating'): readonly string[] =>
    callersOf('PodSandboxChanged', { minor, state });
  const plan = ['computePodActions', 'kuberuntime.SyncPod', 'SyncPod', 'podWorkerLoop'];
  expect(asked(28, 'sync')).toEqual(plan);
  expect(asked(34, 'sync')).toEqual([UNTOLD, 'SyncPod', 'podWorkerLoop']);
  expect(asked(34, 'terminating')).toEqual([
    'GeneratePodReadyToStartContainersCondition',
    'generateAPIPodStatus',
    'SyncTerminatingPod',
    'podWorkerLoop',
  ]);
});

test('up to 1.21 a pod that ended by itself is killed by syncPod or by SyncPod of the runtime', () => {
  const minor = 18;
  const ended = callersOf('killPodWithSyncResult', { minor, state: 'terminated' });
  expect(ended).toEqual([UNTOLD, 'syncPod', 'managePodLoop']);
  const asked = callersOf('killPodWithSyncResult', { minor, state: 'terminating', ends: 'asked' });
  expect(asked).toEqual(['KillPod', 'killPod', 'syncPod', 'managePodLoop']);
});

test('a pod that only the runtime knew is killed by a function of its own, from 1.27 on', () => {
  const killed = (minor: number, ends?: 'asked' | 'orphaned'): readonly string[] =>
    callersOf('killPod', { minor, state: 'terminating', ends });
  expect(killed(34, 'orphaned')).toEqual(['SyncTerminatingRuntimePod', 'podWorkerLoop']);
  expect(killed(34, 'asked')).toEqual(['SyncTerminatingPod', 'podWorkerLoop']);
  expect(killed(34)).toEqual([UNTOLD, 'podWorkerLoop']);
  expect(killed(26)).toEqual(['syncTerminatingPod', 'managePodLoop']);
});

test('the network plug-in of 1.9 is loaded by NewMainKubelet, then by NewDockerService', () => {
  expect(callersOf('InitNetworkPlugin', { minor: 9 })[0]).toBe('NewMainKubelet');
  expect(callersOf('InitNetworkPlugin', { minor: 9, again: true }).slice(0, 2)).toEqual([
    'NewDockerService',
    'NewMainKubelet',
  ]);
  expect(callersOf('InitNetworkPlugin', { minor: 23 })).toEqual([
    'NewDockerService',
    'runDockershim',
    'PreInitRuntimeService',
    'run',
    'app.Run',
    'NewKubeletCommand',
  ]);
});
