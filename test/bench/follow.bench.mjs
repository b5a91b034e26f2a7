// What it costs to follow a kubelet that prints ten lines a second, on tapes of three lengths: CPU of the engine, and how late a line shows
// as a row. SECONDS in the environment is how long each is followed.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { longLog } from './longLog.mjs';

const { engineHere } = await import('../support/engine.ts');

const SECONDS = Number(process.env['SECONDS'] ?? 20);
const LINES_A_SECOND = 10;
/** Milliseconds after which a question that could not be answered yet is asked again. */
const AGAIN = 5;

async function follow(length) {
  const count = SECONDS * LINES_A_SECOND;
  // Each pushed line must be an input of its own: what continues one, or is empty, would be waited for in vain.
  const lines = longLog('churn-v2', 2 * (length + count)).filter((line) =>
    /^[IEWF]\d{4} /.test(line),
  );
  const bytes = (from, to) => Buffer.from(`${lines.slice(from, to).join('\n')}\n`);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'pushed', name: 'kubelet.log' }], year: 2026 }]);
  const inputs = async () => (await engine.call('session', [])).inputs;
  const pushed = async (from, to) => {
    const before = await inputs();
    await engine.call('push', [0, bytes(from, to)]);
    while ((await inputs()) <= before) await sleep(AGAIN);
  };
  await pushed(0, length);
  // What the first refreshes compile is not of following.
  for (let i = 0; i < 3; i++) {
    await pushed(length + i, length + i + 1);
    await sleep(300);
  }
  const late = [];
  const began = performance.now();
  const cpu = process.cpuUsage();
  for (let i = 3; i < count; i++) {
    const due = began + ((i - 3) * 1000) / LINES_A_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    await pushed(length + i, length + i + 1);
    await engine.call('pods', [{ start: 0, count: 50 }]);
    late.push(performance.now() - due);
    if (performance.now() - began > SECONDS * 1000) break;
  }
  const { user, system } = process.cpuUsage(cpu);
  const share = (user + system) / 1000 / (performance.now() - began);
  engine.dispose();
  const p95 = late.toSorted((a, b) => a - b)[Math.floor(0.95 * late.length)];
  console.log(`following ${length} lines: ${share.toFixed(3)} of a core (must: 0.12)`);
  console.log(`following ${length} lines, line to row p95: ${p95.toFixed(0)} ms (must: 200)`);
}

for (const length of [1_500, 100_000, 1_000_000]) await follow(length);
