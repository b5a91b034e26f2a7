// What the page of network calls is told.
import { expect, test } from 'vitest';
import { micros, parseRfc3339, SECOND } from '../../../../src/base/time.ts';
import type { EngineClient } from '../../../../src/engine/client.ts';
import { callOrders } from '../../../../src/protocol/pageApi.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';
import { readCase } from '../../../support/cases.ts';
import { parseScenario } from '../../../../src/simulate/parse.ts';
import type { Scenario } from '../../../../src/simulate/scenario.ts';
import { ownScenarios, runScenario } from '../../../support/scenarios.ts';

const whole = { start: 0, count: 60 };

async function seek(engine: EngineClient, text: string): Promise<void> {
  const time = parseRfc3339(text);
  if (time === undefined) throw new Error(`${text} is no time.`);
  await engine.call('seek', [{ kind: 'time', time }]);
}

async function simulated(name: string, options: Parameters<typeof runScenario>[1] = {}) {
  const scenario = ownScenarios().get(name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  return await opened(scenario, options);
}

async function opened(scenario: Scenario, options: Parameters<typeof runScenario>[1]) {
  const bytes = new TextEncoder().encode(`${runScenario(scenario, options).lines.join('\n')}\n`);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  return engine;
}

test('what fails now comes first, with what it holds up and its tries', async () => {
  const engine = await engineOn('teardown-v2');
  await seek(engine, '2026-11-21T09:34:52Z');
  const page = await engine.call('networkPage', [whole]);
  const [first] = page.rows;
  expect(first).toMatchObject({ command: 'DEL', pod: 'default/web-1', plugin: 'bridge' });
  expect(first?.ticks.length).toBe(first?.failures);
  expect(first?.every).toBeGreaterThan(1_000_000);
  expect(page.blocked.map(({ text }) => text)).toContain('default/web-1 stays in Terminating');
  expect(page.counts.failing).toBe(page.rows.filter(({ severity }) => severity === 'error').length);
  expect(page.plugins).toMatchObject([{ plugin: 'bridge', command: 'DEL' }]);
  expect(page.verbosity.text).toBe('2');
});

test.each([
  [
    '{ at: 4s, do: delete, pod: web, gracePeriod: 0s }',
    ['default/web is gone from its source, but not from the node'],
  ],
  ['{ at: 4s, do: delete, pod: web }', ['default/web stays in Terminating']],
  // A sandbox that is replaced: its pod is not deleted.
  [
    '{ at: 4s, do: kill-sandbox, pod: web }',
    ['default/web gets no new sandbox until its old one is stopped'],
  ],
])('what a DEL that fails holds up after %s', async (action, told) => {
  const scenario = parseScenario(`
title: The network cannot be taken down.
lasts: 30s
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 3s, do: fault, fault: del, on: true }
  - ${action}`);
  if (!scenario.ok) throw new Error(scenario.error);
  const engine = await opened(scenario.value, { verbosity: 2 });
  const { blocked, counts } = await engine.call('networkPage', [whole]);
  expect(counts.failing).toBe(1);
  expect(blocked.map(({ text }) => text)).toEqual(told);
});

const id = 'fe3d7f1e60366f3f8d0bea873f185efc04827c7cf070c310a1bc5795e53a52a7';
const uid = 'f7e79d2b-47f6-4630-ace3-01f0b8829f5c';

/** Container GC fails to stop a sandbox (1.21). */
function fails(time: string, error: string, sandbox = id): readonly string[] {
  return [
    `E0302 ${time}.000000 7 remote_runtime.go:144] "StopPodSandbox from runtime service failed" err="${error}" podSandboxID="${sandbox}"`,
    `E0302 ${time}.000010 7 kuberuntime_gc.go:176] "Failed to stop sandbox before removing" err="${error}" sandboxID="${sandbox}"`,
  ];
}

/** Of 1.21: a pod is deleted, gone after the first time-out, and these lines are container GC's. */
async function collecting(...collector: readonly string[]): Promise<EngineClient> {
  const lines = [
    'I0302 08:00:00.000000 7 server.go:440] "Kubelet version" kubeletVersion="v1.21.14"',
    'I0302 08:00:01.000000 7 kubelet.go:1932] "SyncLoop ADD" source="api" pods=[default/web]',
    `I0302 08:00:05.000000 7 kubelet.go:1970] "SyncLoop (PLEG): event for pod" pod="default/web" event=&{ID:${uid} Type:ContainerStarted Data:${id}}`,
    'I0302 08:00:07.000000 7 kubelet.go:1948] "SyncLoop DELETE" source="api" pods=[default/web]',
    'I0302 08:02:07.000000 7 kubelet.go:1942] "SyncLoop REMOVE" source="api" pods=[default/web]',
    ...collector,
    'I0302 08:30:00.000000 7 kubelet.go:1932] "SyncLoop ADD" source="api" pods=[default/late]',
  ];
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  return engine;
}

const hang = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';

test('a removed pod stays on the node while the collector’s next call may hang', async () => {
  const engine = await collecting(
    ...['08:05:00', '08:08:00', '08:11:00'].flatMap((time) => fails(time, hang)),
  );
  for (const clock of ['08:05:30', '08:07:30', '08:10:59']) {
    await seek(engine, `2026-03-02T${clock}Z`);
    const { blocked } = await engine.call('networkPage', [whole]);
    expect(blocked.map(({ text }) => text)).toEqual([
      'default/web is gone from its source, but not from the node',
    ]);
  }
  await seek(engine, '2026-03-02T08:20:00Z');
  expect((await engine.call('networkPage', [whole])).blocked).toEqual([]);
});

test('of a removed pod the collector’s silence tells nothing while it hangs for another', async () => {
  const engine = await collecting(
    ...fails(
      '08:03:00',
      String.raw`networkPlugin cni failed to teardown pod \"web_default\" network: none`,
    ),
    ...fails('08:05:00', hang, id.replaceAll('f', '0')),
  );
  const blockedAt = async (clock: string): Promise<readonly string[]> => {
    await seek(engine, `2026-03-02T${clock}Z`);
    return (await engine.call('networkPage', [whole])).blocked.map(({ text }) => text);
  };
  expect(await blockedAt('08:04:00')).toEqual([
    'default/web is gone from its source, but not from the node',
  ]);
  expect(await blockedAt('08:05:01')).toEqual([
    'default/web is gone from its source; no line shows that its sandbox was stopped',
  ]);
});

test.each([
  [12, 2],
  [18, 2],
  [18, 4],
  [23, 4],
])(
  'a DEL that fails holds up the next sandbox of its pod, if there is to be one (1.%i, v=%i)',
  async (kubelet, verbosity) => {
    const scenario = parseScenario(`
title: A sandbox is killed, and a pod ends, while no network can be taken down.
runtime: docker
lasts: 60s
pods:
  - { name: web, gracePeriod: 2s }
  - { name: job, restartPolicy: Never, containers: [{ name: app, run: exit, after: 5s }] }
faults: [{ name: del, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 1s, do: create, pod: job }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: kill-sandbox, pod: web }
  - { at: 25s, do: fault, fault: del, on: false }`);
    if (!scenario.ok) throw new Error(scenario.error);
    const engine = await opened(scenario.value, { kubelet, verbosity });
    const { from = 0 } = await engine.call('session', []);
    const at = async (second: number) => {
      await engine.call('seek', [{ kind: 'time', time: micros(from + second * SECOND) }]);
      return await engine.call('networkPage', [whole]);
    };
    const { blocked, rows } = await at(22);
    expect(rows.filter(({ severity }) => severity === 'error').map(({ pod }) => pod)).toContain(
      'default/job',
    );
    expect(blocked.map(({ text }) => text)).toEqual([
      'default/web gets no new sandbox until its old one is stopped',
    ]);
    // Below --v=4 its new sandbox shows that the old one was stopped.
    const later = await at(55);
    expect(later.blocked).toEqual([]);
    const ofWeb = later.rows.filter(({ pod }) => pod === 'default/web');
    expect(ofWeb.map(({ severity }) => severity)).not.toContain('error');
  },
);

test.each([2, 4])('no plug-in is called without a configuration (v=%i)', async (verbosity) => {
  const scenario = parseScenario(`
title: The configuration is away while a pod is deleted.
runtime: docker
lasts: 7m
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: net, kind: network-not-ready }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 20s, do: fault, fault: net, on: true }
  - { at: 40s, do: delete, pod: web }
  - { at: 5m, do: fault, fault: net, on: false }`);
  if (!scenario.ok) throw new Error(scenario.error);
  const engine = await opened(scenario.value, { kubelet: 18, verbosity });
  for (const clock of ['08:02:00', '08:04:30']) {
    await seek(engine, `2026-03-02T${clock}Z`);
    const page = await engine.call('networkPage', [{ ...whole, command: 'DEL' }]);
    expect(page.rows).toMatchObject([{ plugin: undefined, isCalled: false, severity: 'error' }]);
    expect(page.rows[0]?.failures).toBeGreaterThan(1);
    expect(page.worst?.plugin).toBeUndefined();
    expect(page.plugins.filter(({ command }) => command === 'DEL')).toEqual([]);
    expect(page.findings.map(({ title }) => title).join()).not.toContain('DEL fails');
  }
  // When it is there again the collector has it called.
  await seek(engine, '2026-03-02T08:06:59Z');
  const { rows, plugins } = await engine.call('networkPage', [{ ...whole, command: 'DEL' }]);
  expect(rows).toMatchObject([{ isCalled: true }]);
  const del = plugins.find(({ command }) => command === 'DEL');
  expect(del).toMatchObject({ calls: 1, failures: 0, lastError: undefined });
  expect(del?.longest ?? 0).toBeLessThan(61 * SECOND);
});

test.each([18, 21, 34])(
  'of a pod of 1.%i that is deleted no failed ADD is in the way',
  async (kubelet) => {
    const scenario = parseScenario(`
title: The network cannot be set up, and the pod is given up.
runtime: ${kubelet < 24 ? 'docker' : 'containerd'}
lasts: 90s
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: add, kind: cni, command: ADD, behaviour: error }]
actions:
  - { at: 1s, do: fault, fault: add, on: true }
  - { at: 2s, do: create, pod: web }
  - { at: 40s, do: delete, pod: web }`);
    if (!scenario.ok) throw new Error(scenario.error);
    const engine = await opened(scenario.value, { kubelet, verbosity: 4 });
    const { from = 0 } = await engine.call('session', []);
    const blockedAt = async (second: number): Promise<readonly string[]> => {
      await engine.call('seek', [{ kind: 'time', time: micros(from + second * SECOND) }]);
      return (await engine.call('networkPage', [whole])).blocked.map(({ text }) => text);
    };
    expect(await blockedAt(35)).toEqual(['default/web stays in ContainerCreating']);
    expect((await blockedAt(85)).join()).not.toContain('ContainerCreating');
  },
);

test('calls are in the order of any column, the part is cut from all of them', async () => {
  const engine = await engineOn('teardown-v2');
  const { at } = await engine.call('networkPage', [whole]);
  for (const by of callOrders) {
    const ordered = async (order: 'up' | 'down') =>
      (await engine.call('networkPage', [{ ...whole, by, order }])).rows.map((row) => {
        if (by === 'length') return (row.until ?? at) - row.from;
        return by === 'outcome' ? row.outcome.text : row[by];
      });
    const up = (await ordered('up')).filter((value) => value !== undefined);
    const sorted = up.toSorted((a, b) =>
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : String(a).localeCompare(String(b), 'en', { numeric: true }),
    );
    expect(up).toEqual(sorted);
    expect((await ordered('down')).slice(0, up.length)).toEqual(sorted.toReversed());
  }
  const one = { start: 0, count: 1, by: 'failures', order: 'down' } as const;
  const { rows } = await engine.call('networkPage', [whole]);
  const [most] = (await engine.call('networkPage', [one])).rows;
  expect(most?.failures).toBe(Math.max(...rows.map(({ failures }) => failures)));
});

test('it is narrowed by call, by text and to what fails', async () => {
  const engine = await engineOn('teardown-v2');
  const total = async (more: object): Promise<number> =>
    (await engine.call('networkPage', [{ ...whole, ...more }])).total;
  const all = await total({});
  expect(await total({ command: 'ADD' })).toBe(0);
  expect(await total({ command: 'DEL' })).toBe(all);
  expect(await total({ text: 'BRIDGE' })).toBe(all);
  expect(await total({ text: 'web-1' })).toBe(1);
  expect(await total({ text: 'no such thing' })).toBe(0);
});

test('what only the container collector still tears down may be left', async () => {
  const engine = await engineOn('k123-teardown-v2');
  await seek(engine, '2026-11-21T09:07:34Z');
  const { leftovers, rows } = await engine.call('networkPage', [whole]);
  const nameless = rows.filter(({ podKey }) => podKey === undefined);
  expect(nameless.length).toBeGreaterThan(0);
  expect(leftovers.map(({ sandboxId }) => sandboxId).toSorted()).toEqual(
    nameless.map(({ sandboxId }) => sandboxId).toSorted(),
  );
  expect(leftovers.every(({ known }) => known === 'inferred')).toBe(true);
});

test('of an end that no line tells all views say the same: that it was before the line that shows it', async () => {
  const engine = await engineOn('k123-teardown-v2');
  await seek(engine, '2026-11-21T09:08:02.059Z');
  const { rows, findings } = await engine.call('networkPage', [whole]);
  const row = rows.find(({ pod }) => pod === 'default/web-1');
  // `SyncLoop DELETE`: the object goes once the pod is down.
  const shows = parseRfc3339('2026-11-21T09:07:46.674220Z');
  expect(row).toMatchObject({ until: shows, untilKnown: 'inferred' });
  // Its begin alone is told.
  const begun = { at: parseRfc3339('2026-11-21T09:07:46.061586Z'), text: 'succeeded later' };
  expect(row?.attempts.at(-1)).toMatchObject(begun);
  const ended = findings.find(({ pod }) => pod === 'default/web-1')?.ended;
  expect(ended).toBe(shows);
  const { phases } = (await engine.call('podPage', [row?.podKey ?? ''])) ?? { phases: [] };
  const ends = phases.filter(({ kind }) => ['network', 'teardown', 'terminating'].includes(kind));
  expect(ends.map(({ to }) => to)).toEqual([shows, shows, shows]);
});

test('the sandbox of a set-up is that of its last try, and in the end the one that has its network', async () => {
  const engine = await engineHere();
  const bytes = readCase('add-90s').log;
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  const add = async (time: string) => {
    await seek(engine, time);
    const page = await engine.call('networkPage', [whole]);
    return { ...page, row: page.rows.find(({ command }) => command === 'ADD') };
  };
  expect((await add('2026-02-04T03:36:00Z')).row?.sandboxId).toMatch(/^c85c59fd360e/);
  const { row, findings } = await add('2026-02-04T03:54:29Z');
  expect(row?.sandboxId).toMatch(/^50f2ceb617f7/);
  // The sandbox that starts shows it: the container, which starts later, is another matter.
  expect(row?.until).toBe(parseRfc3339('2026-02-04T03:36:47Z'));
  expect(findings.find(({ pod }) => pod === row?.pod)?.ended).toBe(row?.until);
});

test('nothing is left where the teardown succeeded in the end', async () => {
  const engine = await simulated('cni-del-fails');
  const { leftovers, counts } = await engine.call('networkPage', [whole]);
  expect(counts.failing).toBe(0);
  expect(counts.failures).toBeGreaterThan(3);
  expect(leftovers).toEqual([]);
});

test('a sandbox that was removed was torn down before, also where success has no line', async () => {
  // Up to 1.16 a teardown that works leaves no line but, from --v=4 on, PLEG's, once the sandbox is gone.
  const loud = await simulated('netns-missing', { kubelet: 9, verbosity: 4 });
  const seen = await loud.call('networkPage', [whole]);
  expect([seen.counts.failing, seen.leftovers]).toEqual([0, []]);
  const quiet = await simulated('netns-missing', { kubelet: 9, verbosity: 2 });
  const { leftovers } = await quiet.call('networkPage', [whole]);
  expect(leftovers.map(({ why }) => why)).toEqual([
    'the kubelet has forgotten the pod, and how its last teardown ended is not in the log',
    'the kubelet has forgotten the pod, and how its last teardown ended is not in the log',
  ]);
});

test('before the first line there is nothing', async () => {
  const engine = await engineOn('teardown-v2');
  await engine.call('seek', [{ kind: 'start' }]);
  const page = await engine.call('networkPage', [whole]);
  expect(page.rows).toEqual([]);
  expect(page.leftovers).toEqual([]);
});

test.each([18, 23])(
  'of 1.%i with the dockershim a DEL that hangs runs, then fails',
  async (kubelet) => {
    const scenario = parseScenario(`
title: A call of the plug-in never answers.
runtime: docker
lasts: 5m
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: hang }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: delete, pod: web }`);
    if (!scenario.ok) throw new Error(scenario.error);
    const engine = await opened(scenario.value, { kubelet, verbosity: 4 });
    const whenDel = async (seconds: number) => {
      const { rows, from } = await engine.call('networkPage', [whole]);
      const begun = rows.find(({ command }) => command === 'DEL')?.from ?? from;
      await engine.call('seek', [{ kind: 'time', time: micros(begun + seconds * 1_000_000) }]);
      const page = await engine.call('networkPage', [whole]);
      return { page, del: page.rows.find(({ command }) => command === 'DEL') };
    };
    await engine.call('seek', [{ kind: 'end' }]);
    const early = await whenDel(60);
    expect(early.del).toMatchObject({ plugin: 'bridge', failures: 0, severity: 'none' });
    expect(early.del?.outcome.text).toBe('running');
    expect(early.page.counts).toMatchObject({ dels: 1, failing: 0 });
    const parts = (row: typeof early.del) =>
      row?.attempts.at(-1)?.networks.map(({ name, outcome }) => [name, outcome]);
    expect(parts(early.del)).toEqual([
      ['cni-loopback', 'succeeded'],
      ['cluster-net', 'running'],
    ]);
    const pod = await engine.call('podPage', [early.del?.podKey ?? '']);
    expect(pod?.phases.map(({ name, to }) => [name, to])).toContainEqual(['CNI DEL', undefined]);
    const waited = await whenDel(150);
    expect(waited.del).toMatchObject({ failures: 1, severity: 'error' });
    expect(waited.del?.outcome.text).toBe('failing');
    expect(parts(waited.del)).toEqual(parts(early.del));
    const killed = await whenDel(220.5);
    expect(killed.del?.attempts[0]?.text).toMatch(/netplugin failed with no error message/);
    expect(killed.del?.attempts[0]?.networks[1]?.outcome).toBe('failed');
  },
);

type TimedLine = readonly [seconds: number, text: string, severity?: 'I' | 'E'];

/** Lines of a dockershim of 1.23, of default/web-0: seconds after 09:00:00 and text. */
async function told(...lines: readonly TimedLine[]) {
  const text = lines.map(([seconds, said, severity = 'I']) => {
    const time = new Date(Date.UTC(2026, 10, 21, 9) + seconds * 1000).toISOString().slice(11, 23);
    return `${severity}1121 ${time}000     100 ${said}\n`;
  });
  const bytes = new TextEncoder().encode(text.join(''));
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'k.log', bytes }], year: 2026 }]);
  await engine.call('seek', [{ kind: 'end' }]);
  return engine;
}

const sandbox = `pod="default/web-0" podSandboxID={Type:docker ID:${'ab'.repeat(32)}}`;
const added = `kubelet.go:2139] "SyncLoop ADD" source="api" pods=[default/web-0(6c5a1d8e-1111-4222-8333-444455556666)]`;
const calls = (verb: string, name: string) =>
  `cni.go:359] "${verb} network" ${sandbox} podNetnsPath="/proc/1/ns/net" networkType="x" networkName="${name}"`;

test('of two networks only the one that was called last runs', async () => {
  const of = async (verb: string) => {
    const engine = await told(
      [0, added],
      [1, calls(verb, 'cni-loopback')],
      [2, calls(verb, 'net')],
    );
    const { rows } = await engine.call('networkPage', [whole]);
    return rows[0]?.attempts[0]?.networks.map(({ outcome }) => outcome);
  };
  expect(await of('Adding pod to')).toEqual(['succeeded', 'running']);
  expect(await of('Deleting pod from')).toEqual(['unknown', 'running']);
});

test('what the start of a container proves is told of the call and of its try, with the longest it took', async () => {
  const engine = await told(
    [0, added],
    [1, calls('Adding pod to', 'cni-loopback')],
    [2, calls('Adding pod to', 'net')],
    [
      4,
      `kubelet.go:2122] "SyncLoop (PLEG): event for pod" pod="default/web-0" event=&{ID:6c5a1d8e-1111-4222-8333-444455556666 Type:ContainerStarted Data:${'cd'.repeat(32)}}`,
    ],
  );
  const { rows } = await engine.call('networkPage', [whole]);
  expect(rows[0]).toMatchObject({
    outcome: { text: 'succeeded', known: 'inferred' },
    untilKnown: 'inferred',
    attempts: [{ text: 'succeeded later', failed: false }],
  });
  expect(rows[0]?.attempts[0]?.networks.map(({ outcome }) => outcome)).toEqual([
    'succeeded',
    'succeeded',
  ]);
  expect(rows[0]?.label).toContain('succeeded, 0 failures in at most 3 s');
  await engine.call('seek', [{ kind: 'time', time: micros((rows[0]?.from ?? 0) + 1_500_000) }]);
  const before = await engine.call('networkPage', [whole]);
  expect(before.rows[0]?.attempts[0]?.text).toBe('running');
});

test('the longest call of a plug-in took what lines show, not what bounds it', async () => {
  const longestOf = async (...lines: TimedLine[]) => {
    const engine = await told(...lines);
    const { plugins } = await engine.call('networkPage', [whole]);
    return plugins.map(({ longest, isLeast }) => [longest, isLeast]);
  };
  const started = `kubelet.go:2122] "SyncLoop (PLEG): event for pod" pod="default/web-0" event=&{ID:6c5a1d8e-1111-4222-8333-444455556666 Type:ContainerStarted Data:${'cd'.repeat(32)}}`;
  const begun = [
    [0, added],
    [1, calls('Adding pod to', 'cni-loopback')],
    [2, calls('Adding pod to', 'net')],
  ] as const;
  expect(await longestOf(...begun)).toEqual([[1_000_000, true]]);
  expect(await longestOf(...begun, [9, started])).toEqual([[1_000_000, true]]);
  const ended = `cni.go:365] "Added pod to network" ${sandbox} networkName="net" response=&{}`;
  expect(await longestOf(...begun, [4, ended], [9, started])).toEqual([[3_000_000, false]]);
  // Of a call whose begin and end no line tells.
  const deleting = [1, calls('Deleting pod from', 'net')] as const;
  const gone = `generic.go:297] "GenericPLEG" podUID=6c5a1d8e-1111-4222-8333-444455556666 containerID="${'ab'.repeat(32)}" oldState=exited newState=non-existent`;
  expect(await longestOf([0, added], deleting, [9, gone])).toEqual([[undefined, true]]);
});

test('a try that the kubelet gave up stays a failure when its plug-in answers later', async () => {
  const lines = [
    [0, added],
    [1, calls('Deleting pod from', 'net')],
    [
      121,
      `remote_runtime.go:154] "StopPodSandbox from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" podSandboxID="${'ab'.repeat(32)}"`,
      'E',
    ],
  ] as const;
  const counted = async (engine: EngineClient) => {
    const { rows, counts } = await engine.call('networkPage', [whole]);
    return [rows[0]?.outcome.text, rows[0]?.failures, rows[0]?.ticks[0]?.failed, counts.failures];
  };
  expect(await counted(await told(...lines))).toEqual(['failing', 1, true, 1]);
  const answered = await told(...lines, [
    150,
    `cni.go:384] "Deleted pod from network" ${sandbox} networkType="x" networkName="net"`,
  ]);
  expect(await counted(answered)).toEqual(['succeeded', 1, true, 1]);
  const { rows } = await answered.call('networkPage', [whole]);
  expect(rows[0]?.attempts).toMatchObject([{ text: 'succeeded', failed: true }]);
});

// Up to 1.13 no line that says that the plug-in is called names the sandbox.
test.each([14, 18, 23])(
  'a DEL of 1.%i that hangs holds its pod up before it fails',
  async (kubelet) => {
    const scenario = parseScenario(`
title: The plug-in hangs in DEL.
runtime: docker
lasts: 60s
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: hang }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 10s, do: fault, fault: del, on: true }
  - { at: 12s, do: delete, pod: web }`);
    if (!scenario.ok) throw new Error(scenario.error);
    const engine = await opened(scenario.value, { kubelet, verbosity: 4 });
    await engine.call('seek', [{ kind: 'end' }]);
    const { rows, blocked, counts } = await engine.call('networkPage', [whole]);
    expect(counts.failing).toBe(0);
    const hanging = rows.find(({ command, until }) => command === 'DEL' && until === undefined);
    expect(hanging?.outcome.text).toBe('running');
    expect(blocked.map(({ text }) => text)).toEqual(['default/web stays in Terminating']);
  },
);
