// How fast the model steps, and how long an hour of a node with 500 pods takes to simulate.
import { performance } from 'node:perf_hooks';
import { emptyPodWorkers } from '../../src/kubelet/podWorkers.ts';
import { stepPodWorkers } from '../../src/kubelet/podWorkersMachine.ts';
import { kubeletVersion } from '../../src/kubelet/version/index.ts';
import { parseScenario } from '../../src/simulate/parse.ts';
import { simulate } from '../../src/simulate/simulate.ts';

const PODS = 500;
const version = kubeletVersion(34);
const pods = Array.from({ length: PODS }, (_, i) => ({
  metadata: { uid: `u${i}`, name: `p${i}`, namespace: 'ns' },
  spec: { containers: [] },
}));

/** Whole turns of the workers: an update, its taking, the status, the end of the sync. */
function stepsPerSecond() {
  let state = emptyPodWorkers;
  let steps = 0;
  const step = (event) => {
    ({ state } = stepPodWorkers(state, event, version));
    steps += 1;
  };
  const began = performance.now();
  while (performance.now() - began < 2000) {
    for (const pod of pods) {
      const { uid } = pod.metadata;
      const common = { uid, now: steps, random: 0.3 };
      const options = { updateType: 'sync', pod };
      step({ kind: 'updatePod', options, now: steps, cacheTerminal: false });
      step({ ...common, kind: 'take' });
      step({ ...common, kind: 'statusReady' });
      step({ ...common, kind: 'syncDone' });
    }
  }
  return (steps / (performance.now() - began)) * 1000;
}

stepsPerSecond();
console.log(`model steps: ${Math.round(stepsPerSecond())} steps/s (must: 300000)`);

const scenario = parseScenario(`
title: an hour of a full node
lasts: 60m
pods:
  - { name: web, count: ${PODS}, gracePeriod: 2s }
  - { name: job, count: 50, restartPolicy: Never, containers: [{ name: app, run: exit, after: 20s }] }
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 20m, do: create, pod: job }
  - { at: 30m, do: delete, pod: job, every: 1s }
`);
if (!scenario.ok) throw new Error(scenario.error);
const began = process.cpuUsage();
let lines = 0;
simulate(scenario.value, { onLine: () => (lines += 1) });
// Of the CPU: other programs on the machine don't count.
const { user, system } = process.cpuUsage(began);
console.log(
  `500-pod hour simulated: ${((user + system) / 1e6).toFixed(1)} s, ${lines} lines (must: 10 s)`,
);
