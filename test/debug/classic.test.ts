// A simulated kubelet of the versions with one sync function: its own functions stop the debugger and stand in its stacks.
import { expect, test } from 'vitest';
import { DapClient, hostOf } from '../support/dapClient.ts';
import { ownScenarios, runScenario } from '../support/scenarios.ts';

function clientOf(kubelet: number, runtime: 'docker' | 'containerd' = 'docker'): DapClient {
  const scenario = ownScenarios().get('netns-missing');
  if (scenario === undefined) throw new Error('no scenario');
  const { lines } = runScenario({ ...scenario, runtime }, { kubelet, verbosity: 4 });
  const log = new TextEncoder().encode(`${lines.join('\n')}\n`);
  return new DapClient(hostOf(() => log));
}

async function entered(...of: Parameters<typeof clientOf>): Promise<DapClient> {
  const client = clientOf(...of);
  await client.entered(['/logs/kubelet.log'], {}, {});
  return client;
}

/** Names of the frames where a function breakpoint stops first. */
async function stackAt(client: DapClient, name: string): Promise<readonly string[]> {
  const breakpoints = [{ name }];
  const [state] = await client.list('setFunctionBreakpoints', { breakpoints }, 'breakpoints');
  expect(state, name).toMatchObject({ verified: true });
  const { threadId } = await client.move('continue', { threadId: 1 });
  return (await client.frames(threadId)).map((frame) => String(frame['name']));
}

test.each([9, 14, 20])('functions of the sync loop of 1.%i stop the debugger', async (kubelet) => {
  for (const name of [
    'HandlePodAdditions',
    'HandlePodUpdates',
    'HandlePodSyncs',
    'HandlePodCleanups',
  ]) {
    const names = await stackAt(await entered(kubelet), name);
    expect(names.slice(1)).toEqual([name, 'syncLoopIteration', 'syncLoop', 'Run']);
  }
});

test.each([
  [9, 'podKiller'],
  [20, 'PerformPodKillingWork'],
])('a worker of 1.%i stands in its own functions', async (kubelet, killer) => {
  const client = await entered(kubelet);
  const failed = await stackAt(client, 'managePodLoop');
  expect(failed).toContain('managePodLoop');
  expect(failed.join(' ')).not.toMatch(/podWorkerLoop|SyncTerminatingPod/);
  // An update of the API and an event of the PLEG came, and which one it works on is told by nothing.
  expect(failed.at(-1)).toBe('asked for by what no line tells');
  const plan = await stackAt(await entered(kubelet), 'computePodActions');
  const at = plan.indexOf('asked for by the sync loop');
  expect(plan.slice(at + 1, at + 4)).toEqual(['UpdatePod', 'dispatchWork', 'HandlePodAdditions']);
  expect(plan).toEqual(expect.arrayContaining(['SyncPod', 'syncPod', 'managePodLoop']));
  expect(plan).not.toContain(killer);
});

test('a warning of the namespace leads from the plug-in to the kubelet', async () => {
  const client = await entered(9);
  const source = { path: 'kubelet-source:/v1.9.4/pkg/kubelet/network/cni/cni.go' };
  const breakpoints = [{ line: 242 }];
  const [state] = await client.list('setBreakpoints', { source, breakpoints }, 'breakpoints');
  expect(state).toMatchObject({ verified: true, line: 242 });
  const { threadId } = await client.move('continue', { threadId: 1 });
  const names = (await client.frames(threadId)).map((frame) => String(frame['name']));
  expect(names.join(' < ')).toMatch(
    /TearDownPod < StopPodSandbox < killPodWithSyncResult < KillPod < killPod < syncPod < managePodLoop/,
  );
  expect((await stackAt(await entered(9), 'GetNetNS')).length).toBeGreaterThan(3);
});

test('a line that set-up and teardown share has the frames of the one that it is of', async () => {
  const client = await entered(9);
  const source = { path: 'kubelet-source:/v1.9.4/pkg/kubelet/network/cni/cni.go' };
  await client.list('setBreakpoints', { source, breakpoints: [{ line: 285 }] }, 'breakpoints');
  const found = new Set<string>();
  for (let stop = 0; stop < 12; stop++) {
    const { threadId } = await client.move('continue', { threadId: 1 });
    const names = (await client.frames(threadId)).map((frame) => String(frame['name']));
    if (names[1] === 'buildCNIRuntimeConf') found.add(names.slice(2, 5).join(' < '));
  }
  expect([...found].sort()).toEqual([
    'addToNetwork < SetUpPod < RunPodSandbox',
    'deleteFromNetwork < TearDownPod < StopPodSandbox',
  ]);
});

test('what made the error of a missing namespace stands apart, and stops the debugger', async () => {
  const client = await entered(9);
  const source = { path: 'kubelet-source:/v1.9.4/pkg/kubelet/network/cni/cni.go' };
  const functions = [{ name: 'getNetworkNamespace' }, { name: 'GetNetNS' }];
  const states = await client.list(
    'setFunctionBreakpoints',
    { breakpoints: functions },
    'breakpoints',
  );
  expect(states.map((state) => state['verified'])).toEqual([true, true]);
  await client.list('setFunctionBreakpoints', { breakpoints: [] }, 'breakpoints');
  await client.list('setBreakpoints', { source, breakpoints: [{ line: 242 }] }, 'breakpoints');
  const { threadId } = await client.move('continue', { threadId: 1 });
  const names = (await client.frames(threadId)).map((frame) => String(frame['name']));
  const from = names.indexOf('the error was made in');
  expect(names.slice(from, from + 5)).toEqual([
    'the error was made in',
    'getNetworkNamespace',
    'GetNetNS',
    'and is told of by',
    'TearDownPod',
  ]);
});

test.each([
  [9, 'NewMainKubelet < CreateAndInitKubelet < RunKubelet < run < Run'],
  [
    16,
    'NewDockerService < NewMainKubelet < createAndInitKubelet < RunKubelet < run < Run < NewKubeletCommand',
  ],
  [18, 'NewDockerService < PreInitRuntimeService < run < Run < NewKubeletCommand'],
  [20, 'NewDockerService < runDockershim < PreInitRuntimeService < run < Run < NewKubeletCommand'],
])('the start of 1.%i leads to the plug-in', async (kubelet, callers) => {
  const names = await stackAt(await entered(kubelet), 'InitNetworkPlugin');
  expect(names.slice(1).join(' < ')).toBe(`InitNetworkPlugin < ${callers}`);
});

test.each([
  [9, [], ['SyncTerminatingPod', 'syncTerminatingPod', 'podWorkerLoop', 'Relist']],
  [23, ['syncTerminatingPod', 'managePodLoop'], ['SyncTerminatingPod', 'podWorkerLoop']],
  [34, ['SyncTerminatingPod', 'podWorkerLoop'], ['syncTerminatingPod', 'managePodLoop']],
])('functions have the names of 1.%i', async (kubelet, there, missing) => {
  const client = await entered(kubelet, 'containerd');
  const breakpoints = [...there, ...missing].map((name) => ({ name }));
  const states = await client.list('setFunctionBreakpoints', { breakpoints }, 'breakpoints');
  expect(states.map((state) => state['verified'])).toEqual([
    ...there.map(() => true),
    ...missing.map(() => false),
  ]);
  const [sync, loop] = there;
  if (loop === undefined) return;
  const names = await stackAt(await entered(kubelet, 'containerd'), loop);
  expect(names).toContain(loop);
  expect(sync).toMatch(/SyncTerminatingPod/i);
  for (const name of missing) expect(names).not.toContain(name);
});

test('what is below the dockershim is there for docker alone', async () => {
  const client = await entered(34, 'containerd');
  const breakpoints = [{ name: 'GetNetNS' }];
  const [state] = await client.list('setFunctionBreakpoints', { breakpoints }, 'breakpoints');
  expect(state).toMatchObject({ verified: false });
});
