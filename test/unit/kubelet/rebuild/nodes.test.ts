// Two nodes' logs on one tape: what one kubelet does says nothing of the other's.
import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { buildTimeline, timelineColumns } from '../../../../src/engine/present/timeline.ts';
import { rebuildNodes } from '../../../../src/kubelet/rebuild/nodes.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import { Tape } from '../../../../src/replay/tape.ts';

const at = (second: number, severity: string, rest: string): string =>
  `${severity}1121 09:34:${String(second).padStart(2, '0')}.500000   100 ${rest}`;
const registers = (second: number, node: string): string =>
  at(second, 'I', `kubelet_node_status.go:73] "Successfully registered node" node="${node}"`);
const starts = (second: number): string =>
  at(second, 'I', 'server.go:529] "Kubelet version" kubeletVersion="v1.34.2"');
const adds = (second: number, pod: string): string =>
  at(second, 'I', `kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/${pod}"]`);
const skips = (second: number): string =>
  at(
    second,
    'I',
    'kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s"',
  );

function tapeOf(...logs: readonly (readonly string[])[]): Tape {
  return new Tape(
    logs.map((lines, index) => ({
      table: readLog(sourceId(index), new TextEncoder().encode(`${lines.join('\n')}\n`), {
        year: 2026,
      }),
      name: `kubelet-${index}.log`,
      clockOffset: 0,
    })),
  );
}

const a = [starts(1), registers(2, 'node-a'), adds(3, 'web-1'), skips(20), skips(25)];
const b = [starts(10), registers(11, 'node-b'), adds(12, 'web-2'), adds(22, 'web-3')];

test('each pod, run and lane is its own node’s', () => {
  const tape = tapeOf(a, b);
  const history = rebuildNodes(tape);
  expect(history.nodes?.map(({ name }) => name)).toEqual(['node-a', 'node-b']);
  expect(history.runs.map(({ node, to }) => [node.value, to])).toEqual([
    ['node-a', undefined],
    ['node-b', undefined],
  ]);
  const { lanes } = buildTimeline({ tape, history, findings: [] });
  expect(lanes.map(({ name, node }) => `${name} @${node}`)).toEqual([
    'Sync loop · node-a @node-a',
    'PLEG · node-a @node-a',
    'Sync loop · node-b @node-b',
    'PLEG · node-b @node-b',
    'default/web-1 @node-a',
    'default/web-2 @node-b',
    'default/web-3 @node-b',
  ]);
});

test('the other node’s start forgets no pod, and its work ends no skipping', () => {
  const history = rebuildNodes(tapeOf(a, b));
  const [web1] = history.podsNamed('default', 'web-1');
  const present = web1?.worker.present.changes.map(({ value }) => value.value);
  expect(present).toEqual([true]);
  const [nodeA] = history.nodes ?? [];
  const skipping = nodeA?.history.loopSkips.changes.map(({ value }) => value.value !== '');
  expect(skipping).toEqual([true]);
  expect(history.loopSkips.changes.map(({ value }) => value.value !== '')).toEqual([true]);
});

test('one node in two pieces stays one, and so do logs that tell no node', () => {
  const next = [registers(40, 'node-a'), adds(41, 'web-4')];
  expect(rebuildNodes(tapeOf(a, next)).nodes).toBeUndefined();
  expect(rebuildNodes(tapeOf(a, [adds(41, 'web-4')])).nodes).toBeUndefined();
  expect(rebuildNodes(tapeOf(a)).nodes).toBeUndefined();
});

test('journald tells the host where the kubelet does not', () => {
  const behind = (host: string, lines: readonly string[]): readonly string[] =>
    lines.map((line, n) => `Nov 21 09:34:${10 + n} ${host} kubelet[100]: ${line}`);
  const history = rebuildNodes(
    tapeOf(behind('node-x', [adds(3, 'web-1')]), behind('node-y', [adds(4, 'web-2')])),
  );
  expect(history.nodes?.map(({ name }) => name)).toEqual(['node-x', 'node-y']);
});

test('a host that is called otherwise than its node is still one node', () => {
  const behind = (host: string, program: string, lines: readonly string[]): readonly string[] =>
    lines.map((line, n) => `Nov 21 09:34:${10 + n} ${host} ${program}[100]: ${line}`);
  const runtime = ['time="2026-11-21T09:34:10Z" level=info msg="StopPodSandbox for \\"x\\""'];
  const kubelet = behind('host-1', 'kubelet', [registers(3, 'node-a'), adds(4, 'web-1')]);
  const beside = tapeOf(kubelet, behind('host-1', 'containerd', runtime));
  expect(rebuildNodes(beside).nodes).toBeUndefined();
  expect(rebuildNodes(tapeOf(a, behind('host-1', 'containerd', runtime))).nodes).toBeUndefined();
  const two = tapeOf(kubelet, behind('host-2', 'kubelet', [adds(4, 'web-2')]));
  expect(rebuildNodes(two).nodes?.map(({ name }) => name)).toEqual(['host-2', 'node-a']);
});

test('who opened them may know the nodes that no line tells, and samples tell theirs', () => {
  const lines = [[adds(3, 'web-1')], [adds(4, 'web-2')]];
  const opened = new Tape(
    tapeOf(...lines).sources.map((source, i) => ({ ...source, node: `node-${i}` })),
  );
  expect(rebuildNodes(opened).nodes?.map(({ name }) => name)).toEqual(['node-0', 'node-1']);
  const sample = (node: string): string =>
    `{"ts":1795259636815.2,"msg":"Sample of /runningpods/","v":0,"node":"${node}","pods":[]}`;
  const recorded = tapeOf([registers(1, 'node-a')], [sample('node-a')], b, [sample('node-b')]);
  expect(rebuildNodes(recorded).nodes?.map(({ sources }) => sources)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('bad conditions of a node are spans of its own lane, till the kubelet says otherwise', () => {
  const records = (second: number, event: string): string =>
    at(
      second,
      'I',
      `kubelet_node_status.go:645] "Recording event message for node" node="node-a" event="${event}"`,
    );
  const bad = [
    ...a.slice(0, 2),
    records(3, 'NodeReady'),
    at(5, 'I', 'setters.go:543] "Node became not ready" node="node-a" condition={"type":"Ready"}'),
    records(6, 'NodeNotReady'),
    records(7, 'NodeHasDiskPressure'),
    records(9, 'NodeReady'),
    records(10, 'NodeHasNoDiskPressure'),
  ];
  const tape = tapeOf(bad, b);
  const history = rebuildNodes(tape);
  const timeline = buildTimeline({ tape, history, findings: [] });
  const own = timeline.lanes.filter(({ kind }) => kind === 'node');
  expect(own.map(({ node }) => node)).toEqual(['node-a']);
  const { from, to } = history;
  const asked = { from, to, width: 1_000, lanes: own.map(({ id }) => id) };
  const { columns } = timelineColumns(timeline, asked, 1);
  const spans = [...columns.kind].map((kind, item) => [
    timeline.kinds[kind]?.slug,
    (columns.start[item] ?? 0) / 1e6,
    (columns.end[item] ?? 0) / 1e6,
  ]);
  expect(spans.toSorted()).toEqual([
    ['node.DiskPressure', 6, 9],
    ['node.notReady', 4, 8],
  ]);
});

test('a path by a PID is told of each node that has it', () => {
  const refuses = (second: number, pod: string): string =>
    at(
      second,
      'E',
      `pod_workers.go:1324] "Error syncing pod, skipping" err="remove netns: unlinkat /proc/477/ns/net: device or resource busy" pod="default/${pod}" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d${second % 10}"`,
    );
  const history = rebuildNodes(tapeOf([...a, refuses(21, 'web-1')], [...b, refuses(23, 'web-2')]));
  expect(history.identify('/proc/477/ns/net')).toMatchObject({
    podKey: undefined,
    text: 'on node-a: network namespace of default/web-1; on node-b: network namespace of default/web-2',
  });
});
