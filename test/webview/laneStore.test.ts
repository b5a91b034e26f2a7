// Which items a window shows while better ones are on their way.
import { expect, test } from 'vitest';
import { micros } from '../../src/base/time.ts';
import { TimelineItems } from '../../webview/timeline/items.ts';
import { LaneStore } from '../../webview/timeline/laneStore.ts';

const all = { from: 0, to: 1000 };
const window = { from: 400, to: 500 };

/** An answer with one item in lane 7, told apart by its count. */
function answer(count: number): TimelineItems {
  const one = {
    lane: Uint32Array.of(7),
    start: Float64Array.of(450),
    end: Float64Array.of(460),
    kind: Uint8Array.of(0),
    known: Uint8Array.of(0),
    count: Uint32Array.of(count),
    position: Uint32Array.of(0),
  };
  const columns = { from: micros(0), to: micros(1000), revision: 1, columns: one };
  const kinds = [{ slug: 'sync', shape: 'span', severity: 'none' }] as const;
  return new TimelineItems(columns, kinds, { lane: undefined, rowOf: new Map() });
}

const shown = (store: LaneStore, from: number, to: number) =>
  store.of(7, { from, to })?.all[0]?.count;

test('broad items stand in where sharp ones do not reach, and never in their way', () => {
  const store = new LaneStore();
  expect(store.blank([7], window)).toEqual([7]);
  store.put([7], { from: 300, to: 600 }, 1, all, answer(1));
  expect(shown(store, 0, 1000)).toBe(1);
  store.putWhole([7], all, 10, answer(2));
  expect(shown(store, 400, 500)).toBe(1);
  expect(shown(store, 0, 1000)).toBe(2);
  expect(store.withoutWhole([7, 8])).toEqual([8]);
  store.clear();
  expect(shown(store, 400, 500)).toBeUndefined();
});

test('a lane is asked for again when a pixel stands for less, for much more, or the window has left it', () => {
  const store = new LaneStore();
  store.put([7], { from: 300, to: 600 }, 1, all, answer(1));
  const blurred = (perPixel: number, to = 500) =>
    store.blurred([7], { from: 400, to }, perPixel).length;
  expect([blurred(1), blurred(1.4), blurred(1.6), blurred(0.9), blurred(1, 700)]).toEqual([
    0, 0, 1, 1, 1,
  ]);
  expect(store.blank([7], window)).toEqual([]);
});

test('an answer over all time is kept for zooming out; lanes of long ago are let go', () => {
  const store = new LaneStore();
  store.put([7], { from: -10, to: 1010 }, 1, all, answer(3));
  store.put([7], { from: 400, to: 500 }, 0.1, all, answer(1));
  expect([shown(store, 0, 1000), shown(store, 410, 420)]).toEqual([3, 1]);
  for (let lane = 100; lane < 2000; lane++) store.put([lane], all, 1, all, answer(1));
  expect(shown(store, 0, 1000)).toBeUndefined();
});

test('items of a tape that has grown are shown under their new ids, and asked for anew', () => {
  const store = new LaneStore();
  store.put([7], all, 1, all, answer(1));
  store.outdate(new Map([[7, 9]]));
  expect(store.of(7, window)).toBeUndefined();
  expect(store.of(9, window)?.all[0]?.count).toBe(1);
  expect([store.blank([9], window), store.blurred([9], window, 1)]).toEqual([[], [9]]);
  expect(store.withoutWhole([9])).toEqual([9]);
  store.put([9], all, 1, all, answer(2));
  expect(store.blurred([9], window, 1)).toEqual([]);
});
