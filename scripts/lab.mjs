// npm run lab [-- COMMAND…]: a real cluster on this machine, with faults (test/lab). Needs root, Linux and Go.
import { spawn } from 'node:child_process';
import { bootstrap } from './bootstrap.mjs';
import { modernNode, nodeFlags, root } from './lib.mjs';

bootstrap();
const command = [...nodeFlags(), 'test/lab/main.ts', ...process.argv.slice(2)];
const child = spawn(modernNode(), command, { cwd: root, stdio: 'inherit' });
// The command ends in good order, and tells how it went; until then this waits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
