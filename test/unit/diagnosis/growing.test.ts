import { expect, test } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { micros } from '../../../src/base/time.ts';
import { GrowingDiagnosis } from '../../../src/diagnosis/diagnose.ts';
import { GrowingHistory } from '../../../src/kubelet/rebuild/growingHistory.ts';
import { firstRecords } from '../../../src/log/firstRecords.ts';
import { readLog } from '../../../src/log/readLog.ts';
import { Tape } from '../../../src/replay/tape.ts';

const says = (second: number, text: string, level: string): string =>
  `Mar 01 10:${new Date(second * 1000).toISOString().slice(14, 19)} loom-1 containerd[9]: time="2026-03-01T10:${new Date(second * 1000).toISOString().slice(14, 19)}Z" level=${level} msg="${text}"`;

test('a finding of a line that no rule knows is the same while no line says anything of it', () => {
  const lines = [
    ...Array.from({ length: 70 }, (_, second) => says(second, 'weft', 'info')),
    says(71, 'failed to connect to /run/lathe.sock', 'fatal'),
    says(72, 'weft', 'info'),
    says(73, 'weft', 'info'),
    says(74, 'weft', 'info'),
  ];
  const text = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const table = firstRecords(readLog(sourceId(0), text, { year: 2026 }));
  table.length = lines.length - 1;
  let tape = new Tape([{ table, name: 'node.log', clockOffset: micros(0) }]);
  const growing = new GrowingHistory();
  const diagnosis = new GrowingDiagnosis([]);
  const next = (from: number) => {
    const history = growing.next(tape, from, []);
    return diagnosis.next({ history, tape, from, generation: growing.generation });
  };
  const [before] = next(0);
  table.length = lines.length;
  const grown = tape.grown();
  tape = grown.tape;
  const [after] = next(grown.from);
  expect(before).toMatchObject({ verdict: 'fault' });
  expect(after).toBe(before);
});
