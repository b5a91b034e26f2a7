import { readCapture } from './captures.ts';
import { connectEngine, type EngineClient } from '../../src/engine/client.ts';
import { portPair } from '../../src/engine/host/portPair.ts';
import { nodeClusters } from '../../src/engine/host/node/nodeClusters.ts';
import { nodeSources } from '../../src/engine/host/node/nodeSources.ts';
import { nodeStores } from '../../src/engine/host/node/nodeStores.ts';
import { serveEngine } from '../../src/engine/serve.ts';

/** An engine in this thread, behind a channel whose messages are cloned as a worker's are. */
export async function engineHere(): Promise<EngineClient> {
  const [near, far] = portPair();
  serveEngine(far, nodeSources(), nodeClusters, nodeStores);
  return connectEngine(near);
}

/** The same with a capture opened. */
export async function engineOn(capture: string): Promise<EngineClient> {
  const engine = await engineHere();
  const { log } = readCapture(capture);
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes: log }], year: 2026 },
  ]);
  return engine;
}
