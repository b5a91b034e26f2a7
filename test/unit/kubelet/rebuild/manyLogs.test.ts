// An archive of a few kilobytes holds 20,000 logs of a line each: what each of them costs is bounded.
import { expect, it } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { survey } from '../../../../src/kubelet/rebuild/survey.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import type { LogTable } from '../../../../src/log/record.ts';
import { Tape } from '../../../../src/replay/tape.ts';
import { bytesAllocated } from '../../../support/allocated.ts';

const at = 'I1121 10:41:00.000001   77';
/** A line that is understood, and two of a place in the source of which one is. */
const log = new TextEncoder().encode(
  `${at} kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-1"]
${at} kubelet.go:1900] SyncLoop (ADD, "api"): "web-1_default(5c0e91e5-ca33-4316-ac70-0cfb035016d4)"
${at} kubelet.go:1900] something else
`,
);

const logs = (count: number): readonly LogTable[] =>
  Array.from({ length: count }, (_, source) => readLog(sourceId(source), log, { year: 2026 }));

const tapeOf = (tables: readonly LogTable[]): Tape =>
  new Tape(tables.map((table, i) => ({ table, name: `${i}.log`, clockOffset: 0 })));

function perLog(act: (count: number) => void): number {
  act(1);
  const [few = 0, many = 0] = [10, 110].map((count) =>
    bytesAllocated(() => {
      act(count);
    }),
  );
  return (many - few) / 100;
}

it('a log more is read into less than 8 kB of buffers', () => {
  expect(perLog((count) => void logs(count))).toBeLessThan(8_000);
});

it('is surveyed with less than 2 kB more', () => {
  const of = new Map([1, 10, 110].map((count) => [count, logs(count)]));
  const surveyed = perLog((count) => {
    const tables = of.get(count) ?? [];
    survey(tables, () => tapeOf(tables));
  });
  expect(surveyed).toBeLessThan(2_000);
});

it('is rebuilt with less than 2 kB more', () => {
  const of = new Map([1, 10, 110].map((count) => [count, tapeOf(logs(count))]));
  const rebuilt = perLog((count) => {
    const tape = of.get(count);
    if (tape !== undefined) rebuild(tape);
  });
  expect(rebuilt).toBeLessThan(2_000);
});
