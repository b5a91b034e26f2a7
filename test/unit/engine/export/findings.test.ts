import { expect, it } from 'vitest';
import type { Finding } from '../../../../src/diagnosis/finding.ts';
import { micros } from '../../../../src/base/time.ts';
import { exportFindings } from '../../../../src/engine/export/findings.ts';
import { Tape } from '../../../../src/replay/tape.ts';

function finding(id: string, node: string): Finding {
  return {
    ...{ id, key: `${id}@${node}`, title: `Title of ${id}`, severity: 'high', confidence: 1 },
    verdict: 'fault',
    ...{ podKey: undefined, pod: undefined, node, spread: undefined, ended: undefined },
    ...{ began: micros(0), first: micros(0), last: micros(0), count: 1, period: undefined },
    ...{ evidence: [], explanation: 'Why.', repeats: '', causedBy: undefined, overdue: undefined },
    ...{
      spans: [],
      counted: { positions: [], times: [], sums: [] },
      harmlessByEnd: false,
      before: undefined,
    },
    ...{ checks: [], remedy: [], ruledOut: [], references: [] },
  };
}

const nodes = Array.from({ length: 12 }, (_, i) => `node-${String(i).padStart(2, '0')}`);

it('tells once what many nodes have, with their names; what few have, each', () => {
  const findings = nodes.flatMap((node, i) => [
    finding('everywhere', node),
    ...(i < 3 ? [finding('here-and-there', node)] : []),
  ]);
  const text = exportFindings(new Tape([]), findings, 'text', '1');
  expect(text.match(/HIGH Title of everywhere/g)).toHaveLength(1);
  expect(text).toContain(
    '  and 11 more like it, on 12 nodes: node-00, node-01, node-02, node-03, node-04, node-05, node-06, node-07 and 4 more\n',
  );
  expect(text.match(/HIGH Title of here-and-there/g)).toHaveLength(3);
});

it('tells nothing that a terminal would obey, whoever named the node and the title', () => {
  const hostile = { ...finding('x', '\x1b]52;c;aGk=\x07'), title: 'T\x1b[2J\u202e' };
  for (const format of ['text', 'markdown'] as const)
    expect(exportFindings(new Tape([]), [hostile], format, '1')).not.toMatch(
      /(?!\n)[\p{Cc}\u202e]/u,
    );
});

it('names in JSON the cause, and what all of a fault come from', () => {
  const [root, middle, leaf, other] = ['root', 'middle', 'leaf', 'other'].map((id) =>
    finding(id, 'n'),
  );
  const causes = (of: Finding | undefined): Partial<Finding> => ({ causedBy: of?.key });
  const findings = [
    root,
    { ...middle, ...causes(root) },
    { ...leaf, ...causes(middle), pod: 'shop/web-1' },
    other,
  ] as Finding[];
  const text = exportFindings(new Tape([]), findings, 'json', '1');
  const told = (JSON.parse(text) as { findings: Record<string, unknown>[] }).findings;
  const rootName = { id: 'root', pod: null };
  expect(told.map(({ causedBy, group }) => [causedBy, group])).toEqual([
    [undefined, rootName],
    [rootName, rootName],
    [{ id: 'middle', pod: null }, rootName],
    [undefined, undefined],
  ]);
});
