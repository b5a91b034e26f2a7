// The timeline page without a canvas: where lanes stand, what lies under the pointer, and what is said of it.
import { expect, test } from 'vitest';
import { micros, SECOND } from '../../src/base/time.ts';
import type { TimelineColumns, TimelineKind, TimelineLane } from '../../src/protocol/rows.ts';
import { sentenceOf, timeOf } from '../../webview/timeline/describe.ts';
import {
  findingRows,
  itemAt,
  NO_POSITION,
  TimelineItems,
  type FindingRows,
} from '../../webview/timeline/items.ts';
import { lookOf } from '../../webview/timeline/kinds.ts';
import { keyAction } from '../../webview/timeline/keys.ts';
import {
  arrange,
  asItComes,
  moveLane,
  toggleFold,
  toggleFolds,
  togglePin,
  type Arrangement,
} from '../../webview/timeline/arrange.ts';
import {
  GROUP_HEIGHT,
  groupAt,
  laneAt,
  LANE_HEIGHT,
  layOut,
  visibleLanes,
} from '../../webview/timeline/layout.ts';
import { readState } from '../../webview/timeline/state.ts';

const from = micros(Date.UTC(2026, 10, 21, 9, 34) * 1000);
const kinds: readonly TimelineKind[] = [
  { slug: 'terminating', shape: 'span', severity: 'none' },
  { slug: 'phase.teardown', shape: 'span', severity: 'error' },
  { slug: 'sync.error', shape: 'mark', severity: 'error' },
  { slug: 'config.delete', shape: 'mark', severity: 'none' },
  { slug: 'cni-del-fails', shape: 'span', severity: 'error' },
  { slug: 'harmless', shape: 'span', severity: 'info' },
  { slug: 'slow', shape: 'span', severity: 'warning' },
];
const noFindings: FindingRows = { lane: undefined, rowOf: new Map() };

/** Columns of items, each as (lane, kind, start s, end s, known). */
function columnsOf(
  ...items: readonly (readonly [number, number, number, number, number?])[]
): TimelineColumns {
  return {
    from,
    to: micros(from + 100 * SECOND),
    revision: 1,
    columns: {
      lane: Uint32Array.from(items, ([lane]) => lane),
      kind: Uint8Array.from(items, ([, kind]) => kind),
      start: Float64Array.from(items, ([, , start]) => start * SECOND),
      end: Float64Array.from(items, ([, , , end]) => end * SECOND),
      known: Uint8Array.from(items, ([, , , , known = 0]) => known),
      count: Uint32Array.from(items, () => 1),
      position: Uint32Array.from(items, (_, index) => (index === 0 ? NO_POSITION : index)),
    },
  };
}

const lane = (id: number, name: string, group = '', podKey?: string): TimelineLane => ({
  id,
  kind: podKey === undefined ? 'loop' : 'pod',
  name,
  group,
  podKey,
  severity: 'none',
  node: '',
  first: undefined,
  last: undefined,
});

const at = (seconds: number) => from + seconds * SECOND;

test('what is short lies on top: a mark before a step before a state', () => {
  const columns = columnsOf([1, 0, 10, 60], [1, 1, 11, 50], [1, 2, 20, 20], [1, 3, 20.1, 20.1]);
  const items = new TimelineItems(columns, kinds, noFindings).byLane.get(1)?.all ?? [];
  const slug = (time: number, y: number) => itemAt(items, at(time), y, 0.2 * SECOND)?.kind.slug;
  expect(slug(30, 10)).toBe('terminating');
  expect(slug(30, 21)).toBe('phase.teardown');
  expect(slug(20.05, 10)).toBe('sync.error');
  expect(slug(20, 21)).toBe('sync.error');
  expect(slug(5, 10)).toBeUndefined();
  expect(slug(9.9, 10)).toBe('terminating');
});

test('items know their proof, and a kind that the palette lacks is left out', () => {
  const items = new TimelineItems(
    columnsOf([1, 0, 0, 1], [1, 2, 3, 3], [1, 99, 4, 4]),
    kinds,
    noFindings,
  );
  expect(items.byLane.get(1)?.all.map(({ position }) => position)).toEqual([undefined, 1]);
});

test('the list has all items of the lanes in order of time', () => {
  const items = new TimelineItems(
    columnsOf([2, 2, 9, 9], [1, 0, 1, 5], [3, 0, 0, 1]),
    kinds,
    noFindings,
  );
  expect(items.inOrder(new Set([1, 2])).map(({ lane: of, start }) => [of, start])).toEqual([
    [1, at(1)],
    [2, at(9)],
  ]);
});

test('loud findings have a row each, the most severe first; harmless ones lie below in one', () => {
  const columns = columnsOf([0, 6, 1, 90], [0, 4, 10, 60], [0, 5, 0, 99]);
  const rows = findingRows(columns, kinds, 0);
  expect([...rows.rowOf]).toEqual([
    [4, 0],
    [6, 1],
  ]);
  const tops = new TimelineItems(columns, kinds, rows).byLane
    .get(0)
    ?.all.map(({ kind, top }) => [kind.slug, top]);
  expect(tops).toEqual([
    ['harmless', 41],
    ['slow', 24],
    ['cni-del-fails', 5],
  ]);
});

test('lanes stand one below the other, with a heading for each namespace', () => {
  const lanes = [
    lane(0, 'Sync loop'),
    lane(1, 'default/web-1', 'default', 'a'),
    lane(2, 'default/web-2', 'default', 'b'),
    lane(3, 'kube-system/dns', 'kube-system', 'c'),
  ];
  const layout = layOut(arrange(lanes, undefined, asItComes), 0);
  expect(layout.groups.map(({ name }) => name)).toEqual(['default', 'kube-system']);
  expect(laneAt(layout, 0)?.lane.name).toBe('Sync loop');
  expect(laneAt(layout, LANE_HEIGHT + 1)).toBeUndefined();
  expect(laneAt(layout, layout.height - 1)?.lane.id).toBe(3);
  expect(visibleLanes(layout, layout.height - 10, 100).map((each) => each.lane.id)).toEqual([3]);
  const filtered = layOut(arrange(lanes, new Set([2]), asItComes), 0);
  expect(filtered.lanes.map((each) => each.lane.id)).toEqual([0, 2]);
});

test('pinned lanes stand on top, moved ones where they were put, groups as they are asked for', () => {
  const at = (id: number, name: string, node: string, first: number): TimelineLane => ({
    ...lane(id, `default/${name}`, 'default', name),
    node,
    first: micros(first),
  });
  const lanes = [
    lane(0, 'Sync loop'),
    at(1, 'a', 'n2', 9),
    at(2, 'b', 'n10', 3),
    at(3, 'c', 'n2', 5),
  ];
  const names = (arrangement: Arrangement): string[] => {
    const { pinned, rest } = arrange(lanes, undefined, arrangement);
    return [
      ...pinned.map(({ lane: of }) => `*${of.id}`),
      ...rest.map(({ lane: of }) => `${of.id}`),
    ];
  };
  const byNamespace = { ...asItComes, grouping: 'namespace' } as const;
  expect(names(asItComes)).toEqual(['0', '1', '3', '2']);
  expect(names(byNamespace)).toEqual(['0', '1', '2', '3']);
  const pinned = togglePin(togglePin(byNamespace, 'c'), 'a');
  expect(names(pinned)).toEqual(['*3', '*1', '0', '2']);
  expect(names(togglePin(pinned, 'c'))).toEqual(['*1', '0', '2', '3']);
  const swapped = moveLane(pinned, arrange(lanes, undefined, pinned), 'a', -1);
  expect(names(swapped)).toEqual(['*1', '*3', '0', '2']);
  const up = moveLane(byNamespace, arrange(lanes, undefined, byNamespace), 'c', -1);
  expect(names(up)).toEqual(['0', '1', '3', '2']);
  expect(names(moveLane(up, arrange(lanes, undefined, up), 'c', -1))).toEqual(['0', '3', '1', '2']);
  expect(names(moveLane(up, arrange(lanes, undefined, up), 'a', -1))).toEqual(names(up));
  expect(names({ ...byNamespace, grouping: 'node' })).toEqual(['0', '1', '3', '2']);
  expect(names({ ...byNamespace, grouping: 'none' })).toEqual(['0', '2', '3', '1']);
});

test('a folded group is its heading alone, which says how much is in it and how bad that is', () => {
  const lanes = [
    lane(0, 'Sync loop'),
    lane(1, 'default/web-1', 'default', 'a'),
    { ...lane(2, 'default/web-2', 'default', 'b'), severity: 'error' as const },
    lane(3, 'kube-system/dns', 'kube-system', 'c'),
  ];
  const shown = (arrangement: Arrangement): string =>
    layOut(arrange(lanes, undefined, arrangement), 0, arrangement.folded)
      .lanes.map(({ lane: { id } }) => id)
      .join(' ');
  const one = toggleFold(asItComes, 'default');
  expect(shown(one)).toBe('0 3');
  const { groups } = layOut(arrange(lanes, undefined, one), 0, one.folded);
  expect(groups[0]).toEqual({
    name: 'default',
    top: LANE_HEIGHT,
    bottom: LANE_HEIGHT + GROUP_HEIGHT,
    folded: true,
    count: 2,
    severity: 'error',
  });
  expect(groups[1]?.top).toBe(LANE_HEIGHT + GROUP_HEIGHT);
  expect(shown(toggleFold(one, 'default'))).toBe('0 1 2 3');
  const all = toggleFolds(asItComes, arrange(lanes, undefined, asItComes));
  expect(shown(all)).toBe('0');
  expect(shown(toggleFolds(one, arrange(lanes, undefined, one)))).toBe('0 1 2 3');
});

test('the heading of a group stays in sight while its lanes are, and gives way to the next', () => {
  const lanes = [1, 2, 3].flatMap((id) => [
    lane(id, `default/web-${id}`, 'default', `a${id}`),
    lane(id + 3, `kube-system/dns-${id}`, 'kube-system', `b${id}`),
  ]);
  const byGroup = lanes.toSorted((a, b) => a.id - b.id);
  const layout = layOut(arrange(byGroup, undefined, asItComes), 0);
  const second = layout.groups[1]?.top ?? 0;
  const at = (y: number, scroll: number): string | undefined => groupAt(layout, y, scroll)?.name;
  expect(at(5, 0)).toBe('default');
  expect(at(GROUP_HEIGHT + 5, 0)).toBeUndefined();
  expect(at(50, 45)).toBe('default');
  expect(groupAt(layout, second - 15, second - 10)?.top).toBe(second - GROUP_HEIGHT);
  expect(at(second + 5, second - 10)).toBe('kube-system');
  expect(at(second + 45, second + 40)).toBe('kube-system');
});

test('a sentence says what, when, how long and how it is known', () => {
  const [item] =
    new TimelineItems(columnsOf([1, 0, 10, 60, 1]), kinds, noFindings).byLane.get(1)?.all ?? [];
  if (item === undefined) throw new Error('the item is there');
  expect(sentenceOf(item, 'default/web-1')).toBe(
    'default/web-1: terminating, 09:34:10.000000 – 09:35:00.000000 (50 s), inferred',
  );
  expect(timeOf({ ...item, end: item.start })).toBe('09:34:10.000000');
});

test('kinds have names that people read', () => {
  const name = (slug: string) => lookOf({ slug, shape: 'mark', severity: 'none' }).name;
  expect(
    ['sandbox.stopFailed', 'pleg.ContainerDied', 'phase.teardown', 'gap.suppressed'].map(name),
  ).toEqual(['sandbox stop failed', 'PLEG ContainerDied', 'network teardown', 'suppressed']);
});

test('keys: ours are plain, chords stay VS Code’s', () => {
  const key = (name: string, more = {}) =>
    keyAction({
      key: name,
      ctrlKey: false,
      altKey: false,
      metaKey: false,
      shiftKey: false,
      ...more,
    });
  expect(key('ArrowLeft')).toBe('stepBack');
  expect(key('ArrowLeft', { shiftKey: true })).toBe('panLeft');
  expect(key('W', { shiftKey: true })).toBe('zoomIn');
  expect(key('F6')).toBe('toggleList');
  expect(key('F6', { shiftKey: true })).toBeUndefined();
  expect(key('w', { ctrlKey: true })).toBeUndefined();
  expect(key('Tab')).toBeUndefined();
});

test('kept state of another shape is none', () => {
  const fresh = { arrangement: asItComes, marks: [], following: false };
  expect(readState({ from: 1, to: 2, filter: '' })).toEqual({
    from: 1,
    to: 2,
    filter: '',
    ...fresh,
  });
  const whole = {
    from: 1,
    to: 2,
    filter: 'web',
    arrangement: { grouping: 'node', pinned: ['a'], moved: { b: 1.5 }, folded: ['n1'] },
    marks: [{ time: 5, note: '<b>' }],
    following: true,
  };
  expect(readState(structuredClone(whole))).toEqual(whole);
  expect(
    readState({
      ...whole,
      arrangement: { grouping: 'x', pinned: [1, 'a'], moved: { b: '' }, folded: 'n1' },
      marks: [{ time: NaN, note: '' }, 7],
      following: 1,
    }),
  ).toEqual({ ...whole, ...fresh, arrangement: { ...asItComes, pinned: ['a'] } });
  for (const other of [
    undefined,
    null,
    1,
    {},
    { from: 2, to: 1, filter: '' },
    { from: NaN, to: 1, filter: '' },
  ])
    expect(readState(other)).toBeUndefined();
});
