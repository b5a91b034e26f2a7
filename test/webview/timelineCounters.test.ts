// Counter lanes without a canvas: where they stand, what they say at a time, and when they are asked for again.
import { expect, test } from 'vitest';
import { micros } from '../../src/base/time.ts';
import type { CounterName, TimelineLane } from '../../src/protocol/rows.ts';
import type { CounterColumns } from '../../src/protocol/timelineApi.ts';
import { arrange, asItComes, COUNTERS, laneKey } from '../../webview/timeline/arrange.ts';
import { CounterStore, valueAt, type CounterValue } from '../../webview/timeline/counters.ts';
import { scaleText, valueLines } from '../../webview/timeline/counterWords.ts';
import { COUNTER_HEIGHT, GROUP_HEIGHT, layOut, stuckGroup } from '../../webview/timeline/layout.ts';

const lane = (id: number, more: Partial<TimelineLane>): TimelineLane => ({
  ...{ id, kind: 'loop', name: 'Sync loop', group: '', podKey: undefined, severity: 'none' },
  ...{ node: '', first: undefined, last: undefined },
  ...more,
});
const lanes = [
  lane(0, {}),
  lane(1, { kind: 'pod', name: 'default/web-1', group: 'default', podKey: 'uid-1' }),
  lane(2, { kind: 'counter', counter: 'pods', name: 'pods' }),
  lane(3, { kind: 'counter', counter: 'errors', name: 'errors' }),
];

/** Rows of (counter, column, known, open, a, b, c), of a window of 10 columns of a second each. */
function answer(...rows: readonly (readonly number[])[]): CounterColumns {
  const column = (index: number): readonly number[] => rows.map((row) => row[index] ?? 0);
  return {
    from: micros(0),
    to: micros(10_000_000),
    width: 10,
    revision: 1,
    columns: {
      counter: Uint8Array.from(column(0)),
      column: Uint32Array.from(column(1)),
      known: Uint8Array.from(column(2)),
      open: Float32Array.from(column(3)),
      a: Float32Array.from(column(4)),
      b: Float32Array.from(column(5)),
      c: Float32Array.from(column(6)),
    },
  };
}

test.each(['namespace', 'node', 'none'] as const)(
  'counters stand in a group above all others, which folds: %s',
  (grouping) => {
    const arranged = arrange(lanes, undefined, { ...asItComes, grouping });
    const layout = layOut(arranged, 0);
    expect(layout.lanes.slice(0, 3).map(({ lane: { id }, heading }) => [id, heading])).toEqual([
      [2, COUNTERS],
      [3, COUNTERS],
      [0, ''],
    ]);
    const [counters] = layout.groups;
    expect(counters).toMatchObject({ name: COUNTERS, top: 0, count: 2 });
    expect(counters?.bottom).toBe(GROUP_HEIGHT + 2 * COUNTER_HEIGHT);
    // The lanes below it, which have no heading, scroll without it.
    expect(stuckGroup(layout, 10)?.name).toBe(COUNTERS);
    expect(stuckGroup(layout, (counters?.bottom ?? 0) + 5)?.name).not.toBe(COUNTERS);
    const folded = layOut(arranged, 0, [COUNTERS]);
    expect(folded.lanes.map(({ lane: { id } }) => id)).toEqual([0, 1]);
  },
);

test('each counter is a lane of its own', () => {
  expect(new Set(lanes.map(laneKey)).size).toBe(lanes.length);
});

test('a counter says at each time what its last step says', () => {
  const store = new CounterStore();
  store.put(
    ['pods', 'errors'],
    answer([0, 2, 0, 0, 3, 1, 0], [0, 5, 1, 2, 4, 0, 0], [0, 8, 3, 0, 0, 0, 0], [1, 0, 2, 0, 0]),
  );
  const at = (counter: CounterName, second: number): CounterValue | undefined => {
    const steps = store.of(counter);
    return steps && valueAt(steps, second * 1_000_000);
  };
  expect(at('pods', 1)).toBeUndefined();
  expect(at('pods', 2)).toEqual({ parts: [3, 1, 0], open: 0, known: 'seen' });
  expect(at('pods', 7.9)).toEqual({ parts: [4, 0, 0], open: 2, known: 'inferred' });
  expect(at('pods', 8)).toBeUndefined();
  expect(at('errors', 4)?.known).toBe('unknown');
  expect(store.of('pods')?.most).toBe(4);
  expect(valueLines('pods', at('pods', 2))).toEqual(['sync: 3', 'terminating: 1']);
  expect(valueLines('pods', at('pods', 6))).toEqual(['sync: 4', 'unknown: 2']);
  expect(valueLines('errors', at('errors', 4))).toEqual(['unknown']);
  expect(valueLines('cni', undefined)).toEqual(['No line tells of a call here.']);
  expect(scaleText('cni', 2_500_000)).toBe('2.5 s');
});

test('a counter is asked again where its answer does not reach, is too coarse, or is old', () => {
  const store = new CounterStore();
  const dull = (from: number, to: number, perColumn: number): readonly CounterName[] =>
    store.blurred(['pods'], { from, to }, perColumn);
  expect(dull(0, 10, 1_000_000)).toEqual(['pods']);
  store.put(['pods'], answer([0, 0, 0, 0, 1]));
  expect(dull(0, 10_000_000, 1_000_000)).toEqual([]);
  expect(dull(0, 11_000_000, 1_000_000)).toEqual(['pods']);
  expect(dull(0, 10_000_000, 500_000)).toEqual(['pods']);
  store.outdate();
  expect(dull(0, 10_000_000, 1_000_000)).toEqual(['pods']);
  expect(store.of('pods')).toBeDefined();
});
