import { beforeEach, expect, test } from 'vitest';
import type { Delta, ObjectDelta } from '../../../src/informer/delta.ts';
import { Indexer } from '../../../src/informer/indexer.ts';
import { DeletedFinalStateUnknown } from '../../../src/informer/object.ts';
import {
  processBatch,
  processDeltas,
  type ChangeListener,
} from '../../../src/informer/processDeltas.ts';
import { readObject, show, type Thing } from '../../../src/engine/queues/literals.ts';

const o = readObject;
const keyless: Thing = {};
let store: Indexer<Thing>;
let told: string[];

const listener: ChangeListener<Thing> = {
  added: (object, initial, cause) => {
    told.push(`${cause}: added ${show(object)}${initial ? ' at first' : ''}, has ${content()}`);
  },
  updated: (before, after, cause) => {
    const same = before === after ? ', the same' : '';
    told.push(`${cause}: ${show(before)} to ${show(after)}${same}, has ${content()}`);
  },
  deleted: (object) => {
    const gone =
      object instanceof DeletedFinalStateUnknown ? `tombstone ${object.key}` : show(object);
    told.push(`deleted ${gone}, has ${content()}`);
  },
};

function content(): string {
  return store.list().map(show).join(' ');
}

beforeEach(() => {
  store = new Indexer<Thing>();
  told = [];
});

const process = (...deltas: Delta<Thing>[]) => processDeltas(deltas, store, listener, true);
const batch = (...deltas: ObjectDelta<Thing>[]) => processBatch(deltas, store, listener, false);

test('whether it is an addition or an update is up to the store, not to the delta', () => {
  store.add(o('x@1'));
  process({ type: 'Added', object: o('x@2') });
  process({ type: 'Updated', object: o('y@3') });
  process({ type: 'Sync', object: o('z@4') });
  expect(told).toEqual([
    'Added: x@1 to x@2, has x@2',
    'Updated: added y@3 at first, has x@2 y@3',
    'Sync: added z@4 at first, has x@2 y@3 z@4',
  ]);
});

test('a deletion is told as it came, known or not', () => {
  process({ type: 'Deleted', object: o('x@1') });
  process({ type: 'Deleted', object: new DeletedFinalStateUnknown<Thing>('y', undefined) });
  expect(told).toEqual(['deleted x@1, has ', 'deleted tombstone y, has ']);
});

test('what the store refuses ends it, and the rest is lost', () => {
  const failure = process({ type: 'Added', object: keyless }, { type: 'Added', object: o('x@1') });
  expect(failure?.message).toContain('object has no meta');
  expect(told).toEqual([]);
  expect(content()).toBe('');
});

test('a resync tells of every object as it is, stores nothing, and nothing after it is looked at', () => {
  store.add(o('x@1'));
  store.add(o('y@2'));
  process({ type: 'SyncAll' }, { type: 'Added', object: o('z@3') });
  expect(told).toEqual([
    'Sync: x@1 to x@1, the same, has x@1 y@2',
    'Sync: y@2 to y@2, the same, has x@1 y@2',
  ]);
  expect(store.lastStoreSyncResourceVersion).toBe('2');
});

test('a list is in the store before anything is told, deletions first', () => {
  store.add(o('x@1'));
  store.add(o('y@2'));
  process({ type: 'ReplacedAll', resourceVersion: '9', objects: [o('z@3'), o('x@4'), o('z@5')] });
  expect(told).toEqual([
    'deleted tombstone y, has z@5 x@4',
    'Replaced: added z@3 at first, has z@5 x@4',
    'Replaced: x@1 to x@4, has z@5 x@4',
    'Replaced: added z@5 at first, has z@5 x@4',
  ]);
  expect(store.lastStoreSyncResourceVersion).toBe('9');
});

test('a bookmark moves the version of the store and tells nobody', () => {
  process({ type: 'Bookmark', resourceVersion: '12' });
  expect([store.lastStoreSyncResourceVersion, told]).toEqual(['12', []]);
});

test('a batch is in the store before anything is told, and what failed is not told', () => {
  store.add(o('x@1'));
  const failure = batch(
    { type: 'Updated', object: o('x@2') },
    { type: 'Added', object: keyless },
    { type: 'Added', object: o('y@3') },
  );
  expect(failure?.message).toContain('1/3');
  expect(told).toEqual(['Updated: x@1 to x@2, has x@2 y@3', 'Added: added y@3, has x@2 y@3']);
});
