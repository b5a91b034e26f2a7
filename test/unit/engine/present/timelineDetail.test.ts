// What proves an item of the timeline, and in the mode `then` no line that was not read yet.
import { expect, test } from 'vitest';
import { micros } from '../../../../src/base/time.ts';
import { buildTimeline } from '../../../../src/engine/present/timeline.ts';
import { timelineDetail } from '../../../../src/engine/present/timelineDetail.ts';
import { itemsOfLane } from '../../../../src/engine/present/timelineStore.ts';
import type { Moment } from '../../../../src/kubelet/rebuild/track.ts';
import { readCapture } from '../../../support/captures.ts';
import { diagnosed } from '../../../support/findingTruth.ts';

const { tape, history, findings } = diagnosed('teardown-v2', readCapture('teardown-v2').log);
const incident = { tape, history, findings };
const timeline = buildTimeline(incident);
const end: Moment = { time: history.to, position: tape.length - 1, hindsight: 'now' };

const all = timeline.lanes.flatMap(({ id, kind }) =>
  itemsOfLane(timeline.store, id).map((item) => ({ ...item, lane: id, of: kind })),
);
const detailOf = ({ lane, kind, start }: (typeof all)[number], moment = end) => {
  const at = micros(start);
  return timelineDetail({ incident, moment }, timeline, { lane, kind, from: at, to: at });
};

test('an item that a line proves has that line, and phases have theirs', () => {
  for (const item of all) {
    const { count, lines } = detailOf(item);
    expect(count).toBeGreaterThan(0);
    if (item.position < tape.length)
      expect(lines.map(({ position }) => position)).toContain(item.position);
  }
  const phases = all.filter(({ kind }) => timeline.kinds[kind]?.slug.startsWith('phase.'));
  expect(phases.some((phase) => detailOf(phase).lines.length > 0)).toBe(true);
});

test('a finding leads to itself by its evidence', () => {
  const found = all.filter(({ of }) => of === 'findings').map((item) => detailOf(item));
  expect(found.length).toBeGreaterThan(0);
  for (const { finding, lines } of found) {
    expect(findings.map(({ key }) => key)).toContain(finding);
    expect(lines.length).toBeGreaterThan(0);
  }
});

test('nothing is proved by a line after the cursor', () => {
  const position = 292;
  const moment: Moment = { time: tape.timeAt(position), position, hindsight: 'then' };
  for (const item of all)
    for (const line of detailOf(item, moment).lines)
      expect(line.position).toBeLessThanOrEqual(position);
});
