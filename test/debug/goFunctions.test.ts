// What a client is told of Go functions: where their file is at hand their line, the statement first for who looks at Go, and that the version is
// inferred where no line says it.
import { expect, test } from 'vitest';
import { engineHere } from '../support/engine.ts';

const start =
  'I1121 09:34:10.000000   26449 server.go:529] "Kubelet version" kubeletVersion="v1.34.2"';
const lines = [
  'I1121 09:34:11.000000   26449 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-1"]',
  'I1121 09:34:12.000000   26449 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-2"]',
  'I1121 09:34:13.000000   26449 kubelet.go:2531] "SyncLoop DELETE" source="api" pods=["default/web-1"]',
  'I1121 09:34:14.000000   26449 config.go:1] "Another file of that name"',
];

async function opened(...all: readonly string[]) {
  const engine = await engineHere();
  const bytes = new TextEncoder().encode(`${all.join('\n')}\n`);
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }] }]);
  await engine.call('seek', [{ kind: 'end' }]);
  return engine;
}

test('the statements of a Go file tell how often they wrote a line, and what last', async () => {
  const engine = await opened(start, ...lines);
  const path = 'pkg/kubelet/kubelet.go';
  const { lines: found } = await engine.call('goFile', [path]);
  expect(found.map(({ line, hits, before, last }) => [line, hits, before, last?.fields])).toEqual([
    [2515, 2, 2, ['source="api"', 'pods=["default/web-2"]']],
    [2531, 1, 1, ['source="api"', 'pods=["default/web-1"]']],
  ]);
  expect(await engine.call('goStep', [path, 2500, 2520, 'backwards'])).toBe(2);
  await engine.call('seek', [{ kind: 'position', position: 1 }]);
  const earlier = await engine.call('goFile', [path]);
  expect(earlier.lines[0]?.last?.fields).toEqual(['source="api"', 'pods=["default/web-1"]']);
  expect(earlier.lines[0]?.before).toBe(1);
  expect(earlier.lines[1]?.last).toBe(undefined);
  expect(await engine.call('goStep', [path, 2500, 2520, 'forwards'])).toBe(2);
  expect(await engine.call('goStep', [path, 2500, 2520, 'backwards'])).toBe(undefined);
  expect((await engine.call('goFile', ['pkg/other/kubelet.go'])).lines).toEqual([]);
});

test('a rebuilt frame of an inferred version says so, and one of a told version does not', async () => {
  const told = await opened(start, ...lines);
  expect(await told.call('kubeletVersion', [])).toEqual({ version: 'v1.34.2', isInferred: false });
  const names = (await told.call('debugStack', ['syncLoop'])).map(({ name }) => name);
  expect(names.filter((name) => name.includes('inferred'))).toEqual([]);

  // No start: the places of two messages are those of 1.34 alone.
  const cut = await opened(
    'I1121 09:34:10.000000   26449 kuberuntime_manager.go:1424] "Creating container in pod" containerName="a" pod="default/web-1"',
    ...lines.slice(0, 3),
  );
  expect(await cut.call('kubeletVersion', [])).toEqual({ version: 'v1.34', isInferred: true });
  const frames = await cut.call('debugStack', ['syncLoop']);
  expect(frames.at(-1)).toMatchObject({
    name: 'as of v1.34, inferred from where messages were printed',
    kind: 'label',
  });
  expect(frames.filter(({ go }) => go !== undefined).every(({ go }) => go?.isVersionInferred)).toBe(
    true,
  );
});

/** A pod's syncs of the process of this id: one of a second, one that terminates it of three. */
function syncs(minute: string, process: number): readonly string[] {
  const pod = 'pod="default/web-1" podUID="0f0e3a0c-2cf1-11e8-9d3f-08002744c1f5"';
  const at = (second: number, text: string) =>
    `I1121 09:${minute}:0${second}.000000   ${process} ${text}`;
  return [
    at(1, 'kubelet.go:1] "SyncLoop ADD" source="api" pods=["default/web-1"]'),
    at(2, `pod_workers.go:2] "Processing pod event" ${pod} updateType="sync"`),
    at(3, `pod_workers.go:3] "Processing pod event done" ${pod} updateType="sync"`),
    at(5, 'kubelet.go:4] "SyncLoop DELETE" source="api" pods=["default/web-1"]'),
    at(5, `pod_workers.go:5] "Pod is marked for graceful deletion, begin teardown" ${pod}`),
    at(5, `pod_workers.go:2] "Processing pod event" ${pod} updateType="terminating"`),
    at(8, `pod_workers.go:3] "Processing pod event done" ${pod} updateType="terminating"`),
  ];
}

test('how long functions took is told of those that ran: of one for all syncs up to 1.21, in each run of a kubelet that was replaced', async () => {
  const began = (minute: string, process: number, version: string) =>
    `I1121 09:${minute}:00.000000   ${process} server.go:529] "Kubelet version" kubeletVersion="${version}"`;
  const older = [began('10', 100, 'v1.21.14'), ...syncs('10', 100)];
  const newer = [began('20', 200, 'v1.34.2'), ...syncs('20', 200)];
  const [second, three] = [1_000_000, 3_000_000];
  for (const [all, expected] of [
    [older, [['syncPod', 2, second + three, three]]],
    [
      newer,
      [
        ['SyncPod', 1, second, second],
        ['SyncTerminatingPod', 1, three, three],
      ],
    ],
    [
      [began('00', 50, 'v1.21.14'), ...newer],
      [
        ['SyncPod', 1, second, second],
        ['SyncTerminatingPod', 1, three, three],
      ],
    ],
  ] as const) {
    const engine = await opened(...all);
    const { times } = await engine.call('goFile', ['pkg/kubelet/kubelet.go']);
    const rows = times.map(({ name, runs, total, longest }) => [name, runs, total, longest]);
    expect(rows).toEqual(expected);
  }
});
