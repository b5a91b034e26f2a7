import { expect, test } from 'vitest';
import { cpuRequest, refusals } from '../../../src/kubelet/admission.ts';
import type { Pod } from '../../../src/kubelet/pod.ts';

function pod(uid: string, cpu: readonly number[], initial: readonly number[] = []): Pod {
  const container = (cpuRequest: number, i: number) => ({ name: `c${i}`, image: 'x', cpuRequest });
  return {
    metadata: { uid, name: uid, namespace: 'ns' },
    spec: { containers: cpu.map(container), initContainers: initial.map(container) },
  };
}

test('a pod takes what its containers request, or its largest init container', () => {
  expect(cpuRequest(pod('a', [100, 200]))).toBe(300);
  expect(cpuRequest(pod('a', [100, 200], [50, 700]))).toBe(700);
});

test('each that is admitted takes room from those behind it', () => {
  const refused = refusals(
    [pod('a', [600]), pod('b', [600]), pod('c', [300])],
    [pod('old', [700])],
    { cpu: 1600 },
    34,
  );
  expect([...refused]).toEqual([
    [
      'b',
      [
        'OutOfcpu',
        "Node didn't have enough resource: cpu, requested: 600, used: 1300, capacity: 1600",
      ],
    ],
  ]);
});

test('a full node refuses any pod, a pod without requests fits any cpu', () => {
  const full = { pods: 1, cpu: 0 };
  expect([...refusals([pod('a', [])], [pod('old', [])], full, 34).values()]).toEqual([
    ['OutOfpods', "Node didn't have enough resource: pods, requested: 1, used: 1, capacity: 1"],
  ]);
  expect(refusals([pod('a', [])], [], full, 34).size).toBe(0);
});

test.each([
  [9, 'PodFitsHostPorts', 'Predicate PodFitsHostPorts failed'],
  [18, 'NodePorts', 'Predicate NodePorts failed'],
  [
    34,
    'NodePorts',
    "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
  ],
])('a host port of 1.%d that another pod has is refused', (minor, reason, message) => {
  const on = (uid: string, hostPort: number, protocol: 'TCP' | 'UDP'): Pod => {
    const ports = [{ hostPort, containerPort: 80, protocol }];
    const containers = [{ name: 'app', image: 'x', ports }];
    return { metadata: { uid, name: uid, namespace: 'ns' }, spec: { containers } };
  };
  const arrivals = [on('same', 8080, 'TCP'), on('udp', 8080, 'UDP'), on('again', 8080, 'UDP')];
  const refused = refusals(arrivals, [on('old', 8080, 'TCP')], {}, minor);
  const refusal = [reason, message];
  expect([...refused]).toEqual([
    ['same', refusal],
    ['again', refusal],
  ]);
});
