// The debug adapter as a program: on standard input and output, or with `--port N` for one client after the other.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { startEngine } from '../engine/host/node/start.ts';
import { serveStream } from './stream.ts';

const workerFile = path.join(path.dirname(fs.realpathSync(process.argv[1] ?? '')), 'worker.cjs');
const start = (): ReturnType<typeof startEngine> => startEngine(workerFile);
const at = process.argv.indexOf('--port');
const port = at < 0 ? undefined : Number(process.argv[at + 1]);

if (port === undefined)
  void serveStream(process.stdin, process.stdout, start).then(() => process.exit(0));
else
  net
    .createServer((socket) => {
      void serveStream(socket, socket, start).then(() => socket.end());
    })
    .listen(port, '127.0.0.1');
