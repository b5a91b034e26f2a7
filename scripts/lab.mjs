// npm run lab [-- COMMAND…]: a real cluster on this machine, with faults (test/lab). Needs root, Linux and Go.
import { bootstrap } from './bootstrap.mjs';
import { runNode } from './lib.mjs';

bootstrap();
// Ctrl-C reaches the command itself too, which ends in good order and tells how it went.
process.on('SIGINT', () => undefined);
process.exitCode = runNode(['test/lab/main.ts', ...process.argv.slice(2)]);
