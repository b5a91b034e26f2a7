// What a sync was to do, as the line of computePodActions has it.
import { expect, test } from 'vitest';
import { config, historyOf, only, start } from '../../../../support/podLines.ts';
import { engineHere } from '../../../../support/engine.ts';

const text = 'its line leaves out NextInitContainerToStart, up to 1.33';

interface Plan {
  readonly kill?: boolean;
  readonly make?: boolean;
  readonly init?: string;
  readonly containers?: string;
}

/** As String() of podActions prints it from 1.28 on. */
function planned({ kill = false, make = false, init = '', containers = '' }: Plan): string {
  return `10:00:20.000000 kuberuntime_manager.go:1066 "computePodActions got for pod" podActions="KillPod: ${kill || make}, CreateSandbox: ${make}, UpdatePodResources: false, Attempt: 0, InitContainersToStart: [${init}], ContainersToStart: [${containers}], EphemeralContainersToStart: [],ContainersToUpdate: map[], ContainersToKill: map[]" pod="default/web"`;
}

function initOf(minor: number, ...plans: readonly Plan[]) {
  const from = start.map((line) => line.replace('v1.34.2', `v1.${minor}.0`));
  const lines = [...from, config('10:00:10.000000', 'ADD'), ...plans.map(planned)];
  return only(historyOf(lines)).computed.map(({ init }) =>
    init.known === 'unknown' ? init.why : [init.known, ...init.value],
  );
}

test.each([28, 30, 33])(
  '1.%i leaves out the next init container of a pod without sidecars',
  (k) => {
    expect(initOf(k, { make: true }, {}, { containers: '0' }, {}, { make: true }, {})).toEqual([
      // Where a sandbox is made and no container is to start in it, the first init container is.
      ['inferred', '0'],
      text,
      // Containers wait for the init containers.
      ['inferred'],
      ['inferred'],
      ['inferred', '0'],
      text,
    ]);
    expect(initOf(k, { make: true, containers: '0' }, {})).toEqual([['inferred'], ['inferred']]);
    expect(initOf(k, {}, { kill: true }, { init: '1 2' })).toEqual([
      text,
      ['inferred'],
      ['seen', '1', '2'],
    ]);
  },
);

test('1.34 has all of them in one list', () => {
  expect(initOf(34, { make: true, init: '0' }, {}, { containers: '0' })).toEqual([
    ['seen', '0'],
    ['seen'],
    ['seen'],
  ]);
});

const yaml = `
title: Init containers, one of which fails at first.
runtime: containerd
lasts: 60s
pods:
  - name: a
    initContainers:
      - { name: i0, run: exit, after: 1s }
      - { name: i1, run: exit, after: 1s }
      - { name: i2, run: exit, after: 1s, exitCode: 1 }
    containers: [{ name: app }]
actions:
  - { at: 1s, do: create, pod: a }
`;

test.each([9, 20, 21, 23, 27, 28, 33, 34])(
  'by a log of 1.%i nothing is said to be left to do while an init container is to start',
  async (kubelet) => {
    const engine = await engineHere();
    const source = { kind: 'scenario', name: 'a.yaml', text: yaml, kubelet, verbosity: 4 } as const;
    await engine.call('open', [{ sources: [source] }]);
    const { rows } = await engine.call('inputs', [{ start: 0, count: 2000 }]);
    const said = new Set<string>();
    for (const [position, { text: line }] of rows.entries()) {
      if (!line.includes('computePodActions got')) continue;
      await engine.call('seek', [{ kind: 'position', position }]);
      const { parts } = await engine.call('machineAt', [{ position, parts: ['podActions'] }]);
      const fields = parts.podActions?.plans[0]?.fields ?? [];
      const starts = fields.find(
        ({ name, text: what }) => name.includes('InitContainer') && what !== 'none',
      );
      const page = await engine.call('workerQueues', [{ start: 0, count: 9 }]);
      const plan = page.rows[0]?.plan;
      if (starts !== undefined) said.add(`${starts.text}: ${plan?.text} ${plan?.known}`);
    }
    engine.dispose();
    expect(said.size).toBeGreaterThan(1);
    expect([...said].join('\n')).not.toMatch(/nothing to do|attempt 0 seen/);
  },
);
