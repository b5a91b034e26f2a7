// Where what was open by then is not at hand, the timeline of the whole tape is filtered: nothing of it is told before its line.
import { expect, test } from 'vitest';
import { buildTimeline } from '../../../../src/engine/present/timeline.ts';
import { timelineBy } from '../../../../src/engine/present/timelineBy.ts';
import { itemsOfLane, NO_POSITION } from '../../../../src/engine/present/timelineStore.ts';
import type { Moment } from '../../../../src/kubelet/rebuild/track.ts';
import { diagnosed } from '../../../support/findingTruth.ts';
import { readCapture } from '../../../support/captures.ts';

const { tape, history, findings } = diagnosed('teardown-v2', readCapture('teardown-v2').log);
const whole = { tape, history, findings };

test.each([150, 292, 382])('of the first %i lines', (count) => {
  const position = count - 1;
  const moment: Moment = { time: tape.timeAt(position), position, hindsight: 'then' };
  const timeline = buildTimeline(whole);
  const { lanes, kinds, store } = timelineBy(timeline, whole, moment);
  expect(kinds).toBe(timeline.kinds);
  expect(lanes.length).toBeLessThanOrEqual(timeline.lanes.length);
  lanes.forEach(({ id, podKey, last = 0 }, index) => {
    expect(id).toBe(index);
    expect(last).toBeLessThanOrEqual(moment.time);
    const pod = podKey === undefined ? undefined : history.pod(podKey);
    expect(pod?.firstSeen ?? 0).toBeLessThanOrEqual(moment.time);
    for (const item of itemsOfLane(store, id))
      expect(item.position === NO_POSITION || item.position <= position).toBe(true);
  });
});

test('at the end it is that of the whole', () => {
  const position = tape.length - 1;
  const moment: Moment = { time: history.to, position, hindsight: 'then' };
  const timeline = buildTimeline(whole);
  const { lanes } = timelineBy(timeline, whole, moment);
  expect(lanes.map(({ name }) => name)).toEqual(timeline.lanes.map(({ name }) => name));
});
