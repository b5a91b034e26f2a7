// npm run bench [-- NAME…]: the benchmarks under test/bench, all or those named. Each line: NAME: value unit (peer: value, ratio r).
// npm run bench -- NAME… --against COMMIT: those named of this checkout and of a commit in turn, and the medians of both.
import fs from 'node:fs';
import path from 'node:path';
import { benchAgainst } from './benchAgainst.mjs';
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
const flags = {
  kubeletJournal: [young],
  rebuild: [young],
  follow: [young, '--max-old-space-size=6000'],
  then: [young, '--max-old-space-size=6000'],
  diagnosis: [young, '--max-old-space-size=6000'],
};
const asked = process.argv.slice(2);
const option = asked.indexOf('--against');
const [, commit] = option < 0 ? [] : asked.splice(option, 2);
const strange = asked.find((name) => !known.includes(name));
if (strange !== undefined) fail(`There is no benchmark ${strange}; there are ${known.join(', ')}.`);
if (option >= 0 && (commit === undefined || asked.length === 0))
  fail('Please name benchmarks and a commit: npm run bench -- log --against HEAD~1.');
if (commit !== undefined) benchAgainst(commit, asked);
else
  for (const name of asked.length > 0 ? asked : known) {
    const code = runNode([...(flags[name] ?? []), path.join(dir, `${name}.bench.mjs`)]);
    if (code !== 0) process.exitCode = code;
  }
