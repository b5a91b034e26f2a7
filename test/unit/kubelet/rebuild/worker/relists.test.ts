// What relists that take long hide, and what shows that they do: events of one relist that come one after the other.
import { describe, expect, it } from 'vitest';
import {
  config,
  container,
  historyOf,
  kill,
  now,
  only,
  pleg,
  print,
  runtimeIs,
  sandbox,
  uid,
} from '../../../../support/podLines.ts';
import type { PodHistory } from '../../../../../src/kubelet/rebuild/history.ts';

const old = [
  '10:00:00.000000 server.go:446 "Kubelet version" kubeletVersion="v1.23.17"',
  '10:00:00.500000 kubelet.go:2031 "Starting kubelet main sync loop"',
  runtimeIs('docker'),
];
const running = [
  ...old,
  config('10:00:10.000000', 'ADD'),
  print('10:00:10.003000', 'No sandbox'),
  pleg('10:00:11.000000', 'ContainerStarted', container),
  pleg('10:00:11.000100', 'ContainerStarted', sandbox),
];
const other = '9b1d108c-50f6-40c9-9406-9647175a8a33';

/** An event of another pod. */
function neighbour(clock: string, name: string): string {
  return `${clock} kubelet.go:2155 "SyncLoop (PLEG): event for pod" pod="default/${name}" event=&{ID:${other} Type:ContainerStarted Data:${container.replaceAll('b', 'c')}}`;
}

function web(lines: readonly string[]): PodHistory {
  return only({ pods: historyOf(lines).pods.filter(({ name }) => name === 'web') });
}

function cleaned(clock: string): string {
  return `${clock} kubelet_volumes.go:160 "Cleaned up orphaned pod volumes dir" podUID=${uid} path="/var/lib/kubelet/pods/${uid}/volumes"`;
}

const end = '10:02:20.000000 kubelet.go:2117 "SyncLoop ADD" source="file" pods=[]';

describe('a relist that tells of its pods one after the other', () => {
  const deaths = [
    config('10:01:00.000000', 'DELETE'),
    kill('10:01:00.001000'),
    pleg('10:01:12.000000', 'ContainerDied', container),
    pleg('10:01:12.000100', 'ContainerDied', sandbox),
    config('10:01:12.100000', 'DELETE'),
    config('10:01:12.101000', 'REMOVE'),
    end,
  ];
  const slow = [
    ...running,
    ...deaths.slice(0, 2),
    neighbour('10:01:03.000000', 'api'),
    neighbour('10:01:03.400000', 'api'),
    neighbour('10:01:11.600000', 'db'),
    ...deaths.slice(2),
  ];

  it('leaves open since when a pod is terminated', () => {
    const { worker } = web(slow);
    expect(worker.state.at(now('10:01:01.000000')).value).toBe('terminating');
    expect(worker.state.at(now('10:01:06.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:01:12.050000')).value).toBe('terminated');
  });

  it('is none when its events come at once: then the death is a second old at most', () => {
    const { worker } = web([...running, ...deaths]);
    expect(worker.state.at(now('10:01:06.000000')).value).toBe('terminating');
  });

  it('is shown too by a death that comes long after the grace period of its kill', () => {
    const other = uid.replaceAll('5', '6');
    const late = [
      `10:01:02.000000 kuberuntime_container.go:723 "Killing container with a grace period" pod="default/api" podUID=${other} containerName="app" containerID="docker://${container.replaceAll('b', 'd')}" gracePeriod=1`,
      `10:01:12.200000 kubelet.go:2155 "SyncLoop (PLEG): event for pod" pod="default/api" event=&{ID:${other} Type:ContainerDied Data:${container.replaceAll('b', 'd')}}`,
    ];
    const { worker } = web([
      ...running,
      ...deaths.slice(0, 2),
      ...late.slice(0, 1),
      ...deaths.slice(2, -1),
      ...late.slice(1),
      end,
    ]);
    expect(worker.state.at(now('10:01:06.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:01:12.050000')).value).toBe('terminated');
  });

  it('lets a worker wait before it takes note of a deletion', () => {
    const { worker } = web([
      ...running,
      neighbour('10:00:59.000000', 'api'),
      neighbour('10:00:59.400000', 'api'),
      config('10:01:00.000000', 'DELETE'),
      neighbour('10:01:05.000000', 'db'),
      neighbour('10:01:05.300000', 'db'),
      end,
    ]);
    expect(worker.terminationRequested.at(now('10:01:02.000000')).value).toBe(true);
    expect(worker.startedTerminating.at(now('10:01:02.000000')).known).toBe('unknown');
  });
});

describe('a control group without a directory', () => {
  const forced = [
    ...running,
    config('10:01:00.000000', 'DELETE'),
    config('10:01:00.001000', 'REMOVE'),
    kill('10:01:00.002000'),
    cleaned('10:01:02.510000'),
  ];
  const gone = `10:01:02.520000 kubelet_getters.go:300 "Path does not exist" path="/var/lib/kubelet/pods/${uid}/volumes"`;

  it('shows that the worker is not done, which the next pass forgets', () => {
    const { worker } = web([...forced, gone, end]);
    expect(worker.state.at(now('10:01:02.550000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:01:02.550000')).known).toBe('unknown');
    expect(worker.present.at(now('10:01:04.000000')).value).toBe(true);
    expect(worker.present.at(now('10:01:05.000000')).value).toBe(false);
  });

  it('is told of by each pass: a pod that none names is done', () => {
    const { worker } = web([...forced, end]);
    expect(worker.present.at(now('10:01:03.000000')).value).toBe(false);
  });
});

describe('a kill', () => {
  it('is no end while containers are told to end: what died before was another', () => {
    const { worker } = web([
      ...running,
      config('10:01:00.000000', 'DELETE'),
      config('10:01:00.001000', 'REMOVE'),
      `10:01:00.500000 generic.go:297 "Generic (PLEG): container finished" podID=${uid} containerID=${container.replaceAll('b', 'd')} exitCode=1`,
      kill('10:01:00.600000'),
      cleaned('10:01:08.510000'),
      end,
    ]);
    expect(worker.state.at(now('10:01:00.560000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:01:05.000000')).value).not.toBe(true);
  });
});
