// Of a worker that observes a request to terminate it is known that it was asked, though the lines of who asked are lost.
import { expect, test } from 'vitest';
import { micros, SECOND } from '../../../src/base/time.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { tapeOf } from '../../support/captures.ts';
import { runScenario } from '../../support/scenarios.ts';

const text = `
title: A pod is deleted and stops slowly.
lasts: 40s
pods: [{ name: web, gracePeriod: 20s, containers: [{ name: app, stopTakes: 15s }] }]
actions: [{ at: 1s, do: create, pod: web }, { at: 20s, do: delete, pod: web }]`;

test.each([23, 34, 36])('a worker of 1.%i terminates', (kubelet) => {
  const scenario = parseScenario(text);
  if (!scenario.ok) throw new Error(scenario.error);
  const { lines } = runScenario(scenario.value, { kubelet, verbosity: 4 });
  const asked = lines.findIndex((line) => line.includes('SyncLoop DELETE'));
  const observed = lines.findIndex((line) => line.includes('observed request to terminate'));
  expect(observed).toBeGreaterThan(asked);
  const kept = [...lines.slice(0, asked), ...lines.slice(observed)];
  const history = rebuild(tapeOf(new TextEncoder().encode(kept.join('\n'))));
  const worker = history.pods.find(({ name }) => name === 'web')?.worker;
  const time = micros(history.from + 25 * SECOND);
  const moment = { time, position: kept.length, hindsight: 'now' } as const;
  expect(worker?.state.at(moment).value).toBe('terminating');
  expect(worker?.terminationRequested.at(moment).value).toBe(true);
  expect(worker?.deleted.at(moment).known).toBe('unknown');
});
