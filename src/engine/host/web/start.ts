import { connectEngine, type EngineClient } from '../../client.ts';
import { serveEngine } from '../../serve.ts';
import type { Port } from '../../../protocol/channel.ts';
import { portPair } from '../portPair.ts';
import { scopePort } from './scopePort.ts';
import { webSources } from './webSources.ts';

/**
 * An engine for a browser-only host: in a web worker of its own when `spawn` gives one (it gets the script's address),
 * else beside its caller, because not every host lets an extension start workers.
 */
export async function startEngine(
  spawn: (() => unknown) | undefined,
): Promise<{ client: EngineClient; stop(): Promise<void> }> {
  const worker = spawn?.();
  const [near, stopServer] =
    worker === undefined ? servedHere() : [scopePort(worker), () => undefined];
  const client = await connectEngine(near);
  return {
    client,
    stop() {
      client.dispose();
      stopServer();
      return Promise.resolve();
    },
  };
}

function servedHere(): [Port, () => void] {
  const [near, far] = portPair();
  const server = serveEngine(far, webSources());
  return [
    near,
    () => {
      server.dispose();
    },
  ];
}
