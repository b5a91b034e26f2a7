// How many pods of a group are loud in a column, against their items one by one.
import { expect, test } from 'vitest';
import { groupColumns } from '../../../../src/engine/present/groupColumns.ts';
import { buildTimeline } from '../../../../src/engine/present/timeline.ts';
import { itemsIn } from '../../../../src/engine/present/timelineStore.ts';
import { readCapture } from '../../../support/captures.ts';
import { diagnosed } from '../../../support/findingTruth.ts';

const incident = diagnosed('teardown-v2', readCapture('teardown-v2').log);
const timeline = buildTimeline(incident);
const { lanes, kinds, store } = timeline;
const { from, to } = incident.history;

test.each([1, 7])('in %i columns', (width) => {
  const groups = [...new Set(lanes.flatMap(({ podKey, group }) => (podKey ? group : [])))];
  const asked = { from, to, width, by: 'namespace' as const, groups };
  const { columns } = groupColumns(timeline, asked, 1);
  const perColumn = (to - from) / width;
  for (const [index, name] of groups.entries()) {
    const own = lanes.filter(({ podKey, group }) => podKey !== undefined && group === name);
    for (let column = 0; column < width; column++) {
      const begin = from + column * perColumn;
      const loud = own.map(({ id }) => {
        const severities = itemsIn(store, id, -Infinity, Infinity)
          .filter(({ start, end }) => start < begin + perColumn && end >= begin)
          .map(({ kind }) => kinds[kind]?.severity);
        return severities.includes('error') ? 'a' : severities.includes('warning') ? 'b' : '';
      });
      const row = [...columns.column].findLastIndex(
        (each, at) => columns.counter[at] === index && each <= column,
      );
      expect(columns.a[row]).toBe(loud.filter((each) => each === 'a').length);
      expect(columns.b[row]).toBe(loud.filter((each) => each === 'b').length);
    }
  }
  expect(Math.max(...columns.a)).toBeGreaterThan(0);
});
