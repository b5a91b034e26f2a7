// A window of the timeline against the same window made by brute force.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros } from '../../src/base/time.ts';
import { timelineColumns, type Timeline } from '../../src/engine/present/timeline.ts';
import { TimelineStoreBuilder } from '../../src/engine/present/timelineStore.ts';
import { columnOf } from '../../src/engine/present/timelineWindow.ts';
import type { TimelineColumns } from '../../src/protocol/rows.ts';

interface Item {
  readonly lane: number;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
}

const LANES = 3;
const base = 1_790_000_000_000_000;

const item = fc
  .tuple(
    fc.nat(LANES - 1),
    fc.nat(2),
    fc.nat(10_000),
    fc.oneof(fc.constant(0), fc.nat(30), fc.nat(9_000)),
  )
  .map(([lane, kind, start, length]): Item => ({
    lane,
    kind,
    start: base + start,
    end: base + start + length,
  }));
const window = fc
  .tuple(
    fc.integer({ min: -500, max: 10_000 }),
    fc.integer({ min: 1, max: 11_000 }),
    fc.integer({ min: 1, max: 700 }),
  )
  .map(([from, length, width]) => ({
    from: micros(base + from),
    to: micros(base + from + length),
    width,
  }));

function timelineOf(items: readonly Item[]): Timeline {
  const builder = new TimelineStoreBuilder();
  for (const [index, each] of items.entries())
    builder.add(each.lane, each.kind, each.start, each.end, index % 3, index);
  const lanes = Array.from({ length: LANES }, (_, id) => ({
    id,
    kind: 'pod' as const,
    name: '',
    group: '',
    podKey: undefined,
    severity: 'none' as const,
    node: '',
    first: undefined,
    last: undefined,
  }));
  return { lanes, kinds: [], store: builder.done(LANES) };
}

/** `lane kind column` of every pixel column that an item touches inside the window. */
function touched(
  items: readonly Item[],
  { from, to, width }: { from: number; to: number; width: number },
): string[] {
  const perPixel = Math.max(1, (to - from) / width);
  const column = (time: number): number =>
    columnOf(Math.min(to, Math.max(from, time)) - from, perPixel);
  const all = new Set<string>();
  for (const { lane, kind, start, end } of items)
    for (let at = column(start); at <= column(end); at++) all.add(`${lane} ${kind} ${at}`);
  return [...all].sort();
}

function rowsOf({
  from,
  columns,
}: TimelineColumns): (Item & { count: number; position: number })[] {
  return [...columns.lane].map((lane, row) => ({
    lane,
    kind: columns.kind[row] ?? NaN,
    start: from + (columns.start[row] ?? NaN),
    end: from + (columns.end[row] ?? NaN),
    count: columns.count[row] ?? NaN,
    position: columns.position[row] ?? NaN,
  }));
}

const total = (rows: readonly { count: number }[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0);

test('a window loses nothing, touches the same pixels, and has one item a lane, kind and starting column', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 400 }), window, (items, asked) => {
      const rows = rowsOf(timelineColumns(timelineOf(items), asked, 1));
      const seen = items.filter(({ start, end }) => start <= asked.to && end >= asked.from);
      expect(total(rows)).toBe(seen.length);
      expect(touched(rows, asked)).toEqual(touched(seen, asked));
      const perPixel = Math.max(1, (asked.to - asked.from) / asked.width);
      const starts = rows.map(
        ({ lane, kind, start }) => `${lane} ${kind} ${columnOf(start - asked.from, perPixel)}`,
      );
      expect(new Set(starts).size).toBe(starts.length);
      for (const row of rows)
        expect(items[row.position]).toMatchObject({
          lane: row.lane,
          kind: row.kind,
          start: row.start,
        });
      const order = rows.map(({ lane, start }) => lane * 1e6 + (start - base));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }),
  );
});

test('long series of overlapping spans are searched by their pyramid as one by one', () => {
  const one = item.map((each) => ({ ...each, lane: 0, kind: 0 }));
  fc.assert(
    fc.property(fc.array(one, { minLength: 600, maxLength: 1500 }), window, (items, asked) => {
      const rows = rowsOf(timelineColumns(timelineOf(items), asked, 1));
      const seen = items.filter(({ start, end }) => start <= asked.to && end >= asked.from);
      expect(total(rows)).toBe(seen.length);
      const perPixel = Math.max(1, (asked.to - asked.from) / asked.width);
      const ends = new Map<number, number>();
      for (const { start, end } of seen) {
        const column = columnOf(start - asked.from, perPixel);
        ends.set(column, Math.max(ends.get(column) ?? 0, end));
      }
      const drawn = rows.map(({ start, end }) => [columnOf(start - asked.from, perPixel), end]);
      expect(drawn).toEqual([...ends].toSorted(([a], [b]) => a - b));
    }),
    { numRuns: 40 },
  );
});

test('lanes that do not fit are named, and all come by asking on; a crowded lane comes broader and whole', () => {
  const items = Array.from({ length: 30_000 }, (_, index): Item => {
    const start = base + (index >> 2) * 10;
    return { lane: (index >> 1) % LANES, kind: index % 2, start, end: start + (index % 7) * 40 };
  });
  const timeline = timelineOf(items);
  const asked = { from: micros(base), to: micros(base + 80_000), width: 8_000 };
  const rows: ReturnType<typeof rowsOf> = [];
  let lanes: readonly number[] | undefined = [2, 0, 1];
  let answers = 0;
  while (lanes !== undefined) {
    const answer: TimelineColumns = timelineColumns(timeline, { ...asked, lanes }, 1, 600);
    expect(answer.columns.lane.length).toBeLessThanOrEqual(600);
    rows.push(...rowsOf(answer));
    lanes = answer.more;
    answers++;
  }
  expect(answers).toBe(3);
  expect(new Set(rows.map(({ lane }) => lane))).toEqual(new Set([2, 0, 1]));
  expect(total(rows)).toBe(items.length);
});
