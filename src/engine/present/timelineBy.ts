// The timeline of a whole tape as it is filtered in the mode `then`, where the timeline of what was open by then is not at hand.
import { groupBy } from '../../diagnosis/verdict.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { severityOf } from './findings.ts';
import { findingsBy } from './findingsBy.ts';
import { knownBy, type Incident } from './incident.ts';
import { doneTimeline, type Timeline } from './timeline.ts';
import { itemsIn, NO_POSITION, TimelineStoreBuilder } from './timelineStore.ts';
import { loudest } from './values.ts';

/** What has begun by the moment and whose proof was read; nothing goes on beyond it. */
export function timelineBy(
  { lanes, kinds, store }: Timeline,
  whole: Incident,
  moment: Moment,
): Timeline {
  const items = new TimelineStoreBuilder();
  const findings = groupBy(findingsBy(whole, moment), ({ podKey }) => podKey ?? '');
  const kept: Timeline['lanes'][number][] = [];
  for (const lane of lanes) {
    const known = itemsIn(store, lane.id, -Infinity, moment.time).filter(
      ({ position }) => position === NO_POSITION || knownBy(moment, position),
    );
    if (known.length === 0 && lane.podKey !== undefined) continue;
    const id = kept.length;
    for (const { kind, start, end, known: how, position } of known)
      items.add(id, kind, start, Math.min(end, moment.time), how, position);
    const own = findings.get(lane.podKey ?? '') ?? [];
    const severity = lane.podKey === undefined ? lane.severity : loudest(...own.map(severityOf));
    kept.push({ ...lane, id, severity });
  }
  return doneTimeline(kept, kinds, items);
}
