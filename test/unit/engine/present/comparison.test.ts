// Four witnesses of a node's pods: what counts as a difference, and since when.
import { expect, it } from 'vitest';
import { micros, type Micros } from '../../../../src/base/time.ts';
import type { PodSummary, WatchedPod } from '../../../../src/cluster/clusterObjects.ts';
import type { PodFacts } from '../../../../src/cluster/podFacts.ts';
import { comparePods, type Witnesses } from '../../../../src/engine/present/comparison.ts';

const second = (n: number): Micros => micros(n * 1_000_000);

function wanted(name: string, summary: Partial<PodSummary> = {}): WatchedPod {
  const main = { name: 'main', id: '1', state: 'running', ready: true, restarts: 0 };
  return {
    metadata: { namespace: 'default', name, uid: `uid-${name}` },
    summary: {
      node: 'node-a',
      phase: 'Running',
      reason: '',
      containers: [main],
      initContainers: [],
      created: second(0),
      deleting: undefined,
      origin: 'api',
      owner: '',
      ...summary,
    },
  };
}

function held(name: string, facts: Partial<PodFacts> = {}): PodFacts {
  return {
    uid: `uid-${name}`,
    namespace: 'default',
    name,
    origin: 'api',
    deleting: false,
    phase: 'Running',
    containers: [{ name: 'main' }],
    ...facts,
  };
}

/** `pod: difference (since)`, a line each. */
function told(witnesses: Partial<Witnesses>, firstSeen = new Map<string, Micros>()): string[] {
  const all = { now: second(100), api: [], kubelet: [], runtime: [], log: undefined, ...witnesses };
  return comparePods(all, firstSeen).flatMap(({ name, differences }) =>
    differences.map(({ text, since }) => `${name}: ${text} (${since / 1e6})`),
  );
}

it('is silent where all say the same', () => {
  expect(told({ api: [wanted('a')], kubelet: [held('a')], runtime: [held('a')] })).toEqual([]);
});

it('knows a mirror pod for the static pod that it shows', () => {
  const mirror = { ...wanted('static', { origin: 'file' }) };
  const api = [{ ...mirror, metadata: { ...mirror.metadata, uid: 'uid-of-the-mirror' } }];
  const own = held('static', { origin: 'file' });
  expect(told({ api, kubelet: [own], runtime: [own] })).toEqual([]);
});

it.each<[string, Partial<Witnesses>, string]>([
  [
    'bound, and not heard of',
    { api: [wanted('a', { containers: [] })] },
    'a: Bound to this node by the API server, but the kubelet doesn’t have it. (100)',
  ],
  [
    'gone from the API server',
    { kubelet: [held('a')], runtime: [held('a')] },
    'a: The kubelet has it; the API server doesn’t (any more). (100)',
  ],
  [
    'run by the runtime alone',
    { runtime: [held('a')] },
    'a: The runtime still runs it, but the kubelet no longer lists it. (100)',
  ],
  [
    'late to stop',
    { api: [wanted('a', { deleting: second(60) })], kubelet: [held('a')], runtime: [held('a')] },
    'a: It should be gone (its grace period is over), but it still runs. (60)',
  ],
  [
    'running by its status only',
    { api: [wanted('a')], kubelet: [held('a')] },
    'a: The API server shows running containers; the runtime has none. (100)',
  ],
])('a pod that is %s', (_, witnesses, line) => {
  expect(told(witnesses)).toEqual([line]);
});

it('says nothing of a witness that told nothing, nor of pods that are over', () => {
  expect(told({ api: [wanted('a')], kubelet: undefined, runtime: undefined })).toEqual([]);
  expect(told({ api: [wanted('job', { phase: 'Succeeded', containers: [] })] })).toEqual([]);
});

it('remembers since when, and forgets what is over', () => {
  const firstSeen = new Map<string, Micros>();
  const missing = { api: [wanted('a', { containers: [] })] };
  told({ ...missing, now: second(10) }, firstSeen);
  expect(told({ ...missing, now: second(20) }, firstSeen)[0]).toMatch(/\(10\)$/);
  told({ ...missing, kubelet: [held('a')], now: second(30) }, firstSeen);
  expect(told({ ...missing, now: second(40) }, firstSeen)[0]).toMatch(/\(40\)$/);
});
