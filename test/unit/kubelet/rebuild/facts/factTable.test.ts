import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../../../src/base/input.ts';
import { micros } from '../../../../../src/base/time.ts';
import type { Fact } from '../../../../../src/kubelet/rebuild/facts/fact.ts';
import { type FactPass, FactTable } from '../../../../../src/kubelet/rebuild/facts/factTable.ts';
import { Pool, SEVERAL } from '../../../../../src/kubelet/rebuild/facts/pool.ts';
import type { KubeletEvent } from '../../../../../src/kubelet/event.ts';

const pod = (number: number) => ({ uid: undefined, namespace: 'default', name: `web-${number}` });

function fact(position: number, event: KubeletEvent): Fact {
  const input = { source: sourceId(0), offset: position * 100 };
  return { at: micros(position), position, input, event, severity: 'info' };
}

function killing(number: number): KubeletEvent {
  const id = number.toString(16).padStart(64, '0');
  return { kind: 'container.killing', pod: pod(number), name: 'app', id, grace: 30 };
}

/** More facts than the columns have room for at first, of a few pods. */
function longTable(): FactTable {
  const table = new FactTable(new Pool(), 2);
  for (let i = 0; i < 5000; i++) table.add(fact(i, killing(i % 7)), 100 + (i % 3));
  return table;
}

describe('the columns of facts', () => {
  it('tell of each fact its pod, its id and its process', () => {
    const table = longTable();
    for (let i = 0; i < table.length; i++) {
      expect(table.pool.pods[table.podAt(i)]).toEqual(pod(i % 7));
      expect(table.pool.ids[table.idAt(i)]).toBe((i % 7).toString(16).padStart(64, '0'));
      expect(table.pidAt(i)).toBe(100 + (i % 3));
    }
    expect(table.pool.pods).toHaveLength(8);
  });

  it('go with the facts that are kept, and number those that come between them', () => {
    const other = fact(10.5, { kind: 'config', op: 'ADD', source: 'api', pods: [pod(1), pod(2)] });
    const kept = longTable().with(({ position }) => position % 2 === 0, [other]);
    expect(kept.length).toBe(2501);
    expect(kept.list[6]).toBe(other);
    expect(kept.podAt(6)).toBe(SEVERAL);
    expect(kept.pool.pods[kept.podAt(7)]).toEqual(pod(12 % 7));
    expect(kept.pidAt(7)).toBe(100);
  });

  it('are visited by kind, as far as they were not taken back', () => {
    const table = longTable();
    table.add(fact(5000, { kind: 'loop.skip', reason: 'PLEG is not healthy' }), 0);
    const met: number[] = [];
    table.each(['loop.skip'], (_, index) => met.push(index));
    expect(met).toEqual([5000]);
    table.cut(4000);
    expect(table.length).toBe(4000);
    expect(table.has('loop.skip')).toBe(false);
    expect(table.has('config', 'container.killing')).toBe(true);
  });
});

describe('a pass', () => {
  let taken = 0;
  const positions: FactPass<number[]> = {
    kinds: ['container.killing'],
    begin: () => [],
    copy: (state) => [...state],
    take(state, { position }) {
      taken++;
      state.push(position);
    },
  };
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it('takes of a table that grows what came, and nothing of one that is as it was', () => {
    const table = longTable();
    expect(table.pass(positions, 0, 5000)).toEqual(upTo(5000));
    taken = 0;
    expect(table.pass(positions, 0, 5000)).toEqual(upTo(5000));
    expect(taken).toBe(0);
    table.add(fact(5000, killing(1)), 100);
    expect(table.pass(positions, 0, 5001)).toEqual(upTo(5001));
    expect(taken).toBe(1);
  });

  it('knows nothing of facts that were taken back, however many came instead of them', () => {
    const table = longTable();
    table.pass(positions, 0, 5000);
    table.cut(4990);
    for (let i = 0; i < 3000; i++) table.add(fact(6000 + i, killing(1)), 100);
    const found = table.pass(positions, 0, table.length);
    expect(found).toEqual([...upTo(4990), ...upTo(3000).map((index) => 6000 + index)]);
  });
});
