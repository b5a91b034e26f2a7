// What a cursor finds in the mode `then` that wanders over a log, forth and back in steps and jumps, is what it would find had it come at once.
// PREFIX=all in the environment: all captures and 200 simulated logs with holes; SEED=… the same ways again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { micros } from '../../src/base/time.ts';
import { Past } from '../../src/engine/past.ts';
import type { Incident } from '../../src/engine/present/incident.ts';
import { readRules } from '../../src/engine/ruling.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { findGaps } from '../../src/log/gaps.ts';
import { readLog } from '../../src/log/readLog.ts';
import { Tape } from '../../src/replay/tape.ts';
import { captureNames, labCaptureNames, readCapture } from '../support/captures.ts';
import { damagedWorld, logOf } from '../support/damagedWorld.ts';
import { historyText } from '../support/historyText.ts';

const isWhole = process.env['PREFIX'] === 'all';
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const names = isWhole
  ? [...captureNames(), ...labCaptureNames()]
  : ['teardown-v2', 'k123-teardown-v2', 'churn-v4'];
/** Steps of so many lines, and now and then a jump. */
const way = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 3, arbitrary: fc.integer({ min: -80, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: -2_000, max: 2_000 }) },
  ),
  { minLength: 12, maxLength: 12 },
);

function pastOfOne(): Past {
  return new Past(readRules([], []).ruling, { atOnce: Infinity });
}

function expectSame(name: string, log: Uint8Array, steps: readonly number[]): void {
  const table = readLog(sourceId(0), log, { year: 2026 });
  if (table.length === 0) return;
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
  const whole: Incident = { tape, history: rebuild(tape, { gaps: findGaps(table) }), findings: [] };
  const past = pastOfOne();
  let position = Math.floor(tape.length * 0.7);
  for (const step of steps) {
    position = Math.max(0, Math.min(tape.length - 1, position + step));
    const [own, anew] = [past, pastOfOne()].map((one) => one.at(whole, { position }));
    const where = `${name}, seed ${seed}, at ${position} after a step of ${step}`;
    const [text, wanted] = [textOf(own), textOf(anew)];
    const place = wanted.findIndex((line, index) => line !== text[index]);
    expect(text[place], where).toBe(wanted[place]);
    expect(text.length, where).toBe(wanted.length);
    expect(own?.findings, where).toEqual(anew?.findings);
  }
}

function textOf(incident: Incident | undefined): readonly string[] {
  return incident === undefined ? [] : historyText(incident.history, []);
}

test.each(names)('of %s', { timeout: 600_000 }, (name) => {
  fc.assert(
    fc.property(way, (steps) => {
      expectSame(name, readCapture(name).log, steps);
    }),
    { numRuns: isWhole ? 3 : 1, seed },
  );
});

test('of a simulated log with holes', { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(damagedWorld, way, (world, steps) => {
      expectSame(`world ${world.seed}`, new TextEncoder().encode(logOf(world)), steps);
    }),
    { numRuns: isWhole ? 200 : 10, seed },
  );
});
