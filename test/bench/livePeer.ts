// The extension's side of a connected cluster, as the extension host runs it: the engine in its thread, and on the thread that all extensions
// share what makes rows of its answers. It says on a line of JSON when the first tree stands; then each line on its input asks for
// what it has used so far.
import path from 'node:path';
import readline from 'node:readline';
import { clusterTree, podTree } from '../../src/extension/live/clusterRows.ts';
import { plainRow, type TreeRow } from '../../src/extension/views/row.ts';
import { startEngine } from '../../src/engine/host/node/start.ts';

const [kubeconfig = '', dist = ''] = process.argv.slice(2);

/** Resident memory in MB, of all threads. */
const memory = (): number => process.memoryUsage.rss() / 1e6;
/** Milliseconds of processor time of this thread. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** How long this thread works at a stretch: between two turns of its loop. */
class Slices {
  longest = 0;
  private before = cpu();

  constructor() {
    setInterval(() => {
      const now = cpu();
      this.longest = Math.max(this.longest, now - this.before);
      this.before = now;
    }, 1);
  }
}

const { client } = await startEngine(path.join(dist, 'worker.cjs'));
await client.call('cluster', []);
// Idle: what the engine's thread costs before a cluster is connected.
await new Promise((resolve) => setTimeout(resolve, 500));
const idle = memory();
const cpuBefore = cpu();
let slices = new Slices();
let changes = 0;
let peak = idle;

/** What the Sources view does with each answer: rows for the tree, and the pods of a node that is unfolded. */
async function show(): Promise<readonly TreeRow[]> {
  const row = await client.call('cluster', []);
  if (row?.state !== 'live') return [];
  const rows = [clusterTree(row)].map(plainRow);
  const pods = podTree('node-0', await client.call('clusterPods', ['node-0'])).map(plainRow);
  peak = Math.max(peak, memory());
  return [...rows, ...pods];
}

function report(ms: number): void {
  const used = { idleMB: idle, peakMB: peak, longestMs: slices.longest, cpuMs: cpu() - cpuBefore };
  console.log(JSON.stringify({ ms, changes, ...used }));
}

const began = performance.now();
await client.call('connectCluster', [{ context: 'lab', kubeconfig, runsPrograms: false }]);
while ((await show()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
report(performance.now() - began);
slices = new Slices();

let showing: Promise<unknown> = Promise.resolve();
client.onEvent((event) => {
  if (event.kind !== 'clusterChanged') return;
  changes++;
  showing = showing.then(show);
});
readline.createInterface({ input: process.stdin }).on('line', () => {
  void showing.then(() => {
    report(0);
  });
});
