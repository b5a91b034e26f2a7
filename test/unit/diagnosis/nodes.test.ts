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
