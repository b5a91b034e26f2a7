// How long the findings of a long log take once it is indexed and rebuilt, for who waits for them and in all threads, and what a session on it holds in memory: a
// capture over and over, each time other pods at a later time. MB in the environment is the size of the log; the figures for 1 GB are
// scaled from it, which says too much of what does not grow with the log: of a storm of one statement only a sample is read.
import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';
import zlib from 'node:zlib';
import { root } from '../../scripts/lib.mjs';

const { readLog } = await import('../../src/log/readLog.ts');
const { Tape } = await import('../../src/replay/tape.ts');
const { rebuild } = await import('../../src/kubelet/rebuild/rebuild.ts');
const { diagnose } = await import('../../src/diagnosis/diagnose.ts');

const BYTES = Number(process.env.MB ?? 512) * 1e6;
const ROUND = 120;

function longLog(name) {
  const file = path.join(root, 'test/fixtures/captures', name, 'kubelet.log.gz');
  const lines = zlib.gunzipSync(fs.readFileSync(file)).toString().split('\n');
  const start = lines.findIndex((line) => line.includes('main sync loop')) + 1;
  const head = lines.slice(0, start).map((line) => moved(line, 0));
  const parts = [Buffer.from(`${head.join('\n')}\n`)];
  let size = 0;
  for (let round = 0; size < BYTES; round++) {
    const part = lines
      .slice(start)
      .map((line) => moved(line, round))
      .join('\n');
    parts.push(Buffer.from(`${part}\n`));
    size += part.length;
  }
  const { buffer, byteOffset, length } = Buffer.concat(parts);
  // As the host has a text: what is cut from a Buffer is one, too, and costs more.
  return new Uint8Array(buffer, byteOffset, length);
}

function moved(line, round) {
  return line
    .replace(/^([IEWF])1121 (\d\d):(\d\d):(\d\d)/, (_, severity, h, m, s) => {
      const at = Number(h) * 3600 + Number(m) * 60 + Number(s) + round * ROUND;
      const two = (value) => String(value).padStart(2, '0');
      const day = Math.floor(at / 86_400);
      const rest = at % 86_400;
      return `${severity}${two(1 + (Math.floor(day / 28) % 12))}${two(1 + (day % 28))} ${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
    })
    .replace(/\b([0-9a-f]{8})(-[0-9a-f]{4}-|[0-9a-f]{56}\b)/g, (_, head, rest) => {
      const other = (Number.parseInt(head, 16) + round * 7919) >>> 0;
      return other.toString(16).padStart(8, '0') + rest;
    })
    .replace(/default\/([a-z]+-\d+)/g, (_, pod) => `default/${pod}-${round}`);
}

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

/** Bytes that live: of objects, and of typed arrays. */
function held() {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrays: arrayBuffers };
}

/** Seconds until it is done, and of CPU: other programs on the machine don't count there, the threads of the collector do. */
function timed(work) {
  const began = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const seconds = (performance.now() - start) / 1e3;
  const { user, system } = process.cpuUsage(began);
  return { result, seconds, cpu: (user + system) / 1e6 };
}

const mb = (bytes) => (bytes / 1e6).toFixed(0);

/** In a function of its own, so that nothing of one log is held while the next is measured. */
function measure(name) {
  const bytes = longLog(name);
  const perGb = 1e9 / bytes.length;
  const start = held();
  const table = readLog(0, bytes, { year: 2026 });
  const tape = new Tape([{ table, name, clockOffset: 0 }]);
  const indexed = held();
  const rebuilt = timed(() => rebuild(tape));
  const history = rebuilt.result;
  const told = held();
  const { result: findings, seconds, cpu } = timed(() => diagnose(history, tape));
  const end = held();
  console.log(
    `findings of ${name}, ${mb(bytes.length)} MB, ${tape.length} lines: ${seconds.toFixed(2)} s (CPU ${cpu.toFixed(2)} s; ${findings.length} findings; 1 GB at this rate: ${(seconds * perGb).toFixed(1)} s, must: 2)`,
  );
  const index = indexed.arrays + indexed.heap - start.arrays - start.heap;
  console.log(
    `a session on it holds: index ${mb(index)} MB, history of ${history.pods.length} pods ${mb(told.heap - indexed.heap)} MB, findings ${mb(end.heap - told.heap)} MB (1 GB at this rate: ${mb((index + end.heap - indexed.heap) * perGb)} MB; rebuilt in ${rebuilt.seconds.toFixed(1)} s)`,
  );
}

for (const name of ['teardown-v2', 'churn-v4']) measure(name);
