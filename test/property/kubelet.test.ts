// Laws of the model, on random scripts and scenarios.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapEntries } from '../../src/base/persistentMap.ts';
import { micros, SECOND } from '../../src/base/time.ts';
import {
  emptyPodWorkers,
  isTerminated,
  isTerminationRequested,
  type PodWorkers,
  type PodWorkersEvent,
  type PodWorkersStep,
} from '../../src/kubelet/podWorkers.ts';
import { stepPodWorkers } from '../../src/kubelet/podWorkersMachine.ts';
import type { Pod } from '../../src/kubelet/pod.ts';
import { kubeletVersion } from '../../src/kubelet/version/index.ts';
import type { Scenario } from '../../src/simulate/scenario.ts';
import { parseScenario } from '../../src/simulate/parse.ts';
import { brokenInvariants, runScenario } from '../support/scenarios.ts';

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

const uid = fc.constantFrom('u1', 'u2', 'u3');
const now = fc.integer({ min: 0, max: 1000 }).map((s) => micros(s * SECOND));
const random = fc.double({ min: 0, max: 0.999, noNaN: true });
const pod: fc.Arbitrary<Pod> = fc
  .tuple(uid, fc.boolean(), fc.boolean(), fc.constantFrom('Running', 'Failed'))
  .map(([id, isStatic, deleting, phase]) => ({
    metadata: {
      name: 'a',
      namespace: 'ns',
      uid: id,
      ...(isStatic ? { annotations: { 'kubernetes.io/config.source': 'file' } } : {}),
      ...(deleting ? { deletionTimestamp: 'x', deletionGracePeriodSeconds: 5 } : {}),
    },
    spec: { containers: [], terminationGracePeriodSeconds: 30 },
    status: { phase: phase as 'Running' },
  }));
const event: fc.Arbitrary<PodWorkersEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('updatePod' as const),
    options: fc.record({
      updateType: fc.constantFrom('create', 'update', 'sync', 'kill'),
      pod,
    }),
    now,
    cacheTerminal: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('take' as const), uid, now, random }),
  fc.record({ kind: fc.constant('statusReady' as const), uid, now, random }),
  fc.record({ kind: fc.constant('syncDone' as const), uid, now, random, isTerminal: fc.boolean() }),
  fc.record({ kind: fc.constant('syncDone' as const), uid, now, random, err: fc.constant('bad') }),
  fc.record({
    kind: fc.constant('syncKnownPods' as const),
    desired: fc.subarray(['u1', 'u2', 'u3']).map((uids) => new Set(uids)),
    now,
  }),
  fc.record({ kind: fc.constant('forgetWorker' as const), uid }),
);
const minor = fc.constantFrom(9, 18, 23, 26, 30, 34, 35);

function fold(events: readonly PodWorkersEvent[], of: number): PodWorkersStep[] {
  let state: PodWorkers = deepFreeze(emptyPodWorkers);
  return events.map((one) => {
    const step = deepFreeze(stepPodWorkers(state, one, kubeletVersion(of)));
    state = step.state;
    return step;
  });
}

test('a step is pure: frozen states stay, and the same arguments give the same result', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), minor, (events, of) => {
      const first = fold(events, of);
      expect(fold(events, of)).toEqual(first);
      expect(structuredClone(first.at(-1)?.state)).toEqual(first.at(-1)?.state);
    }),
  );
});

test('back and then forward is the same: any prefix is a checkpoint', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), fc.nat(39), (events, at) => {
      const whole = fold(events, 34);
      const from = Math.min(at, events.length - 1);
      let state = whole[from]?.state ?? emptyPodWorkers;
      for (const one of events.slice(from + 1)) {
        state = stepPodWorkers(state, one, kubeletVersion(34)).state;
      }
      expect(state).toEqual(whole.at(-1)?.state);
    }),
  );
});

const calls = ['syncPod', 'syncTerminatingPod', 'syncTerminatingRuntimePod', 'syncTerminatedPod'];

test('INV-01, INV-03, INV-04: one sync at a time, never back, and a grace period never grows', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), minor, (events, of) => {
      const syncing = new Set<string>();
      let before: PodWorkers = emptyPodWorkers;
      fold(events, of).forEach(({ state, effects }, i) => {
        const one = events[i];
        if (one?.kind === 'syncDone') syncing.delete(one.uid);
        for (const effect of effects) {
          if (!('uid' in effect) || !calls.includes(effect.kind)) continue;
          expect(syncing.has(effect.uid)).toBe(false);
          syncing.add(effect.uid);
        }
        const old = new Map(mapEntries(before.workers));
        for (const [id, { status }] of mapEntries(state.workers)) {
          const was = old.get(id)?.status;
          if (status === undefined || was === undefined) continue;
          if (isTerminated(was)) expect(isTerminated(status)).toBe(true);
          if (isTerminationRequested(was)) expect(isTerminationRequested(status)).toBe(true);
          if (was.gracePeriod > 0) expect(status.gracePeriod).toBeLessThanOrEqual(was.gracePeriod);
          if (was.finished) expect(status.finished).toBe(true);
        }
        before = state;
      });
    }),
  );
});

const seconds = fc.integer({ min: 1, max: 40 }).map((n) => `${n}s`);
const podNames = ['a', 'b', 'c'];
const podYaml = fc.record({
  count: fc.integer({ min: 1, max: 2 }),
  source: fc.constantFrom('api', 'api', 'file'),
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  gracePeriod: fc.constantFrom('0s', '2s', '10s'),
  containers: fc.array(
    fc.record({
      run: fc.constantFrom('forever', 'exit', 'ignore-term'),
      after: seconds,
      exitCode: fc.constantFrom(0, 1),
      stopTakes: fc.constantFrom('0s', '3s'),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
const podAction = fc.oneof(
  fc.record({
    at: seconds,
    do: fc.constantFrom('create', 'delete'),
    pod: fc.constantFrom(...podNames),
  }),
  fc.record({ at: seconds, do: fc.constant('edit-static'), pod: fc.constantFrom(...podNames) }),
  fc.record({
    at: seconds,
    do: fc.constant('fault'),
    fault: fc.constantFrom('add', 'del'),
    on: fc.boolean(),
  }),
  fc.record({
    at: seconds,
    do: fc.constant('restart-kubelet'),
    downFor: fc.constantFrom('0s', '3s'),
  }),
  fc.record({ at: seconds, do: fc.constantFrom('stop-runtime', 'kill-apiserver'), for: seconds }),
  fc.record({ at: seconds, do: fc.constant('fill-disk'), percent: fc.constantFrom(50, 95) }),
);
const scenario: fc.Arbitrary<Scenario> = fc
  .tuple(
    fc.tuple(podYaml, podYaml, podYaml),
    fc.array(podAction, { maxLength: 14 }),
    fc.constantFrom('containerd', 'docker', 'crio'),
    fc.constantFrom({}, {}, { pods: 2 }),
  )
  .map(([pods, actions, runtime, capacity]) => {
    const cni = (name: string, command: string) => ({
      name,
      kind: 'cni',
      command,
      behaviour: 'error',
    });
    const text = JSON.stringify({
      title: 'by chance',
      lasts: '70s',
      runtime,
      capacity,
      pods: pods.map((one, i) => ({
        ...one,
        name: podNames[i],
        containers: one.containers.map((container, k) => ({ ...container, name: `c${k}` })),
      })),
      faults: [cni('add', 'ADD'), cni('del', 'DEL')],
      actions: [...podNames.map((name) => ({ at: '1s', do: 'create', pod: name })), ...actions],
    });
    const parsed = parseScenario(text);
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.value;
  });

test('random scenarios keep the invariants, and the same seed gives the same tape', () => {
  const runs = Number(process.env['SCENARIOS'] ?? 300);
  fc.assert(
    fc.property(scenario, fc.nat(1000), minor, (one, seed, kubelet) => {
      const first = runScenario(one, { seed, kubelet, verbosity: 4 });
      // A restart of the kubelet begins a new history.
      const parts = first.truth.join('\n').split(/^.*"workers":\[\]\}$/m);
      for (const part of parts) {
        expect(brokenInvariants(part.split('\n').filter((line) => line !== ''))).toEqual([]);
      }
      if (seed % 4 === 0) {
        expect(runScenario(one, { seed, kubelet, verbosity: 4 }).lines).toEqual(first.lines);
      }
    }),
    { numRuns: runs },
  );
});
