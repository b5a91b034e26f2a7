import fs from 'node:fs';
import path from 'node:path';
import type { CAC } from 'cac';
import { serveStream, type StartedEngine } from '../debug/stream.ts';
import { connectEngine } from '../engine/client.ts';
import { nodeSources } from '../engine/host/node/nodeSources.ts';
import { startEngine } from '../engine/host/node/start.ts';
import { portPair } from '../engine/host/portPair.ts';
import { serveEngine } from '../engine/serve.ts';

/** `dap`: the debug adapter on standard input and output, for editors that start one themselves. */
export function addDap(program: CAC): void {
  program.command('dap', 'The debug adapter, on standard input and output').action(async () => {
    await serveStream(process.stdin, process.stdout, start);
    process.exit(0);
  });
}

/** In a thread of its own where the bundle stands beside this one, else in this thread. */
async function start(): Promise<StartedEngine> {
  const worker = path.join(path.dirname(fs.realpathSync(process.argv[1] ?? '')), 'worker.cjs');
  if (fs.existsSync(worker)) return await startEngine(worker);
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
