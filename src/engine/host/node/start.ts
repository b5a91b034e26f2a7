import { Worker } from 'node:worker_threads';
import { ChannelError } from '../../../protocol/channel.ts';
import { connectEngine, ENGINE_ENDED, type EngineClient, type Patience } from '../../client.ts';
import { threadPort } from './threadPort.ts';

/**
 * MB. A rebuild and its findings make many short-lived objects: with three times 32 they take two thirds of the time that they take
 * with three times 2. A list of 20,000 pods, of which nearly all is kept, takes some 20 MB more.
 */
export const engineThreadLimits = { maxYoungGenerationSizeMb: 96 };

/**
 * An engine in a thread of its own, from the bundled `worker.cjs`. Disposing of the client leaves the thread: end it with `stop`.
 * One that hangs is ended. `indexCache`: the folder for the indexes of big logs. Default: one in the person's cache.
 */
export async function startEngine(
  workerFile: string,
  indexCache?: string,
  patience?: Patience,
): Promise<{ client: EngineClient; stop(): Promise<void> }> {
  const worker = new Worker(workerFile, {
    name: 'kubelet-engine',
    workerData: indexCache,
    resourceLimits: engineThreadLimits,
  });
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', (error) => {
      reject(new ChannelError(reasonOf(error), ENGINE_ENDED));
    });
    worker.once('exit', (code) => {
      reject(new ChannelError(`The engine's thread ended with ${code}.`, ENGINE_ENDED));
    });
  });
  // Once the engine answers, its end is told by rejected calls.
  ended.catch(() => undefined);
  const end = (): void => {
    void worker.terminate();
  };
  const client = await Promise.race([connectEngine(threadPort(worker), end, patience), ended]);
  ended.catch((why: unknown) => {
    if (why instanceof ChannelError) client.dispose(why);
  });
  return {
    client,
    async stop() {
      client.dispose();
      await worker.terminate();
    },
  };
}

/** A thread that needs more memory than it may have is ended at once. */
function reasonOf(error: Error): string {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'There is not enough memory for so much log. Open a part of it, such as the hours in question.'
    : `The engine ended: ${error.message}`;
}
