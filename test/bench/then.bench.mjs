// What a cursor costs in the mode `then` on a long log: a step, a step back and a jump back of a few lines, as shares of what it costs to
// make what was open by then anew. Findings are among it. LENGTHS in the environment has the tapes' lines.
import { performance } from 'node:perf_hooks';
import { longLog } from './longLog.mjs';

const { readLog } = await import('../../src/log/readLog.ts');
const { Tape } = await import('../../src/replay/tape.ts');
const { rebuild } = await import('../../src/kubelet/rebuild/rebuild.ts');
const { Past } = await import('../../src/engine/past.ts');
const { readRules } = await import('../../src/engine/ruling.ts');

const LENGTHS = (process.env['LENGTHS'] ?? '100000,200000').split(',').map(Number);
const STEPS = 60;
const WAYS = [
  ['a step', 1],
  ['a step back', -1],
  ['a jump back of 20 lines', -20],
];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const p95 = (values) => values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)];

function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

for (const length of LENGTHS) {
  // Rounds of the capture overlap; a line that comes too late would be another matter.
  const lines = longLog('churn-v2', length)
    .slice(0, length)
    .filter((line) => /^[IWEF]\d{4} /.test(line))
    .sort((a, b) =>
      a.slice(1, 21) < b.slice(1, 21) ? -1 : a.slice(1, 21) > b.slice(1, 21) ? 1 : 0,
    );
  const table = readLog(0, Buffer.from(`${lines.join('\n')}\n`), { year: 2026 });
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: 0 }]);
  const whole = { tape, history: rebuild(tape), findings: [] };
  const { ruling } = readRules([], []);
  let position = tape.length - 5 * STEPS;
  let past;
  // The second is compiled.
  const anew = [1, 2, 3].map(() =>
    timed(() => {
      past = new Past(ruling, { atOnce: Infinity });
      past.at(whole, { position });
    }),
  );
  const atOnce = anew.at(-1);
  console.log(`then, ${length} lines, made anew: ${atOnce.toFixed(0)} ms`);
  for (const [name, by] of WAYS) {
    const times = Array.from({ length: STEPS }, () =>
      timed(() => past.at(whole, { position: (position += by) })),
    );
    const middle = median(times);
    console.log(
      `then, ${length} lines, ${name}: ${middle.toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms (made anew: ${atOnce.toFixed(0)}, ratio ${(middle / atOnce).toFixed(4)})`,
    );
  }
}
