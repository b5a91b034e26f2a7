// Who called, as the stack at a line says: what of it no line tells is told by none of its frames.
import { expect, test } from 'vitest';
import { parseScenario } from '../../src/simulate/parse.ts';
import { engineHere } from '../support/engine.ts';
import { runScenario } from '../support/scenarios.ts';

/** At each line that a pattern fits its stack, without the line itself, and the name of its thread. */
async function stacksAt(
  lines: readonly string[],
  pattern: RegExp,
): Promise<readonly { readonly stack: string; readonly thread: string; readonly line: string }[]> {
  const engine = await engineHere();
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
  ]);
  const found = [];
  for (const [position, line] of lines.entries()) {
    if (!pattern.test(line)) continue;
    await engine.call('seek', [{ kind: 'position', position }]);
    const { threads, current } = await engine.call('debugThreads', [50, []]);
    const [, ...frames] = await engine.call('debugStack', [current]);
    const thread = threads.find(({ id }) => id === current)?.name ?? '';
    found.push({ line, thread, stack: frames.map(({ name }) => name).join(' < ') });
  }
  engine.dispose();
  return found;
}

function linesOf(text: string, kubelet: number, verbosity: number): readonly string[] {
  const scenario = parseScenario(text);
  if (!scenario.ok) throw new Error(scenario.error);
  return runScenario(scenario.value, { kubelet, verbosity, seed: 1 }).lines;
}

const born = `
title: A pod is made.
lasts: 8s
pods: [{ name: web }]
actions: [{ at: 1s, do: create, pod: web }]`;

test.each([
  [9, 'podSandboxChanged', 'syncPod < managePodLoop'],
  [21, 'podSandboxChanged', 'syncPod < managePodLoop'],
  [24, 'podSandboxChanged', 'syncPod < managePodLoop'],
  [25, 'PodSandboxChanged', 'syncPod < managePodLoop'],
  [28, 'PodSandboxChanged', 'SyncPod < podWorkerLoop'],
])('that a pod of 1.%i has no sandbox the plan finds', async (kubelet, name, root) => {
  const [found, ...others] = await stacksAt(linesOf(born, kubelet, 2), /No sandbox for pod/);
  expect(others).toEqual([]);
  expect(found?.stack).toContain(`${name} < computePodActions < SyncPod < ${root}`);
});

/** A deletion whose DEL hangs or fails, and a new process that has no worker for what was deleted. */
const left = `
title: Pods go, their networks stay, the kubelet is restarted.
runtime: docker
lasts: 250s
pods:
  - { name: a, gracePeriod: 2s }
  - { name: b, gracePeriod: 2s }
faults:
  - { name: hang, kind: cni, command: DEL, behaviour: hang, filter: default/a }
  - { name: err, kind: cni, command: DEL, behaviour: error, filter: default/b }
actions:
  - { at: 1s, do: create, pod: a }
  - { at: 1s, do: create, pod: b }
  - { at: 5s, do: fault, fault: hang, on: true }
  - { at: 5s, do: fault, fault: err, on: true }
  - { at: 8s, do: delete, pod: a }
  - { at: 8s, do: delete, pod: b }
  - { at: 60s, do: delete, pod: a, gracePeriod: 0s }
  - { at: 140s, do: restart-kubelet, downFor: 3s }`;

test.each([
  [9, 4],
  [18, 2],
  [21, 4],
])('no worker of 1.%i outlives its process (--v=%i)', async (kubelet, verbosity) => {
  const lines = linesOf(left, kubelet, verbosity);
  const pid = /^\S+ \S+ +(\d+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
  const ofLast = new RegExp(`^\\S+ \\S+ +${pid} .*(?:tear down|retrieve network namespace)`);
  const found = await stacksAt(lines, ofLast);
  expect(new Set(found.map(({ thread }) => thread)).size).toBeGreaterThan(1);
  for (const { stack, line } of found) {
    expect(stack, line).toMatch(/StopPodSandbox < (?:called by what no line tells|removeSandbox)/);
    expect(stack, line).not.toMatch(/syncPod|managePodLoop/);
  }
});

test.each([22, 23])(
  'no thread of 1.%i is idle or gone while a call of it is on the stack',
  async (kubelet) => {
    const found = await stacksAt(
      linesOf(left, kubelet, 2),
      /cni\.go|StopPodSandbox from|Failed to stop/,
    );
    const calls = found.filter(({ stack }) => / < (?:sync\w+ < )?managePodLoop/.test(stack));
    const threads = new Set(calls.map(({ thread }) => thread));
    expect([...threads].sort()).toEqual([
      'default/a: terminating, working',
      'default/b: terminating, working',
    ]);
  },
);

const edited = `
title: A static pod is edited.
runtime: docker
lasts: 30s
pods: [{ name: st, source: file, gracePeriod: 3s, containers: [{ name: app, stopTakes: 1s }] }]
actions: [{ at: 1s, do: create, pod: st }, { at: 10s, do: edit-static, pod: st }]`;

test.each([9, 13, 18, 21])(
  'the sandbox of an edited static pod of 1.%i is the old one’s',
  async (kubelet) => {
    const lines = linesOf(edited, kubelet, 4);
    const found = await stacksAt(
      lines,
      /tear down|(?:Deleting|Deleted|del CNI).* (?:from )?network/,
    );
    expect(found.length).toBeGreaterThan(1);
    for (const { stack, line } of found) {
      expect(stack, line).toMatch(/TearDownPod < StopPodSandbox/);
      expect(stack, line).not.toMatch(/syncPod|managePodLoop/);
    }
  },
);

const removed = `
title: A static pod is edited and later its file is taken away.
lasts: 50s
pods: [{ name: st, source: file, gracePeriod: 4s, containers: [{ name: app, stopTakes: 3s }] }]
actions:
  - { at: 1s, do: create, pod: st }
  - { at: 10s, do: edit-static, pod: st }
  - { at: 30s, do: delete, pod: st }`;

test.each([
  [9, 'podKiller'],
  [18, 'PerformPodKillingWork'],
])('a kill of 1.%i ends where it began', async (kubelet, killer) => {
  const kills = await stacksAt(
    linesOf(removed, kubelet, 4),
    /(?:^\S+ \S+ +\d+ \S+ |\] )(?:"?Killing container|"?Container ".*exited normally)/,
  );
  expect(kills.length).toBeGreaterThan(3);
  for (const { stack, line } of kills) {
    expect(stack, line).toContain(`killContainer < killContainersWithSyncResult`);
    expect(stack, line).toContain(` < killPod < ${killer}`);
  }
});

const late = `
title: The kubelet is restarted while the network of a deleted pod can't be taken down.
runtime: docker
lasts: 60s
pods: [{ name: a, gracePeriod: 2s }]
faults: [{ name: hang, kind: cni, command: DEL, behaviour: hang, filter: default/a }]
actions:
  - { at: 1s, do: create, pod: a }
  - { at: 5s, do: fault, fault: hang, on: true }
  - { at: 8s, do: delete, pod: a }
  - { at: 20s, do: restart-kubelet, downFor: 3s }
  - { at: 40s, do: fault, fault: hang, on: false }`;

test.each([
  [9, 'podKiller'],
  [21, 'PerformPodKillingWork'],
])('what the pod killer of 1.%i was sent no later line asked for', async (kubelet, killer) => {
  const lines = linesOf(late, kubelet, 4);
  const killed = lines.findLastIndex((line) => line.includes('Killing unwanted pod'));
  expect(lines.slice(killed).join()).toContain('REMOVE');
  const torn = await stacksAt(lines, /alling network plugin.* tear down/);
  expect(torn.at(-1)?.stack).toMatch(
    new RegExp(`TearDownPod < .* < ${killer} < asked for by the sync loop < HandlePodCleanups < `),
  );
});
