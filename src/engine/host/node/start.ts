import { Worker } from 'node:worker_threads';
import { connectEngine, type EngineClient } from '../../client.ts';
import { threadPort } from './threadPort.ts';

/**
 * MB. A rebuild and its findings make many short-lived objects: with three times 32 they take two thirds of the time that they take
 * with three times 2. A list of 20,000 pods, of which nearly all is kept, takes some 20 MB more.
 */
export const engineThreadLimits = { maxYoungGenerationSizeMb: 96 };

/**
 * An engine in a thread of its own, from the bundled `worker.cjs`. Disposing of the client leaves the thread: end it with `stop`.
 * `indexCache`: the folder for the indexes of big logs. Default: one in the person's cache.
 */
export async function startEngine(
  workerFile: string,
  indexCache?: string,
): Promise<{ client: EngineClient; stop(): Promise<void> }> {
  const worker = new Worker(workerFile, {
    name: 'kubelet-engine',
    workerData: indexCache,
    resourceLimits: engineThreadLimits,
  });
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
