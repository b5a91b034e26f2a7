// A pod that had ended before the kubelet was restarted: its worker has SyncTerminatedPod alone to run (1.27 on), or nothing. Where a breakpoint
// on a sync function stops is held against the lines that those functions print at --v=4.
import { expect, test } from 'vitest';
import { parseScenario } from '../../src/simulate/parse.ts';
import { DapClient, hostOf } from '../support/dapClient.ts';
import { runScenario } from '../support/scenarios.ts';

function linesOf(kubelet: number, verbosity: number, exitCode: number, at: string) {
  const scenario = parseScenario(`
title: A job is over, then the kubelet is restarted.
lasts: 60s
pods:
  - { name: job, restartPolicy: Never, containers: [{ name: app, run: exit, after: 5s, exitCode: ${exitCode} }] }
  - { name: web }
  - { name: late }
actions:
  - { at: 1s, do: create, pod: job }
  - { at: 2s, do: create, pod: web }
  - { at: ${at}, do: restart-kubelet }
  - { at: 50s, do: create, pod: late }`);
  if (!scenario.ok) throw new Error(scenario.error);
  const { lines } = runScenario(scenario.value, { kubelet, verbosity });
  const process = (line: string | undefined): string | undefined => line?.split(/\s+/, 3)[2];
  return { lines, restart: lines.findIndex((line) => process(line) === process(lines.at(-1))) };
}

/** The lines after the restart where a function breakpoint stops, and the names of their frames. */
async function stopsOf(name: string, { lines, restart }: ReturnType<typeof linesOf>) {
  const client = new DapClient(hostOf(() => new TextEncoder().encode(lines.join('\n'))));
  await client.entered(['/logs/kubelet.log'], {}, {});
  await client.list('setFunctionBreakpoints', { breakpoints: [{ name }] }, 'breakpoints');
  const stops: string[] = [];
  for (let stop = 0; stop < 60; stop++) {
    const { reason, threadId } = await client.move('continue', { threadId: 1 });
    if (reason !== 'function breakpoint') break;
    const frames = await client.frames(threadId);
    const line = Number(frames[0]?.['line']);
    const text = lines[line - 1] ?? '';
    const names = frames.map((frame) => String(frame['name'])).join(' < ');
    if (line > restart && !/SyncLoop \(?ADD/.test(text)) stops.push(`${text} < ${names}`);
  }
  return stops.filter((stop) => stop.includes('default/job') || stop.includes('job_default'));
}

const cases = [29, 34, 36].flatMap((kubelet) =>
  [0, 1].flatMap((code) =>
    ['8100ms', '9s', '20s'].map((at): [number, number, string] => [kubelet, code, at]),
  ),
);

test.each(cases)('of 1.%i, exit code %i, restarted at %s', async (kubelet, code, at) => {
  for (const verbosity of [2, 4]) {
    const log = linesOf(kubelet, verbosity, code, at);
    expect(await stopsOf('SyncPod', log)).toEqual([]);
    expect(await stopsOf('SyncTerminatingPod', log)).toEqual([]);
    const [first = '', ...others] = await stopsOf('SyncTerminatedPod', log);
    expect(first).toMatch(verbosity === 2 ? /No ready sandbox/ : /SyncTerminatedPod enter/);
    expect(first).toMatch(/ < SyncTerminatedPod < podWorkerLoop/);
    if (verbosity === 2) expect(others).toEqual([]);
  }
});

test.each(['7100ms', '7500ms'])(
  'what the API knows to be over has no sync before its end: restarted at %s',
  async (at) => {
    const log = linesOf(34, 2, 1, at);
    expect(await stopsOf('SyncPod', log)).toEqual([]);
    expect(await stopsOf('SyncTerminatingPod', log)).toHaveLength(1);
  },
);

test('the sync of one that ended while no kubelet looked lies between two lines: none stops in it', async () => {
  const log = linesOf(34, 2, 1, '6900ms');
  expect(await stopsOf('SyncPod', log)).toEqual([]);
  expect(await stopsOf('SyncTerminatingPod', log)).toHaveLength(1);
});

test.each([
  [9, ['syncPod', 'SyncPod']],
  [21, ['syncPod', 'SyncPod']],
  [23, ['syncPod', 'SyncPod', 'syncTerminatingPod', 'syncTerminatedPod']],
])('a worker of 1.%i has nothing to run', async (kubelet, names) => {
  for (const verbosity of [2, 4])
    for (const name of names)
      expect(await stopsOf(name, linesOf(kubelet, verbosity, 1, '20s')), name).toEqual([]);
});
