// Pods that a later line shows to be one, where no rebuild of the lines up to the cursor is at hand: listed and found as two before it.
import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { micros } from '../../../../src/base/time.ts';
import type { Incident } from '../../../../src/engine/present/incident.ts';
import { podBy } from '../../../../src/engine/present/podBy.ts';
import { podRow, podRows } from '../../../../src/engine/present/pods.ts';
import { workerQueues } from '../../../../src/engine/present/workerQueues.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../../../src/kubelet/rebuild/track.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import { Tape } from '../../../../src/replay/tape.ts';

const hash = '40d4339a1c9191474fd340f0979d0b47';
const at = (second: number, rest: string): string => `I0302 08:00:${second}.000020    8140 ${rest}`;
const file = (op: string): string =>
  `kubelet.go:2507] "SyncLoop ${op}" source="file" pods=["default/web"]`;
const started = (id: string): string =>
  `kubelet.go:2474] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${hash}","Type":"ContainerStarted","Data":"${id}"}`;
const lines = [
  at(11, file('ADD')),
  at(12, started('57b8db52')),
  at(21, file('REMOVE')),
  at(31, file('ADD')),
  at(32, started('68c9ec63')),
];
const everything = { start: 0, count: Infinity };

function incidentOf(some: readonly string[]): Incident {
  const text = new TextEncoder().encode(`${some.join('\n')}\n`);
  const table = readLog(sourceId(0), text, { year: 2026 });
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
  return { tape, history: rebuild(tape), findings: [] };
}

const whole = incidentOf(lines);
const prefix = incidentOf(lines.slice(0, 4));
const then: Moment = { time: prefix.history.to, position: 3, hindsight: 'then' };
const now: Moment = { ...then, hindsight: 'now' };

test('their rows are those of a log that ends there', () => {
  const rows = podRows(whole, then, everything);
  expect(rows.rows.map(({ key }) => key).sort()).toEqual([hash, 'default/web#2']);
  expect(rows).toEqual(podRows(prefix, now, everything));
  expect(workerQueues(whole, then, everything)).toEqual(workerQueues(prefix, now, everything));
  expect(podRows(whole, { ...then, hindsight: 'now' }, everything).total).toBe(1);
});

test('their keys lead to them, and to the one that they are', () => {
  for (const pod of prefix.history.pods) {
    const found = podBy(whole.history, pod.key, then);
    expect(found && podRow(whole, then, found)).toEqual(podRow(prefix, now, pod));
    expect(podBy(whole.history, pod.key, now)).toBe(whole.history.pod(hash));
  }
});
