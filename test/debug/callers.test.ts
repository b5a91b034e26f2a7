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
