// Logs that are written to be slow. Each took a time that grew with the square of its size or more, or ended in a full stack: with
// that, none of these would end within the time of a test.
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../../src/diagnosis/diagnose.ts';
import type { Finding } from '../../../../src/diagnosis/finding.ts';
import { rules } from '../../../../src/diagnosis/rules/index.ts';
import type { History } from '../../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { Tape } from '../../../../src/replay/tape.ts';
import { tableOf } from '../../../support/log.ts';

function read(log: string): { history: History; findings: readonly Finding[] } {
  const tape = new Tape([{ table: tableOf(log, { year: 2026 }), name: 'log', clockOffset: 0 }]);
  const history = rebuild(tape);
  return { history, findings: diagnose(history, tape, rules) };
}

const at = (second: number, level = 'I'): string => {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const clock = [(second / 3600) % 24, (second / 60) % 60, second % 60].map(two).join(':');
  return `${level}11${two(2 + second / 86_400)} ${clock}.000001   77`;
};

/** A pod that comes and goes, half as often as there are lines. */
function comesAndGoes(lines: number, source: string): string {
  return Array.from(
    { length: lines },
    (_, i) =>
      `${at(i)} kubelet.go:2515] "SyncLoop ${i % 2 === 0 ? 'ADD' : 'REMOVE'}" source="${source}" pods=["default/web-1"]`,
  ).join('\n');
}

const failed = `${at(1, 'E')} remote_runtime.go:193] "RunPodSandbox from runtime service failed" err="`;
const printf = `${at(1, 'E')} kuberuntime_manager.go:866] `;

describe('a log that is written to be slow', () => {
  it.each([
    ['backslashes in an error', failed, '\\', 400_000],
    ['quotes in an error', failed, '\\"]', 400_000],
    ['names without an end', failed, 'a-', 400_000],
    ['numbers', printf, '1', 6_000_000],
    ['hexadecimal digits', printf, 'f0', 6_000_000],
    ['hexadecimal digits alone', '', 'f0', 6_000_000],
    ['quotes', printf, '"', 6_000_000],
    ['brackets', printf, '[(', 6_000_000],
  ])('%s', (_, head, part, length) => {
    const line = head + part.repeat(length / part.length);
    expect(read(`${at(0)} a.go:1] "x"\n${line}\n`).history.from).toBeGreaterThan(0);
  });

  it.each(['api', 'file', ''])('a pod of "%s" that comes and goes 20,000 times', (source) => {
    expect(read(comesAndGoes(40_000, source)).history.pods).toHaveLength(20_000);
  });

  it('100,000 pods in a line, of which as many are read as a kubelet may have', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `"default/web-${i}"`);
    const line = `${at(0)} kubelet.go:2515] "SyncLoop ADD" source="api" pods=[${names.join(',')}]`;
    expect(read(line).history.pods).toHaveLength(11_000);
  });
});
