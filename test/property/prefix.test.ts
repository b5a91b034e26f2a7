// All that views show in the mode `then` at an input is what they show of a rebuild of the inputs up to it; where that is not at hand, as in long
// logs, a worker and what is awaited are what it says. `npm run test:prefix` takes all captures and 1,000 simulated logs with holes at 20 places
// each; here it is a sample.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { micros } from '../../src/base/time.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { findGaps } from '../../src/log/gaps.ts';
import { readLog } from '../../src/log/readLog.ts';
import { Tape } from '../../src/replay/tape.ts';
import {
  captureNames,
  holdoutNames,
  labCaptureNames,
  readCapture,
  tapeOf,
} from '../support/captures.ts';
import { damagedWorld, logOf } from '../support/damagedWorld.ts';
import { PrefixTruth } from '../support/prefixTruth.ts';

const isWhole = process.env['PREFIX'] === 'all';
const sample = ['teardown-v2', 'k123-teardown-v2', 'churn-v4', 'weekday-v3'];
const names = isWhole ? [...captureNames(), ...labCaptureNames(), ...holdoutNames()] : sample;
const places = isWhole ? 20 : 4;
// The sample is always the same.
const seed = Number(process.env['SEED'] ?? (isWhole ? Date.now() % 1_000_000 : 7));
/** At random places of a log. */
function compare(truth: PrefixTruth, name: string, inputs: Tape): void {
  const gaps = inputs.sources.flatMap(({ table }) => findGaps(table));
  const whole = { name, inputs, gaps, history: rebuild(inputs, { gaps }) };
  for (const place of fc.sample(fc.nat(inputs.length - 1), { numRuns: places, seed }))
    truth.compareAt(whole, place);
}

function expectTrue({ values, differences, counts }: PrefixTruth): void {
  const summary = `seed ${seed}: ${JSON.stringify(counts)} of ${values}`;
  const texts = differences.map(({ text }) => text);
  expect(texts.slice(0, 10), summary).toEqual([]);
  if (isWhole) console.log(summary);
}

test('of a capture', { timeout: 3_600_000 }, () => {
  const truth = new PrefixTruth();
  for (const name of names) compare(truth, name, tapeOf(readCapture(name).log));
  expectTrue(truth);
});

test('of a simulated log with holes', { timeout: 3_600_000 }, () => {
  const truth = new PrefixTruth();
  fc.assert(
    fc.property(damagedWorld, (world) => {
      const table = readLog(sourceId(0), new TextEncoder().encode(logOf(world)), { year: 2026 });
      if (table.length > 0)
        compare(
          truth,
          `seed ${world.seed}`,
          new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]),
        );
    }),
    { numRuns: isWhole ? 1_000 : 15, seed },
  );
  expectTrue(truth);
});
