// Rows that come in parts: whatever a person sorts by, the part is cut from all of them in that order.
import { expect, test } from 'vitest';
import type { Direction } from '../../../../src/base/ordered.ts';
import { findingOrders, podOrders } from '../../../../src/protocol/engineApi.ts';
import { plegOrders } from '../../../../src/protocol/pageApi.ts';
import { queueOrders } from '../../../../src/protocol/workerQueueApi.ts';
import { engineOn } from '../../../support/engine.ts';
import { instant } from '../../../support/log.ts';

const engine = await engineOn('churn-v4');
const cursor = await engine.call('seek', [{ kind: 'time', time: instant('2026-11-21T09:35:56Z') }]);
const whole = { start: 0, count: 1_000 };
type Query = typeof whole & { readonly order?: Direction };

/** Of each list its columns, its rows by name, and of a few columns what they have. */
const lists = {
  findings: {
    columns: findingOrders,
    ask: async (query: Query) =>
      (await engine.call('findingBriefs', [query])).rows.map((row) => ({
        ...row,
        name: row.key,
        // Of one that is still to come there is none.
        length:
          row.began > cursor.time
            ? undefined
            : Math.min(row.ended ?? cursor.time, cursor.time) - row.began,
      })),
    shown: ['title', 'pod', 'count', 'began', 'length'],
  },
  pods: {
    columns: podOrders,
    ask: async (query: Query) =>
      (await engine.call('pods', [query])).rows.map((row) => ({
        name: row.key,
        pod: `${row.namespace}/${row.name}`,
        for: row.since === undefined ? undefined : cursor.time - row.since,
      })),
    shown: ['pod', 'for'],
  },
  'rows of PLEG': {
    columns: plegOrders,
    ask: async (query: Query) =>
      (await engine.call('plegPage', [{ ...query, count: 40 }])).rows.map((row) => ({
        name: `${row.at} ${row.pod}`,
        at: row.at,
        pod: row.pod,
      })),
    shown: ['at', 'pod'],
  },
  workers: {
    columns: queueOrders,
    ask: async (query: Query) =>
      (await engine.call('workerQueues', [query])).rows.map((row) => ({
        name: row.podKey,
        pod: row.pod,
        due: row.dueFrom,
      })),
    shown: ['pod', 'due'],
  },
} as const;

function compared(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en', { numeric: true });
}

test.each(Object.entries(lists))('%s', async (_, { columns, ask, shown }) => {
  for (const by of columns) {
    const up = await ask({ ...whole, by, order: 'up' } as Query);
    const down = await ask({ ...whole, by, order: 'down' } as Query);
    expect(up.length).toBeGreaterThan(0);
    const [first] = await ask({ ...whole, count: 1, by, order: 'down' } as Query);
    expect(first?.name, by).toBe(down[0]?.name);
    if (!shown.some((each) => each === by)) continue;
    const values = (rows: readonly object[]): unknown[] =>
      rows.flatMap((row) => (Reflect.get(row, by) as unknown) ?? []);
    expect(values(up), by).toEqual(values(up).toSorted(compared));
    expect(values(down), by).toEqual(values(down).toSorted(compared).toReversed());
  }
});
