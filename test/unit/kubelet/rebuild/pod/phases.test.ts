import { expect, it } from 'vitest';
import { SECOND } from '../../../../../src/base/time.ts';
import {
  at,
  config,
  container,
  historyOf,
  in123,
  kill,
  only,
  pleg,
  print,
  running,
  runtimeIs,
  sandbox,
  start,
  uid,
} from '../../../../support/podLines.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import {
  captureNames,
  labCaptureNames,
  rebuildCapture,
  tapeOf,
} from '../../../../support/captures.ts';

it.each([...captureNames(), ...labCaptureNames()])(
  'of %s nothing goes on for a pod whose worker has finished, but its time until it is forgotten',
  (name) => {
    const open = rebuildCapture(name).pods.flatMap((pod) => {
      const finished = pod.worker.finished.firstTo(true);
      if (finished === undefined) return [];
      return pod.phases
        .filter(
          ({ kind, from, to }) => to === undefined && from < finished.at && kind !== 'finished',
        )
        .map(({ kind }) => `${pod.name}: ${kind}`);
    });
    expect(open).toEqual([]);
  },
);

it('a sandbox whose own start no line tells is made before its container starts', () => {
  const log = [
    '10:00:10.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
    '10:00:10.100000       7 util.go:30] "No sandbox for pod can be found. Need to start a new one" pod="default/web"',
    `10:00:12.000000       7 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${'b'.repeat(64)}"}`,
    '10:00:52.000000       7 kubelet.go:2531] "SyncLoop DELETE" source="api" pods=["default/web"]',
  ];
  const text = log.map((line) => `I1121 ${line}\n`).join('');
  const [pod] = rebuild(tapeOf(new TextEncoder().encode(text))).pods;
  const sandbox = pod?.phases.find(({ kind }) => kind === 'sandbox');
  expect((sandbox?.to ?? NaN) - (sandbox?.from ?? NaN)).toBe(1.9 * SECOND);
});

function phasesOf(lines: readonly string[]): readonly string[] {
  const { phases } = only(historyOf(lines));
  const clock = (time: number): number => (time - at('10:00:00.000000')) / SECOND;
  return phases.map(
    ({ kind, from, to }) => `${kind} ${clock(from)} ${to === undefined ? '' : clock(to)}`,
  );
}

const started =
  '10:00:11.500000 pod_startup_latency_tracker.go:104 "Observed pod startup duration" pod="default/web" podStartSLOduration=0.9 podStartE2EDuration="914.5ms"';

function creating(clock: string, type: string, name: string): string {
  return `${clock} kuberuntime_manager.go:1424 "Creating container in pod" containerType="${type}" container="${name}" pod="default/web"`;
}

it('a pod runs once the first container after its init containers does', () => {
  const init = 'c'.repeat(64);
  const found = phasesOf([
    ...start,
    config('10:00:10.000000', 'ADD'),
    print('10:00:10.500000', 'No sandbox'),
    creating('10:00:11.000000', 'init container', 'setup'),
    pleg('10:00:12.000000', 'ContainerStarted', init),
    pleg('10:00:12.000100', 'ContainerStarted', sandbox),
    pleg('10:00:14.000000', 'ContainerDied', init),
    creating('10:00:14.100000', 'container', 'app'),
    pleg('10:00:15.000000', 'ContainerStarted', container),
  ]);
  expect(found.filter((phase) => phase.startsWith('running'))).toEqual(['running 15 ']);
  expect(found).toContain('start 12.0001 15');
});

it('a pod runs no longer when its sandbox is dead, until a container of the next one does', () => {
  const [next, app] = ['d'.repeat(64), 'e'.repeat(64)];
  const found = phasesOf([
    ...running,
    started,
    pleg('10:00:30.000000', 'ContainerDied', container),
    print('10:00:30.000100'),
    pleg('10:00:30.000200', 'ContainerDied', sandbox),
    pleg('10:00:32.000000', 'ContainerStarted', app),
    pleg('10:00:32.000100', 'ContainerStarted', next),
    config('10:00:40.000000', 'DELETE'),
  ]);
  expect(found.filter((phase) => /^(?:running|sandbox)/.test(phase))).toEqual([
    'sandbox 10.003 11.0001',
    'running 11 30.0001',
    'sandbox 30.0001 32.0001',
    'running 32 40.004',
  ]);
});

it.each([
  `kubelet.go:2848 "Failed to delete pod" pod="default/web" err="skipping delete because sources aren't ready yet"`,
  `kubelet.go:2140 Failed to delete pod "web_default(${uid})", err: skipping delete because sources aren't ready yet`,
])(
  'a pod whose deletion is skipped for want of another source runs on until it is killed',
  (refused) => {
    const skipped = [
      ...running,
      config('10:00:30.000000', 'REMOVE'),
      `10:00:30.000100 ${refused}`,
      config('10:00:40.000000', 'ADD').replace('default/web', 'default/other'),
    ];
    const { worker, phases } = historyOf(skipped).pods.find(({ name }) => name === 'web') ?? {};
    expect(worker?.terminationRequested.firstTo(true)).toBe(undefined);
    expect(phases?.filter(({ kind }) => kind === 'initOrRunning').map(({ to }) => to)).toEqual([
      undefined,
    ]);
  },
);

it('whether the first container is an init container, --v=2 does not tell until the pod has started', () => {
  const found = phasesOf(running);
  expect(found.filter((phase) => /^(?:running|initOrRunning)/.test(phase))).toEqual([
    'initOrRunning 11 ',
  ]);
  const app = 'd'.repeat(64);
  const shown = phasesOf([
    ...running,
    pleg('10:00:14.000000', 'ContainerDied', container),
    pleg('10:00:14.000100', 'ContainerStarted', app),
    started.replace('10:00:11.5', '10:00:14.5'),
  ]);
  expect(shown.filter((phase) => /^(?:running|initOrRunning)/.test(phase))).toEqual([
    'initOrRunning 11 14.0001',
    'running 14.0001 ',
  ]);
  expect(phasesOf([...running, started])).toContain('running 11 ');
});

/** Of a pod that is deleted: its kill and its teardown. */
function endsOf(lines: readonly string[]): readonly string[] {
  return phasesOf(lines).filter((phase) => /^(?:kill|teardown|cleanup)/.test(phase));
}

function of21(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace('v1.34.2', 'v1.21.14'));
}

function exited(clock: string): string {
  return `${clock} kuberuntime_container.go:880 "Container exited normally" pod="default/web" podUID="${uid}" containerName="app" containerID="containerd://${container}"`;
}

function killer(clock: string): string {
  return `${clock} kubelet_pods.go:1285 "Killing unwanted pod" podName="web"`;
}

it('what podKiller kills runs no longer, and is stopped when its containers have exited', () => {
  const killed = [
    ...of21(running),
    config('10:00:20.000000', 'REMOVE'),
    killer('10:00:20.000100'),
    kill('10:00:20.000200'),
  ];
  const found = phasesOf(killed);
  expect(found.filter((phase) => /^initOrRunning/.test(phase))).toEqual([
    'initOrRunning 11 20.0001',
  ]);
  expect(endsOf(killed)).toEqual([]);
  const told = endsOf([...killed, exited('10:00:40.000000')]);
  expect(told.filter((phase) => /^(?:kill|cleanup)/.test(phase))).toEqual(['kill 20.0002 40']);
});

it('a teardown that failed shows that the containers are dead', () => {
  const found = phasesOf([
    ...of21(running),
    config('10:00:20.000000', 'REMOVE'),
    killer('10:00:20.000100'),
    kill('10:00:20.000200'),
    `10:00:21.000000 kubelet_pods.go:1289 "Failed killing the pod" err="failed to \\"KillPodSandbox\\" for \\"${uid}\\" with KillPodSandboxError: \\"rpc error: no\\"" podName="web"`,
    pleg('10:00:50.000000', 'ContainerDied', 'f'.repeat(64)).replaceAll('default/web', 'a/b'),
  ]);
  expect(found.filter((phase) => /^(?:initOrRunning|kill|teardown)/.test(phase))).toEqual([
    'initOrRunning 11 20.0001',
    'kill 20.0002 21',
  ]);
});

it('a teardown begins when the containers are dead, and has no phase where no line tells that', () => {
  const killed = [...running, config('10:00:20.000000', 'REMOVE'), kill('10:00:20.000200')];
  const down = print('10:00:40.500000');
  expect(endsOf([...killed, down, print('10:00:41.000000')])).not.toContainEqual(
    expect.stringMatching(/^teardown/),
  );
  const told = endsOf([...killed, exited('10:00:40.000000'), down, print('10:00:41.000000')]);
  expect(told.filter((phase) => /^kill/.test(phase))).toEqual(['kill 20.0002 40']);
  expect(told).toContainEqual(expect.stringMatching(/^teardown 40 40\.5/));
});

it('a container is dead by its own line before a relist sees it', () => {
  const found = endsOf([
    ...running,
    config('10:00:20.000000', 'DELETE'),
    kill('10:00:20.000200'),
    exited('10:00:22.000000'),
    pleg('10:00:22.900000', 'ContainerDied', container),
  ]);
  expect(found).toContain('kill 20.0002 22');
});

it('the teardown of a pod that ended by itself begins with the sync that kills', () => {
  const lines = [
    ...running,
    pleg('10:00:20.000000', 'ContainerDied', container),
    '10:00:20.000100 pod_workers.go:800 "Pod completed execution and should be terminated" pod="default/web"',
    '10:00:21.000000 kubelet.go:2129 "SyncTerminatingPod enter" pod="default/web" podUID="U"',
    print('10:00:21.050000'),
    print('10:00:22.100000'),
    pleg('10:00:22.100100', 'ContainerDied', sandbox),
  ].map((line) => line.replace('"U"', `"${uid}"`));
  const without = lines.filter((line) => !line.includes('SyncTerminatingPod'));
  expect(endsOf(without).filter((phase) => /^teardown/.test(phase))).toEqual([]);
  expect(endsOf(lines).filter((phase) => /^teardown/.test(phase))).toEqual([
    expect.stringMatching(/^teardown 21 /),
  ]);
});

it('what one relist tells of a pod has no length, what two tell has', () => {
  const startsAt = (clock: string): readonly string[] =>
    phasesOf([
      ...start,
      config('10:00:10.000000', 'ADD'),
      pleg('10:00:11.000000', 'ContainerStarted', sandbox),
      print('10:00:11.000010', 'No sandbox'),
      pleg(clock, 'ContainerStarted', container),
      config('10:00:20.000000', 'DELETE'),
      kill('10:00:20.000200'),
    ]).filter((phase) => phase.startsWith('start'));
  expect(startsAt('10:00:11.000047')).toEqual([]);
  expect(startsAt('10:00:11.300000')).toEqual([]);
  expect(startsAt('10:00:12.000000')).toEqual(['start 11 12']);
});

it.each([
  ['1.34', '"StopContainer from runtime service failed" err="ERROR" containerID="ID"', 'v1.34.2'],
  ['1.19', 'StopContainer "ID" from runtime service failed: ERROR', 'v1.19.16'],
])('a stop that fails does not end what it stops (%s)', (_, text, version) => {
  const late = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
  const call = text.replace('ERROR', late).replace('ID', container);
  const found = endsOf(
    [
      ...running,
      config('10:00:20.000000', 'DELETE'),
      kill('10:00:20.000200'),
      `10:02:22.000000 remote_runtime.go:349 ${call}`,
      `10:04:22.000000 remote_runtime.go:143 ${call.replaceAll('StopContainer', 'StopPodSandbox').replaceAll(container, sandbox).replace('containerID', 'podSandboxID')}`,
      pleg('10:04:43.000000', 'ContainerDied', container),
    ].map((line) => line.replace('v1.34.2', version)),
  );
  expect(found).toContain('kill 20.0002 283');
});

it('a kill of a kubelet of 1.21 goes on until PLEG sees the container dead', () => {
  const found = endsOf([
    ...of21(running),
    config('10:00:20.000000', 'DELETE'),
    kill('10:00:20.000200'),
    pleg('10:00:22.900000', 'ContainerDied', container),
    config('10:00:24.000000', 'REMOVE'),
  ]);
  expect(found).toContain('kill 20.0002 22.9');
});

function on(runtime: 'containerd' | 'docker', lines: readonly string[]): readonly string[] {
  return [...lines.slice(0, start.length), runtimeIs(runtime), ...lines.slice(start.length)];
}

const stopping = [
  ...of21(running),
  config('10:00:20.000000', 'DELETE'),
  kill('10:00:20.000200'),
  exited('10:00:22.000000'),
  pleg('10:00:22.900000', 'ContainerDied', container),
  pleg('10:00:22.900100', 'ContainerDied', sandbox),
];

it('the death of a sandbox ends its teardown with docker alone, which calls DEL before', () => {
  const gone = [config('10:00:29.000000', 'DELETE'), config('10:00:29.001000', 'REMOVE')];
  expect(endsOf([...on('docker', stopping), ...gone])).toContain('teardown 22 22.9001');
  for (const lines of [on('containerd', stopping), stopping]) {
    expect(endsOf(lines)).toEqual(['kill 20.0002 22', 'teardown 22 ']);
    expect(phasesOf(lines)).toContainEqual(expect.stringMatching(/^terminating 20[\d.]* $/));
  }
});

it('up to 1.21 a termination ends when the pod is gone, and of its teardown alone no line tells', () => {
  const gone = [
    ...on('containerd', stopping),
    config('10:00:29.000000', 'DELETE'),
    config('10:00:29.001000', 'REMOVE'),
  ];
  const found = phasesOf(gone).filter((phase) =>
    /^(?:terminating|teardown|cleanup|finished)/.test(phase),
  );
  expect(found).toEqual([
    expect.stringMatching(/^terminating 20[\d.]* 29\.001$/),
    'teardown 22 29.001',
  ]);
  const { phases } = only(historyOf(gone));
  expect(phases.find(({ kind }) => kind === 'teardown')?.known).toBe('unknown');
});

it('the next sync of a worker up to 1.21 shows that its teardown is over', () => {
  const generating = (clock: string): string =>
    `${clock} kubelet_pods.go:1448 "Generating pod status" pod="default/web"`;
  const lines = [
    ...on('containerd', stopping),
    // The loop makes one when it hears of a death (cleanUpContainersInPod of kubelet.go).
    generating('10:00:22.900110'),
    generating('10:00:50.000000'),
  ];
  expect(endsOf(lines.slice(0, -1))).toContain('teardown 22 ');
  expect(endsOf(lines)).toContain('teardown 22 50');
});

it('a teardown begins at the latest with the first line of a DEL', () => {
  const found = endsOf([
    ...on('docker', in123(running)),
    config('10:00:20.000000', 'DELETE'),
    kill('10:00:20.000200'),
    `10:00:20.248848 cni.go:381 "Error deleting pod from network" err="lease store is unreachable" pod="default/web" podSandboxID={Type:docker ID:${sandbox}} podNetnsPath="/proc/25150/ns/net" networkType="bridge" networkName="net"`,
    pleg('10:00:20.369300', 'ContainerDied', container),
  ]);
  expect(found).toContain('kill 20.0002 20.248848');
  expect(found).toContainEqual(expect.stringMatching(/^teardown 20\.2488/));
});
