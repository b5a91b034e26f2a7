// npm run bench [-- NAME…]: the benchmarks under test/bench, all or those named. Each line: NAME: value unit (peer: value, ratio r).
import fs from 'node:fs';
import path from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { fail, root, runNode } from './lib.mjs';

bootstrap();
const dir = path.join(root, 'test/bench');
const known = fs
  .readdirSync(dir)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))
  .sort();
/** As the engine's thread has it (`engineThreadLimits`): its young generation is three such spaces. */
const young = '--max-semi-space-size=32';
const flags = { rebuild: [young], diagnosis: [young, '--max-old-space-size=6000'] };
const wanted = process.argv.slice(2);
const strange = wanted.find((name) => !known.includes(name));
if (strange !== undefined) fail(`There is no benchmark ${strange}; there are ${known.join(', ')}.`);
for (const name of wanted.length > 0 ? wanted : known) {
  const code = runNode([...(flags[name] ?? []), path.join(dir, `${name}.bench.mjs`)]);
  if (code !== 0) process.exitCode = code;
}
