import fs from 'node:fs';
import path from 'node:path';
import type { EngineClient } from '../engine/client.ts';
import { startEngine } from '../engine/host/node/start.ts';

/** In a thread of its own where the bundle stands beside this one, else in this thread. */
export async function startHere(): Promise<{ client: EngineClient; stop(): Promise<void> }> {
  const worker = path.join(path.dirname(fs.realpathSync(process.argv[1] ?? '')), 'worker.cjs');
  if (fs.existsSync(worker)) return await startEngine(worker);
  const { engineInThisThread } = await import('./engineInThisThread.ts');
  return await engineInThisThread();
}
