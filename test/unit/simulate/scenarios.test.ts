import { expect, test } from 'vitest';
import { toJsonSchema } from '@valibot/to-json-schema';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { scenarioSchema } from '../../../src/simulate/scenario.ts';
import { brokenInvariants, ownScenarios, runScenario } from '../../support/scenarios.ts';

const scenarios = [...ownScenarios()];
const versions = [9, 18, 23, 26, 30, 34] as const;

test('there are at least fifteen', () => {
  expect(scenarios.length).toBeGreaterThanOrEqual(15);
});

test.each(scenarios)(
  '%s gives the same log for the same seed, and keeps the invariants',
  (_, scenario) => {
    for (const kubelet of versions) {
      const first = runScenario(scenario, { kubelet, seed: 5 });
      const again = runScenario(scenario, { kubelet, seed: 5 });
      expect(again.lines).toEqual(first.lines);
      expect(again.truth).toEqual(first.truth);
      expect(brokenInvariants(first.truth)).toEqual([]);
    }
  },
);

test('another seed gives another log', () => {
  const scenario = scenarios[0]?.[1];
  if (scenario === undefined) throw new Error('no scenario');
  expect(runScenario(scenario, { seed: 1 }).lines).not.toEqual(
    runScenario(scenario, { seed: 2 }).lines,
  );
});

test('a higher verbosity only adds lines', () => {
  for (const [, scenario] of scenarios) {
    const texts = (verbosity: number): string[] =>
      runScenario(scenario, { verbosity }).lines.map((line) => line.replace(/^\S+ \S+ +/, ''));
    const more = texts(4);
    let at = 0;
    for (const line of texts(2)) {
      at = more.indexOf(line, at);
      expect(at, line).toBeGreaterThanOrEqual(0);
      at += 1;
    }
  }
});

/** The lines of a scenario at verbosity 2 without header and ids: `"SyncLoop ADD" …`. */
function story(name: string, kubelet: number): string {
  const scenario = new Map(scenarios).get(name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return runScenario(scenario, { kubelet, verbosity: 2 }).lines.join('\n');
}

test('cni-del-fails tells of the error, its retries, and the end', () => {
  const log = story('cni-del-fails', 34);
  expect(log.match(/"Error syncing pod, skipping"/g)?.length).toBeGreaterThan(6);
  expect(log).toContain('plugin type=\\"bridge\\" failed (delete)');
  expect(log.match(/"SyncLoop REMOVE"/g)).toHaveLength(2);
});

test('netns-missing tells of the dead pause process', () => {
  const log = story('netns-missing', 23);
  expect(log).toContain('cannot find network namespace for the terminated container');
  expect(log).toMatch(/"Error deleting pod from network" err="[^"]*" .* podNetnsPath=""/);
});

test('runtime-hangs stops the loop, and it goes on', () => {
  const log = story('runtime-hangs', 34);
  expect(log).toContain('container runtime is down');
  expect(log).toContain('PLEG is not healthy: pleg was last seen active 3m');
  expect(log.match(/"SyncLoop REMOVE"/g)).toHaveLength(3);
});

test('crash-loop waits longer each time', () => {
  const lengths = [...story('crash-loop', 34).matchAll(/back-off (\w+) restarting/g)].map(
    (m) => m[1],
  );
  expect([...new Set(lengths)]).toEqual(['10s', '20s', '40s', '1m20s', '2m40s']);
});

test('force-delete leaves a worker stuck in 1.23, and none from 1.27 on', () => {
  const scenario = new Map(scenarios).get('force-delete');
  if (scenario === undefined) throw new Error('no scenario');
  const end = (kubelet: number): string => runScenario(scenario, { kubelet }).truth.at(-1) ?? '';
  expect(end(23)).toContain('"state":"terminating"');
  expect(end(34)).toContain('"workers":[]');
});

test('static-pod-edits has the second pod of a name wait for the first', () => {
  const scenario = new Map(scenarios).get('static-pod-edits');
  if (scenario === undefined) throw new Error('no scenario');
  const { lines } = runScenario(scenario, { verbosity: 4 });
  expect(lines.join('\n')).toContain('"Pod cannot start yet"');
});

test('admission-refused tells in each version’s words why, and the kubelet makes no worker', () => {
  const why = 'requested: 1500, used: 1800, capacity: 2000';
  expect(story('admission-refused', 18)).toMatch(
    new RegExp(`Predicate failed on Pod: big_default\\([-0-9a-f]+\\), for reason: .*${why}`),
  );
  const log = story('admission-refused', 34);
  expect(log).toContain(`"Predicate failed on Pod" pod="default/big" err="Node didn't have`);
  expect(log).toMatch(/allocation_manager.go:702\] "Pod admission denied" .* reason="OutOfpods"/);
  expect(log).toContain('"SyncLoop ADD" source="api" pods=["default/late"]');
  expect(log.match(/admission denied/g)).toHaveLength(2);
});

test('old versions print printf texts', () => {
  expect(story('cni-del-fails', 18)).toMatch(
    /SyncLoop \(ADD, "api"\): "web-0_default\([0-9a-f-]{36}\)"/,
  );
  expect(story('runtime-hangs', 9)).toContain('skipping pod synchronization - ');
});

test('with evented PLEG a death is heard at once, and lists are rare', () => {
  const crashes = new Map(scenarios).get('crash-loop');
  if (crashes === undefined) throw new Error('no scenario');
  const linesOf = (eventedPleg: boolean, kubelet: number) =>
    runScenario({ ...crashes, eventedPleg }, { kubelet, verbosity: 5 }).lines;
  const count = (lines: string[], text: string) =>
    lines.filter((line) => line.includes(text)).length;
  const [evented, generic] = [linesOf(true, 34), linesOf(false, 34)];
  expect(count(generic, 'GenericPLEG: Relisting')).toBeGreaterThan(50);
  expect(count(evented, 'GenericPLEG: Relisting')).toBeLessThan(3);
  expect(count(evented, '"Type":"ContainerDied"')).toBeGreaterThan(2);
  expect(count(evented, 'Received Container Stopped Event')).toBeGreaterThan(2);
  expect(linesOf(true, 25), 'the gate is not known yet').toEqual(linesOf(false, 25));
});

test('klog JSON is JSON', () => {
  const scenario = new Map(scenarios).get('cni-del-fails');
  if (scenario === undefined) throw new Error('no scenario');
  const lines = runScenario(scenario, { format: 'json' }).lines;
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toContain('SyncLoop DELETE');
});

test.each([
  ['{', 'This is no YAML: '],
  ['title: x', 'This is no scenario: at lasts, '],
  ['title: x\nlasts: 5 minutes\npods: []\nactions: []', 'a length of time like'],
  ['title: x\nlasts: 5m\npods: []\nactions: [{at: 1s, do: dance}]', 'at actions.0.do'],
  ['title: x\nlasts: 5m\npods: [{name: a, count: 1000000000}]\nactions: []', 'at pods.0.count'],
  ['title: x\nlasts: 5m\nnodes: []\npods: []\nactions: []', 'at nodes'],
])('%j gets a clear sentence', (text, sentence) => {
  const parsed = parseScenario(text);
  expect(parsed.ok ? '' : parsed.error).toContain(sentence);
});

test('the JSON schema in media is that of the code', async () => {
  const schema = toJsonSchema(scenarioSchema, { errorMode: 'ignore', typeMode: 'input' });
  const text = `${JSON.stringify(schema, undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../../media/scenario.schema.json');
});

test.each([
  [23, [1]],
  [27, [1]],
  [28, [2]],
  [34, [2]],
])('an orphan gets its one second, from 1.28 on no less than two (1.%i)', (kubelet, seconds) => {
  const scenario = ownScenarios().get('kubelet-restarts');
  if (scenario === undefined) throw new Error('no such scenario');
  const { lines } = runScenario(scenario, { kubelet, verbosity: 4 });
  const orphan = lines.findIndex((line) => /Clean up (?:containers for )?orphaned pod/.test(line));
  const kill = /"Killing container with a grace period" .*gracePeriod=(\d+)$/;
  const after = lines.slice(orphan).flatMap((line) => kill.exec(line)?.[1] ?? []);
  expect(orphan).toBeGreaterThan(0);
  expect(after.slice(0, 1).map(Number)).toEqual(seconds);
});

test.each([9, 21, 34])('in another sandbox 1.%i runs all init containers again', (kubelet) => {
  const scenario = parseScenario(`
title: A sandbox dies.
lasts: 50s
pods:
  - name: two
    initContainers: [{ name: i1, run: exit, after: 3s }, { name: i2, run: exit, after: 3s }]
    containers: [{ name: app }]
actions:
  - { at: 1s, do: create, pod: two }
  - { at: 25s, do: kill-sandbox, pod: two }`);
  if (!scenario.ok) throw new Error(scenario.error);
  const { lines } = runScenario(scenario.value, { kubelet, verbosity: 4 });
  const started = lines.filter((line) => /SyncLoop \(PLEG\).*ContainerStarted/.test(line));
  // A sandbox and three containers, twice.
  expect(started).toHaveLength(8);
});
