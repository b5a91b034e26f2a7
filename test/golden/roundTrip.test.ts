// Each scenario is simulated, its log is read back like any other, and what was rebuilt is compared with what was.
import { expect, test } from 'vitest';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { workersJsonl } from '../../src/kubelet/rebuild/workersJsonl.ts';
import { tapeOf } from '../support/captures.ts';
import { ownScenarios, runScenario } from '../support/scenarios.ts';
import { coverage, precision, scoreWorkers } from '../support/scoreWorkers.ts';

/**
 * Where the rebuild falls short today. In 1.23 at verbosity 2 the end of a pod that stays known, or while nothing is listed,
 * leaves no line: unknown would be right, terminating is claimed.
 */
const weak: Readonly<Record<string, readonly [precision: number, coverage: number]>> = {
  'kubelet-restarts 23 2': [0.8, 0.9],
  'runtime-list-fails 23 2': [0.3, 0.9],
};

const runs = [...ownScenarios()].flatMap(([name, scenario]) =>
  [23, 34].flatMap((kubelet) =>
    [2, 4].map((verbosity) => ({ name, scenario, kubelet, verbosity })),
  ),
);

test.each(runs)('$name, 1.$kubelet at verbosity $verbosity', ({ name, scenario, kubelet, verbosity }) => {
  const { lines, truth } = runScenario(scenario, { kubelet, verbosity });
  const log = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const rebuilt = [...workersJsonl(rebuild(tapeOf(log)))].join('\n');
  const state = scoreWorkers(rebuilt, [truth.join('\n')]).fields.get('state');
  if (state === undefined) throw new Error('no score');
  const usual = [0.995, verbosity === 4 ? 0.99 : 0.9] as const;
  const [leastPrecision, leastCoverage] = weak[`${name} ${kubelet} ${verbosity}`] ?? usual;
  expect(precision(state)).toBeGreaterThanOrEqual(leastPrecision);
  expect(coverage(state)).toBeGreaterThanOrEqual(leastCoverage);
});
