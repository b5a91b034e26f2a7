// RunPodSandbox and StopPodSandbox of the dockershim (pkg/kubelet/dockershim/docker_sandbox.go), which go on when the call of the kubelet
// is over, and what of them is in the log.
import { expect, test } from 'vitest';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { runScenario } from '../../support/scenarios.ts';

function linesOf(yaml: string, kubelet: number, verbosity = 4): readonly string[] {
  const scenario = parseScenario(yaml);
  if (!scenario.ok) throw new Error(scenario.error);
  return runScenario(scenario.value, { kubelet, verbosity }).lines;
}

/** The first of those lines. */
function at(lines: readonly string[], text: RegExp): string {
  return lines.find((line) => text.test(line)) ?? `no line ${String(text)}`;
}

const timeOf = (line: string): number => {
  const [, hour, minute, second] = /^\w\d{4} (\d\d):(\d\d):([\d.]+)/.exec(line) ?? [];
  return Number(hour) * 3600 + Number(minute) * 60 + Number(second);
};

const delHangs = `
title: A call of the plug-in never answers.
runtime: docker
lasts: 5m
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: hang }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: delete, pod: web }`;

const gone = /plugins\.go:\d+\] .*tear down/;
const stopFailed = /StopPodSandbox.* from runtime service failed.*DeadlineExceeded/;

test.each([9, 18, 23])('1.%i says that it calls DEL before it calls', (kubelet) => {
  const lines = linesOf(delHangs, kubelet);
  const calling = timeOf(at(lines, gone));
  const waited = timeOf(at(lines, stopFailed)) - calling;
  expect(waited).toBeGreaterThan(119);
  expect(waited).toBeLessThan(121);
  expect(timeOf(at(lines, /About to del CNI|Deleting .*from network/)) - calling).toBeLessThan(0.1);
});

test('of a plug-in that hangs no kubelet prints an error; it is killed after 220 s from 1.16 on', () => {
  expect(linesOf(delHangs, 9).join('\n')).not.toContain('Error deleting network');
  for (const kubelet of [18, 23]) {
    const lines = linesOf(delHangs, kubelet);
    const failed = at(lines, /Error deleting/);
    expect(failed).toMatch(/netplugin failed with no error message/);
    const waited = timeOf(failed) - timeOf(at(lines, gone));
    expect(waited).toBeGreaterThan(219.9);
    expect(waited).toBeLessThan(221);
  }
});

test('the pause container of 1.23 lives until its network is taken down, whoever waits for that', () => {
  const lines = linesOf(delHangs, 23);
  const dies = at(lines, /ContainerDied.*|"Generic \(PLEG\): container finished"/);
  expect(dies).not.toContain('no line');
  const events = lines.filter((line) => /SyncLoop \(PLEG\).*ContainerDied/.test(line));
  expect(events).toHaveLength(2);
  const killed = timeOf(at(lines, /Error deleting/));
  expect(timeOf(events[1] ?? '')).toBeGreaterThan(killed);
  expect(lines.join('\n')).not.toContain('SyncLoop REMOVE');
});

/** cleanupOrphanedPodCgroups up to 1.21 kills what is left in the cgroup of a pod that is terminated: its pause process. */
test.each([9, 18, 21])('1.%i: the pause process goes with its pod’s cgroup', (kubelet) => {
  const lines = linesOf(delHangs, kubelet);
  const place = /kubelet_pods\.go:\d+\] "?Orphaned pod .*found, removing pod cgroups/;
  const destroyed = timeOf(at(lines, place));
  const failed = timeOf(at(lines, stopFailed));
  expect(destroyed).toBeGreaterThan(failed);
  const died = lines.filter((line) => /SyncLoop \(PLEG\).*ContainerDied/.test(line));
  expect(timeOf(died[1] ?? '')).toBeGreaterThan(destroyed);
  expect(timeOf(at(lines, /SyncLoop \(?REMOVE/))).toBeGreaterThan(destroyed);
});

const addFails = (del: string) => `
title: The network of a sandbox cannot be set up.
runtime: docker
lasts: 9s
pods: [{ name: web }]
faults:
  - { name: add, kind: cni, command: ADD, behaviour: error, message: no addresses }
  - { name: del, kind: cni, command: DEL, behaviour: error, message: no lease }
actions:
  - { at: 0s, do: fault, fault: add, on: true }
  - { at: 0s, do: fault, fault: del, on: ${del} }
  - { at: 1s, do: create, pod: web }`;

test.each([
  [10, false],
  [11, true],
  [23, true],
])('1.%i takes the network down at once after a set-up that failed: %s', (kubelet, tears) => {
  const lines = linesOf(addFails('false'), kubelet);
  const failed = lines.findIndex((line) => line.includes('RunPodSandbox'));
  const before = lines.slice(0, failed).filter((line) => gone.test(line));
  expect(before).toHaveLength(tears ? 1 : 0);
  // The pause container still runs then: its namespace is there.
  expect(lines.slice(0, failed).join('\n')).not.toContain('retrieve network namespace');
});

test('the error of RunPodSandbox tells of both calls', () => {
  const line = at(linesOf(addFails('true'), 23), /RunPodSandbox from runtime service failed/);
  expect(line).toMatch(
    /err="rpc error: code = Unknown desc = \[failed to set up sandbox container \\"[0-9a-f]{64}\\" network for pod \\"web\\": networkPlugin cni failed to set up pod \\"web_default\\" network: no addresses, failed to clean up sandbox container \\"[0-9a-f]{64}\\" network for pod \\"web\\": networkPlugin cni failed to teardown pod \\"web_default\\" network: no lease\]"/,
  );
});

// TearDownPod of network/cni/cni.go.
test.each([
  [9, 0],
  [15, 0],
  [16, 2],
  [18, 2],
  [23, 2],
])('1.%i takes down the loopback network before the default one: %i lines', (kubelet, told) => {
  const lines = linesOf(delHangs.replace('behaviour: hang', 'behaviour: error'), kubelet);
  const first = lines.findIndex((line) => gone.test(line));
  const next = lines.slice(first + 1).findIndex((line) => gone.test(line));
  const one = lines.slice(first, next < 0 ? undefined : first + 1 + next);
  const deleting = one.filter((line) => /(?:Deleting|Deleted|About to del) .*network/.test(line));
  expect(deleting.filter((line) => line.includes('cni-loopback'))).toHaveLength(told);
  expect(deleting).toHaveLength(told + 1);
});

// addToNetwork of network/cni/cni.go: up to 1.12 it tells of no end.
test.each([
  [9, ['add', 'add']],
  [12, ['add', 'add']],
  [13, ['Adding', 'Added', 'Adding', 'Added']],
  [20, ['Adding', 'Added', 'Adding', 'Added']],
  [21, ['Adding', 'Added', 'Adding', 'Added']],
  [23, ['Adding', 'Added', 'Adding', 'Added']],
])('1.%i tells of each network of a set-up that works: %s', (kubelet, told) => {
  const lines = linesOf(delHangs, kubelet);
  const calling = lines.findIndex((line) => /plugins\.go:\d+\] .*set up/.test(line));
  expect(calling).toBeGreaterThan(0);
  const adding = lines.filter((line) =>
    / cni\.go:\d+\] .*(?:to network|add CNI network)/.test(line),
  );
  expect(adding.map((line) => /Adding|Added|add/.exec(line)?.[0])).toEqual(told);
  const names = adding.map((line) => /cni-loopback|cluster-net/.exec(line)?.[0]);
  const half = Math.floor(told.length / 2);
  expect(names).toEqual(told.map((_, i) => (i < half ? 'cni-loopback' : 'cluster-net')));
  expect(lines.indexOf(adding[0] ?? '')).toBeGreaterThan(calling);
});

const restartedInAdd = `
title: The kubelet is started again while the plug-in hangs in ADD.
runtime: docker
lasts: 90s
pods: [{ name: web }]
faults: [{ name: add, kind: cni, command: ADD, behaviour: hang }]
actions:
  - { at: 0s, do: fault, fault: add, on: true }
  - { at: 1s, do: create, pod: web }
  - { at: 20s, do: restart-kubelet }
  - { at: 21s, do: fault, fault: add, on: false }
`;

test.each([9, 18, 21, 23])(
  '1.%i: a sandbox whose ADD the end of the kubelet cut has no IP address, and is made anew',
  (kubelet) => {
    const lines = linesOf(restartedInAdd, kubelet);
    // podSandboxChanged of kuberuntime_manager.go
    const noIp = lines.findIndex((line) => /Sandbox for pod .*has no IP address/.test(line));
    const last = lines.findLastIndex((line) => line.includes('ContainerStarted'));
    expect(noIp).toBeGreaterThan(0);
    expect(last).toBeGreaterThan(noIp);
  },
);

const unset = `
title: The plug-in has no configuration for a while.
runtime: docker
lasts: 2m
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: n, kind: network-not-ready }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 5s, do: fault, fault: n, on: true }
  - { at: 10s, do: delete, pod: web }
  - { at: 60s, do: fault, fault: n, on: false }`;

test.each([9, 16, 23])('cni of 1.%i takes down nothing without a configuration', (kubelet) => {
  const lines = linesOf(unset, kubelet);
  const until = timeOf('I0302 08:00:59.000000');
  const early = lines.filter((line) => timeOf(line) < until);
  const del = /Deleting .*from network|About to del/;
  expect(early.filter((line) => gone.test(line)).length).toBeGreaterThan(0);
  expect(at(early, /StopPodSandbox.* from runtime service failed/)).toMatch(
    /etworkPlugin cni failed to teardown pod .*web_default.* network: cni config uninitialized/,
  );
  expect(early.join('\n')).not.toMatch(/network namespace path/);
  expect(early.join('\n')).not.toMatch(del);
  expect(lines.slice(early.length).join('\n')).toMatch(del);
});
