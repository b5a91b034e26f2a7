// Our informer as the extension runs it, on a thread of its own, for the informer's benchmark. It says on a line of JSON when
// the store is synced; then each line on its input asks what it has seen and used so far.
import readline from 'node:readline';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { engineThreadLimits } from '../../src/engine/host/node/start.ts';
import type { Seen } from './informerThread.ts';

/** How long the main thread works at a stretch, in milliseconds of processor time; who else wants the processors does not count. */
class Slices {
  longest = 0;
  private before = 0;
  private readonly timer = setInterval(() => {
    this.look();
  }, 1);

  constructor() {
    this.look();
    this.longest = 0;
  }

  end(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const { user, system } = process.threadCpuUsage();
    const now = (user + system) / 1000;
    this.longest = Math.max(this.longest, now - this.before);
    this.before = now;
  }
}

function report({ synced, ms, updates }: Seen, longestMs: number): void {
  const { user, system } = process.cpuUsage();
  const peakMB = Math.round(process.resourceUsage().maxRSS / 1000);
  const cpuMs = Math.round((user + system) / 1000);
  console.log(JSON.stringify({ synced, ms: Math.round(ms), cpuMs, peakMB, updates, longestMs }));
}

if (isMainThread) {
  const [kubeconfig = '', how = ''] = process.argv.slice(2);
  const worker = new Worker(new URL(import.meta.url), {
    resourceLimits: engineThreadLimits,
    workerData: { kubeconfig, how },
  });
  let slices: Slices | undefined;
  worker.once('online', () => {
    slices = new Slices();
  });
  worker.on('message', (seen: Seen) => {
    // Looking costs time itself, so it ends with the first sync.
    slices?.end();
    report(seen, slices?.longest ?? 0);
  });
  readline.createInterface({ input: process.stdin }).on('line', () => {
    worker.postMessage('report');
  });
} else {
  const { kubeconfig, how } = workerData as { kubeconfig: string; how: string };
  // The main thread has nothing of it, as the extension host has nothing of the engine.
  const { follow } = await import('./informerThread.ts');
  follow(kubeconfig, how);
}
