// How fast a log is rebuilt once it is indexed, on one core: the captures over and over, each time other pods at a later time; and
// how long a question to it takes: what every pod held at one moment, and the rows that a seek on a tape of a million inputs shows.
// What a history holds is told as bytes of memory for each line.
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import v8 from 'node:v8';
import vm from 'node:vm';
import { longLog } from './longLog.mjs';

const { readLog } = await import('../../src/log/readLog.ts');
const { Tape } = await import('../../src/replay/tape.ts');
const { momentOf } = await import('../../src/replay/cursor.ts');
const { podRows } = await import('../../src/engine/present/pods.ts');
const { rebuild } = await import('../../src/kubelet/rebuild/rebuild.ts');

// All threads on one core, those that compile and collect as well: spread over several they wait for each other's memory.
const core = String(os.cpus().length - 1);
const { status } = spawnSync('taskset', ['-acp', core, String(process.pid)]);
console.log(status === 0 ? `on core ${core} alone` : 'on all cores: there is no taskset here');

const LINES = 300_000;
const TAPE = 1_100_000;
const RUNS = 9;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** CPU milliseconds: other programs on the machine don't count. */
function cpu(work) {
  const began = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(began);
  return { result, ms: (user + system) / 1000 };
}

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

/** Bytes that are held once nobody holds anything else. */
function held() {
  for (let i = 0; i < 3; i++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** What something holds. */
function heldBy(make) {
  const before = held();
  const made = make();
  return { made, size: held() - before };
}

for (const name of ['churn-v2', 'churn-v4']) {
  const bytes = Buffer.from(longLog(name, LINES).join('\n'));
  const indexed = cpu(() => readLog(0, bytes, { year: 2026 }));
  const tape = new Tape([{ table: indexed.result, name, clockOffset: 0 }]);
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(cpu(() => rebuild(tape)).ms);
  const { made: history, size } = heldBy(() => rebuild(tape));
  const rateOf = (ms) => (tape.length / ms).toFixed(0);
  const rate = tape.length / median(times);
  const indexRate = tape.length / indexed.ms;
  console.log(
    `rebuild ${name}: ${rate.toFixed(0)} lines/ms (indexing: ${indexRate.toFixed(0)}, ratio ${(rate / indexRate).toFixed(2)})`,
  );
  // The first run compiles what it runs; what else runs on the machine takes from all of them.
  console.log(
    `rebuild ${name}, first run: ${rateOf(times[0])} lines/ms, best: ${rateOf(Math.min(...times))}`,
  );
  console.log(`history of ${name}: ${(size / tape.length).toFixed(0)} bytes a line`);
  const questions = [];
  for (let i = 0; i < 200; i++) {
    const time = history.from + ((history.to - history.from) * i) / 200;
    const moment = { time, position: Infinity, hindsight: 'now' };
    questions.push(
      cpu(() => {
        for (const pod of history.pods)
          if (pod.worker.present.at(moment).value === true) pod.awaits(moment);
      }).ms,
    );
  }
  const p95 = questions.toSorted((a, b) => a - b)[190];
  console.log(
    `state of all pods at a moment, ${name}: ${p95.toFixed(1)} ms p95 (${history.pods.length} pods)`,
  );
}

const table = readLog(0, Buffer.from(longLog('churn-v2', TAPE).join('\n')), { year: 2026 });
const tape = new Tape([{ table, name: 'churn-v2', clockOffset: 0 }]);
const { result: history, ms } = cpu(() => rebuild(tape));
console.log(
  `rebuild of ${tape.length} inputs, compiled by then: ${(tape.length / ms).toFixed(0)} lines/ms`,
);
const incident = { tape, history, findings: [] };
for (const hindsight of ['now', 'then']) {
  const seeks = [];
  for (let i = 0; i < 200; i++) {
    const time = history.from + ((history.to - history.from) * ((i * 37) % 200)) / 200;
    seeks.push(
      cpu(() => {
        const moment = momentOf(tape, { position: tape.positionAtTime(time), time, hindsight });
        podRows(incident, moment, { start: 0, count: 200 });
      }).ms,
    );
  }
  console.log(
    `seek in ${tape.length} inputs, with 200 rows of ${history.pods.length} pods, ${hindsight}: ${seeks.toSorted((a, b) => a - b)[190].toFixed(1)} ms p95 (must: 16)`,
  );
}
