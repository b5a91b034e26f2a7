import { expect, test } from 'vitest';
import { micros, parseRfc3339, type Micros } from '../../../../src/base/time.ts';
import { diffRows, diffText, wholeStateText } from '../../../../src/engine/present/diff.ts';
import { overdueRows } from '../../../../src/engine/present/overdue.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../../../src/kubelet/rebuild/track.ts';
import { readCapture, tapeOf } from '../../../support/captures.ts';

function incidentOf(capture: string) {
  const tape = tapeOf(readCapture(capture).log);
  return { tape, history: rebuild(tape), findings: [] };
}

const teardown = incidentOf('teardown-v2');
const hang = incidentOf('cni-del-hang-v2');

function at(clock: string): Moment {
  const time: Micros = parseRfc3339(`2026-11-21T${clock}Z`) ?? micros(NaN);
  return { time, position: Infinity, hindsight: 'now' };
}

const text = (from: string, to: string): string =>
  diffText(diffRows(teardown, at(from), at(to)), ({ input }) =>
    input === undefined ? undefined : `byte ${input.offset > 0 ? 'known' : '0'}`,
  );

test('a value that changed is told with both sides, its time and its line', () => {
  expect(text('09:34:09', '09:34:30')).toContain(
    'default/web-1 state: sync → terminating  09:34:10.754',
  );
  expect(text('09:34:09', '09:34:30')).toMatch(/terminating .* byte known\n/);
});

test('pods that come and go are one row each', () => {
  expect(text('09:34:00', '09:34:30')).toBe(
    'default/web-1 pod: not there → terminating, idle  09:34:04.543201  byte known\n' +
      'default/web-2 pod: not there → sync, idle  09:34:04.681633  byte known\n',
  );
  expect(text('09:34:30', '09:35:20')).toContain(
    'default/web-1 pod: terminating, idle → not there',
  );
});

test('the other way round the sides change places', () => {
  const forth = diffRows(teardown, at('09:34:09'), at('09:34:30'));
  const back = diffRows(teardown, at('09:34:30'), at('09:34:09'));
  expect(back.map(({ before, after }) => [before.text, after.text])).toEqual(
    forth.map(({ before, after }) => [after.text, before.text]),
  );
  expect(back.map(({ field, at: time }) => [field, time])).toEqual(
    forth.map(({ field, at: time }) => [field, time]),
  );
});

test('nothing changed', () => {
  expect(text('09:34:30', '09:34:30')).toBe('Nothing changed.\n');
});

test('the whole state is a text whose lines differ as the rows do', () => {
  const [before, after] = ['09:34:09', '09:34:30'].map((clock) =>
    wholeStateText(teardown, at(clock)).split('\n'),
  );
  expect(before).toContain('  state: sync ~');
  expect(after).toContain('  state: terminating ~');
  expect(after).toContain('  waits for: CNI DEL of its sandbox');
  expect(after?.filter((line) => line.startsWith('default/'))).toEqual([
    'default/web-1:',
    'default/web-2:',
  ]);
});

test('what hangs is overdue, and no longer once it is done', () => {
  const late = (clock: string) => overdueRows(hang, at(clock)).map(({ text: row }) => row);
  expect(late('11:12:00')).toEqual([]);
  expect(late('11:13:30')).toEqual([
    'default/web-1 waits for CNI DEL of its sandbox since 11:11:56.218778: 1 min 18 s overdue',
  ]);
  expect(late('11:15:00')).toEqual([]);
});
