// npm run test:lab: does the lab do what it says? A cluster comes up, breaks where it is told to, shows its own memory, and leaves
// nothing behind, even when it is killed. `suite.ts workbench` opens a real VS Code beside a cluster; `suite.ts all` does that with two kubelet
// versions, plays every scenario and puts a fleet into a real Loki; `suite.ts live`, `scenarios` and `loki` do that alone. The last line is `N passed, N failed`.
import assert from 'node:assert/strict';
import { podPath } from './api.ts';
import { machineState } from './machineState.ts';
import { prepareMachine } from './packages.ts';
import { until } from './program.ts';
import { liveRuns, removeLeftovers } from './run.ts';
import { StartedLab } from './startedLab.ts';
import { everyScenario } from './suiteAll.ts';
import { followsLive } from './suiteLive.ts';
import { fleetInLoki } from './suiteLoki.ts';

const began = Date.now();
const say = (text: string) => {
  console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s] ${text}`);
};
const cold = 20 * 60_000;
const warm = 120_000;

let [passed, failed] = [0, 0];

async function test(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    passed++;
    say(`ok   ${name}`);
  } catch (error) {
    failed++;
    say(`FAIL ${name}`);
    console.log(error instanceof Error ? (error.stack ?? error.message) : error);
  }
}

interface TruthRow {
  readonly pod: string;
  readonly state: string;
  readonly finished: boolean;
}

/** The changes of truth, each with all workers of that moment. */
function truthOf(lab: StartedLab): readonly { t: string; workers: readonly TruthRow[] }[] {
  const lines = lab.read('var/lib/lab/truth-1/truth.jsonl').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { t: string; workers: readonly TruthRow[] });
}

/** The states that the worker of a pod went through, each once. */
function statesOf(lab: StartedLab, pod: string): string[] {
  const states = truthOf(lab).flatMap(({ workers }) =>
    workers.filter((w) => w.pod === pod).map((w) => (w.finished ? 'finished' : w.state)),
  );
  return states.filter((state, i) => state !== states[i - 1]);
}

async function comesUp(lab: StartedLab): Promise<void> {
  await lab.says('its folder is', cold);
  const start = Date.now();
  await lab.says('the lab is up', warm);
  say(`  up in ${((Date.now() - start) / 1000).toFixed(1)} s`);
  const api = lab.api();
  const node = await api.get('/api/v1/nodes/node-a');
  const ready = node.status?.conditions?.find((c) => c.type === 'Ready');
  assert.equal(ready?.status, 'True');
  const web = await api.get(podPath('default', 'web'));
  assert.equal(web.status?.phase, 'Running');
  assert.match(web.status.podIP ?? '', /^10\.88\.1\./);
  api.close();
}

async function faultIsFound(lab: StartedLab): Promise<void> {
  await lab.ask('/fault', { name: 'cni-del', on: 'on' });
  await lab.ask('/delete', { name: 'web' });
  const line = /"Failed to stop sandbox"|failed to destroy network for sandbox.*injected/;
  await until(
    'the fault is in the log',
    60_000,
    () => line.test(lab.read('var/log/kubelet.log')) || undefined,
  );
  assert.deepEqual(statesOf(lab, 'web_default'), ['sync', 'terminating']);
  await lab.ask('/fault', { name: 'cni-del', on: 'off' });
  await until('the pod is gone', 60_000, async () => {
    const api = lab.api();
    const there = await api.answers(podPath('default', 'web'));
    api.close();
    return !there || undefined;
  });
  await until(
    'the worker is forgotten',
    10_000,
    () => truthOf(lab).at(-1)?.workers.length === 0 || undefined,
  );
  assert.deepEqual(statesOf(lab, 'web_default'), ['sync', 'terminating', 'terminated', 'finished']);
}

async function restarts(lab: StartedLab): Promise<void> {
  await lab.ask('/create', { name: 'again' });
  await lab.ask('/restart-kubelet');
  const runs = (JSON.stringify(await lab.ask('/status')).match(/"runs":(\d+)/) ?? [])[1];
  assert.equal(runs, '2');
  await until('the second run knows the pod', 30_000, () => {
    const truth = lab.read('var/lib/lab/truth-2/truth.jsonl');
    return truth.includes('again_default') || undefined;
  });
}

async function endsClean(lab: StartedLab, before: object): Promise<void> {
  assert.equal(await lab.interrupt(), 0, lab.output);
  assert.deepEqual(machineState(), before);
}

/** Killed while it starts, it must leave nothing that the next start does not clear away. */
async function survivesKill(role: 'command' | 'conductor', before: object): Promise<void> {
  const lab = new StartedLab('--truth');
  await lab.says('containerd of node-a answers', warm);
  await lab.kill(role);
  const next = new StartedLab('--truth');
  try {
    await comesUp(next);
  } finally {
    assert.equal(await next.interrupt(), 0, next.output);
  }
  assert.deepEqual(machineState(), before);
  assert.equal(
    liveRuns().some((run) => run.dir === lab.dir),
    false,
  );
}

/** Through 10,000 changes, two kills, a cut, a blind stretch with compaction, by lists and streaming lists. */
async function informerFollows(): Promise<void> {
  const lab = new StartedLab('informer');
  assert.equal(await lab.ended(), 0, lab.output);
  for (const line of lab.output.split('\n'))
    if (/changes in|equal to GET/.test(line)) say(`  ${line}`);
}

/** Lists and watches at every kind of version, before and after a compaction. */
async function modelAnswersTheSame(): Promise<void> {
  const lab = new StartedLab('requests');
  assert.equal(await lab.ended(), 0, lab.output);
  for (const line of lab.output.split('\n')) if (line.includes('requests in')) say(`  ${line}`);
}

async function main(): Promise<void> {
  if (process.argv.includes('loki')) {
    await fleetInLoki(test, say);
    return;
  }
  const lacking = prepareMachine(
    ['all', 'scenarios'].some((name) => process.argv.includes(name)),
    say,
  );
  if (lacking !== undefined) {
    console.log(lacking);
    failed++;
    return;
  }
  const part = process.argv[2];
  if (part === 'workbench') {
    // Loaded only here: it needs a browser.
    const { showsLive } = await import('./suiteWorkbench.ts');
    await showsLive(test, say, ['1.34', '1.34']);
    return;
  }
  if (part === 'live') {
    await followsLive(test, say);
    return;
  }
  if (part === 'scenarios') {
    await everyScenario(test);
    return;
  }
  // What a killed lab of before left is cleared away by the next start: it is no part of what must be found again.
  await removeLeftovers();
  const before = machineState();
  const lab = new StartedLab('--truth');
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void lab.interrupt());
  await test('a Ready node with a Running pod by one command', () => comesUp(lab));
  await test('a fault of the network plug-in is in the log and in the truth', () =>
    faultIsFound(lab));
  await test('a restarted kubelet writes a truth of its own', () => restarts(lab));
  await test('it ends and leaves nothing behind', () => endsClean(lab, before));
  await test('the command killed, the next start is clean', () => survivesKill('command', before));
  await test('the conductor killed, the next start is clean', () =>
    survivesKill('conductor', before));
  await followsLive(test, say);
  await test('our informer ends up with what the API server has', informerFollows);
  await test('our model of the API server answers as that does', modelAnswersTheSame);
  if (process.argv.includes('all')) {
    await everyScenario(test);
    await fleetInLoki(test, say);
    const { showsLive } = await import('./suiteWorkbench.ts');
    await showsLive(test, say, ['1.34', '1.36']);
  }
  await test('the machine is as it was', () => {
    assert.deepEqual(machineState(), before);
    return Promise.resolve();
  });
}

await main();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
