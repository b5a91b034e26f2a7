// What a large cluster in the Sources view costs the extension host: 200 nodes and 5,000 pods of a real API server, then changes.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { podPath } from './api.ts';
import type { Cluster } from './cluster.ts';
import { apiHost, apiPort } from './controlPlane.ts';
import { inLanes, Peer } from './peer.ts';

const nodes = 200;
const pods = 5_000;
const changes = 2_000;
const rounds = 3;

interface Report {
  readonly ms: number;
  readonly changes: number;
  readonly idleMB: number;
  readonly peakMB: number;
  readonly longestMs: number;
  readonly cpuMs: number;
}

export async function measureLive(
  cluster: Cluster,
  [peer, dist]: readonly [peer: string, dist: string],
  say: (line: string) => void,
): Promise<void> {
  const { control } = cluster;
  const kubeconfig = path.join(cluster.plan.dir, 'inside.kubeconfig');
  const text = control.kubeconfig(`https://${apiHost}:${apiPort}`, control.caFile);
  writeFileSync(kubeconfig, text, { mode: 0o600 });
  await inLanes(nodes, async (n) => {
    await control.api.change('POST', '/api/v1/nodes', { metadata: { name: `node-${n}` } });
    await control.api.change('PATCH', `/api/v1/nodes/node-${n}/status`, nodeStatus);
  });
  await inLanes(pods, async (n) => {
    await control.api.change('POST', podPath('default'), podOf(n));
    await control.api.change('PATCH', `${podPath('default', `pod-${n}`)}/status`, statusOf(n, 0));
  });
  const size = (await control.api.text('/api/v1/pods?resourceVersion=0')).length;
  say(`cluster: ${nodes} nodes, ${pods} pods, ${(size / 1e6).toFixed(1)} MB of JSON`);
  const first: Report[] = [];
  const after: Report[] = [];
  for (let round = 0; round < rounds; round++) {
    const extension = new Peer<Report>('extension', [process.execPath, peer, kubeconfig, dist]);
    first.push(await extension.next());
    await inLanes(changes, (n) =>
      control.api.change(
        'PATCH',
        `${podPath('default', `pod-${(n * 7) % pods}`)}/status`,
        statusOf(n, round + 1),
      ),
    );
    await sleep(1_000);
    after.push(await extension.ask());
    await extension.end();
  }
  const of = (from: readonly Report[], value: (report: Report) => number): number =>
    median(from.map(value));
  const above = ({ peakMB, idleMB }: Report): number => peakMB - idleMB;
  say(
    line(
      'first tree',
      of(first, ({ ms }) => ms),
      'ms',
      2_000,
    ),
  );
  say(line('memory above idle, first tree', of(first, above), 'MB', 300));
  say(line(`memory above idle, after ${changes} changes`, of(after, above), 'MB', 300));
  say(
    line(
      'longest slice of the host thread, first tree',
      of(first, ({ longestMs }) => longestMs),
      'ms',
      16,
    ),
  );
  say(
    line(
      'longest slice of the host thread, a change',
      of(after, ({ longestMs }) => longestMs),
      'ms',
      16,
    ),
  );
}

function line(name: string, value: number, unit: string, limit: number): string {
  return `${name}: ${value.toFixed(value < 10 ? 1 : 0)} ${unit} (limit: ${limit}, ratio ${(value / limit).toFixed(2)})`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const nodeStatus = {
  status: {
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
      },
    ],
    nodeInfo: {
      ...{ machineID: '', systemUUID: '', bootID: '', kernelVersion: '6.1', osImage: 'Linux' },
      ...{ containerRuntimeVersion: 'containerd://1.6.20', kubeletVersion: 'v1.34.2' },
      ...{ kubeProxyVersion: '', operatingSystem: 'linux', architecture: 'amd64' },
    },
  },
};

function podOf(n: number): object {
  const env = Array.from({ length: 6 }, (_, i) => ({ name: `SETTING_${i}`, value: `value ${i}` }));
  return {
    metadata: { name: `pod-${n}`, labels: { app: `app-${n % 100}`, tier: 'web' } },
    spec: {
      nodeName: `node-${n % nodes}`,
      automountServiceAccountToken: false,
      containers: [{ name: 'app', image: `registry.test/app:${n % 7}`, env }],
    },
  };
}

function statusOf(n: number, restartCount: number): object {
  const containerID = `containerd://${String(n).padStart(64, '0')}`;
  const image = `registry.test/app:${n % 7}`;
  return {
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          ...{ name: 'app', ready: true, restartCount, image, imageID: image, containerID },
          state: { running: { startedAt: '2026-11-21T10:00:00Z' } },
        },
      ],
    },
  };
}
