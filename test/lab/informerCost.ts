// What it costs to follow a real API server: our informer beside client-node's and client-go's, each in a process of its own,
// on the same pods. Processor time counts for updates, since how fast they come is up to the server.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { podPath } from './api.ts';
import type { Cluster } from './cluster.ts';
import { apiHost, apiPort } from './controlPlane.ts';
import { until } from './program.ts';

const pods = 20_000;
const updates = 100_000;
const rounds = 3;
const lanes = 32;
const bench = path.resolve(import.meta.dirname, '../bench');

interface Report {
  readonly synced: boolean;
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMB: number;
  readonly updates: number;
  /** The longest turn of the main thread, in milliseconds; ours alone says it. */
  readonly longestMs?: number;
}

class Peer {
  readonly name: string;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting: ((report: Report) => void)[] = [];
  private complaints = '';

  constructor(
    name: string,
    command: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) {
    this.name = name;
    const [program = '', ...args] = command;
    this.child = spawn(program, args, { env: { ...process.env, ...env } });
    readline.createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.waiting.shift()?.(JSON.parse(line) as Report);
    });
    this.child.stderr.on('data', (part) => (this.complaints += String(part)));
  }

  /** What it says next: at first, that it is synced. */
  next(): Promise<Report> {
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      this.child.once('close', () => {
        reject(new Error(`${this.name} ended: ${this.complaints.slice(-1000)}`));
      });
    });
  }

  ask(): Promise<Report> {
    const answer = this.next();
    this.child.stdin.write('\n');
    return answer;
  }

  async end(): Promise<void> {
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGKILL');
    await closed;
  }
}

export async function measureInformers(cluster: Cluster, goPeer: string): Promise<string[]> {
  const kubeconfig = path.join(cluster.plan.dir, 'inside.kubeconfig');
  const { control } = cluster;
  const text = control.kubeconfig(`https://${apiHost}:${apiPort}`, control.caFile);
  writeFileSync(kubeconfig, text, { mode: 0o600 });
  const ts = (file: string, ...args: string[]) => {
    return [process.execPath, path.join(bench, file), kubeconfig, ...args];
  };
  const peers = {
    ours: () => new Peer('ours', ts('informerPeer.ts')),
    streaming: () => new Peer('ours, streaming', ts('informerPeer.ts', 'streaming')),
    node: () => new Peer('client-node', ts('clientNodePeer.ts')),
    // Its faster way: without streaming lists.
    go: () =>
      new Peer('client-go', [goPeer, kubeconfig], { KUBE_FEATURE_WatchListClient: 'false' }),
  };
  await inLanes(pods, (n) => control.api.change('POST', podPath('default'), podOf(n)));
  const size = (await control.api.text('/api/v1/pods?resourceVersion=0')).length;
  const lines = [`pods: ${pods}, ${(size / 1e6).toFixed(1)} MB`];
  const found: Record<keyof typeof peers, Report[]> = { ours: [], streaming: [], node: [], go: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ['ours', 'node', 'go', 'streaming'] as const) {
      const peer = peers[name]();
      found[name].push(await peer.next());
      await peer.end();
    }
  }
  const of = (name: keyof typeof peers, key: 'ms' | 'peakMB' | 'longestMs' | 'cpuMs') =>
    median(found[name].map((report) => report[key] ?? 0));
  const compared = (key: 'ms' | 'peakMB', title: string, unit: string, peer: 'node' | 'go') =>
    line(
      title,
      of('ours', key),
      unit,
      peer === 'node' ? 'client-node' : 'client-go',
      of(peer, key),
    );
  lines.push(
    compared('ms', 'first sync', 'ms', 'node'),
    compared('ms', 'first sync', 'ms', 'go'),
    line('first sync by streaming list', of('streaming', 'ms'), 'ms', 'by list', of('ours', 'ms')),
    compared('peakMB', 'peak memory of first sync', 'MB', 'node'),
    compared('peakMB', 'peak memory of first sync', 'MB', 'go'),
    line('longest turn of the host thread', of('ours', 'longestMs'), 'ms', 'limit', 16),
  );
  return [...lines, ...(await measureUpdates(cluster, [peers.ours(), peers.node(), peers.go()]))];
}

async function measureUpdates(cluster: Cluster, running: readonly Peer[]): Promise<string[]> {
  for (const peer of running) await peer.next();
  const before = await Promise.all(running.map((peer) => peer.ask()));
  const began = performance.now();
  await inLanes(updates, (n) => {
    const path = podPath('default', `pod-${n % pods}`);
    return cluster.control.api.change('PATCH', path, {
      metadata: { annotations: { update: String(n) } },
    });
  });
  let after = before;
  await until('every peer has seen every update', 120_000, async () => {
    after = await Promise.all(running.map((peer) => peer.ask()));
    return after.every((report) => report.updates >= updates) || undefined;
  });
  const wall = (performance.now() - began) / 1000;
  await Promise.all(running.map((peer) => peer.end()));
  const [ours = 0, node = 0, go = 0] = after.map((report, i) => {
    return updates / ((report.cpuMs - (before[i]?.cpuMs ?? 0)) / 1000);
  });
  return [
    line(`updates for a second of processor time, ${updates}`, ours, '1/s', 'client-node', node),
    line(`updates for a second of processor time, ${updates}`, ours, '1/s', 'client-go', go),
    `updates as the server made them: ${(updates / wall).toFixed(0)} 1/s`,
  ];
}

function line(name: string, value: number, unit: string, peer: string, peerValue: number): string {
  return `${name}: ${value.toFixed(0)} ${unit} (${peer}: ${peerValue.toFixed(0)}, ratio ${(value / peerValue).toFixed(2)})`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Calls `work` with 0 to `count` - 1, many at a time. */
async function inLanes(count: number, work: (n: number) => Promise<void>): Promise<void> {
  const each = Array.from({ length: lanes }, async (_, lane) => {
    for (let n = lane; n < count; n += lanes) await work(n);
  });
  await Promise.all(each);
}

/** About as large as a pod usually is. */
function podOf(n: number): object {
  const env = Array.from({ length: 6 }, (_, i) => ({ name: `SETTING_${i}`, value: `value ${i}` }));
  return {
    metadata: { name: `pod-${n}`, labels: { app: `app-${n % 100}`, tier: 'web' } },
    spec: {
      containers: [{ name: 'app', image: `registry.test/app:${n % 7}`, env }],
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'web', effect: 'NoSchedule' }],
    },
  };
}
