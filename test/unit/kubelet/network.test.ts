import { expect, test } from 'vitest';
import {
  afterRemoval,
  afterSetUp,
  afterTearDown,
  dockershimLines,
  newDockershimNetwork,
  setUpError,
  tearDownError,
  tearsDown,
} from '../../../src/kubelet/network.ts';
import type { LogEffect } from '../../../src/kubelet/effect.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';

const sandbox = { id: 's1', podName: 'web', podNamespace: 'ns', podUid: 'u1', attempt: 0 };
const v23 = kubeletVersion(23);
const v9 = kubeletVersion(9);

test('NW-01: a pod of the host network is never torn down', () => {
  expect(tearsDown(newDockershimNetwork, 's1', true)).toBe(false);
});

test('NW-03: after a failed set-up 1.9 makes no DEL, 1.11 and later one more', () => {
  expect(tearsDown(afterSetUp(newDockershimNetwork, 's1', false, v9), 's1', false)).toBe(false);
  expect(tearsDown(afterSetUp(newDockershimNetwork, 's1', false, v23), 's1', false)).toBe(true);
});

test('NW-05: a second stop makes no DEL', () => {
  const up = afterSetUp(newDockershimNetwork, 's1', true, v23);
  expect(tearsDown(up, 's1', false)).toBe(true);
  expect(tearsDown(afterTearDown(up, 's1'), 's1', false)).toBe(false);
});

test('NW-08: nobody remembers after a restart, so DEL is called again', () => {
  const down = afterTearDown(newDockershimNetwork, 's1');
  expect(tearsDown(afterRemoval(down, 's1'), 's1', false)).toBe(true);
});

test('NW-07: a dead pause process has no network namespace; DEL gets an empty path', () => {
  const { begins, ends } = dockershimLines('DEL', sandbox, 0, v23);
  const lines = [...begins, ...ends('no lease')];
  expect(lines.map(({ message, err }) => [message, err])).toEqual([
    ['Calling network plugin to tear down the pod', undefined],
    [
      'CNI failed to retrieve network namespace path',
      'cannot find network namespace for the terminated container "s1"',
    ],
    // TearDownPod of cni.go takes the loopback network down first, from 1.16 on.
    ['Deleting pod from network', undefined],
    ['Deleted pod from network', undefined],
    ['Deleting pod from network', undefined],
    ['Error deleting pod from network', 'no lease'],
  ]);
  expect(Object.fromEntries(lines[5]?.keys ?? [])).toMatchObject({ podNetnsPath: '' });
});

test('addToNetwork calls the plug-in of the pod network when the loopback’s has ended', () => {
  const { begins, ends } = dockershimLines('ADD', sandbox, 7, v23);
  const told = (lines: readonly LogEffect[]) =>
    lines.map(({ message, keys }) => [message, Object.fromEntries(keys)['networkName']]);
  expect(told([...begins, ...ends(undefined)])).toEqual([
    ['Calling network plugin to set up the pod', undefined],
    ['Adding pod to network', 'cni-loopback'],
    ['Added pod to network', 'cni-loopback'],
    ['Adding pod to network', 'cluster-net'],
    ['Added pod to network', 'cluster-net'],
  ]);
  const [failed] = ends('no addresses');
  expect(failed).toMatchObject({ message: 'Error adding pod to network', err: 'no addresses' });
  expect(Object.fromEntries(failed?.keys ?? [])).toMatchObject({ podNetnsPath: '/proc/7/ns/net' });
});

test('each runtime says it in its own words', () => {
  expect(setUpError('docker', sandbox, 'x', v23)).toBe(
    'failed to set up sandbox container "s1" network for pod "web": networkPlugin cni failed to set up pod "web_ns" network: x',
  );
  expect(tearDownError('docker', sandbox, 'x', v9)).toBe(
    'NetworkPlugin cni failed to teardown pod "web_ns" network: x',
  );
  expect(tearDownError('containerd', sandbox, 'x', v23)).toBe(
    'failed to destroy network for sandbox "s1": plugin type="bridge" failed (delete): x',
  );
  expect(tearDownError('crio', sandbox, 'x', v23)).toContain('error removing pod ns_web from');
});
