// What the table of latencies is told: the numbers of the pods' own pages, in the order asked for.
import { expect, test } from 'vitest';
import { latenciesCsv } from '../../../../src/engine/present/latencies.ts';
import { latencyKinds, latencyOrders } from '../../../../src/protocol/latencyApi.ts';
import { engineOn } from '../../../support/engine.ts';
import { second } from '../../../support/rowSamples.ts';

const whole = { start: 0, count: 1_000 };

test.each(['churn-v4', 'teardown-v2', 'vol-v4'])(
  '%s: each number is one of its pod’s page',
  async (capture) => {
    const engine = await engineOn(capture);
    const { total } = await engine.call('inputs', [{ start: 0, count: 0 }]);
    for (const share of [1, 0.6, 0.3]) {
      await engine.call('seek', [{ kind: 'position', position: Math.floor(share * (total - 1)) }]);
      const { rows } = await engine.call('latencies', [whole]);
      for (const { podKey, cells } of rows) {
        const page = await engine.call('podPage', [podKey]);
        for (const kind of latencyKinds) {
          const own = page?.phases.filter((phase) => phase.kind === kind) ?? [];
          if (kind === 'startup') continue;
          const longest = own.toSorted((a, b) => (b.length ?? -1) - (a.length ?? -1))[0];
          const { more, ...cell } = cells[kind] ?? { more: -1 };
          expect({ ...cell }).toEqual({ ...longest });
          expect(more).toBe(own.length - 1);
        }
      }
    }
  },
);

test('it is in the order of any column, and who lacks it comes last', async () => {
  const engine = await engineOn('churn-v4');
  for (const by of latencyOrders) {
    const order = async (way: 'up' | 'down') =>
      (await engine.call('latencies', [{ ...whole, by, order: way }])).rows.map((row) =>
        by === 'pod' ? row.pod : by === 'begun' ? row.begun : row.cells[by]?.length,
      );
    const up = await order('up');
    const known = up.filter((value) => value !== undefined);
    const sorted = known.toSorted((a, b) =>
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : String(a).localeCompare(String(b), 'en', { numeric: true }),
    );
    expect(up.slice(0, known.length)).toEqual(sorted);
    expect((await order('down')).slice(0, known.length)).toEqual(sorted.toReversed());
  }
});

test('it comes by range, and only what a filter leaves', async () => {
  const engine = await engineOn('churn-v4');
  const all = await engine.call('latencies', [whole]);
  expect(all.total).toBeGreaterThan(3);
  expect(all.rows.length).toBe(Math.min(50, all.total));
  const part = await engine.call('latencies', [{ start: 1, count: 2 }]);
  expect(part.rows).toEqual(all.rows.slice(1, 3));
  expect(part.total).toBe(all.total);
  const [first] = all.rows;
  const one = await engine.call('latencies', [{ ...whole, text: `pod=${first?.pod ?? ''}` }]);
  expect(new Set(one.rows.map(({ pod }) => pod))).toEqual(new Set([first?.pod]));
});

test('who was slow is named with the step, its finding and its line', async () => {
  const engine = await engineOn('teardown-v2');
  await engine.call('seek', [{ kind: 'end' }]);
  const { outliers, outlierTotal } = await engine.call('latencies', [whole]);
  expect(outlierTotal).toBe(1);
  expect(outliers).toMatchObject([
    {
      pod: 'default/web-1',
      phase: { kind: 'terminating', usual: { pods: 1 } },
      finding: { title: expect.stringContaining('CNI DEL fails') as string },
      line: { text: expect.stringContaining('failed to destroy network') as string },
    },
  ]);
});

test('as a table for other programs no name is a formula and no field breaks its line', () => {
  const row = { podKey: 'a', begun: second(0), cells: {} };
  const text = latenciesCsv([
    { ...row, pod: '=1+1' },
    { ...row, pod: 'default/a,"b"' },
  ]);
  const lines = text.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^pod,first_seen,startup_seconds,startup_known,.*,goes_on$/);
  expect(lines[1]).toMatch(/^'=1\+1,2\d{3}-/);
  expect(lines[2]).toMatch(/^"default\/a,""b""",/);
  expect(lines.slice(1).every((line) => line.includes(',unknown,'))).toBe(true);
});

test('of a phase whose end no line tells the table has no length, and does not say that it goes on', () => {
  const phase = {
    ...{ kind: 'teardown', name: '', from: second(0), provedBy: [], usual: undefined, more: 0 },
    ...{ isWait: true, isSlow: false, known: 'unknown' as const, length: undefined },
  };
  const cells = { teardown: { ...phase, to: second(9) }, terminating: { ...phase, to: undefined } };
  const text = latenciesCsv([{ podKey: 'a', begun: second(0), pod: 'default/a', cells }]);
  const [head = [], fields = []] = text.split('\n').map((line) => line.split(','));
  for (const [name, value] of [
    ['teardown_seconds', ''],
    ['teardown_known', 'unknown'],
    ['terminating_seconds', ''],
    ['terminating_known', 'unknown'],
    ['goes_on', ''],
  ] as const)
    expect(fields[head.indexOf(name)], name).toBe(value);
});

test.each([
  // A spreadsheet in a Japanese or Chinese locale takes a full-width sign for the sign.
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  // Where the comma is the decimal sign, fields end at a semicolon.
  ['default/a;=1+1', '"default/a;=1+1"'],
])('no spreadsheet of another locale makes a formula of the name %s', (pod, field) => {
  const text = latenciesCsv([{ podKey: 'a', begun: second(0), cells: {}, pod }]);
  expect(text.split('\n')[1]?.startsWith(`${field},`)).toBe(true);
});

test('the table for other programs has all pods', async () => {
  const engine = await engineOn('churn-v4');
  const { total } = await engine.call('latencies', [whole]);
  const csv = await engine.call('latenciesCsv', [{}]);
  expect(csv.trimEnd().split('\n').length).toBe(total + 1);
});
