import type { CAC } from 'cac';
import { serveStream } from '../debug/stream.ts';
import { startHere } from './startEngine.ts';

/** `dap`: the debug adapter on standard input and output, for editors that start one themselves. */
export function addDap(program: CAC): void {
  program.command('dap', 'The debug adapter, on standard input and output').action(async () => {
    await serveStream(process.stdin, process.stdout, startHere);
    process.exit(0);
  });
}
