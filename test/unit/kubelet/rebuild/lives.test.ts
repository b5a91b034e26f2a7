// Which pod of a name a line means that gives the name alone.
import { expect, it } from 'vitest';
import { historyOf, now } from '../../../support/podLines.ts';

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
  expect(second?.worker.started.at(now('10:00:12.000000')).value).toBe(false);
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
