import { Worker } from 'node:worker_threads';
import { connectEngine, type EngineClient } from '../../client.ts';
import { threadPort } from './threadPort.ts';

/** An engine in a thread of its own, from the bundled `worker.cjs`. Disposing of the client leaves the thread: end it with `stop`. */
export async function startEngine(
  workerFile: string,
): Promise<{ client: EngineClient; stop(): Promise<void> }> {
  const worker = new Worker(workerFile, { name: 'kubelet-engine' });
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => {
      reject(new Error(`the engine's thread ended with ${code}`));
    });
  });
  // Once the engine answers, its end is told by rejected calls.
  failed.catch(() => undefined);
  const client = await Promise.race([connectEngine(threadPort(worker)), failed]);
  failed.catch(() => {
    client.dispose();
  });
  return {
    client,
    async stop() {
      client.dispose();
      await worker.terminate();
    },
  };
}
