// Up to 1.21: a worker is there and at work where a line of its own sync shows it, whatever PLEG tells of its sandbox.
import { expect, it } from 'vitest';
import {
  config,
  container,
  failed,
  historyOf,
  now,
  only,
  pleg,
  print,
  sandbox,
  start,
} from '../../../../support/podLines.ts';

const runs = [
  ...start.map((line) => line.replace('v1.34.2', 'v1.21.14')),
  config('10:00:10.000000', 'ADD'),
  print('10:00:10.003000', 'No sandbox'),
  pleg('10:00:11.000000', 'ContainerStarted', sandbox),
  pleg('10:00:12.000000', 'ContainerStarted', container),
];
const end = '10:05:00.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';

function plan(clock: string, isNew: boolean): string {
  const started = isNew ? '[0]' : '[]';
  return `${clock} kuberuntime_manager.go:705 "computePodActions got for pod" podActions={KillPod:${String(isNew)} CreateSandbox:${String(isNew)} SandboxID:${sandbox} Attempt:1 NextInitContainerToStart:nil ContainersToStart:${started} ContainersToKill:map[] EphemeralContainersToStart:[]} pod="default/web"`;
}

function generates(clock: string): string {
  return `${clock} kubelet_pods.go:1520 "Generating pod status" pod="default/web"`;
}

/** One relist tells of both; the sync that its first event asked for has begun when the second is told. */
function dies(...own: readonly string[]): readonly string[] {
  return [
    ...runs,
    pleg('10:01:00.000000', 'ContainerDied', container),
    print('10:01:00.000030'),
    ...own,
    pleg('10:01:00.000090', 'ContainerDied', sandbox),
  ];
}

function told(lines: readonly string[], clock: string): (boolean | undefined)[] {
  const { worker } = only(historyOf([...lines, end]));
  return [worker.present.at(now(clock)).value, worker.working.at(now(clock)).value];
}

it('who is to make the sandbox anew works until it is there, or that fails', () => {
  const lines = dies(plan('10:01:00.000060', true));
  expect(told(lines, '10:02:00.000000')).toEqual([true, true]);
  const made = `10:02:30.000000 kuberuntime_manager.go:790 "Created PodSandbox for pod" podSandboxID="${sandbox}" pod="default/web"`;
  expect(told([...lines, made], '10:02:00.000000')).toEqual([true, true]);
  expect(told([...lines, made], '10:02:31.000000')).toEqual([true, undefined]);
});

it('a sync that looked for a sandbox and fails went on until then, and its worker was there', () => {
  expect(told(dies(), '10:01:00.000030')).toEqual([true, true]);
  expect(told(dies(), '10:02:00.000000')).toEqual([undefined, undefined]);
  const fails = failed('10:03:00.000000', 'failed to KillPodSandbox: DeadlineExceeded');
  const over = [...dies(), fails];
  expect(told(over, '10:02:00.000000')).toEqual([true, true]);
  // Nothing tries to make the sandbox after that: the pod was over.
  expect(told(over, '10:04:00.000000')[0]).toBe(false);
  const anew = pleg('10:03:14.000000', 'ContainerStarted', sandbox.replace('9', 'a'));
  const retried = [...over, print('10:03:12.000000'), anew];
  expect(told(retried, '10:02:00.000000')).toEqual([true, true]);
  expect(told(retried, '10:04:00.000000')[0]).toBe(true);
});

it('a worker is at work at a line of its own sync, be it the first', () => {
  const lines = [...runs, config('10:01:00.000000', 'DELETE'), generates('10:01:00.000015')];
  expect(told(runs, '10:01:00.000015')).toEqual([true, false]);
  expect(told(lines, '10:01:00.000015')).toEqual([true, true]);
  expect(told([...runs, plan('10:01:00.000000', false)], '10:01:00.000000')).toEqual([true, true]);
});

it('the status that the sync loop makes at the death of a container is not the worker’s', () => {
  const lines = [
    ...runs,
    pleg('10:01:00.000000', 'ContainerDied', container),
    generates('10:01:00.000015'),
  ];
  expect(told(lines, '10:01:00.000015')).toEqual([true, undefined]);
});

it('one that was asked once more while it made a container is not idle until that has started', () => {
  const lines = [
    ...runs,
    pleg('10:01:00.000000', 'ContainerDied', container),
    '10:01:02.000000 kuberuntime_manager.go:836 "Creating container in pod" containerType="container" container="app" pod="default/web"',
  ];
  expect(told(lines, '10:01:02.000000')).toEqual([true, true]);
  expect(told(lines, '10:01:04.000000')).toEqual([true, undefined]);
});
