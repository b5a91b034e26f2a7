// npm run check: types, lint, format, layers, dead code. All of them run; the last line names what failed.
import { spawn } from 'node:child_process';
import { bootstrap } from './bootstrap.mjs';
import { binOf, modernNode, root, say, sayCounts } from './lib.mjs';

bootstrap();
const checks = [
  ['types', 'typescript', ['--noEmit', '-p', 'tsconfig.json']],
  ['types of the pages', 'typescript', ['--noEmit', '-p', 'webview/tsconfig.json']],
  [
    'types of the workbench tests',
    'typescript',
    ['--noEmit', '-p', 'test/workbench/tsconfig.json'],
  ],
  ['lint', 'eslint', ['--max-warnings', '0', '.']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  [
    'layers',
    'dependency-cruiser',
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src', 'webview', 'test'],
  ],
  ['dead code', 'knip', ['--no-progress']],
];

function runCheck([name, tool, args]) {
  const bin = binOf(tool);
  const began = Date.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(modernNode(), [bin, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => {
      say(
        `${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
      );
      if (code !== 0) console.log(output);
      resolve([name, code]);
    });
  });
}

// Two at a time: these are heavy, and machines that build are small.
const results = [];
const queue = [...checks];
await Promise.all(
  [1, 2].map(async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await runCheck(next));
  }),
);
const failed = results.filter(([, code]) => code !== 0).map(([name]) => name);
if (failed.length > 0) say(`failed: ${failed.join(', ')}`);
sayCounts(checks.length - failed.length, failed.length);
process.exitCode = failed.length === 0 ? 0 : 1;
