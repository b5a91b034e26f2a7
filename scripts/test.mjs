// npm test [-- PART…]: everything that is tested, on a fresh clone too. The last line of all is `N passed, N failed`.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { fail, modernNode, nodeFlags, onceAskedToStop, root, say, sayCounts } from './lib.mjs';
import { judge } from './judge.mjs';
import { needs, parts } from './parts.mjs';

const limitMinutes = 30;
const tailLines = 60;
const linesOfFail = 8;
const logs = path.join(root, 'artifacts');
const inCi = process.env.CI === 'true';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0)
  fail(
    `There is no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}.`,
  );

bootstrap();
fs.mkdirSync(logs, { recursive: true });
let running;
onceAskedToStop(() => {
  stop(running);
  process.exit(1);
});

const broken = new Set();
let [passed, failed] = [0, 0];
for (const part of parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const lacking = lack(part);
  if (lacking) {
    say(`${inCi ? 'FAIL' : 'left out:'} ${part.name}: ${lacking}`);
    if (inCi) failed += 1;
    continue;
  }
  const verdict = await runPart(part);
  passed += verdict.passed;
  failed += verdict.failed;
  if (verdict.failed > 0) broken.add(part.name);
}
if (passed === 0 && failed === 0) failed = 1;
process.exitCode = failed > 0 ? 1 : 0;
sayCounts(passed, failed);

/** Why a part can't run here, as a sentence, or undefined. */
function lack(part) {
  for (const need of part.needs ?? []) {
    const why = broken.has(need) ? `${need} failed before.` : needs[need]?.();
    if (why) return why;
  }
  return undefined;
}

async function runPart(part) {
  const log = path.join(logs, `${part.name}.log`);
  const began = Date.now();
  say(`${part.name} …`);
  const code = await runToLog(part.command, log);
  const output = fs.readFileSync(log, 'utf8');
  const verdict = judge(part, code, output);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (verdict.failed > 0) {
    console.log(excerpt(output.trimEnd().split('\n')).join('\n'));
    const why = verdict.broken ? ` (${verdict.broken})` : '';
    say(`FAIL ${part.name}${why}; all of it: ${path.relative(root, log)}`);
  } else
    say(`ok   ${part.name}: ${part.step ? 'done' : `${verdict.passed} passed`} (${seconds} s)`);
  return verdict;
}

/** The end of an output, below what failed before it. */
function excerpt(lines) {
  const end = lines.slice(-tailLines);
  const fails = lines
    .slice(0, -tailLines)
    .flatMap((line, i, all) =>
      /\bFAIL\b/.test(line) ? [...all.slice(i, i + linesOfFail), '…'] : [],
    );
  return [...fails.slice(0, tailLines), ...end];
}

/** In a process group of its own, so that whatever it started ends with it. */
function runToLog(command, log) {
  const file = fs.openSync(log, 'w');
  running = spawn(modernNode(), [...nodeFlags(), ...command], {
    cwd: root,
    detached: true,
    stdio: ['ignore', file, file],
  });
  fs.closeSync(file);
  const child = running;
  const timer = setTimeout(() => stop(child), limitMinutes * 60_000);
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearTimeout(timer);
      running = undefined;
      resolve(code ?? -1);
    });
  });
}

function stop(child) {
  if (!child) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has just ended.
  }
}
