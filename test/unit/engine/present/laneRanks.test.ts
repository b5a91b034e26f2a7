// Which lanes matter in a window, against what their items say one by one.
import { expect, test } from 'vitest';
import { micros } from '../../../../src/base/time.ts';
import { laneRanks } from '../../../../src/engine/present/laneRanks.ts';
import { buildTimeline } from '../../../../src/engine/present/timeline.ts';
import { itemsIn } from '../../../../src/engine/present/timelineStore.ts';
import { laneRank } from '../../../../src/protocol/timelineApi.ts';
import { readCapture } from '../../../support/captures.ts';
import { diagnosed } from '../../../support/findingTruth.ts';

const incident = diagnosed('teardown-v2', readCapture('teardown-v2').log);
const timeline = buildTimeline(incident);
const { lanes, kinds, store } = timeline;
const { from: begin, to: end } = incident.history;

const share = (part: number) => micros(Math.round(begin + part * (end - begin)));

test.each([
  [0, 1],
  [0.2, 0.21],
  [0.5, 0.9],
  [0.98, 1],
])('from %f to %f of the log', (first, last) => {
  const [from, to, at] = [share(first), share(last), share(0.6)];
  const { rank } = laneRanks(timeline, { from, to, at }, 1).columns;
  for (const lane of lanes) {
    const items = itemsIn(store, lane.id, from, to);
    const loud = new Set(items.map(({ kind }) => kinds[kind]?.severity));
    const begins = items.some(({ start }) => start >= from);
    const isThere = (lane.first ?? Infinity) <= at && at <= (lane.last ?? 0);
    const calm = begins ? 'changing' : isThere ? 'there' : 'gone';
    const want =
      items.length === 0
        ? 'nothing'
        : loud.has('error')
          ? 'failing'
          : loud.has('warning')
            ? 'warned'
            : calm;
    expect(`${lane.name} ${rank[lane.id] ?? -1}`).toBe(`${lane.name} ${laneRank[want]}`);
  }
});
