// Our informer as the extension runs it, on a thread of its own, for the informer's benchmark. It says on a line of JSON when
// the store is synced; then each line on its input asks what it has seen and used so far.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import readline from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { connect } from '../../src/cluster/main.ts';
import { behaviours } from '../../src/informer/behaviour.ts';
import type { KubeObject } from '../../src/informer/object.ts';
import { restRetry } from '../../src/informer/restRetry.ts';
import { SharedInformer } from '../../src/informer/sharedInformer.ts';
import { realClock } from '../support/realClock.ts';

interface Seen {
  readonly synced: boolean;
  readonly ms: number;
  readonly updates: number;
}

function follow(kubeconfig: string, streamingLists: boolean): void {
  const began = performance.now();
  const connection = connect({ files: [kubeconfig], environment: {} });
  if (!connection.ok) throw new Error(connection.error);
  const raw = connection.value.listerWatcher<KubeObject>({ path: '/api/v1/pods', streamingLists });
  let updates = 0;
  const tell = (): void => {
    const seen: Seen = { synced: informer.hasSynced, ms: performance.now() - began, updates };
    parentPort?.postMessage(seen);
  };
  const informer = new SharedInformer<KubeObject>({
    listerWatcher: restRetry(raw, realClock),
    clock: realClock,
    random: Math.random,
    behaviour: behaviours['1.37'],
    onSynced: () => {
      // The handler hears of the list in later turns of its own.
      const wait = (): void => {
        if (registration.ok && registration.value.hasSynced) tell();
        else setImmediate(wait);
      };
      wait();
    },
  });
  const registration = informer.addEventHandler({ onUpdate: () => (updates += 1) });
  parentPort?.on('message', tell);
  informer.run();
}

function report({ synced, ms, updates }: Seen, longestMs: number): void {
  const { user, system } = process.cpuUsage();
  const peakMB = Math.round(process.resourceUsage().maxRSS / 1000);
  const cpuMs = Math.round((user + system) / 1000);
  console.log(JSON.stringify({ synced, ms: Math.round(ms), cpuMs, peakMB, updates, longestMs }));
}

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const [kubeconfig = '', how = ''] = process.argv.slice(2);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { kubeconfig, streaming: how === 'streaming' },
  });
  worker.once('online', () => delay.enable());
  worker.on('message', (seen: Seen) => {
    report(seen, delay.max / 1e6);
  });
  readline.createInterface({ input: process.stdin }).on('line', () => {
    worker.postMessage('report');
  });
} else {
  const { kubeconfig, streaming } = workerData as { kubeconfig: string; streaming: boolean };
  follow(kubeconfig, streaming);
}
