// What a journal of a simulated kubelet costs the simulation, how much it takes, and how fast questions about it are answered.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { machinePartIds } from '../../src/protocol/machineApi.ts';
import { parseScenario } from '../../src/simulate/parse.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { engineHere } from '../support/engine.ts';

const PODS = 200;
const HOURS = Number(process.env['HOURS'] ?? 10);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** A node that is full and quiet: each pod is synced again all the time. */
function textOf(hours, pods = PODS) {
  return JSON.stringify({
    title: 'a full node',
    lasts: `${Math.round(hours * 3600)}s`,
    capacity: { pods: pods + 10, cpu: 1_000_000 },
    pods: [
      { name: 'web', count: pods },
      { name: 'crash', containers: [{ name: 'app', run: 'exit', exitCode: 1, after: '5s' }] },
    ],
    actions: [
      { at: '1s', do: 'create', pod: 'web' },
      { at: '1s', do: 'create', pod: 'crash' },
    ],
  });
}

function run(text, onKubeletJournal) {
  const parsed = parseScenario(text);
  if (!parsed.ok) throw new Error(parsed.error);
  const began = process.cpuUsage();
  simulate(parsed.value, {
    onLine: () => undefined,
    ...(onKubeletJournal === undefined ? {} : { onKubeletJournal }),
  });
  // Of the CPU: other programs on the machine don't count.
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** With and without in turn: what else the machine does slows both alike. */
function ratio() {
  const short = textOf(0.25);
  const without = [];
  const withOne = [];
  for (let i = 0; i < 5; i++) {
    without.push(run(short));
    withOne.push(run(short, () => undefined));
  }
  return median(withOne) / median(without);
}

function held() {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

console.log(`journal: ${ratio().toFixed(2)} of the time without (must: 1.5)`);

const engine = await engineHere();
const before = held();
await engine.call('open', [
  { sources: [{ kind: 'scenario', name: 'full.yaml', text: textOf(HOURS) }] },
]);
// With its log, which is short, and what was rebuilt of that.
const megabytes = (held() - before) / 1e6;
const { steps, parts } = await engine.call('machineAt', [{}]);
const pods = parts.podWorkers.workers.map(({ pod }) => pod.uid);
const day = (megabytes / HOURS) * 24;
console.log(
  `journal: ${steps} steps of ${HOURS} h with ${PODS} pods are ${megabytes.toFixed(0)} MB, a day ${day.toFixed(0)} MB (must: 300 MB)`,
);
/** The same places each time. */
let chance = 1;
const random = () => (chance = (chance * 48271) % 2147483647) / 2147483647;
const anyStep = () => Math.floor(random() * steps);
/** As the page asks: a room has one part or a few small ones, and all its rows. */
const rooms = machinePartIds.map((part) => [
  `${part} at any step`,
  () => engine.call('machineAt', [{ step: anyStep(), parts: [part], count: 500 }]),
]);
const questions = {
  ...Object.fromEntries(rooms),
  'all at any step': () => engine.call('machineAt', [{ step: anyStep() }]),
  'one pod at any step': () =>
    engine.call('machineAt', [{ step: anyStep(), pod: pods[Math.floor(random() * pods.length)] }]),
  'steps of two parts': () =>
    engine.call('machineSteps', [
      { parts: ['podWorkers', 'podCache'], start: anyStep() >> 1, count: 100 },
    ]),
  'steps of a pod': () =>
    engine.call('machineSteps', [
      { pod: pods[Math.floor(random() * pods.length)], start: 0, count: 100 },
    ]),
  'who waited': () => engine.call('cacheWaits', [{ count: 100 }]),
};
for (const [name, ask] of Object.entries(questions)) {
  const times = [];
  for (let i = 0; i < 220; i++) {
    const began = process.cpuUsage();
    await ask();
    const { user, system } = process.cpuUsage(began);
    if (i >= 20) times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`${name} of ${steps}, p95: ${at(0.95)} ms (p50 ${at(0.5)} ms; must: 16 ms)`);
}
process.exit(0);
