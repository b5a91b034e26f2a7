// The lab's scenario files hold together, which a cluster would only find out after minutes.
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { durationMicros, scenarioSchema } from '../../../src/simulate/scenario.ts';
import { cniFaultByName, namedFaults } from '../../lab/faults.ts';
import { labSchema } from '../../lab/labScenario.ts';
import { podManifest, podNames } from '../../lab/podManifest.ts';
import { readScenario, scenarioNames } from '../../lab/scenarioFile.ts';

describe.each(scenarioNames())('scenario %s', (name) => {
  const scenario = readScenario(name);
  const names = scenario.pods.flatMap((pod) => [pod.name, ...podNames(pod)]);
  const faults = [...scenario.faults.map((fault) => fault.name), ...Object.keys(namedFaults)];

  it('does things to pods and with faults that it has', () => {
    for (const action of scenario.actions) {
      if ('pod' in action) expect(names).toContain(action.pod);
      if ('fault' in action) expect(faults).toContain(action.fault);
    }
  });

  it('ends after its last action', () => {
    const last = Math.max(...scenario.actions.map((action) => durationMicros(action.at)));
    expect(durationMicros(scenario.lasts)).toBeGreaterThan(last);
  });

  it('turns off every fault that it turns on, but for what stays missing', () => {
    const stays = scenario.faults.filter(
      (f) => f.kind === 'configmap-missing' || f.kind === 'image',
    );
    const on = new Set<string>();
    for (const action of scenario.actions)
      if (action.do === 'fault')
        if (action.on) on.add(action.fault);
        else on.delete(action.fault);
    expect([...on].filter((fault) => !stays.some((s) => s.name === fault))).toEqual([]);
  });
});

it('names what is wrong with a scenario, and where', () => {
  expect(() => readScenario('no-such')).toThrow(
    /there is no scenario no-such; there are .*churn-forty/,
  );
});

it.each([
  { do: 'patch', pod: 'web', subresource: 'resize', patch: { spec: {} } },
  { do: 'delete-mirror', pod: 'web', gracePeriod: '0s' },
  { do: 'kill-kubelet' },
  { do: 'restart-runtime', downFor: '12s' },
  { do: 'verbosity', level: 4 },
])('takes $do, which the simulator refuses', (action) => {
  const scenario = {
    title: 'One thing is done.',
    lasts: '9s',
    pods: [{ name: 'web' }],
    actions: [{ at: '1s', ...action }],
  };
  expect(v.parse(labSchema, scenario).actions).toEqual([expect.objectContaining(action)]);
  expect(v.is(scenarioSchema, scenario)).toBe(false);
});

it.each([
  ['cni-del', 'DEL', 'error'],
  ['cni-add-hang', 'ADD', 'hang'],
  ['cni-add-garbage', 'ADD', 'garbage'],
])('reads the fault %s', (name, command, behaviour) => {
  expect(cniFaultByName(name)).toMatchObject({ kind: 'cni', command, behaviour });
});

it('knows no other fault of a network plug-in', () => {
  expect(cniFaultByName('cni-destroy')).toBeUndefined();
  expect(cniFaultByName('cni-check')).toBeUndefined();
  expect(cniFaultByName('cni-del-')).toBeUndefined();
});

it('makes a pod that takes its time to stop', () => {
  const pod = readScenario('static-replaced').pods.find((p) => p.name === 'gate');
  expect(pod && podManifest(pod, 'gate', 'node-a')).toMatchObject({
    metadata: { name: 'gate', namespace: 'kube-system' },
    spec: {
      nodeName: 'node-a',
      terminationGracePeriodSeconds: 20,
      containers: [
        {
          imagePullPolicy: 'Never',
          command: ['/bin/sh', '-c', expect.stringContaining("trap 'sleep 12; exit 0' TERM")],
        },
      ],
    },
  });
});
