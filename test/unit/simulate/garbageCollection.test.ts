// StartGarbageCollection of pkg/kubelet/kubelet.go: one run at a time, and a minute between the end of one and the begin of the next.
import { expect, test } from 'vitest';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { runScenario } from '../../support/scenarios.ts';

const yaml = `
title: No network of two pods can be taken down, each call hangs.
runtime: containerd
lasts: 16m
pods: [{ name: web, gracePeriod: 2s }, { name: db, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: hang }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 1s, do: create, pod: db }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: delete, pod: web }
  - { at: 4s, do: delete, pod: db }
`;

/** Minutes between the lines of container GC of a sandbox that it could not stop. */
test.each([9, 21])('1.%i collects a minute after the run before has ended', (kubelet) => {
  const scenario = parseScenario(yaml);
  if (!scenario.ok) throw new Error(scenario.error);
  const times = runScenario(scenario.value, { kubelet, verbosity: 2 })
    .lines.filter((line) => /kuberuntime_gc\.go.*before removing/.test(line))
    .map((line) => Date.parse(`2026-03-02T${line.slice(6, 21)}Z`) / 60_000);
  const between = times.slice(1).map((time, i) => Math.round(time - (times[i] ?? 0)));
  // Two calls of two minutes each, one after the other, and a minute of wait.
  expect(between).toEqual([2, 3, 2, 3]);
});
