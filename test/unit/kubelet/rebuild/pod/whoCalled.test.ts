// Who asked for a teardown of a network that failed: killPodWithSyncResult says the same for a pod's worker and, up to 1.21, for podKiller;
// the line after it is the caller's.
import { expect, test } from 'vitest';
import type { NetworkAttempt } from '../../../../../src/kubelet/rebuild/history.ts';
import { triesBy } from '../../../../../src/kubelet/rebuild/pod/tries.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { parseScenario } from '../../../../../src/simulate/parse.ts';
import { tapeOf } from '../../../../support/captures.ts';
import { runScenario } from '../../../../support/scenarios.ts';

const ends = {
  deleted: ['api', '{ at: 12s, do: delete, pod: web }'],
  'deleted by force': ['api', '{ at: 12s, do: delete, pod: web, gracePeriod: 0s }'],
  'gone from its file': ['file', '{ at: 12s, do: delete, pod: web }'],
  evicted: ['api', '{ at: 12s, do: fill-disk, percent: 95 }'],
} as const;
type End = keyof typeof ends;

function linesOf(behaviour: string, end: End, kubelet: number, verbosity: number): string[] {
  const [source, action] = ends[end];
  const scenario = parseScenario(`
title: A pod ends whose network cannot be taken down.
runtime: docker
lasts: 6m
pods:
  - { name: web, source: ${source}, gracePeriod: 2s }
faults:
  - { name: del, kind: cni, command: DEL, behaviour: ${behaviour} }
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 10s, do: fault, fault: del, on: true }
  - ${action}
`);
  if (!scenario.ok) throw new Error(scenario.error);
  return runScenario(scenario.value, { kubelet, verbosity }).lines;
}

function teardownsOf(lines: readonly string[]): {
  readonly tries: readonly NetworkAttempt[];
  readonly textOf: (one: NetworkAttempt) => string;
} {
  const text = `${lines.join('\n')}\n`;
  const bytes = new TextEncoder().encode(text);
  const tries = rebuild(tapeOf(bytes)).network.flatMap(({ command, attempts }) =>
    command === 'DEL' ? attempts : [],
  );
  const lineAt = (offset: number): string => text.slice(offset, text.indexOf('\n', offset));
  return { tries, textOf: (one) => one.provedBy.map(({ offset }) => lineAt(offset)).join('\n') };
}

const callers = {
  sync: /Error syncing pod/,
  podKiller: /Failed killing the pod/,
  gc: /Failed to stop sandbox .*before removing/,
} as const;

const cases = Object.keys(ends).flatMap((end) =>
  ['error', 'hang'].flatMap((behaviour) =>
    [9, 18, 21].map((kubelet) => [end as End, behaviour, kubelet] as const),
  ),
);

test.each(cases)(
  'of a pod that is %s, DEL %s, 1.%i: who called is told by a line of his',
  (...of) => {
    const [end, behaviour, kubelet] = of;
    for (const verbosity of [2, 4, 9]) {
      const lines = linesOf(behaviour, end, kubelet, verbosity);
      const { tries, textOf } = teardownsOf(lines);
      expect(tries.length, `--v=${verbosity}`).toBeGreaterThan(0);
      for (const [by, line] of Object.entries(callers)) {
        const his = tries.filter((one) => one.by === by);
        for (const one of his) expect(textOf(one)).toMatch(line);
        const told = lines.filter((text) => line.test(text) && /KillPodSandbox|before/.test(text));
        // Where its lines tell when the plug-in runs, a call that waits for another’s plug-in is no try.
        const waits = behaviour === 'hang' && kubelet > 9 && verbosity >= 4;
        if (!waits) expect(his.length, `--v=${verbosity} ${by}`).toBe(told.length);
        else expect(his.length).toBeLessThanOrEqual(told.length);
      }
    }
  },
);

test.each([9, 18, 21])('1.%i: who called is not known before his line', (kubelet) => {
  const lines = linesOf('error', 'deleted by force', kubelet, 2);
  const place = lines.findIndex((text) => text.includes('Failed killing the pod'));
  const bys = (count: number) => teardownsOf(lines.slice(0, count)).tries.map(({ by }) => by);
  expect(bys(place)).toEqual(['unknown']);
  expect(bys(place + 1)).toEqual(['podKiller']);
  const tape = tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`));
  const operation = rebuild(tape).network.find(({ command }) => command === 'DEL');
  if (operation === undefined) throw new Error('There is no teardown.');
  const at = (position: number) =>
    triesBy(operation, { time: operation.from, position, hindsight: 'then' }).map(({ by }) => by);
  expect(at(place - 1)).toEqual(['unknown']);
});
