import { Worker } from 'node:worker_threads';
import { connectEngine, type EngineClient } from '../../client.ts';
import { threadPort } from './threadPort.ts';

/**
 * Of a list or a log nearly all that is read is kept: large young generations would only be memory that is copied through. With this
 * an informer of 20,000 pods takes two thirds of the memory, and a log's rebuild three quarters, in the same time.
 */
export const engineThreadLimits = { maxYoungGenerationSizeMb: 6 };

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
