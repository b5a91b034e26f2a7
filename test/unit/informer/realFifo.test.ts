import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/informer/failure.ts';
import { RealFifo, type RealFifoOptions } from '../../../src/informer/realFifo.ts';
import { Indexer } from '../../../src/informer/indexer.ts';
import { readObject, transformer, type Thing } from '../../../src/engine/queues/literals.ts';
import { showDelta } from '../../oracle/trace/notation.ts';

const o = readObject;

function knowing(...literals: string[]): Indexer<Thing> {
  const known = new Indexer<Thing>();
  known.replace(literals.map(o), '0');
  return known;
}

function queue(options: RealFifoOptions<Thing> = { knownObjects: knowing() }): RealFifo<Thing> {
  return new RealFifo<Thing>(options);
}

function queued(fifo: RealFifo<Thing>): string[] {
  return fifo.state.items.map(showDelta);
}

test('every change, in the order it came, one at a time', () => {
  const fifo = queue();
  fifo.add(o('x@1'));
  fifo.update(o('y@2'));
  fifo.update(o('x@3'));
  fifo.delete(o('nobody@4'));
  expect(queued(fifo)).toEqual(['Added x@1', 'Updated y@2', 'Updated x@3', 'Deleted nobody@4']);
});

describe('a list, not atomic', () => {
  test('tombstones of queued, then of known objects, then the list', () => {
    const fifo = queue({ knownObjects: knowing('k@1', 'stays@1') });
    fifo.add(o('q@2'));
    fifo.delete(o('d@3'));
    fifo.replace([o('stays@4'), o('new@5')], '6');
    expect(queued(fifo)).toEqual([
      'Added q@2',
      'Deleted d@3',
      'Deleted DFSU(q,q@2)',
      'Deleted DFSU(k,k@1)',
      'Replaced stays@4',
      'Replaced new@5',
    ]);
  });

  test('a key that fails does so before anything is queued, a transformer half way', () => {
    const bad = queue();
    expect(bad.replace([o('x@1'), o('!bad')], '2')?.code).toBe('key');
    expect(queued(bad)).toEqual([]);
    const half = queue({ knownObjects: knowing(), transformer: transformer('tag-fail-x') });
    expect(half.replace([o('y@1'), o('x@2')], '3')?.code).toBe('transform');
    expect(queued(half)).toEqual(['Replaced y@1+T1']);
    expect(half.hasSynced).toBe(false);
  });

  test('the first one is waited for, with its tombstones', () => {
    const fifo = queue({ knownObjects: knowing('k@1') });
    fifo.replace([o('x@2')], '2');
    expect(fifo.state.remaining).toBe(2);
  });

  test('resync queues known objects without any change waiting', () => {
    const fifo = queue({ knownObjects: knowing('k@1', 'x@1') });
    fifo.update(o('x@2'));
    fifo.resync();
    expect(queued(fifo)).toEqual(['Updated x@2', 'Sync k@1']);
  });
});

describe('atomic', () => {
  const atomic = { atomicEvents: true, emitDeltaTypeBookmark: true } as const;

  test('a list, a resync and a bookmark are one delta each', () => {
    const fifo = queue({ ...atomic, transformer: transformer('tag') });
    fifo.bookmark('1');
    expect(fifo.state.populated).toBe(false);
    fifo.replace([o('x@2'), o('!bad')], '3');
    fifo.resync();
    fifo.resync();
    expect(queued(fifo)).toEqual([
      'Bookmark rv=1',
      'ReplacedAll rv=3 [x@2+T1 !bad]',
      'SyncAll *',
      'SyncAll *',
    ]);
  });

  test('an empty first list is synced only when it was processed', () => {
    const fifo = queue(atomic);
    fifo.replace([], '1');
    expect(fifo.hasSynced).toBe(false);
    fifo.pop(() => {
      expect(fifo.hasSynced).toBe(false);
      return new Failure('process', 'lost all the same');
    });
    expect(fifo.hasSynced).toBe(true);
  });

  test('bookmarks are dropped unless asked for', () => {
    const fifo = queue({ atomicEvents: true });
    fifo.bookmark('1');
    expect(queued(fifo)).toEqual([]);
  });

  test('the lock is let go while fewer than two batches wait', () => {
    const fifo = queue({ ...atomic, unlockWhileProcessing: true, batchSize: 1 });
    fifo.add(o('x@1'));
    expect(fifo.locksWhileProcessing).toBe(false);
    fifo.add(o('x@2'));
    expect(fifo.locksWhileProcessing).toBe(true);
    expect(queue().locksWhileProcessing).toBe(true);
  });
});

test.each([
  ['neither atomic nor known', {}],
  ['atomic and known', { atomicEvents: true, knownObjects: knowing() }],
  ['unlocking, not atomic', { unlockWhileProcessing: true, knownObjects: knowing() }],
  ['bookmarks, not atomic', { emitDeltaTypeBookmark: true, knownObjects: knowing() }],
])('%s is refused', (_, options) => {
  expect(() => queue(options)).toThrow();
});

describe('batches', () => {
  /** Pops batches until the queue is empty; a batch of one in parentheses. */
  function batches(fifo: RealFifo<Thing>): string[] {
    const seen: string[] = [];
    for (;;) {
      const popped = fifo.popBatch(
        (deltas, init) => {
          seen.push(deltas.map(showDelta).join(', ') + (init ? ' init' : ''));
          return undefined;
        },
        ([delta], init) => {
          seen.push(`(${showDelta(delta)})${init ? ' init' : ''}`);
          return undefined;
        },
      );
      if (popped.state !== 'processed') return [...seen, popped.state];
    }
  }

  test('end at the size, at a key they have, and at what cannot be batched', () => {
    const fifo = queue({ atomicEvents: true, batchSize: 3, emitDeltaTypeBookmark: true });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'd']) fifo.add(o(`${name}@1`));
    fifo.bookmark('2');
    fifo.resync();
    fifo.close();
    expect(batches(fifo)).toEqual([
      'Added a@1, Added b@1, Added c@1',
      'Added d@1, Added e@1',
      '(Added d@1)',
      '(Bookmark rv=2)',
      '(SyncAll *)',
      'closed',
    ]);
  });

  test('do not cross the end of the first list', () => {
    const fifo = queue();
    fifo.replace([o('a@1'), o('b@1')], '1');
    fifo.add(o('c@2'));
    expect(batches(fifo)).toEqual(['Replaced a@1, Replaced b@1 init', '(Added c@2)', 'empty']);
    expect(fifo.hasSynced).toBe(true);
  });
});
