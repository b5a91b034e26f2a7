// A scenario for the simulator that is made at random: pods of several kinds that come, end and are deleted in any order, a fault
// now and then, and at times a restart of the kubelet.
import fc from 'fast-check';
import { parseScenario } from '../../src/simulate/parse.ts';
import type { Scenario } from '../../src/simulate/scenario.ts';

const seconds = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => `${tenths / 10}s`);

const container = fc.record({
  name: fc.constant('app'),
  run: fc.constantFrom('forever', 'forever', 'exit', 'ignore-term'),
  after: seconds(1, 30),
  exitCode: fc.constantFrom(0, 1),
  stopTakes: seconds(0, 8),
});

const pod = fc.record({
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  gracePeriod: fc.constantFrom('30s', '5s', '1s'),
  containers: fc
    .array(container, { minLength: 1, maxLength: 2 })
    .map((all) => all.map((one, i) => ({ ...one, name: `c${i}` }))),
  initContainers: fc.constantFrom([], [], [{ name: 'init', run: 'exit', after: '2s' }]),
});

const life = fc.record({
  born: fc.integer({ min: 1, max: 50 }),
  dies: fc.option(fc.integer({ min: 3, max: 70 })),
  grace: fc.option(fc.constantFrom('0s', '1s', '60s')),
});

const trouble = fc.oneof(
  fc.constant(undefined),
  fc.record({
    command: fc.constantFrom('ADD' as const, 'DEL' as const),
    behaviour: fc.constantFrom('error', 'slow'),
    from: fc.integer({ min: 5, max: 60 }),
    lasts: fc.integer({ min: 5, max: 30 }),
  }),
);

/** Of 100 s. */
export const randomScenario: fc.Arbitrary<Scenario> = fc
  .record({
    pods: fc.array(fc.tuple(pod, life), { minLength: 2, maxLength: 8 }),
    trouble,
    restart: fc.option(
      fc.record({ at: fc.integer({ min: 15, max: 80 }), down: fc.integer({ min: 0, max: 8 }) }),
    ),
  })
  .map(({ pods, trouble: broken, restart }) =>
    scenarioOf({
      title: 'A random one.',
      lasts: '100s',
      pods: pods.map(([one], i) => ({ ...one, name: `pod-${i}` })),
      faults:
        broken === undefined
          ? []
          : [
              {
                name: 'cni',
                kind: 'cni',
                delay: '4s',
                command: broken.command,
                behaviour: broken.behaviour,
              },
            ],
      actions: [
        ...pods.flatMap(([, { born, dies, grace }], i) => [
          { at: `${born}s`, do: 'create', pod: `pod-${i}` },
          ...(dies === null
            ? []
            : [
                {
                  at: `${born + dies}s`,
                  do: 'delete',
                  pod: `pod-${i}`,
                  ...(grace === null ? {} : { gracePeriod: grace }),
                },
              ]),
        ]),
        ...(broken === undefined
          ? []
          : [
              { at: `${broken.from}s`, do: 'fault', fault: 'cni', on: true },
              { at: `${broken.from + broken.lasts}s`, do: 'fault', fault: 'cni', on: false },
            ]),
        ...(restart === null
          ? []
          : [{ at: `${restart.at}s`, do: 'restart-kubelet', downFor: `${restart.down}s` }]),
      ],
    }),
  );

/** A scenario file is YAML, and JSON is YAML too. */
function scenarioOf(file: object): Scenario {
  const parsed = parseScenario(JSON.stringify(file));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
