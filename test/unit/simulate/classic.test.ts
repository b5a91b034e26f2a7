// Kubelets of 1.21 and before: what reaches their pod workers, who kills what nobody wants, and what is held at each moment.
import { expect, test } from 'vitest';
import type { Pod } from '../../../src/kubelet/pod.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { workersJsonl } from '../../../src/kubelet/rebuild/workersJsonl.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';
import { dispatchOf, type HeldStatus } from '../../../src/simulate/dispatchWork.ts';
import { PluginManager } from '../../../src/simulate/pluginManager.ts';
import { spawn, type Task } from '../../../src/simulate/task.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { tapeOf } from '../../support/captures.ts';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';
import { coverage, pool, precision, scoreWorkers } from '../../support/scoreWorkers.ts';

const running: HeldStatus = { phase: 'Running', notRunning: false };
const stopped: HeldStatus = { phase: 'Running', notRunning: true };
const failed: HeldStatus = { phase: 'Failed', notRunning: false };
const pod: Pod = {
  metadata: { uid: 'u', name: 'web', namespace: 'default' },
  spec: { containers: [{ name: 'app', image: 'busybox' }] },
};
const deleting: Pod = {
  ...pod,
  metadata: { ...pod.metadata, deletionTimestamp: '2026-03-02T08:00:00Z' },
};

test.each([
  [9, pod, running, 'work'],
  [9, pod, stopped, 'work'],
  [9, pod, failed, 'ignore'],
  [9, deleting, running, 'work'],
  [9, deleting, stopped, 'terminate'],
  [9, deleting, failed, 'terminate'],
  // From 1.17 on a pod that failed is not terminated before its containers have stopped.
  [17, deleting, failed, 'ignore'],
  [20, pod, failed, 'ignore'],
  [21, pod, failed, 'work'],
  [21, pod, { ...failed, notRunning: true }, 'ignore'],
  [21, deleting, stopped, 'terminate'],
] as const)('dispatchWork of 1.%i', (minor, of, held, way) => {
  expect(dispatchOf(of, held, kubeletVersion(minor))).toBe(way);
});

function linesOf(yaml: string, kubelet: number, verbosity = 4): readonly string[] {
  const scenario = parseScenario(yaml);
  if (!scenario.ok) throw new Error(scenario.error);
  return runScenario(scenario.value, { kubelet, verbosity }).lines;
}

const removed = `
title: A pod is removed by force while its container runs.
runtime: docker
lasts: 40s
pods:
  - name: stubborn
    gracePeriod: 20s
    containers: [{ name: app, run: ignore-term, livenessFailsAfter: 12s }]
actions:
  - { at: 0s, do: create, pod: stubborn }
  - { at: 8s, do: delete, pod: stubborn, gracePeriod: 0s }
`;

test.each([9, 18, 21])('1.%i kills a removed pod once, whoever asks', (kubelet) => {
  const killing = linesOf(removed, kubelet).filter((line) => line.includes('Killing unwanted pod'));
  expect(killing).toHaveLength(1);
  expect(killing[0]).toMatch(/Killing unwanted pod("? podName=| )"stubborn"$/);
});

const terminating = `
title: The kubelet restarts while a pod is terminating.
runtime: docker
lasts: 70s
pods: [{ name: web, gracePeriod: 30s, containers: [{ name: app, run: ignore-term }] }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 20s, do: delete, pod: web }
  - { at: 25s, do: restart-kubelet, downFor: 2s }
`;

test.each([9, 18, 21])(
  '1.%i, restarted, has the worker of a terminating pod kill it',
  (kubelet) => {
    const text = linesOf(terminating, kubelet)
      .filter((line) => line.slice(6, 14) > '08:00:26')
      .join('\n');
    const ends = text.search(/completed execution/);
    // Its container runs, the API server says; so dispatchWork gives it to a worker, whose syncPod kills it.
    expect(text).not.toContain('Killing unwanted pod');
    expect(text.search(/Killing container .*grace period/)).toBeGreaterThan(0);
    if (ends !== -1) expect(text.slice(0, ends)).toContain('exited normally');
  },
);

test.each([9, 18, 21])('1.%i kills a pod that is gone with the grace period it had', (kubelet) => {
  const scenario = ownScenarios().get('kubelet-restarts');
  if (scenario === undefined) throw new Error('no scenario');
  const { lines } = runScenario({ ...scenario, runtime: 'docker' }, { kubelet, verbosity: 4 });
  const unwanted = lines.findIndex((line) => /Killing unwanted pod.*"gone"/.test(line));
  const kill = lines.slice(unwanted).find((line) => line.includes('Killing container'));
  expect(kill).toMatch(/with (?:a )?2 second grace period|gracePeriod=2$/);
});

test.each([9, 18, 21])('1.%i: the container collector stops sandboxes itself', (kubelet) => {
  const yaml = `
title: A network cannot be taken down.
runtime: docker
lasts: 90s
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 4s, do: fault, fault: del, on: true }
  - { at: 6s, do: delete, pod: web }
`;
  const lines = linesOf(yaml, kubelet);
  const place = lines.findIndex((line) => line.includes('before removing'));
  // removeSandbox of kuberuntime_gc.go asks the runtime, not killPodWithSyncResult, whose line has no error.
  expect(lines[place - 1]).toMatch(/StopPodSandbox.* from runtime service failed/);
});

test.each([9, 20])('1.%i probes a removed pod no more, though its container runs on', (kubelet) => {
  expect(linesOf(removed, kubelet).join('\n')).not.toContain('probe for');
});

test.each([9, 20])('1.%i removes the directory of a pod that is gone', (kubelet) => {
  const text = linesOf(removed, kubelet).join('\n');
  expect(text).toMatch(/kubelet_volumes\.go:\d+\] Orphaned pod "[0-9a-f-]{36}" found, removing/);
});

test('1.20 says that a pod has completed its execution', () => {
  const scenario = ownScenarios().get('cni-del-fails');
  if (scenario === undefined) throw new Error('no scenario');
  const text = runScenario(scenario, { kubelet: 20, verbosity: 4 }).lines.join('\n');
  expect(text).toMatch(
    /kubelet\.go:2009\] Pod "web-0_default\([0-9a-f-]{36}\)" has completed execution and should be deleted from the API server: sync/,
  );
});

const over = `
title: One pod succeeds, one fails, while no network can be taken down.
runtime: docker
lasts: 20s
pods:
  - { name: good, restartPolicy: Never, containers: [{ name: app, run: exit, after: 5s }] }
  - { name: bad, restartPolicy: Never, containers: [{ name: app, run: exit, after: 5s, exitCode: 1 }] }
faults: [{ name: del, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 0s, do: create, pod: good }
  - { at: 3s, do: create, pod: bad }
  - { at: 4s, do: fault, fault: del, on: true }
`;

// syncPod of kubelet.go kills what has failed itself; computePodActions plans the kill of what has succeeded.
test.each([9, 13, 18, 21])('1.%i kills a pod that succeeded by a plan', (kubelet) => {
  const lines = linesOf(over, kubelet);
  const text = lines.join('\n');
  const plans = lines.filter((line) => line.includes('{KillPod:true CreateSandbox:false'));
  const kills = lines.filter((line) => /Stopping PodSandbox for .* dead/.test(line));
  expect(plans).toEqual([expect.stringMatching(/computePodActions got .*good/)]);
  expect(kills).toEqual([expect.stringContaining('good')]);
  expect(text).toMatch(/killPodWithSyncResult failed/);
  const killing = lines.filter((line) => line.includes('error killing pod: '));
  expect(killing.length).toBeGreaterThan(0);
  for (const line of killing) expect(line).not.toContain('good');
});

const pulls = `
title: A Secret for pulling is missing, and the disk is full for the second pod.
runtime: docker
lasts: 20s
pods:
  - { name: pulls, imagePullSecrets: [registry] }
  - { name: late }
faults: [{ name: none, kind: secret-missing, secret: registry }]
actions:
  - { at: 0s, do: fault, fault: none, on: true }
  - { at: 1s, do: create, pod: pulls }
  - { at: 8s, do: fill-disk, percent: 100 }
  - { at: 9s, do: create, pod: late }
`;

test.each([9, 20, 34])(
  '1.%i makes directories and fetches Secrets before it starts a pod',
  (kubelet) => {
    const text = linesOf(pulls, kubelet).join('\n');
    expect(text).toMatch(
      kubelet < 21
        ? /^W.*kubelet_pods\.go:\d+\] Unable to retrieve pull secret default\/registry for default\/pulls due to secrets "registry" not found\. {2}The image pull may not succeed\.$/m
        : /"Unable to retrieve pull secret, the image pull may not succeed\." pod="default\/pulls" secret="default\/registry" err="secrets \\"registry\\" not found"/,
    );
    expect(text).toMatch(
      /Unable to make pod data directories for pod.*mkdir \/var\/lib\/kubelet\/pods\/[0-9a-f-]+: no space left on device/,
    );
    expect(text).toMatch(/Error syncing pod.*no space left on device/);
  },
);

interface ClassicRow {
  readonly uid: string;
  readonly pod: string;
  readonly goroutine: string;
  readonly active: boolean;
  readonly pending: boolean;
  readonly state?: string;
}

test.each([9, 18, 21])('the truth of 1.%i tells what its workers hold', (kubelet) => {
  const scenario = ownScenarios().get('cni-del-hangs');
  if (scenario === undefined) throw new Error('no scenario');
  const { truth } = runScenario({ ...scenario, runtime: 'docker' }, { kubelet });
  const rows = truth.flatMap((line) => (JSON.parse(line) as { workers: ClassicRow[] }).workers);
  expect(rows.length).toBeGreaterThan(10);
  expect(new Set(rows.map(({ goroutine }) => goroutine))).toEqual(
    new Set(['idle', 'waiting', 'syncing']),
  );
  for (const row of rows) {
    expect(row.pod).toMatch(/_default$/);
    expect(row.active).toBe(row.goroutine !== 'idle');
    // Classic workers know no states.
    expect(row.state).toBeUndefined();
  }
  expect(rows.some(({ pending, active }) => pending && active)).toBe(true);
});

test('a fault of CNI CHECK is refused with a sentence', () => {
  const parsed = parseScenario(`
title: x
lasts: 1s
pods: []
faults: [{ name: c, kind: cni, command: CHECK, behaviour: error }]
actions: []
`);
  expect(parsed.ok ? '' : parsed.error).toContain('ever calls CHECK');
});

function logOf(name: string, kubelet: number, verbosity: number): string {
  const scenario = ownScenarios().get(name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return runScenario({ ...scenario, runtime: 'docker' }, { kubelet, verbosity }).lines.join('\n');
}

test('1.9 tells what the plug-in gets, and the namespace of the pod as its "podns path"', () => {
  const log = logOf('netns-missing', 9, 4);
  expect(log).toMatch(
    /cni\.go:284\] Got netns path \/proc\/\d+\/ns\/net\n.* cni\.go:285\] Using podns path default\n.* cni\.go:256\] About to add CNI network cni-loopback \(type=loopback\)/,
  );
  // A dead pause process has no namespace: the path is empty, and the call goes on.
  expect(log).toMatch(
    /^W.* cni\.go:242\] CNI failed .*\n.* cni\.go:284\] Got netns path \n.* Using podns path default\n.* cni\.go:274\] About to del CNI network cluster-net \(type=bridge\)$/m,
  );
  expect(logOf('netns-missing', 13, 4)).not.toContain('podns path');
});

test.each([9, 12, 20])('1.%i chooses its network plug-in when it starts', (kubelet) => {
  const log = logOf('pods-come-and-go', kubelet, 2);
  const at = [
    'Loaded network plugin "cni"',
    'Docker cri networking managed by cni',
    'Starting the GRPC server for the docker CRI shim.',
    'Container runtime docker initialized',
    'Starting kubelet main sync loop.',
  ].map((text) => log.indexOf(text));
  expect(Math.min(...at)).toBeGreaterThan(0);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
});

test.each([
  ['kubenet', 18, 'Docker cri networking managed by kubenet'],
  ['none', 18, 'Docker cri networking managed by kubernetes.io/no-op'],
  [
    'weave',
    10,
    'server.go:233] failed to run Kubelet: failed to create kubelet: Network plugin "weave" not found.',
  ],
  [
    'weave',
    20,
    `server.go:269] failed to run Kubelet: didn't find compatible CNI plugin with given settings &{HairpinMode:hairpin-veth NonMasqueradeCIDR:10.0.0.0/8 PluginName:weave PluginBinDirString:/opt/cni/bin PluginBinDirs:[/opt/cni/bin] PluginConfDir:/etc/cni/net.d PluginCacheDir:/var/lib/cni/cache MTU:0}: network plugin "weave" not found`,
  ],
  ['weave', 23, 'server.go:302] "Failed to run kubelet" err="failed to run Kubelet: didn\'t find'],
])('--network-plugin %s in 1.%i: %s', (networkPlugin, kubelet, text) => {
  const scenario = ownScenarios().get('pods-come-and-go');
  if (scenario === undefined) throw new Error('no scenario');
  const changed = { ...scenario, runtime: 'docker', networkPlugin } as const;
  const log = runScenario(changed, { kubelet, verbosity: 2 }).lines.join('\n');
  expect(log).toContain(text);
  expect(log.includes('Loaded network plugin')).toBe(networkPlugin === 'kubenet');
  expect(log.includes('main sync loop')).toBe(networkPlugin !== 'weave');
});

test.each([
  [9, false],
  [34, true],
])('1.%i reads its manifests each 20 s: %s', (kubelet, reads) => {
  const set = /Setting pods for source(?:" source="file"| file$)/;
  const times = logOf('static-pod-edits', kubelet, 4)
    .split('\n')
    .filter((line) => set.test(line))
    .map((line) => line.slice(6, 14));
  expect(['08:00:20', '08:00:40'].map((time) => times.includes(time))).toEqual([reads, reads]);
});

function* operation(order: string[], name: string, waits: (() => void)[]): Task<string> {
  order.push(`${name} begins`);
  yield (resume) => {
    waits.push(() => {
      resume();
    });
  };
  order.push(`${name} ends`);
  return name;
}

test('network operations of one pod wait for each other, those of others go on', () => {
  const manager = new PluginManager();
  const order: string[] = [];
  const waits: (() => void)[] = [];
  for (const [pod, name] of [
    ['web_default', 'ADD'],
    ['web_default', 'DEL'],
    ['db_default', 'other'],
  ] as const)
    spawn(
      manager.locking(pod, operation(order, name, waits)),
      () => undefined,
      () => true,
    );
  expect(order).toEqual(['ADD begins', 'other begins']);
  expect(manager.locked).toBe(2);
  for (const end of waits.splice(0)) end();
  expect(order.slice(2)).toEqual(['ADD ends', 'DEL begins', 'other ends']);
  for (const end of waits.splice(0)) end();
  expect(manager.locked).toBe(0);
});

const manifests = `
title: A URL has the manifests; it can't be reached for a while.
runtime: docker
lasts: 150s
pods: [{ name: proxy, namespace: kube-system, source: http }]
faults: [{ name: gone, kind: url }]
actions:
  - { at: 5s, do: create, pod: proxy }
  - { at: 30s, do: fault, fault: gone, on: true }
  - { at: 125s, do: fault, fault: gone, on: false }
`;

test.each([9, 20, 34])(
  '1.%i asks its URL each 20 s, and complains in a lower voice in time',
  (kubelet) => {
    const lines = linesOf(manifests, kubelet, 2);
    const about = (text: string): readonly string[] =>
      lines.filter((line) => line.includes(text)).map((line) => line.slice(0, 14));
    const added =
      kubelet < 21
        ? 'SyncLoop (ADD, "http"): "proxy-node-a_kube-system'
        : 'SyncLoop ADD" source="http" pods=["kube-system/proxy-node-a"]';
    // Created at 8 s; the node asks at 20 s.
    expect(about(added)).toEqual(['I0302 08:00:20']);
    const level = kubelet < 21 ? 'W' : 'I';
    expect(about('Failed to read pods from URL')).toEqual(
      ['08:00:40', '08:01:00', '08:01:20', '08:01:40'].map((at) => `${level}0302 ${at}`),
    );
    expect(lines.filter((line) => line.includes('Dropping verbosity'))).toHaveLength(1);
    expect(about('Successfully read pods from URL')).toEqual(['I0302 08:02:20']);
    expect(lines.join('\n')).not.toMatch(/SyncLoop \(?REMOVE/);
  },
);

test.each([
  [9, 4],
  [21, 2],
])(
  'what is rebuilt of classic workers is what they held, or unknown (1.%i at --v=%i)',
  (kubelet, verbosity) => {
    const scores = [...ownScenarios()].map(([name, scenario]) => {
      const { lines, truth } = runScenario(
        { ...scenario, runtime: 'docker' },
        { kubelet, verbosity },
      );
      const log = new TextEncoder().encode(`${lines.join('\n')}\n`);
      const mine = [...workersJsonl(rebuild(tapeOf(log)))].join('\n');
      const score = scoreWorkers(mine, [truth.join('\n')]);
      // A pod that is evicted, or deleted while the kubelet is down, is told of by no line of its end; at --v=2 fewer lines tell it of others.
      const least = /^(?:disk-full|kubelet-restarts)$/.test(name) ? 0.8 : 0.97;
      if (verbosity >= 4)
        expect(precision(score.fields.get('present')), name).toBeGreaterThan(least);
      expect(precision(score.fields.get('working')), name).toBeGreaterThan(0.96);
      return score;
    });
    const fields = pool(scores);
    expect(precision(fields.get('present'))).toBeGreaterThan(0.98);
    expect(precision(fields.get('working'))).toBeGreaterThan(0.99);
    // No line tells how long a sync that works goes on: from what wakes it on that is unknown.
    expect(coverage(fields.get('working'))).toBeGreaterThan(0.86);
  },
);

test.each([9, 18, 21])('1.%i keeps the newest dead container of each name', (kubelet) => {
  const crashing = ownScenarios().get('crash-loop');
  if (crashing === undefined) throw new Error('no scenario');
  const { lines } = runScenario(crashing, { kubelet, verbosity: 4 });
  const told = lines.flatMap((line) => /[Bb]ack-off (\S+) restarting/.exec(line)?.[1] ?? []);
  expect([...new Set(told)]).toEqual(['10s', '20s', '40s', '1m20s', '2m40s']);
});

test.each([9, 18, 21])('1.%i starts each init container once', (kubelet) => {
  const lines = linesOf(
    `
title: Two init containers in a row, then a container that goes on.
runtime: docker
lasts: 150s
pods:
  - name: two
    initContainers: [{ name: i1, run: exit, after: 2s }, { name: i2, run: exit, after: 1s }]
    containers: [{ name: app }]
actions:
  - { at: 1s, do: create, pod: two }
`,
    kubelet,
  );
  const started = lines.filter((line) => /SyncLoop \(PLEG\).*ContainerStarted/.test(line));
  // The sandbox, two init containers and the app.
  expect(started).toHaveLength(4);
});
