// No two views contradict each other: at random cursors of logs of real kubelets every number that two of them show is compared. `npm run
// test:views` asks 20 logs at 200 cursors each; here it is a sample.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captureNames, holdoutNames, labCaptureNames } from '../support/captures.ts';
import { engineOn } from '../support/engine.ts';
import { contradictionsAt } from '../support/walkViews.ts';

const isWhole = process.env['VIEWS'] === 'all';
const sample = ['teardown-v2', 'k123-teardown-v2', 'cni-del-hang-v4', 'runtime-stopped-v2'];
const others = [...captureNames(), ...labCaptureNames(), ...holdoutNames()].filter(
  (name) => !sample.includes(name),
);
const step = Math.ceil(others.length / (20 - sample.length));
const logs = isWhole ? [...sample, ...others.filter((_, index) => index % step === 0)] : sample;
const cursors = isWhole ? Number(process.env['CURSORS'] ?? 200) : 5;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test.each(logs)(
  `no view contradicts another on %s (seed ${seed})`,
  { timeout: 3_600_000 },
  async (name) => {
    const engine = await engineOn(name);
    const { inputs } = await engine.call('session', []);
    const places = fc.sample(fc.nat(inputs - 1), { numRuns: cursors, seed });
    for (const place of places)
      for (const hindsight of ['now', 'then'] as const) {
        const wrong = await contradictionsAt(engine, place, hindsight);
        expect(wrong, `at position ${place}, ${hindsight}`).toEqual([]);
      }
    engine.dispose();
  },
);
