// Benchmarks of this checkout against those of a commit, interleaved: what else the machine does meanwhile slows both alike.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fail, root, say } from './lib.mjs';

const RUNS = 5;

/** Runs the named benchmarks of both five times in turn, and prints the median of each line and their ratio. */
export function benchAgainst(commit, names) {
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-bench-'));
  try {
    checkOut(commit, other);
    for (const name of names) compare(name, other, commit);
  } finally {
    fs.rmSync(other, { recursive: true, force: true });
  }
}

/** A clone that shares this one's objects, and its packages where they are the same. */
function checkOut(commit, dir) {
  git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, dir);
  git(dir, 'checkout', '--quiet', '--detach', git(root, 'rev-parse', `${commit}^{commit}`).trim());
  const lock = (at) => fs.readFileSync(path.join(at, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(dir))
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'), 'junction');
}

function git(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0) fail(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout;
}

function compare(name, other, commit) {
  /** By line, the values of this checkout and of the other. */
  const lines = new Map();
  for (let round = 0; round < RUNS; round++) {
    // Who comes second finds the file in memory: both do so as often, but for one round.
    const sides = [root, other].map((dir, side) => ({ dir, side }));
    for (const { dir, side } of round % 2 === 0 ? sides : sides.toReversed()) {
      say(`${name}, round ${round + 1} of ${RUNS}, ${side === 0 ? 'this checkout' : commit}`);
      for (const [line, value, unit] of figures(dir, name)) {
        const entry = lines.get(line) ?? { unit, values: [[], []] };
        entry.values[side].push(value);
        lines.set(line, entry);
      }
    }
  }
  for (const [line, { unit, values }] of lines) {
    const [own, before] = values.map(median);
    const ratio = before === undefined || own === undefined ? 'one of them only' : own / before;
    const shown = typeof ratio === 'number' ? `ratio ${ratio.toFixed(2)}` : ratio;
    console.log(`${line}: ${own ?? '-'} ${unit} (${commit}: ${before ?? '-'}, ${shown})`);
  }
}

/** Each line that a benchmark prints, `NAME: value unit …`. */
function figures(dir, name) {
  const args = [path.join(dir, 'scripts/bench.mjs'), name];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: dir,
    encoding: 'utf8',
  });
  if (status !== 0) fail(`The benchmark ${name} failed in ${dir}: ${stderr.trim()}`);
  return Array.from(stdout.matchAll(/^([^:\n]+): (-?\d[\d.]*) ?([^\s(]*)/gm), (m) => [
    m[1],
    Number(m[2]),
    m[3],
  ]);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
