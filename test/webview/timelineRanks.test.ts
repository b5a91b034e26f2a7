// @vitest-environment happy-dom
// Lanes by what matters: their order, those without anything in the window, and when they may change places.
import { afterEach, expect, test, vi } from 'vitest';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { laneRank } from '../../src/protocol/timelineApi.ts';
import {
  arrange,
  asItComes,
  foldedIn,
  QUIET,
  toggleFold,
  toggleFolds,
  type RankOf,
} from '../../webview/timeline/arrange.ts';
import { groupTitle } from '../../webview/timeline/describe.ts';
import { layOut } from '../../webview/timeline/layout.ts';
import type { TimelineModel } from '../../webview/timeline/model.ts';
import { Ranks } from '../../webview/timeline/ranks.ts';

const pod = (id: number, group = 'default'): TimelineLane => ({
  ...{ id, kind: 'pod', name: `${group}/web-${id}`, group, podKey: `uid-${id}`, severity: 'none' },
  ...{ node: '', first: undefined, last: undefined },
});
const loop: TimelineLane = { ...pod(0), kind: 'loop', podKey: undefined };
const lanes = [loop, pod(1), pod(2), pod(3), pod(4), pod(5, 'shop')];

const ranked =
  (...ranks: readonly number[]): RankOf =>
  ({ id }) =>
    ranks[id];

function order(rankOf: RankOf, arrangement = asItComes): readonly string[] {
  return arrange(lanes, undefined, arrangement, rankOf).rest.map(
    ({ lane, heading }) => `${heading} ${lane.id}`,
  );
}

test('what fails comes first in its group, then what changes, is there, is gone', () => {
  const { failing, changing, there, gone } = laneRank;
  const rankOf = ranked(5, gone, there, failing, changing, failing);
  expect(order(rankOf)).toEqual([
    ' 0',
    'default 3',
    'default 4',
    'default 2',
    'default 1',
    'shop 5',
  ]);
  // By their first event they stand as they came.
  expect(order(rankOf, { ...asItComes, grouping: 'none' })).toHaveLength(lanes.length);
  // What is alike stays as it is.
  expect(order(() => changing)).toEqual(order(() => undefined));
});

test('pods without anything in the window are one row, which unfolds; a pinned one stays', () => {
  const { nothing, there } = laneRank;
  const rankOf = ranked(nothing, there, nothing, nothing, there, nothing);
  expect(order(rankOf).slice(-3)).toEqual([`${QUIET} 2`, `${QUIET} 3`, `${QUIET} 5`]);
  const layout = layOut(arrange(lanes, undefined, asItComes, rankOf), 0, foldedIn(asItComes));
  expect(layout.lanes.map(({ lane }) => lane.id)).toEqual([0, 1, 4]);
  const row = layout.groups.at(-1);
  expect(row && groupTitle(row)).toBe('3 pods without anything here');
  const unfolded = toggleFold(asItComes, QUIET);
  expect(foldedIn(unfolded)).toEqual([]);
  const pinned = { ...asItComes, pinned: ['uid-2'] };
  expect(order(rankOf, pinned).slice(-2)).toEqual([`${QUIET} 3`, `${QUIET} 5`]);
  // All groups fold and unfold without it.
  const all = toggleFolds(unfolded, arrange(lanes, undefined, unfolded, rankOf));
  expect(foldedIn(all)).toEqual(['default']);
});

test('one alone keeps its place', () => {
  const { nothing, there } = laneRank;
  const rankOf = ranked(there, there, nothing, there, there, there);
  expect(order(rankOf).some((each) => each.startsWith(QUIET))).toBe(false);
});

afterEach(() => {
  vi.useRealTimers();
});

test('lanes change places when the window stands and nobody holds it', async () => {
  vi.useFakeTimers();
  let rank: number = laneRank.failing;
  const model = {
    lanes,
    session: { revision: 1 },
    ranks: vi.fn(() => Promise.resolve(Uint8Array.from(lanes, () => rank))),
  };
  const changed = vi.fn();
  const ranks = new Ranks(model as unknown as TimelineModel, changed);
  let isHeld = true;
  const window = { from: 0, to: 10 };
  for (let moves = 0; moves < 10; moves++) {
    ranks.moved(
      () => window,
      () => isHeld,
    );
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  expect(model.ranks).not.toHaveBeenCalled();
  isHeld = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(model.ranks).toHaveBeenCalledTimes(1);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(ranks.of(pod(1))).toBe(laneRank.failing);
  // A log that grows lets lanes keep their places but for those that had nothing.
  rank = laneRank.there;
  await ranks.grown(window);
  expect(ranks.of(pod(1))).toBe(laneRank.failing);
  expect(changed).toHaveBeenCalledTimes(1);
});
