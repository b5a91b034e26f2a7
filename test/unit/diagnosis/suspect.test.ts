import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

const uid = '617e9b80-43a3-486c-af36-0beeaf9a919b';

function at(seconds: number): string {
  const clock = [10, Math.floor(seconds / 60), Math.floor(seconds % 60)];
  const micros = String(Math.round((seconds % 1) * 1e6)).padStart(6, '0');
  return `0314 ${clock.map((part) => String(part).padStart(2, '0')).join(':')}.${micros}    2113`;
}

function crashLoop(seconds: number): string {
  return `E${at(seconds)} pod_workers.go:1294] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=app pod=loud_apps(${uid})\\"" pod="apps/loud" podUID="${uid}"`;
}

function unreachable(seconds: number): string {
  return `E${at(seconds)} controller.go:195] "Failed to update lease" err="Put \\"https://10.0.0.2:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-a?timeout=10s\\": dial tcp 10.0.0.2:6443: connect: connection refused"`;
}

function podOf(lines: readonly string[], id: string): string | undefined {
  const finding = diagnoseText(`${lines.join('\n')}\n`).findings.find((one) => one.id === id);
  expect(finding?.severity).not.toBe('info');
  expect(finding).toBeDefined();
  return finding?.pod;
}

const times = [1, 31, 61, 91, 121];

describe('a fault of the node', () => {
  test('is of no pod whose lines stand by chance right behind it', () => {
    const lines = times.flatMap((second) => [
      `E${at(second)} kubelet.go:2627] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="4.2s"`,
      crashLoop(second + 0.004),
    ]);
    expect(podOf(lines, 'housekeeping-slow')).toBeUndefined();
  });

  test('is of no pod that only some of its lines name', () => {
    const lines = times.flatMap((second) => [
      unreachable(second),
      `W${at(second + 2)} status_manager.go:890] "Failed to get status for pod" podUID="${uid}" pod="apps/loud" err="Get \\"https://10.0.0.2:6443/api/v1/namespaces/apps/pods/loud\\": dial tcp 10.0.0.2:6443: connect: connection refused"`,
      `E${at(second + 5)} kubelet_node_status.go:548] "Error updating node status, will retry" err="error getting node \\"node-a\\": Get \\"https://10.0.0.2:6443/api/v1/nodes/node-a\\": dial tcp 10.0.0.2:6443: connect: connection refused"`,
    ]);
    expect(podOf(lines, 'api-unreachable')).toBeUndefined();
  });

  test('is of the pod that each of its errors is about', () => {
    const refused =
      'plugin type=\\"calico\\" failed (add): stat /var/lib/calico/nodename: no such file or directory: check that the calico/node container is running and has mounted /var/lib/calico/';
    const lines = times.flatMap((second) => [
      `E${at(second)} log.go:32] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to setup network for sandbox \\"9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d\\": ${refused}"`,
      `E${at(second + 0.002)} pod_workers.go:1294] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"loud_apps(${uid})\\" with CreatePodSandboxError: \\"rpc error: code = Unknown desc = failed to setup network for sandbox \\\\\\"9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d\\\\\\": ${refused}\\"" pod="apps/loud" podUID="${uid}"`,
    ]);
    expect(podOf(lines, 'cni-state-file-missing')).toBe('apps/loud');
  });
});

test('two kubelets that speak in turns do not cut each other’s faults short', () => {
  const lines = times.flatMap((second) => [
    unreachable(second),
    unreachable(second + 3).replace('    2113', '    4711'),
  ]);
  expect(podOf(lines, 'api-unreachable')).toBeUndefined();
});

test('a line that names nobody is of the pod in its chain, though that one’s line names no container', () => {
  const error =
    'rpc error: code = Unknown desc = failed to resolve reference \\"r.example/app:1\\": not found';
  const chain = (seconds: number, pod: string): readonly string[] => [
    `E${at(seconds)} remote_image.go:236] "PullImage from image service failed" err="${error}" image="r.example/app:1"`,
    `E${at(seconds + 0.0001)} kuberuntime_manager.go:919] container &Container{Name:main,Image:r.example/app:1} start failed in pod ${pod}_apps(${uid}): ErrImagePull: rpc error: not found`,
    `E${at(seconds + 0.4)} pod_workers.go:965] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"main\\" with ErrImagePull: \\"not found\\"" pod="apps/${pod}" podUID=${uid}`,
  ];
  const lines = times.flatMap((second) => [
    ...chain(second, 'one'),
    ...chain(second + 5, 'two').map((line) => line.replaceAll(uid, uid.replace('617', '718'))),
  ]);
  const { findings } = diagnoseText(`${lines.join('\n')}\n`);
  const pulls = findings.filter(({ id }) => id === 'image-pull-backoff');
  expect(pulls.map(({ pod }) => pod).toSorted()).toEqual(['apps/one', 'apps/two']);
});
