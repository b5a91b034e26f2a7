import { expect, it } from 'vitest';
import { SECOND } from '../../../../../src/base/time.ts';
import {
  at,
  config,
  container,
  historyOf,
  only,
  pleg,
  print,
  running,
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
    expect(phases?.find(({ kind }) => kind === 'running')?.to).toBe(undefined);
  },
);
