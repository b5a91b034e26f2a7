// A search through the timeline and the sums of a range, against the same by looking at every item.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros } from '../../src/base/time.ts';
import type { Timeline } from '../../src/engine/present/timeline.ts';
import { timelineFind, timelineOverview } from '../../src/engine/present/timelineFind.ts';
import { timelineStats } from '../../src/engine/present/timelineStats.ts';
import { TimelineStoreBuilder } from '../../src/engine/present/timelineStore.ts';
import type { TimelineKind } from '../../src/protocol/rows.ts';
import type { TimelinePlace } from '../../src/protocol/timelineApi.ts';

const base = 1_790_000_000_000_000;
const names = ['default/web-1', 'default/web-2', 'PLEG'];
const kinds: readonly TimelineKind[] = [
  { slug: 'sync.error', shape: 'mark', severity: 'error' },
  { slug: 'config.add', shape: 'mark', severity: 'none' },
  { slug: 'terminating', shape: 'span', severity: 'none' },
];

interface Item {
  readonly lane: number;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  readonly position: number;
}

const items = fc
  .array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(300), fc.nat(90)), { maxLength: 120 })
  .map((list) =>
    list
      .toSorted((a, b) => a[2] - b[2])
      .map(([lane, kind, start, length], index): Item => {
        const from = base + start;
        const position = index >> 1;
        return { lane, kind, start: from, end: kind === 2 ? from + length : from, position };
      }),
  );
const place = fc.integer({ min: -10, max: 320 }).map((at) => micros(base + at));

function timelineOf(list: readonly Item[]): Timeline {
  const builder = new TimelineStoreBuilder();
  for (const { lane, kind, start, end, position } of list)
    builder.add(lane, kind, start, end, 0, position);
  const lanes = names.map((name, id) => ({
    id,
    kind: name === 'PLEG' ? ('pleg' as const) : ('pod' as const),
    name,
    group: '',
    podKey: undefined,
    severity: 'none' as const,
    node: '',
    first: undefined,
    last: undefined,
  }));
  return { lanes, kinds, store: builder.done(lanes.length) };
}

test('next and previous walk through all hits in order, each once, and know their number', () => {
  const text = fc.constantFrom('', 'web-1', 'WEB error', 'pleg', 'add web-2', 'nothing');
  fc.assert(
    fc.property(
      items,
      text,
      place,
      fc.option(fc.constant('error' as const)),
      (list, asked, time, loud) => {
        const words = asked.toLowerCase().split(' ');
        const expected = list.filter(({ lane, kind }) => {
          const own = `${names[lane] ?? ''} ${kinds[kind]?.slug ?? ''}`.toLowerCase();
          return (loud === null || kind === 0) && words.every((word) => own.includes(word));
        });
        const timeline = timelineOf(list);
        const rest = { text: asked, ...(loud === null ? {} : { severity: loud }) };
        for (const step of [1, -1] as const) {
          const met: (number | undefined)[] = [];
          const before = expected.filter(({ start }) =>
            step > 0 ? start <= time : start < time,
          ).length;
          for (let after: TimelinePlace = { time }; ;) {
            const found = timelineFind(timeline, { ...rest, after, step });
            expect(found.total).toBe(expected.length);
            if (found.hit === undefined) break;
            const { hit } = found;
            expect(found.index).toBe(step > 0 ? before + met.length : before - 1 - met.length);
            expect(expected[found.index]?.position).toBe(hit.position);
            met.push(hit.position);
            after = hit.place;
          }
          const wanted = expected.filter(({ start }) => (step > 0 ? start > time : start < time));
          const positions = wanted.map(({ position }) => position);
          expect(met).toEqual(step > 0 ? positions : positions.reverse());
        }
      },
    ),
  );
});

test('a range sums what lies in it, and columns count what begins in them', () => {
  fc.assert(
    fc.property(
      items,
      place,
      fc.nat(200),
      fc.integer({ min: 1, max: 40 }),
      (list, from, length, width) => {
        const to = micros(from + length);
        const timeline = timelineOf(list);
        const stats = timelineStats(timeline, { findings: [] }, { from, to });
        const inside = list.filter(({ start, end }) => start <= to && end >= from);
        const count = (pick: (item: Item) => boolean): number => inside.filter(pick).length;
        const of = (sums: typeof stats.events, slug: string): number | undefined =>
          sums.find((sum) => sum.slug === slug)?.count;
        expect(of(stats.events, 'sync.error') ?? 0).toBe(
          count(({ lane, kind }) => lane < 2 && kind === 0),
        );
        expect(of(stats.pleg, 'config.add') ?? 0).toBe(
          count(({ lane, kind }) => lane === 2 && kind === 1),
        );
        const lengths = inside
          .filter(({ lane, kind }) => lane < 2 && kind === 2)
          .map(({ start, end }) => Math.min(end, to) - Math.max(start, from));
        const sum = stats.spans[0];
        expect(sum?.total ?? 0).toBe(lengths.reduce((a, b) => a + b, 0));
        expect(stats.slowest[0]?.length ?? 0).toBe(Math.max(0, ...lengths));
        const { all, errors } = timelineOverview(timeline, { from, to: micros(to + 1), width });
        const begun = list.filter(({ start }) => start >= from && start <= to);
        const total = (counts: Uint32Array): number => counts.reduce((a, b) => a + b, 0);
        expect(total(all)).toBe(begun.length);
        expect(total(errors)).toBe(begun.filter(({ kind }) => kind === 0).length);
      },
    ),
  );
});
