import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { micros } from '../../../../src/base/time.ts';
import { GrowingHistory } from '../../../../src/kubelet/rebuild/growingHistory.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { firstRecords } from '../../../../src/log/firstRecords.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import type { LogTable } from '../../../../src/log/record.ts';
import { Tape } from '../../../../src/replay/tape.ts';

const uid = '85702b06-9d22-42b9-abc9-a53edc119ba4';
const lines = [
  `I0302 08:01:02.069674   19653 pod_workers.go:949] "Pod worker has stopped" podUID="${uid}"`,
  `I0302 08:01:02.081674   19653 status_manager.go:874] "Patch status for pod" pod="default/pod-0" podUID="${uid}" patch="{}"`,
  'I0302 08:01:02.082694   19653 kubelet.go:2458] "SyncLoop DELETE" source="api" pods=["default/pod-0"]',
];

function tapeOf(table: LogTable): Tape {
  return new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
}

test('a pod that its UID alone has shown is the one that a later line names, and no other', () => {
  const text = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const whole = readLog(sourceId(0), text, { year: 2026 });
  // Else a version that later lines tell makes all of it anew.
  const { runs } = rebuild(tapeOf(whole));
  const table = firstRecords(whole);
  table.length = 1;
  const tape = tapeOf(table);
  const growing = new GrowingHistory();
  growing.next(tape, 0, [], runs);
  table.length = lines.length;
  const grown = tape.grown();
  const { pods } = growing.next(grown.tape, grown.from, [], runs);
  expect(pods.map(({ key }) => key)).toEqual([uid]);
});
