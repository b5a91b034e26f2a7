import { describe, expect, test } from 'vitest';
import { behaviours, newest } from '../../../src/informer/behaviour.ts';
import { errRequeue, Failure } from '../../../src/informer/failure.ts';
import { Fifo } from '../../../src/informer/fifo.ts';
import { readObject, show, type Thing } from '../../../src/engine/queues/literals.ts';

const o = readObject;
const done = (): undefined => undefined;

/** Pops until the queue is empty; what came, with `init` after what belonged to the first list. */
function drain(fifo: Fifo<Thing>): string[] {
  const seen: string[] = [];
  for (;;) {
    const popped = fifo.pop((item, init) => {
      seen.push(`${show(item)}${init ? ' init' : ''}`);
      return undefined;
    });
    if (popped.state !== 'processed') return seen;
  }
}

test('an object is popped once, with its newest value, in the place of its first change', () => {
  const fifo = new Fifo<Thing>();
  for (const text of ['a/x@1', 'a/y@2', 'a/x@3']) fifo.add(o(text));
  expect(drain(fifo)).toEqual(['a/x@3', 'a/y@2']);
});

test('a deleted object is skipped, its key stays in line', () => {
  const fifo = new Fifo<Thing>();
  fifo.add(o('x@1'));
  fifo.delete(o('x@2'));
  fifo.add(o('x@3'));
  expect(fifo.state.queue).toEqual(['x', 'x']);
  expect(drain(fifo)).toEqual(['x@3']);
  expect(fifo.state.queue).toEqual([]);
});

test('a list replaces what is queued; of two with one key the last stays', () => {
  const fifo = new Fifo<Thing>();
  fifo.add(o('old@1'));
  fifo.replace([o('x@2'), o('y@3'), o('x@4')]);
  expect(drain(fifo)).toEqual(['x@4', 'y@3']);
});

test('a bad object fails its call and changes nothing', () => {
  const fifo = new Fifo<Thing>();
  fifo.add(o('x@1'));
  expect(fifo.replace([o('y@2'), o('!bad')])?.code).toBe('key');
  expect(fifo.add(o('!bad'))?.code).toBe('key');
  expect(fifo.delete(o('!bad'))?.code).toBe('key');
  expect(drain(fifo)).toEqual(['x@1']);
});

test('closed and empty ends the consumer, closed alone does not', () => {
  const fifo = new Fifo<Thing>();
  let woken = 0;
  fifo.onQueued = () => (woken += 1);
  expect(fifo.pop(done)).toEqual({ state: 'empty' });
  fifo.add(o('x@1'));
  fifo.close();
  expect(woken).toBe(2);
  expect(fifo.pop(done).state).toBe('processed');
  expect(fifo.pop(done)).toMatchObject({ state: 'closed', failure: { code: 'closed' } });
});

describe('hasSynced', () => {
  test.each(['add', 'update', 'delete'] as const)('is true at once after %s', (method) => {
    const fifo = new Fifo<Thing>();
    expect(fifo.hasSynced).toBe(false);
    fifo[method](o('x@1'));
    expect(fifo.hasSynced).toBe(true);
  });

  test('after a list waits for all of it, also for what was deleted meanwhile', () => {
    const fifo = new Fifo<Thing>();
    fifo.replace([o('x@1'), o('y@2'), o('z@3')]);
    fifo.delete(o('y@4'));
    expect(drain(fifo)).toEqual(['x@1 init', 'z@3 init']);
    expect(fifo.hasSynced).toBe(true);
    fifo.replace([o('x@5')]);
    expect(fifo.hasSynced).toBe(true);
  });

  test('after a shorter second list waits for as many keys as the first had', () => {
    const fifo = new Fifo<Thing>();
    fifo.replace([o('x@1'), o('y@2'), o('z@3')]);
    fifo.replace([o('x@4')]);
    drain(fifo);
    expect(fifo.hasSynced).toBe(false);
    fifo.add(o('x@5'));
    fifo.add(o('y@6'));
    drain(fifo);
    expect(fifo.hasSynced).toBe(true);
  });

  test('turns true while the last item is processed until 1.35, after it since 1.36', () => {
    for (const [behaviour, during] of [
      [behaviours['1.32'], true],
      [newest, false],
    ] as const) {
      const fifo = new Fifo<Thing>({ behaviour });
      fifo.replace([o('x@1')]);
      let seen: boolean | undefined;
      fifo.pop(() => {
        seen = fifo.hasSynced;
        return undefined;
      });
      expect(seen).toBe(during);
      expect(fifo.hasSynced).toBe(true);
    }
  });

  test('an item behind skipped stale keys belongs to the first list since 1.36 alone', () => {
    for (const [behaviour, expected] of [
      [behaviours['1.32'], ['y@2']],
      [newest, ['y@2 init']],
    ] as const) {
      const fifo = new Fifo<Thing>({ behaviour });
      fifo.replace([o('x@1')]);
      fifo.delete(o('x@1'));
      fifo.add(o('y@2'));
      expect(drain(fifo)).toEqual(expected);
    }
  });
});

describe('ErrRequeue', () => {
  const refuse = errRequeue(new Failure('process', 'no'));

  test('until 1.32 puts the item back at the end, unless it is queued again', () => {
    const fifo = new Fifo<Thing>({ behaviour: behaviours['1.32'] });
    for (const text of ['x@1', 'y@2']) fifo.add(o(text));
    expect(fifo.pop(() => refuse)).toMatchObject({
      state: 'processed',
      failure: { message: 'no' },
    });
    expect(fifo.state.queue).toEqual(['y', 'x']);
    fifo.pop(() => {
      fifo.add(o('y@3'));
      return refuse;
    });
    expect(drain(fifo)).toEqual(['x@1', 'y@3']);
  });

  test('since 1.33 the item is lost', () => {
    const fifo = new Fifo<Thing>();
    fifo.add(o('x@1'));
    fifo.pop(() => refuse);
    expect(drain(fifo)).toEqual([]);
  });

  test('addIfNotPresent does not overwrite', () => {
    const fifo = new Fifo<Thing>({ behaviour: behaviours['1.32'] });
    fifo.addIfNotPresent(o('x@1'));
    fifo.addIfNotPresent(o('x@2'));
    expect(fifo.hasSynced).toBe(true);
    expect(drain(fifo)).toEqual(['x@1']);
  });
});

test('resync queues nothing new', () => {
  const fifo = new Fifo<Thing>();
  fifo.add(o('x@1'));
  fifo.resync();
  expect(fifo.state.queue).toEqual(['x']);
});
