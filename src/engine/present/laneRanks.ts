// Which lanes matter in a window: those that fail, then those that change, that are there, that are not; and of which it shows nothing.
import { laneRank, type LaneRanks, type LaneRanksAsked } from '../../protocol/timelineApi.ts';
import type { TimelineLane } from '../../protocol/rows.ts';
import type { Timeline } from './timeline.ts';
import { firstFrom, latestIn, seriesFrom } from './timelineStore.ts';

export function laneRanks(timeline: Timeline, asked: LaneRanksAsked, revision: number): LaneRanks {
  const rank = Uint8Array.from(timeline.lanes, (lane) => rankOf(timeline, lane, asked));
  return { revision, columns: { rank } };
}

function rankOf(
  { store, kinds }: Timeline,
  lane: TimelineLane,
  { from, to, at }: LaneRanksAsked,
): number {
  const isThere = (lane.first ?? Infinity) <= at && at <= (lane.last ?? -Infinity);
  let rank: number = laneRank.nothing;
  for (let series = seriesFrom(store, lane.id); series < seriesFrom(store, lane.id + 1); series++) {
    const first = store.seriesItems[series] ?? 0;
    const behind = store.seriesItems[series + 1] ?? 0;
    const inside = firstFrom(store.start, from, first, behind);
    const begins = inside < behind && (store.start[inside] ?? Infinity) <= to;
    const isOpen =
      inside > first && (store.end[latestIn(store, first, inside)] ?? -Infinity) >= from;
    if (!begins && !isOpen) continue;
    const severity = kinds[store.seriesKind[series] ?? -1]?.severity;
    const calm = begins ? laneRank.changing : isThere ? laneRank.there : laneRank.gone;
    const own =
      severity === 'error' ? laneRank.failing : severity === 'warning' ? laneRank.warned : calm;
    rank = Math.min(rank, own);
  }
  return rank;
}
