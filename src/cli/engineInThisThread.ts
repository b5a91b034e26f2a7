import { connectEngine, type EngineClient } from '../engine/client.ts';
import { nodeSources } from '../engine/host/node/nodeSources.ts';
import { portPair } from '../engine/host/portPair.ts';
import { serveEngine } from '../engine/serve.ts';

export async function engineInThisThread(): Promise<{
  client: EngineClient;
  stop(): Promise<void>;
}> {
  const [near, far] = portPair();
  const server = serveEngine(far, nodeSources());
  const client = await connectEngine(near);
  return {
    client,
    stop() {
      client.dispose();
      server.dispose();
      return Promise.resolve();
    },
  };
}
