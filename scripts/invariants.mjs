// npm run test:invariants [-- SCENARIOS]: random scenarios, 10,000 unless told otherwise, in as many processes as there are cores. Each
// prints its seed when an invariant breaks.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { bootstrap } from './bootstrap.mjs';
import { binOf, modernNode, root, sayCounts } from './lib.mjs';

bootstrap();
const wanted = Number(process.argv[2] ?? 10_000);
const shards = Math.max(1, Math.min(os.availableParallelism(), Math.ceil(wanted / 100)));
const each = Math.ceil(wanted / shards);
const began = Date.now();
const codes = await Promise.all(Array.from({ length: shards }, run));
const failed = codes.filter((code) => code !== 0).length;
const seconds = ((Date.now() - began) / 1000).toFixed(0);
console.log(`${each * shards} random scenarios in ${shards} processes, ${seconds} s`);
sayCounts(shards - failed, failed);
process.exitCode = failed > 0 ? 1 : 0;

function run() {
  const test = ['test/property/kubelet.test.ts', '-t', 'random scenarios'];
  const args = [binOf('vitest'), 'run', '--reporter=dot', '--testTimeout=1200000', ...test];
  const env = { ...process.env, SCENARIOS: String(each) };
  return new Promise((resolve) => {
    const child = spawn(modernNode(), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (out += text));
    child.on('error', () => resolve(1));
    child.on('close', (code) => {
      if (code !== 0) console.log(out);
      resolve(code);
    });
  });
}
