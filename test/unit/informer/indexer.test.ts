import { indexFunc } from '../../oracle/trace/notation.ts';
import { describe, expect, test } from 'vitest';
import { behaviours } from '../../../src/informer/behaviour.ts';
import { Failure } from '../../../src/informer/failure.ts';
import { Indexer, TransactionFailure } from '../../../src/informer/indexer.ts';
import { IndexPanic } from '../../../src/informer/storeIndex.ts';
import {
  readMaybeDeleted,
  readObject,
  show,
  transformer,
  type Thing,
} from '../../../src/engine/queues/literals.ts';

const o = readObject;

function store(...literals: string[]): Indexer<Thing> {
  const indexers = { namespace: indexFunc('namespace'), app: indexFunc('app') };
  const indexer = new Indexer<Thing>({ indexers });
  for (const text of literals) indexer.add(o(text));
  return indexer;
}

function keys(indexer: Indexer<Thing>, name: string, value: string): string {
  const found = indexer.indexKeys(name, value);
  return found.ok ? found.value.join(' ') : found.error.message;
}

test('an update moves the key, and a value that nobody has is gone', () => {
  const indexer = store('a/x@1?app=web');
  indexer.update(o('a/x@2?app=db,db'));
  expect(keys(indexer, 'app', 'db')).toBe('a/x');
  expect(indexer.indexValues('app')).toEqual(['db']);
});

test('an object without a value is stored and in no index', () => {
  const indexer = store('a/x@1');
  expect(indexer.list().map(show)).toEqual(['a/x@1']);
  expect(indexer.indexValues('app')).toEqual([]);
});

test('the unknown index fails, but for its values', () => {
  const indexer = store('a/x@1');
  const message = 'Index with name nope does not exist';
  expect(keys(indexer, 'nope', 'v')).toBe(message);
  expect(indexer.byIndex('nope', 'v')).toMatchObject({ ok: false, error: { message } });
  expect(indexer.indexLike('nope', o('x@1'))).toMatchObject({ ok: false });
  expect(indexer.indexValues('nope')).toEqual([]);
});

test('objects alike by any value, each once; the object asked with need not be stored', () => {
  const indexer = store('a/x@1?app=web,db', 'a/y@2?app=db', 'a/z@3?app=other');
  const found = indexer.indexLike('app', o('b/n@9?app=web,db'));
  expect(found.ok && found.value.map(show).sort()).toEqual(['a/x@1', 'a/y@2']);
});

test('a list replaces all, or nothing where an object has no key', () => {
  const indexer = store('a/x@1?app=web');
  expect(indexer.replace([o('b/y@2'), o('!bad')], '3')?.code).toBe('key');
  expect(indexer.listKeys()).toEqual(['a/x']);
  indexer.replace([o('b/y@2?app=db'), o('b/y@3?app=web')], '4');
  expect(indexer.list().map(show)).toEqual(['b/y@3']);
  expect(keys(indexer, 'app', 'web')).toBe('b/y');
  expect(indexer.indexValues('namespace')).toEqual(['b']);
});

describe('the version it has reached', () => {
  test.each([
    ['an object', (s: Indexer<Thing>) => s.add(o('a/x@7')), '7'],
    ['a deletion, even of what is absent', (s: Indexer<Thing>) => s.delete(o('a/n@8')), '8'],
    ['not a tombstone', (s: Indexer<Thing>) => s.delete(readMaybeDeleted('~a/x@9')), '1'],
    ['a list, also without a version', (s: Indexer<Thing>) => s.replace([o('a/x@9')], ''), ''],
    [
      'a bookmark',
      (s: Indexer<Thing>) => {
        s.bookmark('12');
      },
      '12',
    ],
    [
      'the last good one of a transaction',
      (s: Indexer<Thing>) =>
        s.transaction([
          { type: 'Add', object: o('a/y@13') },
          { type: 'Add', object: o('!bad') },
        ]),
      '13',
    ],
  ])('is that of %s', (_, act, expected) => {
    const indexer = store('a/x@1');
    act(indexer);
    expect(indexer.lastStoreSyncResourceVersion).toBe(expected);
  });
});

test('a transaction does what can be done and says which', () => {
  const indexer = store('a/x@1', 'a/y@1');
  const failure = indexer.transaction([
    { type: 'Delete', object: o('a/x@2') },
    { type: 'Update', object: o('!bad') },
    { type: 'Update', object: o('a/y@3') },
  ]);
  expect(failure).toBeInstanceOf(TransactionFailure);
  expect(failure?.successful).toEqual([0, 2]);
  expect(indexer.list().map(show)).toEqual(['a/y@3']);
  expect(indexer.transaction([])).toBeUndefined();
});

describe('indexers added later', () => {
  test('index what is there', () => {
    const indexer = store('a/x@1?tier=t1');
    expect(indexer.addIndexers({ tier: indexFunc('tier') })).toBeUndefined();
    expect(keys(indexer, 'tier', 't1')).toBe('a/x');
  });

  test('are refused all together where one has a name that is taken', () => {
    const indexer = store();
    const failure = indexer.addIndexers({ tier: indexFunc('tier'), app: indexFunc('app') });
    expect(failure?.message).toBe('indexer conflict: map[app:{}]');
    expect(indexer.indexNames).toEqual(['namespace', 'app']);
  });

  test('were refused by a store with objects until 1.29', () => {
    const indexer = new Indexer<Thing>({ behaviour: behaviours['1.22'] });
    indexer.add(o('a/x@1'));
    expect(indexer.addIndexers({ app: indexFunc('app') })?.message).toBe(
      'cannot add indexers to running index',
    );
  });
});

test('an index function that refuses a stored object is a bug, and thrown', () => {
  const indexer = new Indexer<Thing>({ indexers: { err: indexFunc('err') } });
  expect(() => indexer.add(o('a/x@1?err=1'))).toThrow(
    new IndexPanic('unable to calculate an index entry for key "a/x" on index "err": index failed'),
  );
  expect(indexer.listKeys()).toEqual(['a/x']);
});

test('a transformer changes what is stored, and may refuse', () => {
  const indexer = new Indexer<Thing>({ transformer: transformer('tag-fail-x') });
  indexer.add(o('a/y@1'));
  expect(indexer.add(o('a/x@1'))?.code).toBe('transform');
  expect(indexer.list().map(show)).toEqual(['a/y@1+T1']);
  expect(indexer.replace([o('a/x@1')], '2')?.code).toBe('transform');
});

test('objects are handed out as they were given, not copied', () => {
  const object = o('a/x@1');
  const indexer = store();
  indexer.add(object);
  expect(indexer.get(object)).toBe(object);
  expect(indexer.list()[0]).toBe(object);
});

test('an object that an index function refuses cannot be asked with', () => {
  const indexer = new Indexer<Thing>({ indexers: { bad: () => new Failure('index', 'no') } });
  const found = indexer.indexLike('bad', o('a/x@1'));
  expect(found.ok ? '' : found.error.message).toBe('no');
});
