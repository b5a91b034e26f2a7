// What it costs to follow a kubelet that prints ten lines a second, on tapes of three lengths: CPU of the engine, how late a line shows as
// a row and what it says as a finding. SECONDS in the environment is how long each is followed, LENGTHS the tapes' lines.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { longLog } from './longLog.mjs';

const { engineHere } = await import('../support/engine.ts');

const SECONDS = Number(process.env['SECONDS'] ?? 20);
const LENGTHS = (process.env['LENGTHS'] ?? '1500,100000,1000000').split(',').map(Number);
const LINES_A_SECOND = 10;
/** One line in so many is of a fault that the log had not yet. */
const FAULT_ONE_IN = 20;
const FAULT = 'container-config-error';
const ROWS = { start: 0, count: 50 };

async function follow(length) {
  const count = SECONDS * LINES_A_SECOND;
  // Each pushed line must be an input of its own: what continues one, or is empty, would be waited for in vain.
  const lines = longLog('churn-v2', 2 * (length + count)).filter((line) =>
    /^[IEWF]\d{4} /.test(line),
  );
  const bytes = (text) => Buffer.from(`${text}\n`);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'pushed', name: 'kubelet.log' }], year: 2026 }]);
  await engine.call('push', [0, bytes(lines.slice(0, length).join('\n'))]);
  const views = watch(engine);
  while (views.inputs < length) await sleep(10);
  const faults = [];
  let began = 0;
  let cpu = process.cpuUsage();
  const sent = [];
  // What the first refreshes compile is not of following.
  for (let i = -3 * LINES_A_SECOND; i < count; i++) {
    if (i === 0) {
      began = performance.now();
      cpu = process.cpuUsage();
      views.begin();
    }
    const text = lines[length + 3 * LINES_A_SECOND + i];
    const isFault = i >= 0 && i % FAULT_ONE_IN === 0;
    const due = performance.now();
    if (isFault) faults.push(due);
    await engine.call('push', [0, bytes(isFault ? `${text}\n${faultOf(text, i)}` : text)]);
    sent.push({ inputs: length + sent.length + 1 + faults.length, due });
    await sleep(Math.max(0, 1000 / LINES_A_SECOND - (performance.now() - due)));
  }
  const { user, system } = process.cpuUsage(cpu);
  const share = (user + system) / 1000 / (performance.now() - began);
  await sleep(3_000);
  views.dispose();
  const rows = sent
    .filter(({ due }) => due >= began)
    .map(
      ({ inputs, due }) => (views.shown.find((one) => one.inputs >= inputs)?.at ?? Infinity) - due,
    );
  const found = faults.map((due, index) => (views.found[index] ?? Infinity) - due);
  engine.dispose();
  const name = `following ${length} lines`;
  console.log(`${name}: ${share.toFixed(3)} of a core (must: 0.12)`);
  console.log(`${name}, line to row p95: ${p95(rows).toFixed(0)} ms (must: 200)`);
  console.log(`${name}, line to finding p95: ${p95(found).toFixed(0)} ms (must: 500)`);
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
