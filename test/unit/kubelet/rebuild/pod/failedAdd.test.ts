// A set-up that fails is told by the plug-in's line and again, after the teardown that follows, by the CRI client's: one try.
import { expect, test } from 'vitest';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { parseScenario } from '../../../../../src/simulate/parse.ts';
import { tapeOf } from '../../../../support/captures.ts';
import { runScenario } from '../../../../support/scenarios.ts';

const scenario = parseScenario(`
title: No address for a pod.
runtime: docker
lasts: 60s
pods:
  - { name: web }
faults:
  - { name: add, kind: cni, command: ADD, behaviour: error }
actions:
  - { at: 0s, do: fault, fault: add, on: true }
  - { at: 1s, do: create, pod: web }
`);

test.each([9, 16, 18, 21, 23].flatMap((minor) => [2, 4].map((v) => [minor, v] as const)))(
  'an ADD that fails is told as one try (1.%i at --v=%i)',
  (kubelet, verbosity) => {
    if (!scenario.ok) throw new Error(scenario.error);
    const { lines } = runScenario(scenario.value, { kubelet, verbosity });
    const calls = lines.filter((line) => /RunPodSandbox from runtime service failed/.test(line));
    const history = rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`)));
    const tries = history.network.flatMap(({ command, attempts }) =>
      command === 'ADD' ? attempts : [],
    );
    expect(calls.length).toBeGreaterThan(3);
    expect(tries).toHaveLength(calls.length);
  },
);
