import { expect, test } from 'vitest';
import { tracePleg } from '../../oracle/kubelet/tracePleg.ts';
import { micros } from '../../../src/base/time.ts';
import { emptyPleg, stepPleg } from '../../../src/kubelet/pleg.ts';
import type { RunningPod } from '../../../src/kubelet/pod.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';

/** A relist in words: `c1 running; s1 running`, with `fails` or `ip 10.0.0.1` for the pod; `nothing`, `no list`. */
function relist(words: string): object {
  const base = { op: 'relist', pods: [] as object[], fails: words === 'no list' };
  if (words === 'nothing' || words === 'no list') return base;
  const list: Record<'containers' | 'sandboxes', object[]> = { containers: [], sandboxes: [] };
  let [fails, ip] = [false, ''];
  for (const [id = '', state = ''] of words.split('; ').map((word) => word.split(' '))) {
    if (id === 'fails') fails = true;
    else if (id === 'ip') ip = state;
    else list[id.startsWith('s') ? 'sandboxes' : 'containers'].push({ id, state });
  }
  return { ...base, pods: [{ uid: 'u1', ...list, fails, ip }] };
}

/** Events and cache of the pod after the last relist. */
function last(minor: number, ...relists: string[]): { events: string[]; cache: string } {
  const ops = [{ op: 'kubelet', minor }, ...relists.map(relist)].map((op) => JSON.stringify(op));
  const before = tracePleg(ops.slice(0, -1)).length;
  const lines = tracePleg(ops).slice(before);
  return {
    events: lines.filter((line) => line.startsWith('u1 ')).map((line) => line.slice(3)),
    cache: lines.find((line) => line.startsWith('cache u1')) ?? '',
  };
}

test.each([
  [
    'PL-01 container before sandbox',
    ['s1 running; c1 running'],
    ['ContainerStarted c1', 'ContainerStarted s1'],
  ],
  ['PL-02 dead when first seen', ['c1 exited'], ['ContainerDied c1']],
  [
    'PL-03 gone while it ran',
    ['c1 running', 'nothing'],
    ['ContainerDied c1', 'ContainerRemoved c1'],
  ],
  ['PL-04 removed after its end', ['c1 exited', 'nothing'], ['ContainerRemoved c1']],
  ['PL-05 created is not told', ['c1 created'], []],
  ['PL-06 the same twice', ['c1 running', 'c1 running'], []],
  ['PL-07 no list', ['c1 running', 'no list'], []],
  ['PL-10 failed inspection', ['c1 running; fails'], []],
  [
    'PL-11 told once it works, intermediate states are lost',
    ['c1 running; fails', 'c1 exited'],
    ['ContainerDied c1'],
  ],
])('%s', (_, relists, expected) => {
  expect(last(34, ...relists).events).toEqual(expected);
});

test.each([
  [35, []],
  [36, ['PodSync ']],
])(
  'a pod that is inspected again and has not changed is synced from 1.36 on (1.%i)',
  (minor, told) => {
    expect(last(minor, 'c1 running', 'c1 exited; fails', 'c1 running').events).toEqual(told);
  },
);

test('PL-10: the cache holds the error', () => {
  expect(last(34, 'c1 running; fails').cache).toBe('cache u1 error no status');
});

test('PL-15 and PL-16: a pod without a ready sandbox keeps its address', () => {
  expect(last(34, 's1 running; ip 10.0.0.1', 's1 exited').cache).toContain('[10.0.0.1]');
  expect(last(34, 's1 running; ip 10.0.0.1', 's1 running; c1 running').cache).toContain('[]');
});

test('PL-15: up to 1.16 a pod without sandboxes whose container runs loses its address', () => {
  const relists = ['s1 running; ip 10.0.0.1', 'c1 running'];
  expect(last(16, ...relists).cache).toContain('[]');
  expect(last(18, ...relists).cache).toContain('[10.0.0.1]');
  expect(last(16, 's1 running; ip 10.0.0.1', 'c1 exited').cache).toContain('[10.0.0.1]');
});

const listed: RunningPod = {
  id: 'u1',
  name: 'a',
  namespace: 'ns',
  containers: [
    { id: 'c1', name: 'c', state: 'running' },
    { id: 'c2', name: 'd', state: 'running' },
  ],
  sandboxes: [],
};
const status = {
  id: 'u1',
  name: 'a',
  namespace: 'ns',
  ips: [],
  containerStatuses: [],
  sandboxStatuses: [],
};

test('PL-12: with a full channel old versions wait, newer ones lose the event', () => {
  for (const minor of [9, 34]) {
    const version = kubeletVersion(minor);
    const time = micros(5);
    let { state } = stepPleg(emptyPleg, { kind: 'relist' }, version);
    const list = { kind: 'podsListed', timestamp: time, pods: [listed], room: 1 } as const;
    ({ state } = stepPleg(state, list, version));
    const inspected = {
      kind: 'podInspected',
      uid: 'u1',
      time,
      status,
      heldIps: [],
      room: 1,
    } as const;
    const step = stepPleg(state, inspected, version);
    const kinds = step.effects.map(({ kind }) => kind).filter((kind) => kind !== 'log');
    if (minor === 34) {
      expect(kinds).toEqual(['cacheSet', 'send', 'discard', 'cacheUpdateTime', 'relistDone']);
      continue;
    }
    expect(kinds).toEqual(['cacheSet', 'send']);
    const resumed = stepPleg(step.state, { kind: 'roomAgain', room: 5 }, version);
    expect(resumed.effects.map(({ kind }) => kind)).toEqual([
      'send',
      'cacheUpdateTime',
      'relistDone',
    ]);
  }
});

test('a met watch condition is told once', () => {
  const version = kubeletVersion(34);
  const time = micros(5);
  let { state } = stepPleg(emptyPleg, { kind: 'watchCondition', uid: 'u1', key: 'k' }, version);
  ({ state } = stepPleg(state, { kind: 'relist' }, version));
  ({ state } = stepPleg(
    state,
    { kind: 'podsListed', timestamp: time, pods: [listed], room: 9 },
    version,
  ));
  const inspected = {
    kind: 'podInspected',
    uid: 'u1',
    time,
    status,
    heldIps: [],
    room: 9,
    metConditions: ['k'],
  } as const;
  const step = stepPleg(state, inspected, version);
  const sent = step.effects.flatMap((effect) =>
    effect.kind === 'send' ? [effect.event.type] : [],
  );
  expect(sent).toEqual(['ContainerStarted', 'ContainerStarted', 'ConditionMet']);
});
