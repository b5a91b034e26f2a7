// Findings of two nodes on one tape are those of each node alone.
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { diagnoseNodes } from '../../../src/diagnosis/diagnoseNodes.ts';
import { rebuildNodes } from '../../../src/kubelet/rebuild/nodes.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { readLog } from '../../../src/log/readLog.ts';
import { Tape } from '../../../src/replay/tape.ts';

const text = fs.readFileSync(
  new URL('../../cases/cni-del-calico/kubelet.log', import.meta.url),
  'utf8',
);

function tapeOf(...logs: readonly string[]): Tape {
  return new Tape(
    logs.map((log, index) => ({
      table: readLog(sourceId(index), new TextEncoder().encode(log), { year: 2026 }),
      name: `node-${index}.log`,
      clockOffset: 0,
    })),
  );
}

test('the same fault on two nodes is two findings, each with its node and its own lines', () => {
  const one = tapeOf(text);
  const alone = diagnose(rebuild(one), one);
  const both = tapeOf(text, text.replaceAll('node-7', 'node-8').replaceAll('hxv2k', 'q9zzt'));
  const findings = diagnoseNodes(rebuildNodes(both), both);
  expect(findings.length).toBe(2 * alone.length);
  for (const [node, source] of [
    ['node-7', 0],
    ['node-8', 1],
  ] as const) {
    const own = findings.filter((finding) => finding.node === node);
    expect(own.map(({ id, count }) => `${id} ${count}`).sort()).toEqual(
      alone.map(({ id, count }) => `${id} ${count}`).sort(),
    );
    const cited = own.flatMap(({ evidence }) => evidence.map(({ input }) => input.source));
    expect(new Set(cited)).toEqual(new Set([sourceId(source)]));
  }
  expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length);
  const keys = new Set(findings.map(({ key }) => key));
  for (const { causedBy } of findings) if (causedBy !== undefined) expect(keys).toContain(causedBy);
});

test('one node is judged as it always was', () => {
  const tape = tapeOf(text);
  const history = rebuildNodes(tape);
  expect(diagnoseNodes(history, tape)).toEqual(diagnose(history, tape));
});
