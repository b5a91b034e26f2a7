// How long the findings of a long log take once it is indexed and rebuilt, on one core: a capture over and over, each time other pods
// at a later time. The figure for 1 GB is scaled from this one, except for what does not grow with the log.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { root } from '../../scripts/lib.mjs';

const { readLog } = await import('../../src/log/readLog.ts');
const { Tape } = await import('../../src/replay/tape.ts');
const { rebuild } = await import('../../src/kubelet/rebuild/rebuild.ts');
const { diagnose } = await import('../../src/diagnosis/diagnose.ts');

const BYTES = (Number(process.env.MB ?? 96)) << 20;
const ROUND = 120;

function longLog(name) {
  const file = path.join(root, 'test/fixtures/captures', name, 'kubelet.log.gz');
  const lines = zlib.gunzipSync(fs.readFileSync(file)).toString().split('\n');
  const start = lines.findIndex((line) => line.includes('main sync loop')) + 1;
  const parts = [`${lines.slice(0, start).join('\n')}\n`];
  let size = 0;
  for (let round = 0; size < BYTES; round++) {
    const part = lines
      .slice(start)
      .map((line) => moved(line, round))
      .join('\n');
    parts.push(`${part}\n`);
    size += part.length;
  }
  return Buffer.from(parts.join(''));
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

for (const name of ['teardown-v2', 'churn-v4']) {
  const bytes = longLog(name);
  const tape = new Tape([{ table: readLog(0, bytes, { year: 2026 }), name, clockOffset: 0 }]);
  const history = rebuild(tape);
  const began = process.cpuUsage();
  const findings = diagnose(history, tape);
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  console.log(
    `findings of ${name}, ${(bytes.length / 1e6).toFixed(0)} MB, ${tape.length} lines: ${seconds.toFixed(2)} s (${findings.length} findings; 1 GB at this rate: ${((seconds * 1e9) / bytes.length).toFixed(1)} s)`,
  );
}
