// What the mode `then` says at an input of findings is held against a diagnosis of the inputs up to it. `npm run test:prefix` takes captures,
// a third of the cases and 200 simulated logs with holes at 20 places each; here it is a sample.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captureNames, readCapture } from '../support/captures.ts';
import { caseNames, readCase } from '../support/cases.ts';
import { damagedWorld, logOf } from '../support/damagedWorld.ts';
import { diagnosed, FindingTruth } from '../support/findingTruth.ts';

const isWhole = process.env['PREFIX'] === 'all';
const places = isWhole ? 20 : 4;
const seed = Number(process.env['SEED'] ?? (isWhole ? Date.now() % 1_000_000 : 7));
/** Every so many of the cases are taken. */
const everyCase = isWhole ? 3 : 15;

/** At random places of a log. */
function compare(truth: FindingTruth, name: string, log: Uint8Array): void {
  const whole = diagnosed(name, log);
  if (whole.tape.length === 0) return;
  for (const place of fc.sample(fc.nat(whole.tape.length - 1), { numRuns: places, seed }))
    truth.compareAt(whole, place);
}

function expectNone({ values, differences, counts }: FindingTruth): void {
  const summary = `seed ${seed}: ${differences.length} of ${values} differ: ${JSON.stringify(counts)}`;
  if (isWhole) console.log(summary);
  const told = differences.slice(0, 10).map(({ text }) => text);
  expect(values).toBeGreaterThan(0);
  expect(told, summary).toEqual([]);
}

test('of a case', { timeout: 3_600_000 }, () => {
  const truth = new FindingTruth();
  caseNames().forEach((name, index) => {
    if (index % everyCase === 0) compare(truth, name, readCase(name).log);
  });
  expectNone(truth);
});

test('of a capture', { timeout: 3_600_000 }, () => {
  const truth = new FindingTruth();
  for (const name of isWhole ? captureNames() : ['teardown-v2', 'k123-teardown-v2'])
    compare(truth, name, readCapture(name).log);
  expectNone(truth);
});

test('of a simulated log with holes', { timeout: 3_600_000 }, () => {
  const truth = new FindingTruth();
  for (const world of fc.sample(damagedWorld, { numRuns: isWhole ? 200 : 5, seed }))
    compare(truth, `seed ${world.seed}`, new TextEncoder().encode(logOf(world)));
  expectNone(truth);
});
