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
  // Beside its caller a hanging engine stops whoever would look at it, too.
  const client = await connectEngine(near, () => {
    terminate(worker);
  });
  return {
    client,
    stop() {
      client.dispose();
      stopServer();
      terminate(worker);
      return Promise.resolve();
    },
  };
}

function terminate(worker: unknown): void {
  if (typeof worker !== 'object' || worker === null || !('terminate' in worker)) return;
  if (typeof worker.terminate === 'function') Reflect.apply(worker.terminate, worker, []);
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
