// Client-node's informer, as its examples use it, for the informer's benchmark; it speaks as the others do.
import readline from 'node:readline';
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';

const config = new KubeConfig();
config.loadFromFile(process.argv[2] ?? '');
const began = performance.now();
const core = config.makeApiClient(CoreV1Api);
const informer = makeInformer(config, '/api/v1/pods', () => core.listPodForAllNamespaces());
let updates = 0;
informer.on('update', () => (updates += 1));
informer.on('error', (error: unknown) => {
  console.error(error);
});

function report(): void {
  const { user, system } = process.cpuUsage();
  const peakMB = Math.round(process.resourceUsage().maxRSS / 1000);
  const cpuMs = Math.round((user + system) / 1000);
  const ms = Math.round(performance.now() - began);
  console.log(JSON.stringify({ synced: true, ms, cpuMs, peakMB, updates }));
}

readline.createInterface({ input: process.stdin }).on('line', report);
await informer.start();
report();
