// A breakpoint on a sync function stops the thread that runs it: the function stands on that thread's stack, whoever wrote the line.
import { expect, test } from 'vitest';
import type { EngineClient } from '../../../../src/engine/client.ts';
import { engineHere } from '../../../support/engine.ts';
import { ownScenarios, runScenario } from '../../../support/scenarios.ts';

/** By minor versions. */
const functions = new Map([
  [23, ['syncPod', 'syncTerminatingPod', 'syncTerminatedPod']],
  [28, ['SyncPod', 'SyncTerminatingPod', 'SyncTerminatedPod']],
  [36, ['SyncPod', 'SyncTerminatingPod', 'SyncTerminatedPod']],
]);

/** How often it stops, and what stops have no such function on the stack. */
async function stopsIn(engine: EngineClient, name: string) {
  const breakpoint = { id: 1, on: { kind: 'function', name } } as const;
  await engine.call('debugBreakpoints', [[breakpoint]]);
  await engine.call('debugGoto', [0, 'goto']);
  const stray: string[] = [];
  for (let count = 0; ; count++) {
    const stop = await engine.call('debugMove', ['run', 'forwards', 'syncLoop']);
    if (stop.reason !== 'function breakpoint') return { count, stray };
    const frames = (await engine.call('debugStack', [stop.thread])).map((frame) => frame.name);
    if (!frames.includes(name))
      stray.push(`${name} at ${stop.cursor.position} on ${stop.thread}: ${frames.join(' < ')}`);
  }
}

test.each([...ownScenarios()])('of %s at --v=2', async (_, scenario) => {
  for (const [kubelet, names] of functions) {
    const { lines } = runScenario(scenario, { kubelet, verbosity: 2 });
    const engine = await engineHere();
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    await engine.call('open', [
      { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
    ]);
    let stops = 0;
    for (const name of names) {
      const { count, stray } = await stopsIn(engine, name);
      expect(stray, `1.${kubelet}`).toEqual([]);
      stops += count;
    }
    expect(stops, `1.${kubelet}`).toBeGreaterThan(0);
    engine.dispose();
  }
});
