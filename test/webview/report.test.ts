// What is copied of a range and of a comparison: Markdown in which the log's own text is only text.
import { expect, test } from 'vitest';
import { micros, SECOND } from '../../src/base/time.ts';
import type { KindSum, TimelineStats } from '../../src/protocol/timelineApi.ts';
import { compared, comparisonText, rangeText } from '../../webview/timeline/report.ts';

const from = micros(Date.UTC(2026, 10, 21, 9, 34) * 1_000);
const sum = (slug: string, shape: KindSum['shape'], count: number, total = 0): KindSum => ({
  slug,
  shape,
  severity: 'none',
  count,
  total,
  longest: total,
});
const stats: TimelineStats = {
  from,
  to: micros(from + 60 * SECOND),
  events: [sum('config.add', 'mark', 2)],
  pleg: [sum('pleg.ContainerDied', 'mark', 3)],
  spans: [sum('terminating', 'span', 1, 41 * SECOND), sum('sync', 'span', 1, 5 * SECOND)],
  findings: [
    {
      id: 'cni-del-fails',
      title: 'CNI DEL fails ([x](command:y)): <img>',
      severity: 'error',
      pod: 'default/web-1',
    },
  ],
  slowest: [
    {
      lane: 1,
      name: 'default/web-1',
      slug: 'phase.teardown',
      known: 'inferred',
      length: 30 * SECOND,
    },
  ],
};

test('a range', () => {
  expect(rangeText(stats)).toMatchInlineSnapshot(`
    "### 2026-11-21T09:34:00.000000Z – 2026-11-21T09:35:00.000000Z (1 min)

    **Findings**

    - CNI DEL fails (\\[x\\](command:y)): \\<img\\> (default/web-1), cni-del-fails

    **Longest**

    - default/web-1: network teardown 30 s (inferred)

    **Events**

    - config add: 2

    **PLEG**

    - PLEG ContainerDied: 3
    "
  `);
});

test('two pods', () => {
  const other = { ...stats, events: [], spans: [sum('terminating', 'span', 1, 12 * SECOND)] };
  expect(comparisonText('a|b', 'web-2', compared(stats, other))).toMatchInlineSnapshot(`
    "| | a\\|b | web-2 | difference |
    | --- | --- | --- | --- |
    | terminating | 41 s | 12 s | −29 s |
    | sync | 5 s | – |  |
    | config add | 2 | – |  |
    "
  `);
});
