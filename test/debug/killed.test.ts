// A container that a sync kills, and one of a pod that ends: who called killContainer, and where a breakpoint on its callers stops.
import { expect, test } from 'vitest';
import { parseScenario } from '../../src/simulate/parse.ts';
import { DapClient, hostOf } from '../support/dapClient.ts';
import { ownScenarios, runScenario } from '../support/scenarios.ts';

const text = `
title: A liveness probe fails, later the pod is deleted.
lasts: 50s
pods: [{ name: web, gracePeriod: 5s, containers: [{ name: app, stopTakes: 1s, livenessFailsAfter: 3s }] }]
actions: [{ at: 1s, do: create, pod: web }, { at: 40s, do: delete, pod: web }]`;

async function entered(kubelet: number, verbosity: number): Promise<DapClient> {
  const scenario = parseScenario(text);
  if (!scenario.ok) throw new Error(scenario.error);
  return enteredLines(runScenario(scenario.value, { kubelet, verbosity }).lines);
}

async function enteredOwn(name: string, kubelet: number, verbosity: number): Promise<DapClient> {
  const scenario = ownScenarios().get(name);
  if (scenario === undefined) throw new Error(name);
  return enteredLines(runScenario(scenario, { kubelet, verbosity }).lines);
}

async function enteredLines(lines: readonly string[]): Promise<DapClient> {
  const client = new DapClient(hostOf(() => new TextEncoder().encode(lines.join('\n'))));
  await client.entered(['/logs/kubelet.log'], {}, {});
  return client;
}

/** The names of the frames at each stop of a function breakpoint. */
async function stopsAt(client: DapClient, name: string): Promise<readonly string[]> {
  const breakpoints = [{ name }];
  await client.list('setFunctionBreakpoints', { breakpoints }, 'breakpoints');
  const stops: string[] = [];
  for (let stop = 0; stop < 20; stop++) {
    const { reason, threadId } = await client.move('continue', { threadId: 1 });
    if (reason !== 'function breakpoint') break;
    stops.push((await client.frames(threadId)).map((frame) => String(frame['name'])).join(' < '));
  }
  return stops;
}

test.each([
  [9, 2],
  [21, 4],
  [22, 2],
  [23, 4],
  [34, 2],
  [36, 4],
])('killContainer of 1.%i at --v=%i', async (kubelet, verbosity) => {
  const loop = kubelet < 27 ? 'managePodLoop' : 'podWorkerLoop';
  const killed = await stopsAt(await entered(kubelet, verbosity), 'killContainer');
  expect(killed[0]).toMatch(
    kubelet < 27
      ? / killContainer < SyncPod < syncPod < m/
      : / killContainer < SyncPod < SyncPod < podW/,
  );
  expect(killed[0]).not.toMatch(/killPod|KillPod/);
  expect(killed.at(-1)).toMatch(
    / killContainer < killContainersWithSyncResult < killPodWithSyncResult < KillPod < killPod /,
  );
  expect(killed.at(-1)).toContain(loop);
  const pods = await stopsAt(await entered(kubelet, verbosity), 'killPod');
  expect(pods.length).toBeGreaterThan(0);
  for (const stop of pods) expect(stop).toContain(' killPod ');
});

test.each([
  [9, 'podKiller'],
  [18, 'PerformPodKillingWork'],
  [21, 'PerformPodKillingWork'],
])('what housekeeping finds the pod killer of 1.%i kills', async (kubelet, killer) => {
  const [begun] = await stopsAt(await enteredOwn('kubelet-restarts', kubelet, 4), killer);
  const [killed] = await stopsAt(await enteredOwn('kubelet-restarts', kubelet, 4), 'killContainer');
  const asked =
    'asked for by the sync loop < HandlePodCleanups < syncLoopIteration < syncLoop < Run';
  expect(begun).toMatch(/^Killing unwanted pod/);
  expect(begun).toContain(` < ${killer} < ${asked}`);
  expect(killed).toContain(
    ` < killContainer < killContainersWithSyncResult < killPodWithSyncResult < KillPod < killPod < ${killer} < ${asked}`,
  );
});

test.each([9, 18, 21])('the collector of 1.%i stops a sandbox itself', async (kubelet) => {
  const stops = await stopsAt(await enteredOwn('force-delete', kubelet, 4), 'removeSandbox');
  const failed = stops.filter((stop) => /^Failed to stop sandbox/.test(stop));
  expect(failed.length).toBeGreaterThan(0);
  for (const stop of failed)
    expect(stop).toMatch(
      / < removeSandbox < removeOldestNSandboxes < evictSandboxes < GarbageCollect$/,
    );
  const calls = await stopsAt(await enteredOwn('force-delete', kubelet, 4), 'StopPodSandbox');
  expect(calls[0]).toContain('killPodWithSyncResult');
  expect(calls.at(-1)).not.toMatch(/killPod|KillPod/);
});

test.each([9, 18, 21])('no sync of 1.%i is asked for by a deletion', async (kubelet) => {
  const client = await enteredOwn('cni-del-fails', kubelet, 9);
  const stops = await stopsAt(client, 'killPodWithSyncResult');
  const ofWorkers = stops.filter((stop) => stop.includes(' < managePodLoop'));
  expect(ofWorkers.length).toBeGreaterThan(1);
  for (const stop of ofWorkers) expect(stop).not.toMatch(/deletePod|HandlePodRemoves/);
});
