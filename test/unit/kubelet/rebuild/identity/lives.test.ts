// Which pod of a name a line means that gives the name alone.
import { describe, expect, it } from 'vitest';
import { historyOf, now } from '../../../../support/podLines.ts';

const uid = '633b3010ed28eb86f0bdba9cf882796b';
const file = (clock: string, op: string): string =>
  `${clock} kubelet.go:2117 "SyncLoop ${op}" source="file" pods=[kube-system/gate-node-a]`;

it('is the static pod that was there first when its sandbox is made after it was replaced', () => {
  const history = historyOf([
    '10:00:00.000000 server.go:446 "Kubelet version" kubeletVersion="v1.23.17"',
    '10:00:00.500000 kubelet.go:2031 "Starting kubelet main sync loop"',
    file('10:00:10.000000', 'ADD'),
    file('10:00:10.050000', 'REMOVE'),
    file('10:00:10.050100', 'ADD'),
    `10:00:10.150000 kubelet_volumes.go:160 "Cleaned up orphaned pod volumes dir" podUID=${uid} path="/var/lib/kubelet/pods/${uid}/volumes"`,
    '10:00:10.200000 kuberuntime_manager.go:487 "No sandbox for pod can be found. Need to start a new one" pod="kube-system/gate-node-a"',
    file('10:00:13.000000', 'REMOVE'),
    `10:00:13.200000 pod_workers.go:965 "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"main\\"" pod="kube-system/gate-node-a" podUID=${uid}`,
    '10:01:20.000000 kubelet.go:2117 "SyncLoop ADD" source="api" pods=[]',
  ]);
  const [first, second] = history.pods;
  expect(history.pods).toHaveLength(2);
  expect(first?.uid.value).toBe(uid);
  expect(first?.marks('sandbox.needed')).toHaveLength(1);
  // It never began, and so nothing of it has to end.
  expect(second?.worker.started.at(now('10:00:12.000000')).known).toBe('unknown');
  expect(second?.worker.finished.at(now('10:00:13.100000')).value).toBe(true);
  expect(second?.worker.present.at(now('10:00:20.000000')).value).toBe(false);
});

it('is the static pod that never began when the older one stays for good, and nothing is told of the new one', () => {
  const id = 'bc22a4e349b70936417df836e11ebf190f8134c79ffd4b7287638a17eaa820ca';
  const event = (clock: string, type: string): string =>
    `${clock} kubelet.go:2155 "SyncLoop (PLEG): event for pod" pod="kube-system/gate-node-a" event=&{ID:${uid} Type:${type} Data:${id}}`;
  const history = historyOf([
    '10:00:00.000000 server.go:446 "Kubelet version" kubeletVersion="v1.23.17"',
    '10:00:00.500000 kubelet.go:2031 "Starting kubelet main sync loop"',
    file('10:00:10.000000', 'ADD'),
    '10:00:10.100000 kuberuntime_manager.go:487 "No sandbox for pod can be found. Need to start a new one" pod="kube-system/gate-node-a"',
    event('10:00:11.000000', 'ContainerStarted'),
    file('10:00:20.000000', 'REMOVE'),
    file('10:00:20.000100', 'ADD'),
    `10:00:20.001000 kuberuntime_container.go:723 "Killing container with a grace period" pod="kube-system/gate-node-a" podUID=${uid} containerName="main" containerID="docker://${id}" gracePeriod=10`,
    `10:00:21.500000 pod_workers.go:965 "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"${uid}\\"" pod="kube-system/gate-node-a" podUID=${uid}`,
    file('10:01:10.000000', 'REMOVE'),
    '10:01:20.000000 kubelet.go:2117 "SyncLoop ADD" source="api" pods=[]',
  ]);
  const [first, second] = history.pods;
  expect(history.pods).toHaveLength(2);
  expect(first?.worker.present.at(now('10:01:19.000000')).value).toBe(true);
  expect(second?.worker.present.at(now('10:01:09.000000')).value).toBe(true);
  expect(second?.worker.finished.at(now('10:01:10.100000')).value).toBe(true);
  expect(second?.worker.present.at(now('10:01:19.000000')).value).toBe(false);
});

it('is the new pod of a name whose volumes are mounted, though the UID of the one before was never told', () => {
  const uid = '84209d67-14dc-47c0-85b6-fad71b50b54e';
  const config = (clock: string, op: string): string =>
    `${clock} kubelet.go:2515 "SyncLoop ${op}" source="api" pods=["default/sick-1"]`;
  const history = historyOf([
    '10:00:00.000000 server.go:529 "Kubelet version" kubeletVersion="v1.34.2"',
    '10:00:00.500000 kubelet.go:2428 "Starting kubelet main sync loop"',
    config('10:00:10.000000', 'ADD'),
    '10:00:10.100000 util.go:34 "No sandbox for pod can be found. Need to start a new one" pod="default/sick-1"',
    config('10:00:11.000000', 'DELETE'),
    config('10:00:11.001000', 'REMOVE'),
    config('10:00:11.060000', 'ADD'),
    `10:00:11.150000 reconciler_common.go:251 "operationExecutor.VerifyControllerAttachedVolume started for volume \\"scratch\\" (UniqueName: \\"kubernetes.io/empty-dir/${uid}-scratch\\") pod \\"sick-1\\" (UID: \\"${uid}\\") " pod="default/sick-1"`,
    '10:00:20.000000 kubelet.go:2515 "SyncLoop ADD" source="api" pods=[]',
  ]);
  const [first, second] = history.pods;
  expect(history.pods).toHaveLength(2);
  expect(first?.uid.known).toBe('unknown');
  expect(second?.uid.value).toBe(uid);
});

describe('a name that a new kubelet lists, of which another UID shows', () => {
  const old = 'ef2ff5dd-8df8-421b-a976-ba2d9afc79e9';
  const anew = 'e1f7ac59-708d-4403-8124-c56ab285819d';
  const id = (of: string): string => of.replaceAll('-', '').padEnd(64, '0');
  const event = (clock: string, type: string, of: string): string =>
    `${clock} kubelet.go:2155 "SyncLoop (PLEG): event for pod" pod="default/again" event=&{ID:${of} Type:${type} Data:${id(of)}}`;
  const add = (clock: string): string =>
    `${clock} kubelet.go:2117 "SyncLoop ADD" source="api" pods=[default/again]`;
  const starts = (clock: string): string[] => [
    `${clock}.000000 server.go:446 "Kubelet version" kubeletVersion="v1.23.17"`,
    `${clock}.500000 kubelet.go:2031 "Starting kubelet main sync loop"`,
  ];
  const first = [...starts('10:00:00'), add('10:00:10.000000')];

  it('is of another pod, made while no kubelet ran: the old one is killed as an orphan', () => {
    const history = historyOf([
      ...first,
      event('10:00:11.000000', 'ContainerStarted', old),
      ...starts('10:00:30'),
      add('10:00:31.000000'),
      `10:00:32.500000 kuberuntime_container.go:723 "Killing container with a grace period" pod="default/again" podUID=${old} containerName="main" containerID="docker://${id(old)}" gracePeriod=1`,
      event('10:00:33.000000', 'ContainerStarted', anew),
      `10:00:34.000000 generic.go:297 "Generic (PLEG): container finished" podID=${old} containerID="${id(old)}" exitCode=137`,
      '10:01:20.000000 kubelet.go:2117 "SyncLoop ADD" source="file" pods=[]',
    ]);
    const [one, two] = history.pods;
    expect(history.pods.map((pod) => pod.uid.value)).toEqual([old, anew]);
    expect(one?.worker.present.at(now('10:00:31.500000')).value).not.toBe(true);
    expect(one?.worker.state.at(now('10:00:32.600000')).value).toBe('terminating');
    expect(two?.worker.state.at(now('10:00:31.500000')).value).toBe('sync');
  });

  it('was of the pod that the sync loop still knew', () => {
    const history = historyOf([
      ...first,
      event('10:00:11.000000', 'ContainerStarted', old),
      ...starts('10:00:30'),
      add('10:00:31.000000'),
      event('10:00:32.000000', 'ContainerStarted', old),
      event('10:00:50.000000', 'ContainerStarted', anew),
      '10:01:20.000000 kubelet.go:2117 "SyncLoop ADD" source="file" pods=[]',
    ]);
    expect(history.pods[0]?.worker.state.at(now('10:00:40.000000')).value).toBe('sync');
    expect(history.pods[1]?.worker.present.at(now('10:00:40.000000')).value).not.toBe(true);
  });
});
