import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { micros, SECOND } from '../../../../src/base/time.ts';
import { whatHappened } from '../../../../src/diagnosis/ask/whatHappened.ts';
import { diagnose } from '../../../../src/diagnosis/diagnose.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import { Tape } from '../../../../src/replay/tape.ts';

function line(second: number, op: string, pod: string): string {
  const clock = `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  return `I0314 10:${clock}.000000    2113 kubelet.go:2500] "SyncLoop ${op}" source="api" pods=["apps/${pod}"]`;
}

const log = [
  line(0, 'ADD', 'first'),
  line(10, 'ADD', 'early'),
  line(20, 'REMOVE', 'early'),
  line(30, 'ADD', 'across'),
  line(100, 'ADD', 'late'),
  line(110, 'ADD', 'last'),
  line(120, 'REMOVE', 'across'),
].join('\n');

function textAt(second: number): string {
  const table = readLog(sourceId(0), new TextEncoder().encode(`${log}\n`));
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: 0 }]);
  const history = rebuild(tape);
  const asked = { history, tape, findings: diagnose(history, tape) };
  const answer = whatHappened(asked, micros(tape.timeAt(0) + second * SECOND));
  return answer.sentences.map(({ text }) => text).join('\n');
}

test('what happened is told of each pod that was there', () => {
  expect(textAt(10)).toContain('apps/early');
  expect(textAt(20)).toContain('apps/early');
  expect(textAt(110)).toContain('apps/last');
  expect(textAt(110)).not.toContain('apps/late');
});

test('where nothing happened, what came last before and next after is', () => {
  const quiet = textAt(60);
  expect(quiet).toMatch(/Last before, 30 s earlier: apps\/across/);
  expect(quiet).toMatch(/Next after, 40 s later: apps\/late/);
  expect(textAt(25)).toMatch(/Last before, 5 s earlier: apps\/early/);
});
