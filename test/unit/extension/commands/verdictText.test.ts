import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { micros, SECOND } from '../../../../src/base/time.ts';
import { lineToShow, verdictText } from '../../../../src/extension/commands/verdictText.ts';
import type { FindingKind, FindingRow } from '../../../../src/protocol/rows.ts';

const kind = (title: string, total = 1): FindingKind => ({
  ...{ id: title, title, severity: 'high', total, open: total, pods: 1, first: title },
});

const row = (title: string, pod: string | undefined, length: number): FindingRow =>
  ({ title, pod, began: micros(0), last: micros(length), ended: undefined }) as FindingRow;

test('says of one finding whose it is and how long its lines go on', () => {
  const told = verdictText(
    3,
    [kind('CNI DEL fails'), kind('PLEG is unhealthy'), kind('x')],
    [row('CNI DEL fails', 'default/web-1', 41 * SECOND), row('PLEG is unhealthy', undefined, 5)],
  );
  expect(told).toBe('3 problems: CNI DEL fails, default/web-1, for 41 s; PLEG is unhealthy; …');
});

test('says of several the worst and how many more there are, and no name twice', () => {
  const crash = row('c of default/a crashes', 'default/a', 9 * SECOND);
  expect(verdictText(1976, [kind('… crashes', 1976)], [crash])).toBe(
    '1976 problems: c of default/a crashes, for 9 s, 1,975 more like it',
  );
  expect(verdictText(1, [kind('c crashes')], [undefined])).toBe('1 problem: c crashes');
});

test('a log is opened at the first line that fails, not at one that goes with it', () => {
  const line = (offset: number, role: 'cause' | 'context') => ({
    ...{ input: { source: sourceId(0), offset }, role, at: undefined, text: '' },
  });
  const [calm, failed] = [line(7, 'context'), line(9, 'cause')];
  expect(lineToShow({ evidence: [calm, failed] })).toBe(failed.input);
  expect(lineToShow({ evidence: [calm] })).toBe(calm.input);
  expect(lineToShow({ evidence: [] })).toBeUndefined();
});
