// What it costs to follow a kubelet that prints ten lines a second, on tapes of three lengths: CPU of the engine, how late a line shows as
// a row and what it says as a finding. SECONDS in the environment is how long each is followed, LENGTHS the tapes' lines, RATE the lines
// a second: with RATE=2000 SECONDS=300 LENGTHS=1500 a storm of five minutes, of which each minute's lag and memory are told.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { longLog } from './longLog.mjs';

const { engineHere } = await import('../support/engine.ts');

const SECONDS = Number(process.env['SECONDS'] ?? 20);
const LENGTHS = (process.env['LENGTHS'] ?? '1500,100000,1000000').split(',').map(Number);
const RATE = Number(process.env['RATE'] ?? 10);
/** Lines are pushed so many times a second. */
const PUSHES = 10;
/** Behind one push in so many comes a line of a fault that the log had not yet. */
const FAULT_ONE_IN = 20;
const FAULT = 'container-config-error';
const ROWS = { start: 0, count: 50 };

async function follow(length) {
  const count = SECONDS * PUSHES;
  const each = RATE / PUSHES;
  // What the first refreshes compile is not of following.
  const before = 3 * PUSHES;
  const { first, pushes } = textsOf(length, before, count, each);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'pushed', name: 'kubelet.log' }], year: 2026 }]);
  await engine.call('push', [0, first]);
  const views = watch(engine);
  while (views.inputs < length) await sleep(10);
  const faults = [];
  const sent = [];
  let cpu = process.cpuUsage();
  let began = performance.now();
  for (const [index, { bytes, isFault }] of pushes.entries()) {
    const isCounted = index >= before;
    if (index === before) {
      cpu = process.cpuUsage();
      began = performance.now();
      views.begin();
    }
    // The next one is due whether the engine is busy or not.
    const due = began + ((isCounted ? index - before : index) * 1000) / PUSHES;
    await sleep(Math.max(0, due - performance.now()));
    const inputs = (sent.at(-1)?.inputs ?? length) + each + Number(isFault);
    if (isFault) faults.push(due);
    sent.push({ inputs, due, isCounted });
    await engine.call('push', [0, bytes]);
    const minute = (index + 1 - before) / (60 * PUSHES);
    if (isCounted && SECONDS >= 60 && Number.isInteger(minute)) tellMinute(minute, sent, views);
  }
  const { user, system } = process.cpuUsage(cpu);
  const share = (user + system) / 1000 / (performance.now() - began);
  await sleep(3_000);
  views.dispose();
  const rows = lagsOf(
    sent.filter(({ isCounted }) => isCounted),
    views,
  );
  const found = faults.map((due, index) => (views.found[index] ?? Infinity) - due);
  engine.dispose();
  const name = `following ${length} lines${RATE === 10 ? '' : `, ${RATE} a second`}`;
  console.log(`${name}: ${share.toFixed(3)} of a core${RATE === 10 ? ' (must: 0.12)' : ''}`);
  console.log(`${name}, line to row p95: ${p95(rows).toFixed(0)} ms (must: 200)`);
  console.log(`${name}, line to finding p95: ${p95(found).toFixed(0)} ms (must: 500)`);
}

/** The log so far, and what is pushed then, as bytes: texts would count as the engine's memory. */
function textsOf(length, before, count, each) {
  // Each pushed line must be an input of its own: what continues one, or is empty, would be waited for in vain.
  const lines = longLog('churn-v2', 2 * (length + (before + count) * each)).filter((line) =>
    /^[IEWF]\d{4} /.test(line),
  );
  const pushes = Array.from({ length: before + count }, (_, index) => {
    const from = length + index * each;
    const own = lines.slice(from, from + each);
    const isFault = index >= before && (index - before) % FAULT_ONE_IN === 0;
    if (isFault) own.push(faultOf(own.at(-1), index));
    return { bytes: bytesOf(own), isFault };
  });
  return { first: bytesOf(lines.slice(0, length)), pushes };
}

function bytesOf(lines) {
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** How much later than it was due each push showed as rows; of what has not shown yet, how long that is by now. */
function lagsOf(sent, { shown }) {
  const now = performance.now();
  let next = 0;
  return sent.map(({ inputs, due }) => {
    while (next < shown.length && shown[next].inputs < inputs) next++;
    return (shown[next]?.at ?? now) - due;
  });
}

function tellMinute(minute, sent, views) {
  const lags = lagsOf(
    sent.filter(({ isCounted }) => isCounted),
    views,
  ).slice(-60 * PUSHES);
  const { heapUsed, rss } = process.memoryUsage();
  console.log(
    `minute ${minute}: line to row p95 ${p95(lags).toFixed(0)} ms, at most ${Math.max(...lags).toFixed(0)} ms; ${views.inputs} inputs, heap ${(heapUsed / 1e6).toFixed(0)} MB, RSS ${(rss / 1e6).toFixed(0)} MB`,
  );
}

/** A line at the time of another that what a pod of its own needs is not to be had. */
function faultOf(text, number) {
  const uid = `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const pod = `late-${number}`;
  // Another process would be another run of the kubelet.
  const [head] = /^\S+ \S+ +\d+/.exec(text) ?? [''];
  return `E${head.slice(1)} pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"main\\" with CreateContainerConfigError: \\"configmap \\\\\\"late\\\\\\" not found\\"" pod="default/${pod}" podUID="${uid}"`;
}

/** Asks what open views ask whenever the tape has grown, and notes when what was answered. */
function watch(engine) {
  const shown = [];
  const found = [];
  const views = { inputs: 0, shown, found, begin: () => (shown.length = 0), dispose: () => end() };
  let isAsking = false;
  let isWished = false;
  const ask = async () => {
    isWished = true;
    if (isAsking) return;
    isAsking = true;
    while (isWished) {
      isWished = false;
      const [{ inputs }] = await Promise.all([
        engine.call('session', []),
        engine.call('pods', [ROWS]),
      ]);
      views.inputs = inputs;
      shown.push({ inputs, at: performance.now() });
      const kinds = await engine.call('findingKinds', [{}]);
      const total = kinds.find(({ id }) => id === FAULT)?.total ?? 0;
      while (found.length < total) found.push(performance.now());
    }
    isAsking = false;
  };
  const heard = engine.onEvent(({ kind }) => {
    if (kind === 'changed') void ask();
  });
  const end = () => heard.dispose();
  return views;
}

function p95(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(0.95 * list.length)] ?? NaN;
}

for (const length of LENGTHS) await follow(length);
