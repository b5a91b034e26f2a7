import { connectEngine, type EngineClient } from '../../client.ts';
import { scopePort } from './scopePort.ts';

/** The engine of a browser-only host, behind its web worker or what stands for one. */
export async function startEngine(
  worker: unknown,
): Promise<{ client: EngineClient; stop(): Promise<void> }> {
  const client = await connectEngine(scopePort(worker), () => {
    terminate(worker);
  });
  return {
    client,
    stop() {
      client.dispose();
      terminate(worker);
      return Promise.resolve();
    },
  };
}

function terminate(worker: unknown): void {
  if (typeof worker !== 'object' || worker === null || !('terminate' in worker)) return;
  if (typeof worker.terminate === 'function') Reflect.apply(worker.terminate, worker, []);
}
