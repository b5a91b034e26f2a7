import { describe, expect, test } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import { computePodActions } from '../../../src/kubelet/computePodActions.ts';
import { hashContainer, noProbes, type ProbeResults } from '../../../src/kubelet/podActions.ts';
import {
  emptyPodStatus,
  type ContainerStatus,
  type Pod,
  type PodStatus,
  type RestartPolicy,
} from '../../../src/kubelet/pod.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';

/** A pod in words: `Never; init: a b; main: x y`; a name with `+` is a sidecar. */
function pod(words: string, change: Partial<Pod['spec']> = {}): Pod {
  const [policy = 'Always', ...lists] = words.split('; ');
  const names = (kind: string): string[] =>
    lists
      .find((list) => list.startsWith(kind))
      ?.slice(kind.length + 2)
      .split(' ') ?? [];
  return {
    metadata: { name: 'a', namespace: 'ns', uid: 'u' },
    spec: {
      restartPolicy: policy as RestartPolicy,
      initContainers: names('init').map((name) => ({
        name: name.replace('+', ''),
        image: 'i',
        ...(name.endsWith('+') ? { restartPolicy: 'Always' as const } : {}),
      })),
      containers: names('main').map((name) => ({ name, image: 'i' })),
      ...change,
    },
  };
}

/** A status in words: `ready 0; x running; y exited 1`. */
function status(words: string): PodStatus {
  const containerStatuses: ContainerStatus[] = [];
  const sandboxStatuses: PodStatus['sandboxStatuses'][number][] = [];
  for (const [name = '', state = '', code = '0'] of words.split('; ').map((w) => w.split(' '))) {
    if (name === 'ready' || name === 'notready') {
      const id = `s${sandboxStatuses.length}`;
      const attempt = Number(state);
      const ip = code === 'noip' ? '' : '10.0.0.1';
      sandboxStatuses.push({ id, state: name, attempt, createdAt: micros(0), ip });
    } else if (name !== '') {
      const hash = code === 'changed' ? 1 : hashContainer({ name, image: 'i' });
      const exitCode = Number(code) || 0;
      containerStatuses.push({ id: `id-${name}`, name, state: state as 'running', exitCode, hash });
    }
  }
  return { ...emptyPodStatus('u'), containerStatuses, sandboxStatuses };
}

function plan(of: Pod, words: string, minor = 34, probes: ProbeResults = noProbes): string {
  const { actions } = computePodActions(of, status(words), probes, kubeletVersion(minor));
  const parts = [
    actions.killPod ? 'kill' : '',
    actions.createSandbox ? `create#${actions.attempt}` : '',
    actions.initContainersToStart.length > 0
      ? `init ${actions.initContainersToStart.join(',')}`
      : '',
    actions.containersToStart.length > 0 ? `start ${actions.containersToStart.join(',')}` : '',
    ...actions.containersToKill.map(({ name, message }) => `kill ${name}: ${message}`),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

const failed = (probe: 'liveness' | 'startup', name: string): ProbeResults => ({
  ...noProbes,
  [probe]: new Map([[`id-${name}`, 'Failure']]),
});

test.each([
  ['KR-01 no sandbox', 'Always; main: x', '', 'kill; create#0; start 0'],
  [
    'KR-02 only the first init container',
    'Always; init: a b; main: x',
    '',
    'kill; create#0; init 0',
  ],
  [
    'KR-03 the next attempt',
    'Always; main: x y',
    'notready 3; x exited 1',
    'kill; create#4; start 0,1',
  ],
  ['KR-04 Never stays down', 'Never; main: x', 'notready 0; x exited 0', 'kill'],
  [
    'KR-05 only what failed',
    'OnFailure; main: x y',
    'notready 0; x exited 0; y exited 1',
    'kill; create#1; start 1',
  ],
  ['KR-06 all succeeded', 'OnFailure; main: x', 'notready 0; x exited 0', 'kill'],
  ['KR-09 all dead and Never', 'Never; main: x', 'ready 0; x exited 1', 'kill'],
  ['KR-12 an init container runs', 'Always; init: a; main: x', 'ready 0; a running', ''],
  [
    'KR-13 an init container failed for good',
    'Never; init: a; main: x',
    'ready 0; a exited 1',
    'kill',
  ],
  [
    'KR-14 after a sidecar the next one',
    'Always; init: a+ b; main: x',
    'ready 0; a running',
    'init 1',
  ],
  ['KR-15 a dead sidecar', 'Always; init: a+; main: x', 'ready 0; x running; a exited 0', 'init 0'],
  [
    'KR-16 two ready sandboxes',
    'Always; main: x',
    'ready 1; ready 0; x running',
    'kill; create#2; start 0',
  ],
  ['KR-17 no address', 'Always; main: x', 'ready 0 noip; x running', 'kill; create#1; start 0'],
])('%s', (_, of, words, expected) => {
  expect(plan(pod(of), words)).toBe(expected);
});

test('KR-04 and KR-06: older versions make a sandbox again', () => {
  expect(plan(pod('Never; main: x'), 'notready 0; x exited 0', 12)).toBe('kill; create#1');
  expect(plan(pod('OnFailure; main: x'), 'notready 0; x exited 0', 16)).toBe('kill; create#1');
});

test('KR-07: another image kills and starts, whatever the policy', () => {
  expect(plan(pod('Never; main: x'), 'ready 0; x running changed')).toBe(
    'start 0; kill x: Container x definition changed, will be restarted',
  );
});

test('KR-08: a failed liveness probe kills, and starts unless Never', () => {
  const probes = failed('liveness', 'x');
  const message = 'kill x: Container x failed liveness probe';
  expect(plan(pod('Always; main: x'), 'ready 0; x running', 34, probes)).toBe(
    `start 0; ${message}, will be restarted`,
  );
  expect(plan(pod('Never; main: x y'), 'ready 0; x running; y running', 34, probes)).toBe(message);
});

test('startup probes count from 1.18 on', () => {
  const probes = failed('startup', 'x');
  expect(plan(pod('Always; main: x'), 'ready 0; x running', 16, probes)).toBe('');
  expect(plan(pod('Always; main: x'), 'ready 0; x running', 18, probes)).toContain(
    'failed startup',
  );
});

test('KR-10: nothing is started in a pod that is being deleted, from 1.18 on', () => {
  const base = pod('Always; main: x y');
  const metadata = { ...base.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
  const words = 'ready 0; x running; y exited 1';
  expect(plan({ ...base, metadata }, words, 18)).toBe('');
  expect(plan({ ...base, metadata }, words, 16)).toBe('start 1');
});

test('an init container that is gone or unknown was done once a main one runs, from 1.21 on', () => {
  const of = pod('Always; init: a b; main: x');
  expect(plan(of, 'ready 0; a exited 0; x running', 21)).toBe('');
  expect(plan(of, 'ready 0; a exited 0; x running', 20)).toBe('init 1');
});

test('an unknown init container has failed from 1.14 on', () => {
  const of = pod('Never; init: a; main: x');
  expect(plan(of, 'ready 0; a unknown', 14)).toBe('kill');
  expect(plan(of, 'ready 0; a unknown', 12)).toBe('init 0');
});

test('an init container that was killed for memory has failed from 1.23 on', () => {
  const of = pod('Always; init: a; main: x');
  const words = status('ready 0; a exited 0');
  const containerStatuses = words.containerStatuses.map((one) => ({ ...one, reason: 'OOMKilled' }));
  const starts = (minor: number): object => {
    const killed = { ...words, containerStatuses };
    const { actions } = computePodActions(of, killed, noProbes, kubeletVersion(minor));
    return [actions.initContainersToStart, actions.containersToStart];
  };
  expect([22, 23].map(starts)).toEqual([
    [[], [0]],
    [[0], []],
  ]);
});

test('a plan has reasons for kills from 1.21 on', () => {
  const reasons = [20, 21].map((minor) => {
    const of = pod('Always; main: x');
    const words = status('ready 0; x running');
    const version = kubeletVersion(minor);
    const { actions } = computePodActions(of, words, failed('liveness', 'x'), version);
    return actions.containersToKill.map(({ reason }) => reason);
  });
  expect(reasons).toEqual([[''], ['LivenessProbe']]);
});

test('KR-11: a container of unknown state is killed first from 1.14 on', () => {
  const words = 'ready 0; x unknown';
  expect(plan(pod('Always; main: x'), words, 12)).toBe('start 0');
  expect(plan(pod('Always; main: x'), words)).toContain('kill x: Container is in "unknown" state');
});

describe('the sandbox', () => {
  test('another network setting asks for a new one and names no old one', () => {
    const of = pod('Always; main: x', { hostNetwork: true });
    const words = status('ready 0; x running');
    const { actions, lines } = computePodActions(of, words, noProbes, kubeletVersion(34));
    expect(actions).toMatchObject({ createSandbox: true, sandboxId: '', attempt: 1 });
    expect(lines[0]?.message).toBe('Sandbox for pod has changed. Need to start a new one');
  });

  test('ephemeral containers start before initialisation is over, from 1.23 on', () => {
    const of = pod('Always; init: a; main: x', {
      ephemeralContainers: [{ name: 'e', image: 'i' }],
    });
    const words = status('ready 0; a running');
    const starts = [22, 23, 34].map((minor) => {
      const { actions } = computePodActions(of, words, noProbes, kubeletVersion(minor));
      return actions.ephemeralContainersToStart;
    });
    expect(starts).toEqual([[], [0], [0]]);
  });
});
