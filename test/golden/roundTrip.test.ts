// Each scenario is simulated, its log is read back like any other, and what was rebuilt is compared with what was.
import { expect, test } from 'vitest';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { workersJsonl } from '../../src/kubelet/rebuild/workersJsonl.ts';
import { tapeOf } from '../support/captures.ts';
import { ownScenarios, runScenario } from '../support/scenarios.ts';
import { coverage, precision, scoreWorkers } from '../support/scoreWorkers.ts';

const runs = [...ownScenarios()].flatMap(([name, scenario]) =>
  [23, 34].flatMap((kubelet) =>
    [2, 4].map((verbosity) => ({ name, scenario, kubelet, verbosity })),
  ),
);

const evented = runs.filter(({ kubelet, verbosity }) => kubelet === 34 && verbosity === 4);

test.each([
  ...runs,
  ...evented.map((run) => ({
    ...run,
    name: `${run.name} with evented PLEG`,
    scenario: { ...run.scenario, eventedPleg: true },
  })),
])('$name, 1.$kubelet at verbosity $verbosity', ({ scenario, kubelet, verbosity }) => {
  const { lines, truth } = runScenario(scenario, { kubelet, verbosity });
  const log = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const rebuilt = [...workersJsonl(rebuild(tapeOf(log)))].join('\n');
  const state = scoreWorkers(rebuilt, [truth.join('\n')]).fields.get('state');
  if (state === undefined) throw new Error('no score');
  expect(precision(state)).toBeGreaterThanOrEqual(0.995);
  expect(coverage(state)).toBeGreaterThanOrEqual(verbosity === 4 ? 0.99 : 0.9);
});
