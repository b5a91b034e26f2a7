// A capture: what a scenario on a real cluster left behind, in files that a test can read anywhere. While it is played, the
// kubelet is asked what it knows; afterwards logs, truth and answers are put together, without a name of the machine they are from.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Scenario } from '../../src/simulate/scenario.ts';
import type { Cluster, LabNode } from './cluster.ts';
import { runtimeLog } from './runtime.ts';
import { cacheDir } from './run.ts';

const sampledMetrics =
  /^kubelet_(pleg_(last_seen_seconds|relist_(duration|interval)_seconds_(sum|count)|discard_events)|active_pods|working_pods|desired_pods|mirror_pods|restarted_pods_total|orphaned_runtime_pods_total|running_(pods|containers)|evictions|pod_worker_(start_)?duration_seconds_(sum|count))/;

/** Asks one kubelet again and again while something is played. */
export class Sampler {
  private readonly node: LabNode;
  private readonly dir: string;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly last = new Map<string, string>();
  private dumps = 0;

  constructor(node: LabNode, dir: string) {
    this.node = node;
    this.dir = dir;
    mkdirSync(dir, { recursive: true });
    this.every(2000, () => this.metrics());
    this.every(1000, () => this.answers('/pods'));
    this.every(1000, () => this.answers('/runningpods/'));
    this.every(60_000, () => this.goroutines());
  }

  private every(pause: number, ask: () => Promise<void>): void {
    const again = () => {
      void ask()
        // A kubelet that is down, or hangs, is part of what is captured.
        .catch((error: unknown) => {
          this.line('samples.jsonl', { t: Date.now() / 1000, error: String(error) });
        });
    };
    this.timers.push(setInterval(again, pause));
  }

  private line(file: string, value: object): void {
    appendFileSync(path.join(this.dir, file), JSON.stringify(value) + '\n');
  }

  private async metrics(): Promise<void> {
    const t = Date.now() / 1000;
    const text = await this.node.kubelet.api.text('/metrics');
    const metrics: Record<string, number> = {};
    for (const line of text.split('\n')) {
      const space = line.lastIndexOf(' ');
      if (sampledMetrics.test(line)) metrics[line.slice(0, space)] = Number(line.slice(space + 1));
    }
    this.line('samples.jsonl', { t, metrics });
  }

  /** Of an answer, the pods that are not as they were in the one before, and the UIDs of all. */
  private async answers(url: string): Promise<void> {
    const t = Date.now() / 1000;
    const { items } = JSON.parse(await this.node.kubelet.api.text(url)) as PodList;
    const pods = (items ?? []).map((pod) => ({ uid: pod.metadata.uid, text: podText(pod) }));
    const changed = pods.filter(({ uid, text }) => this.last.get(`${url} ${uid}`) !== text);
    for (const { uid, text } of changed) this.last.set(`${url} ${uid}`, text);
    const uids = pods.map(({ uid }) => uid);
    this.line('pods.jsonl', {
      t,
      url,
      uids,
      changed: changed.map((p): unknown => JSON.parse(p.text)),
    });
  }

  private async goroutines(): Promise<void> {
    const text = await this.node.kubelet.api.text('/debug/pprof/goroutine?debug=2');
    writeFileSync(path.join(this.dir, `goroutines-${++this.dumps}.txt`), text);
  }

  /** Ends with a last dump of the goroutines. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.goroutines().catch(() => undefined);
  }
}

interface PodList {
  readonly items: readonly { readonly metadata: { readonly uid: string } }[] | null;
}

/** A pod without what only says who wrote which field. */
function podText(pod: object): string {
  return JSON.stringify(pod, (key, value: unknown) =>
    key === 'managedFields' ? undefined : value,
  );
}

export interface CaptureFacts {
  readonly scenario: string;
  readonly title: string;
  readonly kubelet: string;
  readonly runtime: string;
  readonly verbosity: number;
  readonly format: Scenario['format'];
  readonly node: string;
}

/** Puts one node's capture together in `out`; what was there before of an earlier capture goes. */
export function writeCapture(
  cluster: Cluster,
  node: LabNode,
  samples: string,
  facts: CaptureFacts,
  out: string,
): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const clean = sanitiser(cluster);
  const put = (name: string, text: string) => {
    writeFileSync(path.join(out, `${name}.gz`), gzipSync(clean(text), { level: 9 }));
  };
  put('kubelet.log', wholeLog(node.kubelet.log));
  const runtime = node.space.outside(runtimeLog(node.runtime));
  if (existsSync(runtime)) put(path.basename(runtime), readFileSync(runtime, 'utf8'));
  for (let run = 1; run <= node.kubelet.runs; run++)
    for (const file of node.kubelet.truthFiles(run)) {
      const name = path.basename(file, '.jsonl');
      put(`${name}-${run}.jsonl`, readFileSync(file, 'utf8'));
    }
  for (const file of readdirSync(samples))
    put(file, readFileSync(path.join(samples, file), 'utf8'));
  writeFileSync(path.join(out, 'capture.json'), JSON.stringify(facts, null, 2) + '\n');
  const actions = path.join(cluster.plan.dir, 'actions.jsonl');
  writeFileSync(path.join(out, 'actions.jsonl'), clean(readFileSync(actions, 'utf8')));
}

/** The log with its rotated parts before it, oldest first. */
function wholeLog(log: string): string {
  const rotated: string[] = [];
  for (let n = 1; existsSync(`${log}.${n}`); n++) rotated.push(`${log}.${n}`);
  return [...rotated, log].map((file) => readFileSync(file, 'utf8')).join('');
}

/** Takes out what tells of the machine: its names, its ids, its kernel, its folders. */
export function sanitiser(cluster: Cluster): (text: string) => string {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  const zeros = '00000000-0000-0000-0000-000000000000';
  const pairs: [string, string][] = [
    [cluster.plan.dir, '/srv/lab'],
    [cacheDir, '/srv/lab'],
    [cluster.control.token, 'TOKEN'],
    [`kubelet-lab-${cluster.plan.runId}`, 'lab'],
    [os.release(), '6.1.0'],
    [read('/proc/sys/kernel/random/boot_id'), zeros],
    [read('/sys/class/dmi/id/product_uuid'), zeros],
    [read('/etc/machine-id'), zeros.replaceAll('-', '')],
    [read('/etc/hostname'), 'host'],
  ];
  const known = pairs.filter(([from]) => from.length > 3);
  return (text) => known.reduce((t, [from, to]) => t.replaceAll(from, to), text);
}
