// Lines of the timeline's search: how many there are when, where they stand, and which is the next.
import { expect, test } from 'vitest';
import type { SessionInfo } from '../../src/protocol/engineApi.ts';
import type { LineHits } from '../../src/protocol/timelineApi.ts';
import { engineOn } from '../support/engine.ts';

const RULER = 0xffffffff;

async function timelineOn(sample: string) {
  const engine = await engineOn(sample);
  const info: SessionInfo = await engine.call('session', []);
  if (info.from === undefined || info.to === undefined) throw new Error('the sample has times');
  const all = { from: info.from, to: info.to, width: 400 };
  const { lanes } = await engine.call('lanes', [{ start: 0, count: 500 }]);
  const laneOf = (name: string): number => lanes.findIndex((lane) => lane.name === name);
  const ask = (filter: string, window = { ...all, lanes: [] as number[] }): Promise<LineHits> =>
    engine.call('timelineLines', [{ filter, within: all, window }]);
  const whole = async (filter: string, named: number[] = []): Promise<LineHits> => {
    for (;;) {
      const hits = await ask(filter, { ...all, lanes: named });
      if (hits.share === 1) return hits;
    }
  };
  const positions = async (filter: string): Promise<number[]> => {
    const query = { filter, caret: 0, most: 10_000 };
    return (await engine.call('findLines', [query])).rows.map(({ position }) => position);
  };
  return { engine, all, laneOf, ask, whole, positions };
}

test('all lines are counted, and those of a pod stand in its lane', async () => {
  const { whole, positions, laneOf } = await timelineOn('teardown-v2');
  const filter = 'text:sandbox sev>=E';
  const expected = await positions(filter);
  const [one, two] = [laneOf('default/web-1'), laneOf('default/web-2')];
  const hits = await whole(filter, [one, two]);
  expect(hits.total).toBe(expected.length);
  expect(hits.columns.counts.reduce((sum, count) => sum + count, 0)).toBe(expected.length);
  const inLane = (lane: number): number[] =>
    [...hits.columns.position].filter((_, i) => hits.columns.lane[i] === lane);
  for (const position of [...inLane(RULER), ...inLane(one)]) expect(expected).toContain(position);
  expect(inLane(one).length).toBeGreaterThan(0);
  expect(inLane(two)).toEqual([]);
  const pod = new Set(await positions('pod=default/web-1'));
  for (const position of inLane(one)) expect(pod).toContain(position);
});

test('hits of a window alone are told one by one', async () => {
  const { ask, whole, all } = await timelineOn('teardown-v2');
  await whole('sandbox');
  const half = { ...all, to: all.to, from: all.from, lanes: [] };
  const middle = Math.round((all.from + all.to) / 2);
  const { columns } = await ask('sandbox', { ...half, from: middle as typeof all.from });
  expect(columns.start.length).toBeGreaterThan(0);
  for (const start of columns.start) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(start).toBeLessThanOrEqual(all.to - middle);
  }
});

test('the next and the one before walk through all lines, each once, with their number', async () => {
  const { engine, positions, whole } = await timelineOn('teardown-v2');
  const filter = 'pod=default/web-1 sev>=W';
  const expected = await positions(filter);
  expect(expected.length).toBeGreaterThan(3);
  const walk = async (step: 1 | -1, from: number): Promise<number[]> => {
    const seen: number[] = [];
    for (let after = from; ;) {
      const { row, index } = await engine.call('timelineLine', [{ filter, after, step }]);
      if (row === undefined) return seen;
      if (index !== undefined) expect(expected[index]).toBe(row.position);
      seen.push(row.position);
      after = row.position;
    }
  };
  // Before the search has looked through all of it, too.
  expect(await walk(1, -1)).toEqual(expected);
  await whole(filter);
  expect(await walk(-1, 1e6)).toEqual(expected.toReversed());
  const [first = 0] = expected;
  const found = await engine.call('timelineLine', [{ filter, after: first - 1, step: 1 }]);
  expect(found).toMatchObject({ total: expected.length, index: 0, row: { position: first } });
});

test('a line’s lane is that of the pod it names', async () => {
  const { engine, laneOf } = await timelineOn('teardown-v2');
  const step = { filter: 'msg:"Error syncing pod" pod=default/web-1', after: -1, step: 1 } as const;
  const { lane } = await engine.call('timelineLine', [step]);
  expect(lane).toBe(laneOf('default/web-1'));
});

test('what is no filter is refused with a sentence, and finds nothing else', async () => {
  const { ask, engine } = await timelineOn('teardown-v2');
  await expect(ask('sev>=X')).rejects.toThrow(/^sev wants/);
  const none = await engine.call('timelineLine', [{ filter: 'no-such-line', after: -1, step: 1 }]);
  expect(none).toMatchObject({ total: 0, row: undefined });
});
