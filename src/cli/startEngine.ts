import fs from 'node:fs';
import path from 'node:path';
import { startEngine } from '../engine/host/node/start.ts';

/** In a thread of its own, from the bundle that stands beside this one. */
export function startHere(): ReturnType<typeof startEngine> {
  const here = path.dirname(fs.realpathSync(process.argv[1] ?? ''));
  return startEngine(path.join(here, 'worker.cjs'));
}
