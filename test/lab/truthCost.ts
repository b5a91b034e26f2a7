// Measures what the truth costs a kubelet: how long a pod takes from its creation to Running, and the processor time of the kubelet.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { podPath } from './api.ts';
import type { Cluster, LabNode } from './cluster.ts';
import { until } from './program.ts';
import { podManifest, type ScenarioPod } from './podManifest.ts';

/** Ticks of /proc/PID/stat in a second, the same on every Linux that Go runs on. */
const ticksPerSecond = 100;

export async function measureTruth(
  cluster: Cluster,
  rounds: number,
  pod: ScenarioPod,
): Promise<string[]> {
  const [truth, plain] = [cluster.node('node-a'), cluster.node('node-b')];
  const starts = new Map<LabNode, number[]>([
    [truth, []],
    [plain, []],
  ]);
  // The first start of each fills caches.
  for (const node of [truth, plain]) await startPod(cluster, node, pod, 'warm');
  const cpuBefore = [truth, plain].map(cpuSeconds);
  for (let round = 0; round < rounds; round++)
    for (const node of round % 2 === 0 ? [truth, plain] : [plain, truth]) {
      const took = await startPod(cluster, node, pod, String(round));
      starts.get(node)?.push(took);
    }
  const [cpuTruth = 0, cpuPlain = 0] = [truth, plain].map(
    (node, i) => ((cpuSeconds(node) - (cpuBefore[i] ?? 0)) * 1000) / rounds,
  );
  const [a, b] = [median(starts.get(truth) ?? []), median(starts.get(plain) ?? [])];
  const line = (name: string, value: number, peer: number) =>
    `${name}: ${value.toFixed(0)} ms (without: ${peer.toFixed(0)} ms, ratio ${(value / peer).toFixed(2)})`;
  return [
    line(`pod start with truth, median of ${rounds}`, a, b),
    line('kubelet processor time for each pod with truth', cpuTruth, cpuPlain),
  ];
}

/** Milliseconds from the request that creates a pod to the status that says Running. */
async function startPod(
  cluster: Cluster,
  node: LabNode,
  pod: ScenarioPod,
  suffix: string,
): Promise<number> {
  const name = `${pod.name}-${node.name}-${suffix}`;
  const began = performance.now();
  await cluster.createPod(podManifest(pod, name, node.name), pod.namespace);
  await until(`pod ${name} is Running`, 60_000, () => runs(cluster, pod, name), 10);
  const took = performance.now() - began;
  await cluster.deletePod(pod.namespace, name, 1);
  await until(`pod ${name} is gone`, 60_000, async () => {
    return !(await cluster.control.api.answers(podPath(pod.namespace, name))) || undefined;
  });
  // Relists are a second apart; a start at any moment of that second must be as likely on one node as on the other.
  await sleep(Math.random() * 1000);
  return took;
}

async function runs(cluster: Cluster, pod: ScenarioPod, name: string): Promise<true | undefined> {
  const { status } = await cluster.control.api.get(podPath(pod.namespace, name));
  return status?.phase === 'Running' || undefined;
}

function cpuSeconds(node: LabNode): number {
  const stat = readFileSync(`/proc/${node.kubelet.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 0 ? (upper + (sorted[middle - 1] ?? 0)) / 2 : upper;
}
