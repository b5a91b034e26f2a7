// Random scenarios are simulated, their logs cut and thinned as logs are, and what the rebuild then claims is held against what the
// simulated kubelet really held: few claims may be wrong.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceId, type Gap } from '../../src/base/input.ts';
import { micros, SECOND } from '../../src/base/time.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { findGaps } from '../../src/log/gaps.ts';
import { readLog } from '../../src/log/readLog.ts';
import { Tape } from '../../src/replay/tape.ts';
import { judgeClaims, type Judgement } from '../support/judgeClaims.ts';
import type { ScoredField } from '../support/scoreWorkers.ts';
import { damagedWorld, journal, run, type DamagedWorld } from '../support/damagedWorld.ts';

function judged(one: DamagedWorld): Judgement[] {
  const { lines, truth } = run(one);
  const table = readLog(sourceId(0), new TextEncoder().encode(journal(lines, one.damage)), {
    year: 2026,
  });
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
  const gaps: readonly Gap[] = findGaps(table);
  const history = rebuild(tape, { gaps });
  const { from, to } = history;
  const moments = Array.from({ length: 200 }, (_, i) =>
    micros(from + ((to - from) * (i + 0.5)) / 200),
  );
  // While no kubelet runs there is nothing to hold.
  const runs = history.runs.slice(1);
  const isDown = (at: number): boolean =>
    runs.some((run) => run.from - 10 * SECOND < at && at < run.from);
  return judgeClaims(
    history,
    truth,
    moments.filter((at) => !isDown(at)),
  );
}

/** The least shares of right claims in one run of this test, of logs that tell what they lack and of others; many runs come nearer to 1. */
const least: readonly (readonly [ScoredField, told: number, silent: number])[] = [
  ['present', 0.99, 0.96],
  ['state', 0.99, 0.97],
  ['terminationRequested', 0.99, 0.97],
  ['startedTerminating', 0.99, 0.97],
  ['terminated', 0.99, 0.97],
  ['deleted', 0.98, 0.96],
  ['evicted', 0.99, 0.99],
  ['finished', 0.99, 0.97],
  ['gracePeriod', 0.98, 0.97],
];

test('nearly all that is claimed of a log with holes is so, and what a line is said to show still more', () => {
  const told: Judgement[] = [];
  const silent: Judgement[] = [];
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  fc.assert(
    fc.property(damagedWorld, (one) => {
      (one.damage.silent === undefined ? told : silent).push(...judged(one));
    }),
    { numRuns: Number(process.env['RUNS'] ?? 400), seed },
  );
  const fields = new Set(least.map(([field]) => field));
  const seen = ({ known, field }: Judgement): boolean => known === 'seen' && fields.has(field);
  expectRight(told.filter(seen), 0.999, `seed ${seed}, seen`);
  expectRight(silent.filter(seen), 0.98, `seed ${seed}, seen, with a silent loss`);
  for (const [field, ofTold, ofSilent] of least) {
    const isOfField = (one: Judgement): boolean => one.field === field;
    expectRight(told.filter(isOfField), ofTold, `seed ${seed}, ${field}`);
    expectRight(silent.filter(isOfField), ofSilent, `seed ${seed}, ${field}, with a silent loss`);
  }
});

function expectRight(claims: readonly Judgement[], bound: number, what: string): void {
  const wrong = claims.filter(({ isRight }) => !isRight).map(({ text }) => text);
  const few = `${what}: ${wrong.length} wrong of ${claims.length}: ${wrong.slice(0, 5).join('; ')}`;
  expect(1 - wrong.length / claims.length, few).toBeGreaterThanOrEqual(bound);
}
