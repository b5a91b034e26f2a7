// Which functions a line of the sync loop leads to, and who called a function.
import { expect, test } from 'vitest';
import { calledNext, callersOf } from '../../../../src/engine/present/goFunctions.ts';
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
  expect(callersOf('killPodWithSyncResult', { minor, state: 'sync' })).toEqual(callers);
  expect(callersOf('SyncPod', { minor }, 'kuberuntime_manager.go')).toEqual(callers.slice(1));
});

test('from 1.29 on whether a sandbox is there is asked for a status, too', () => {
  const asked = (minor: number, state: 'sync' | 'terminating'): readonly string[] =>
    callersOf('PodSandboxChanged', { minor, state });
  const plan = ['computePodActions', 'kuberuntime.SyncPod', 'SyncPod', 'podWorkerLoop'];
  expect(asked(28, 'sync')).toEqual(plan);
  expect(asked(34, 'sync')).toEqual(['SyncPod', 'podWorkerLoop']);
  expect(asked(34, 'terminating')).toEqual([
    'GeneratePodReadyToStartContainersCondition',
    'generateAPIPodStatus',
    'SyncTerminatingPod',
    'podWorkerLoop',
  ]);
});
