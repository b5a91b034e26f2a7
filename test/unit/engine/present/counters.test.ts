// Counts over time: what is unknown is told as unknown, and nothing before its line.
import { expect, test } from 'vitest';
import { micros, MINUTE, SECOND } from '../../../../src/base/time.ts';
import { counterColumns } from '../../../../src/engine/present/counterColumns.ts';
import { Counters } from '../../../../src/engine/present/counters.ts';
import {
  Heights,
  NOTHING,
  SEEN,
  Tally,
  UNKNOWN,
} from '../../../../src/engine/present/counterSteps.ts';
import type { Incident } from '../../../../src/engine/present/incident.ts';
import type { Moment } from '../../../../src/kubelet/rebuild/track.ts';
import type { CounterName } from '../../../../src/protocol/rows.ts';
import { readCapture } from '../../../support/captures.ts';
import { diagnosed } from '../../../support/findingTruth.ts';

const began = micros(Date.UTC(2026, 10, 21, 9) * 1_000);
const log = (...lines: readonly string[]): Incident =>
  diagnosed('k.log', new TextEncoder().encode(`${lines.join('\n')}\n`));
const at = (time: string, severity: string, text: string): string =>
  `${severity}1121 09:${time}.000000     100 ${text}`;

const now = ({ history, tape }: Incident): Moment => ({
  time: history.to,
  position: tape.length - 1,
  hindsight: 'now',
});

/** Rows of one counter: `column: parts (+ open) known`. */
function rowsOf(
  incident: Incident,
  counter: CounterName,
  width: number,
  moment = now(incident),
): readonly string[] {
  const { from, to } = incident.history;
  const counters = new Counters(incident, moment);
  const { columns } = counterColumns(counters, { from, to, width, counters: [counter] }, 1);
  return [...columns.column].map((column, row) => {
    const parts = [columns.a, columns.b, columns.c].map((part) => part[row] ?? 0);
    const known = ['seen', 'inferred', 'unknown', '-'][columns.known[row] ?? 3] ?? '';
    return `${column}: ${parts.join(' ')} +${columns.open[row] ?? 0} ${known}`;
  });
}

test('spans are counted by part, and those of which nobody knows apart', () => {
  const tally = new Tally(2);
  tally.add(0, -5, 10, 'seen');
  tally.add(1, 4, Infinity, 'seen');
  tally.add(2, 10, 20, 'unknown');
  const steps = tally.done(0, 30);
  expect([...steps.time]).toEqual([0, 4, 10, 20, 30]);
  expect([...steps.values]).toEqual([1, 0, 1, 1, 0, 1, 0, 1, 0, 0]);
  expect([...steps.open]).toEqual([0, 0, 1, 0, 0]);
  expect(steps.known.at(-1)).toBe(NOTHING);
});

test('what nobody counts is unknown, not none', () => {
  const tally = new Tally(1);
  tally.add(1, 0, 10, 'unknown');
  expect([...tally.done(0, 20).known]).toEqual([UNKNOWN, SEEN, NOTHING]);
});

test('of spans that lie over each other the highest counts', () => {
  const heights = new Heights('unknown');
  heights.add(5, 30, 2, 'seen');
  heights.add(10, 20, 7, 'seen');
  const { time, values, known } = heights.done(0, 40);
  expect([...time]).toEqual([0, 5, 10, 20, 30, 40]);
  expect([...values]).toEqual([0, 2, 7, 2, 0, 0]);
  expect([...known]).toEqual([UNKNOWN, SEEN, SEEN, SEEN, UNKNOWN, NOTHING]);
});

test('errors are counted over a minute, and what a gap lost is unknown', () => {
  const incident = log(
    at('00:00', 'E', 'kubelet.go:1] "a"'),
    at('00:10', 'E', 'kubelet.go:1] "a"'),
    at('00:30', 'I', 'kubelet.go:1] "a"'),
    at('10:00', 'I', 'kubelet.go:1] "a"'),
  );
  const { from, to } = incident.history;
  expect(rowsOf(incident, 'errors', Math.round((to - from) / (10 * SECOND)))).toEqual([
    '0: 1 0 0 +0 seen',
    '1: 2 0 0 +0 seen',
    '6: 1 0 0 +0 seen',
    '7: 0 0 0 +0 seen',
  ]);
  const gaps = [
    {
      kind: 'missing',
      from: micros(began + 3 * MINUTE),
      to: micros(began + 5 * MINUTE),
      text: '',
      source: 0,
      provedBy: [],
    },
  ];
  const history = { ...incident.history, gaps } as unknown as Incident['history'];
  expect(rowsOf({ ...incident, history }, 'errors', 10)).toEqual([
    '0: 2 0 0 +0 seen',
    '1: 0 0 0 +0 seen',
    '3: 0 0 0 +0 unknown',
    '5: 0 0 0 +0 seen',
  ]);
});

test('a relist takes until a second before the next begins; PLEG that hangs tells how long', () => {
  const relist = (time: string): string =>
    at(time, 'I', 'generic.go:226] "GenericPLEG: Relisting"');
  const incident = log(
    relist('00:00'),
    relist('00:02'),
    relist('00:06'),
    at(
      '03:30',
      'E',
      'kubelet.go:2456] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m24.5s ago; threshold is 3m0s"',
    ),
    at('03:40', 'I', 'kubelet.go:1] "a"'),
  );
  const rows = rowsOf(incident, 'relist', 110);
  expect(rows.slice(0, 3)).toEqual([
    '0: 1000000 0 0 +0 inferred',
    '1: 3000000 0 0 +0 inferred',
    '3: 0 0 0 +0 unknown',
  ]);
  expect(rows[3]).toBe('105: 204500000 0 0 +0 inferred');
});

const capture = diagnosed('teardown-v2', readCapture('teardown-v2').log);

test('pods of a real log are in some state, and calls of plug-ins take as long as they do', () => {
  const { pods } = capture.history;
  const counts = rowsOf(capture, 'pods', 400).map((row) =>
    row
      .split(/[ +:]+/)
      .slice(1, 5)
      .map(Number),
  );
  for (const parts of counts)
    expect(parts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(pods.length);
  expect(Math.max(...counts.map(([, terminating = 0]) => terminating))).toBeGreaterThan(0);
});

test.each(['pods', 'workers', 'relist', 'cni', 'errors'] as const)(
  'nothing of %s is told before its line',
  (counter) => {
    const position = 292;
    const moment: Moment = { time: capture.tape.timeAt(position), position, hindsight: 'then' };
    const end = Math.ceil(
      ((moment.time - capture.history.from) / (capture.history.to - capture.history.from)) * 400,
    );
    const rows = rowsOf(capture, counter, 400, moment);
    const last = rows.at(-1) ?? '';
    expect(Number(last.split(':')[0])).toBeLessThanOrEqual(end);
    if (rows.length > 1) expect(last.endsWith('-')).toBe(true);
  },
);

test('the highest value of each column is told, however many steps it has', () => {
  let seed = 1;
  const random = (most: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % most;
  };
  const heights = new Heights('unknown');
  for (let n = 0; n < 3_000; n++) {
    const at = random(100_000);
    heights.add(at, at + 1 + random(60), 1 + random(1_000), 'seen');
  }
  const steps = heights.done(0, 100_000);
  for (const width of [1, 3, 50, 700]) {
    const asked = { from: micros(0), to: micros(100_000), width, counters: ['cni'] as const };
    const { columns } = counterColumns({ names: ['cni'], of: () => steps }, asked, 1);
    const per = 100_000 / width;
    for (let column = 0; column < width; column++) {
      const [begin, edge] = [column * per, (column + 1) * per];
      let want = 0;
      steps.time.forEach((time, step) => {
        if (time < edge && (steps.time[step + 1] ?? Infinity) > begin)
          want = Math.max(want, steps.values[step] ?? 0);
      });
      const row = columns.column.findLastIndex((each) => each <= column);
      expect(columns.a[row]).toBe(want);
    }
  }
});
