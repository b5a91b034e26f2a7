// What it costs to follow a real API server: our informer beside client-node's and client-go's, each in a process of its own,
// on the same pods. Processor time counts for updates, since how fast they come is up to the server.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { podPath } from './api.ts';
import type { Cluster } from './cluster.ts';
import { apiHost, apiPort } from './controlPlane.ts';
import { Replay } from './informerReplay.ts';
import { inLanes, Peer } from './peer.ts';
import { until } from './program.ts';

const pods = 20_000;
const updates = 100_000;
/** Milliseconds; a slow server makes as many updates as it can in this time. */
const updateTime = 120_000;
const rounds = 3;

interface Report {
  readonly synced: boolean;
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMB: number;
  readonly updates: number;
  /** The longest that the main thread worked at a stretch, in milliseconds; ours alone says it. */
  readonly longestMs?: number;
}

/** Tells each figure as soon as it is there. */
export async function measureInformers(
  cluster: Cluster,
  programs: string,
  say: (line: string) => void,
): Promise<void> {
  const kubeconfig = path.join(cluster.plan.dir, 'inside.kubeconfig');
  const { control } = cluster;
  const text = control.kubeconfig(`https://${apiHost}:${apiPort}`, control.caFile);
  writeFileSync(kubeconfig, text, { mode: 0o600 });
  const peers = peersOf(programs, kubeconfig);
  await inLanes(pods, (n) => control.api.change('POST', podPath('default'), podOf(n)));
  const size = (await control.api.text('/api/v1/pods?resourceVersion=0')).length;
  say(`pods: ${pods}, ${(size / 1e6).toFixed(1)} MB`);
  const found: Record<keyof typeof peers, Report[]> = {
    ours: [],
    lean: [],
    json: [],
    streaming: [],
    node: [],
    go: [],
  };
  for (let round = 0; round < rounds; round++) {
    for (const name of ['ours', 'node', 'go', 'lean', 'json', 'streaming'] as const) {
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
  const lines = [
    compared('ms', 'first sync', 'ms', 'node'),
    compared('ms', 'first sync', 'ms', 'go'),
    line('first sync by streaming list', of('streaming', 'ms'), 'ms', 'by list', of('ours', 'ms')),
    compared('peakMB', 'peak memory of first sync', 'MB', 'node'),
    compared('peakMB', 'peak memory of first sync', 'MB', 'go'),
    line(
      'peak memory without managedFields',
      of('lean', 'peakMB'),
      'MB',
      'client-node',
      of('node', 'peakMB'),
    ),
    line(
      'first sync without managedFields',
      of('lean', 'ms'),
      'ms',
      'client-node',
      of('node', 'ms'),
    ),
    line('first sync in JSON', of('json', 'ms'), 'ms', 'client-node', of('node', 'ms')),
    line('peak memory in JSON', of('json', 'peakMB'), 'MB', 'client-node', of('node', 'peakMB')),
    line('longest slice of the host thread', of('ours', 'longestMs'), 'ms', 'limit', 16),
  ];
  for (const each of lines) say(each);
  const replay = await Replay.record(control);
  const { lines: updated, made } = await measureUpdates(cluster, [
    peers.ours(),
    peers.node(),
    peers.go(),
  ]);
  for (const each of updated) say(each);
  const replayed = path.join(cluster.plan.dir, 'replay.kubeconfig');
  writeFileSync(replayed, plainKubeconfig(await replay.serve(made)));
  for (const each of await measureReplay(replay, made, peersOf(programs, replayed))) say(each);
  replay.end();
}

function peersOf(programs: string, kubeconfig: string) {
  const ts = (file: string, ...args: string[]) => {
    return [process.execPath, path.join(programs, file), kubeconfig, ...args];
  };
  return {
    ours: () => new Peer<Report>('ours', ts('informerPeer.mjs')),
    json: () => new Peer<Report>('ours, JSON', ts('informerPeer.mjs', 'json')),
    lean: () => new Peer<Report>('ours, lean', ts('informerPeer.mjs', 'lean')),
    streaming: () => new Peer<Report>('ours, streaming', ts('informerPeer.mjs', 'streaming')),
    node: () => new Peer<Report>('client-node', ts('clientNodePeer.mjs')),
    // Its faster way: without streaming lists.
    go: () =>
      new Peer<Report>('client-go', [path.join(programs, 'client-go-informer'), kubeconfig], {
        KUBE_FEATURE_WatchListClient: 'false',
      }),
  };
}

/** Without TLS, which client-node takes only if it is told not to look at certificates. */
function plainKubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'replay', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'nobody', user: {} }],
    contexts: [{ name: 'replay', context: { cluster: 'replay', user: 'nobody' } }],
    'current-context': 'replay',
  });
}

/** The same updates once more, each peer alone and as fast as it takes them. */
async function measureReplay(
  replay: Replay,
  made: number,
  peers: ReturnType<typeof peersOf>,
): Promise<string[]> {
  const names = ['ours', 'json', 'node', 'go'] as const;
  const none = (): Record<(typeof names)[number], number[]> => {
    return { ours: [], json: [], node: [], go: [] };
  };
  const [rates, perCpuSecond] = [none(), none()];
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const peer = peers[name]();
      const synced = await peer.next();
      const done = await until(
        `${peer.name} has seen all updates`,
        120_000,
        async () => {
          const report = await peer.ask();
          return report.updates >= made ? report : undefined;
        },
        20,
      );
      rates[name].push(made / ((performance.now() - replay.beganAt) / 1000));
      perCpuSecond[name].push(made / ((done.cpuMs - synced.cpuMs) / 1000));
      await peer.end();
    }
  }
  const title = `${made} updates through one watch at full speed`;
  const compared = (
    found: typeof rates,
    name: 'ours' | 'json',
    peer: 'node' | 'go',
    unit: string,
  ) =>
    line(
      name === 'json' ? `${title}, in JSON` : title,
      median(found[name]),
      unit,
      peer === 'node' ? 'client-node' : 'client-go',
      median(found[peer]),
    );
  const processor = '1/s of processor time';
  return [
    compared(rates, 'ours', 'node', '1/s'),
    compared(rates, 'ours', 'go', '1/s'),
    compared(perCpuSecond, 'ours', 'node', processor),
    compared(perCpuSecond, 'ours', 'go', processor),
    compared(rates, 'json', 'node', '1/s'),
    compared(perCpuSecond, 'json', 'node', processor),
  ];
}

async function measureUpdates(
  cluster: Cluster,
  running: readonly Peer<Report>[],
): Promise<{ readonly lines: string[]; readonly made: number }> {
  await Promise.all(running.map((peer) => peer.next()));
  const before = await Promise.all(running.map((peer) => peer.ask()));
  const began = performance.now();
  let made = 0;
  await inLanes(updates, async (n) => {
    if (performance.now() - began > updateTime) return;
    made += 1;
    const path = podPath('default', `pod-${n % pods}`);
    await cluster.control.api.change('PATCH', path, {
      metadata: { annotations: { update: String(n) } },
    });
  });
  const wall = (performance.now() - began) / 1000;
  // Who had to list anew meanwhile has missed some for good: what counts is that nobody is behind any more.
  let after = before;
  await until('the peers have come to rest', 120_000, async () => {
    await sleep(2000);
    const last = after;
    after = await Promise.all(running.map((peer) => peer.ask()));
    return after.every((report, n) => report.updates === last[n]?.updates) || undefined;
  });
  await Promise.all(running.map((peer) => peer.end()));
  const [ours = 0, node = 0, go = 0] = after.map((report, i) => {
    return report.updates / ((report.cpuMs - (before[i]?.cpuMs ?? 0)) / 1000);
  });
  const seen = after.map((report, n) => `${running[n]?.name ?? ''} ${report.updates}`).join(', ');
  const lines = [
    line('updates for a second of processor time', ours, '1/s', 'client-node', node),
    line('updates for a second of processor time', ours, '1/s', 'client-go', go),
    `updates of ${made} that were seen: ${seen}`,
    `updates as the server made them: ${(made / wall).toFixed(0)} 1/s`,
  ];
  return { lines, made };
}

function line(name: string, value: number, unit: string, peer: string, peerValue: number): string {
  return `${name}: ${value.toFixed(value < 10 ? 1 : 0)} ${unit} (${peer}: ${peerValue.toFixed(0)}, ratio ${(value / peerValue).toFixed(2)})`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

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
