// Logs of several nodes on one tape: each is judged by its own lines, and a fault tells on how many nodes it is.
import { expect, test } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { rebuildNodes } from '../../../src/kubelet/rebuild/nodes.ts';
import { readLog } from '../../../src/log/readLog.ts';
import { Tape } from '../../../src/replay/tape.ts';

function clock(second: number): string {
  return `10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
}

/** The log of one node: it starts, and `text` comes every ten seconds for ten minutes. */
function log(node: string, pid: number, text: string): string {
  const line = (second: number, severity: string, rest: string): string =>
    `${severity}1121 ${clock(second)}.${pid}000     ${pid} ${rest}\n`;
  return [
    line(0, 'I', 'server.go:467] "Kubelet version" kubeletVersion="v1.34.2"'),
    line(0, 'I', `kubelet_node_status.go:75] "Attempting to register node" node="${node}"`),
    line(1, 'I', `kubelet_node_status.go:78] "Successfully registered node" node="${node}"`),
    ...Array.from({ length: 60 }, (_, i) => line(10 * i + 5, 'E', text)),
    ...Array.from({ length: 60 }, (_, i) => line(10 * i + 6, 'I', 'kubelet.go:9] "Goes on"')),
  ].join('');
}

function found(...logs: readonly string[]): readonly Finding[] {
  const tape = new Tape(
    logs.map((text, index) => ({
      table: readLog(sourceId(index), new TextEncoder().encode(text), { year: 2026 }),
      name: `node-${index}.log`,
      clockOffset: 0,
    })),
  );
  return diagnose(rebuildNodes(tape), tape).filter(({ severity }) => severity !== 'info');
}

const unreachable =
  'controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://10.0.0.1:6443/apis\\": dial tcp 10.0.0.1:6443: connect: connection refused" interval="7s"';
const calm = 'x.go:1] "Nothing of note"';

test('a fault of two nodes is a finding of each, and tells so', () => {
  const findings = found(
    log('a', 101, unreachable),
    log('b', 102, unreachable),
    log('c', 103, calm),
  );
  expect(findings.map(({ key, node, spread }) => [key, node, spread])).toEqual(
    ['a', 'b'].map((node) => [`api-unreachable@${node}`, node, { nodes: ['a', 'b'], of: 3 }]),
  );
  expect(findings[0]?.explanation).toContain('2 of 3 nodes have it (a, b)');
  for (const { evidence, node } of findings)
    expect(new Set(evidence.map(({ input }) => input.source))).toEqual(
      new Set([sourceId(node === 'a' ? 0 : 1)]),
    );
});

test('lines of another node between them do not hide a fault', () => {
  const alone = found(log('a', 101, unreachable));
  const among = found(log('a', 101, unreachable), log('b', 102, calm));
  expect(alone.map(({ id, count }) => [id, count])).toEqual([['api-unreachable', 60]]);
  expect(among.map(({ id, count }) => [id, count])).toEqual([['api-unreachable', 60]]);
  expect(among[0]?.explanation).toContain('Of 2 nodes, only this one has it');
  expect(alone[0]?.spread).toBeUndefined();
});

test('what all nodes have has a cause that they share', () => {
  const findings = found(log('a', 101, unreachable), log('b', 102, unreachable));
  expect(findings.map(({ explanation }) => explanation.slice(-70))).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('All 2 nodes have it') as unknown),
  );
});

const pod = 'kube-system/agent-0';

/** A log that names no node: a pod of `uid` is taken down; DEL fails `failures` times, then the pod goes if it may. */
function bare(pid: number, uid: string, failures: number, from = 0): string {
  const sandbox = uid.replaceAll('-', '').padEnd(64, '0');
  const line = (second: number, severity: string, rest: string): string =>
    `${severity}1121 ${clock(from + second)}.000000     ${pid} ${rest}\n`;
  const event = (type: string): string =>
    `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="${pod}" event={"ID":"${uid}","Type":"${type}","Data":"${sandbox}"}`;
  const error = `rpc error: code = Unknown desc = failed to destroy network for sandbox \\"${sandbox}\\": plugin type=\\"bridge\\" failed (delete): no such device`;
  const loop = (op: string): string =>
    `kubelet.go:2401] "SyncLoop ${op}" source="api" pods=["${pod}"]`;
  return [
    line(0, 'I', loop('ADD')),
    line(2, 'I', event('ContainerStarted')),
    line(20, 'I', loop('DELETE')),
    ...Array.from({ length: failures }, (_, i) =>
      line(
        21 + 12 * i,
        'E',
        `remote_runtime.go:222] "StopPodSandbox from runtime service failed" err="${error}" podSandboxID="${sandbox}"`,
      ),
    ),
    ...(failures > 5 ? [] : [line(22, 'I', event('ContainerDied')), line(25, 'I', loop('REMOVE'))]),
    ...Array.from({ length: 40 }, (_, i) => line(10 * i + 6, 'I', 'kubelet.go:9] "Goes on"')),
  ]
    .sort((a, b) => (a.slice(6, 14) < b.slice(6, 14) ? -1 : 1))
    .join('');
}

const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';

test('two logs that name no node, of kubelets that ran at once, are of two nodes', () => {
  const findings = found(bare(101, one, 30), bare(102, two, 0));
  expect(findings.map(({ id, node, count }) => [id, node, count])).toEqual([
    ['cni-del-fails', 'node-0', 30],
  ]);
  expect(findings[0]?.ended).toBeUndefined();
});

test('a log that goes on where another ended is of the same node', () => {
  const findings = found(bare(101, one, 30), bare(102, two, 0, 500));
  expect(findings.map(({ id, node }) => [id, node])).toEqual([['cni-del-fails', undefined]]);
});
