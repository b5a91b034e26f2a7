// Scores a folder of whole real files: `npm run score:wild -- FOLDER`. The files stay outside the repository; test/wild says of
// each, by its hash, what a reader found in it before any tool had read it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fail, root } from './lib.mjs';
import { componentAt, percent, scoreLines, weigh } from './wildScore.mjs';

const cli = path.join(root, 'dist', 'cli.cjs');
const loud = new Set(['medium', 'high', 'critical']);

/** What a command of the CLI answers, or what it says against it. */
function ask(...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, ...args, '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 1 << 30, timeout: 120_000 },
  );
  try {
    return { answer: JSON.parse(stdout) };
  } catch {
    return { said: `ended with ${status}: ${(stderr || stdout).trim().split('\n')[0]}` };
  }
}

function expectations() {
  const folder = path.join(root, 'test', 'wild');
  const files = fs.readdirSync(folder, { recursive: true }).filter((f) => f.endsWith('.json'));
  return new Map(
    files.map((file) => {
      const expectation = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
      return [expectation.sha256, { name: path.basename(file, '.json'), ...expectation }];
    }),
  );
}

function linesOf(bytes) {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(utf16 ? 'utf16le' : 'utf8').split('\n');
}

/** How many of the kubelet's records are of a known message: its sections alone, in a file of their own. */
function understood(expectation, lines) {
  const own = expectation.sections
    .filter(({ component }) => component === 'kubelet')
    .flatMap(({ from, to }) => lines.slice(from - 1, to))
    .filter((line) => !line.startsWith('==> '));
  if (own.length === 0) return { records: 0, known: 0 };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wild-'));
  try {
    const file = path.join(folder, 'kubelet.log');
    fs.writeFileSync(file, own.join('\n'));
    const { answer } = ask('summary', file);
    if (!answer) return { records: own.length, known: 0 };
    return { records: answer.records, known: answer.records - answer.unmatchedMessages };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function scoreFile(file, expectation) {
  const lines = linesOf(fs.readFileSync(file));
  const crashes = [];
  const asked = (what, ...args) => {
    const { answer, said } = ask(what, file, ...args);
    if (said) crashes.push(`${what} ${said}`);
    return answer;
  };
  const summary = asked('summary');
  const findings = (asked('findings')?.findings ?? [])
    .filter(({ severity }) => loud.has(severity))
    .map(({ id, title, severity, pod, evidence }) => {
      const line = evidence[0]?.line ?? 0;
      const component = componentAt(expectation, line);
      return { id, title, severity, pod, line, component, weight: weigh(component) };
    });
  const whose = ask('whose', file, '--lines', expectation.sample.map(({ line }) => line).join());
  return {
    crashes,
    summary,
    findings,
    whose: whose.said,
    lines: Array.isArray(whose.answer) ? scoreLines(expectation, whose.answer) : undefined,
    understood: understood(expectation, lines),
    textOf: (line) => (lines[line - 1] ?? '').slice(0, 120),
  };
}

function print(expectation, score) {
  const { name, repository, sample } = expectation;
  console.log(`\n## ${name} (${repository}, ${expectation.lines} lines)`);
  for (const crash of score.crashes) console.log(`CRASH ${crash}`);
  if (score.lines) {
    const { component, time, order, misses } = score.lines;
    console.log(
      `component ${component.same} same, ${component.foreign} foreign by another name, ${component.wrong} wrong of ${sample.length}; ` +
        `time ${time.right} right, ${time.wrong} wrong, ${time.missing} missing; order ${order.kept} of ${order.pairs}`,
    );
    for (const miss of misses) console.log(`  ${miss}`);
  } else
    console.log(`component and time not asked: ${score.whose ?? 'whose --lines gives no list'}`);
  const { known, records } = score.understood;
  console.log(`kubelet's records understood ${known} of ${records} (${percent(known, records)})`);
  if (score.summary) console.log(`span ${score.summary.from} to ${score.summary.to}`);
  console.log('faults a reader found:');
  for (const fault of expectation.faults)
    console.log(`  ${fault.lines?.join('-') ?? ''} ${fault.what ?? fault}`);
  console.log('findings above low:');
  for (const { severity, title, pod, line, component, weight } of score.findings) {
    console.log(
      `  ${weight} ${severity} "${title}"${pod ? ` ${pod}` : ''}; line ${line} of ${component}`,
    );
    if (weight !== 'node') console.log(`    ${score.textOf(line)}`);
  }
}

function main(folder) {
  if (!folder) fail('npm run score:wild -- FOLDER: say which folder holds the files');
  if (!fs.existsSync(cli)) fail('there is no dist/cli.cjs: npm run build makes it');
  const known = expectations();
  const total = { files: 0, same: 0, foreign: 0, lines: 0, right: 0, times: 0 };
  Object.assign(total, { kept: 0, pairs: 0, understood: 0, records: 0, crashes: 0 });
  Object.assign(total, { node: 0, 'to judge': 0, alien: 0 });
  for (const name of fs.readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    if (!fs.statSync(file).isFile()) continue;
    const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
    const expectation = known.get(hash);
    if (!expectation) {
      console.log(`\n## ${name}: nothing is written of it (sha256 ${hash})`);
      continue;
    }
    const score = scoreFile(file, expectation);
    print(expectation, score);
    total.files++;
    total.crashes += score.crashes.length;
    total.understood += score.understood.known;
    total.records += score.understood.records;
    for (const { weight } of score.findings) total[weight === 'foreign' ? 'alien' : weight]++;
    if (!score.lines) continue;
    const { component, time, order } = score.lines;
    total.lines += expectation.sample.length;
    total.same += component.same;
    total.foreign += component.foreign;
    total.right += time.right;
    total.times += time.right + time.wrong + time.missing;
    total.kept += order.kept;
    total.pairs += order.pairs;
  }
  console.log(
    `\n${total.files} files: component ${percent(total.same + total.foreign, total.lines)} (${percent(total.same, total.lines)} by name), ` +
      `time ${percent(total.right, total.times)}, order ${percent(total.kept, total.pairs)}, ` +
      `kubelet understood ${percent(total.understood, total.records)}, findings above low ${total.node} of node components, ` +
      `${total['to judge']} to judge, ${total.alien} of foreign lines, ${total.crashes} crashes`,
  );
}

main(process.argv[2]);
