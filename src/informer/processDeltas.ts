// Mirrors processDeltas, processDeltasInBatch and processReplacedAllInfo of tools/cache/controller.go (client-go v0.37).
import type { Delta, ObjectDelta } from './delta.ts';
import type { Failure } from './failure.ts';
import type { Indexer, Transaction } from './indexer.ts';
import {
  keyOfDeleted,
  metaNamespaceKey,
  type DeletedFinalStateUnknown,
  type KubeObject,
} from './object.ts';
import { reconcileReplacement } from './reconcileReplacement.ts';

/** What made a change known: an event, a list, or a resync. */
export type ChangeCause = 'Added' | 'Updated' | 'Replaced' | 'Sync';

/** Hears what a store was changed by, after it was. */
export interface ChangeListener<T> {
  added(object: T, isInInitialList: boolean, cause: ChangeCause): void;
  updated(before: T, after: T, cause: ChangeCause): void;
  deleted(object: T | DeletedFinalStateUnknown<T>): void;
}

/** Brings the store up to deltas, one by one, telling each. The first that fails ends it: the rest is lost. */
export function processDeltas<T extends KubeObject>(
  deltas: readonly Delta<T>[],
  store: Indexer<T>,
  listener: ChangeListener<T>,
  isInInitialList: boolean,
): Failure | undefined {
  for (const delta of deltas) {
    switch (delta.type) {
      case 'ReplacedAll': {
        const failure = replaceAll(delta, store, listener, isInInitialList);
        if (failure !== undefined) return failure;
        break;
      }
      case 'SyncAll':
        for (const object of store.list()) listener.updated(object, object, 'Sync');
        return undefined;
      case 'Bookmark':
        store.bookmark(delta.resourceVersion);
        break;
      case 'Deleted': {
        const failure = store.delete(delta.object);
        if (failure !== undefined) return failure;
        listener.deleted(delta.object);
        break;
      }
      default: {
        const before = store.get(delta.object);
        const failure = store.update(delta.object);
        if (failure !== undefined) return failure;
        if (before === undefined) listener.added(delta.object, isInInitialList, delta.type);
        else listener.updated(before, delta.object, delta.type);
      }
    }
  }
  return undefined;
}

/** Brings the store up to deltas of different objects in one go, then tells of those that could be stored. */
export function processBatch<T extends KubeObject>(
  deltas: readonly ObjectDelta<T>[],
  store: Indexer<T>,
  listener: ChangeListener<T>,
  isInInitialList: boolean,
): Failure | undefined {
  const known = deltas.map((delta) => {
    const key = keyOfDeleted<T>(delta.object, metaNamespaceKey);
    return key === undefined ? undefined : store.getByKey(key);
  });
  const failure = store.transaction(
    deltas.map(({ type, object }, place): Transaction<T> => {
      if (type === 'Deleted') return { type: 'Delete', object };
      return { type: known[place] === undefined ? 'Add' : 'Update', object };
    }),
  );
  deltas.forEach((delta, place) => {
    if (failure?.successful.includes(place) === false) return;
    const before = known[place];
    if (delta.type === 'Deleted') listener.deleted(delta.object);
    else if (before === undefined) listener.added(delta.object, isInInitialList, delta.type);
    else listener.updated(before, delta.object, delta.type);
  });
  return failure;
}

/** The whole store first, then the deletions, then the list in its order. */
function replaceAll<T extends KubeObject>(
  list: { readonly objects: readonly T[]; readonly resourceVersion: string },
  store: Indexer<T>,
  listener: ChangeListener<T>,
  isInInitialList: boolean,
): Failure | undefined {
  const deleted: DeletedFinalStateUnknown<T>[] = [];
  const replaced: { readonly before: T | undefined; readonly after: T }[] = [];
  const failure = reconcileReplacement({
    queued: [],
    known: store,
    objects: list.objects,
    keyFunc: metaNamespaceKey,
    onDelete: (object) => {
      deleted.push(object);
    },
    onReplace: (after) => {
      replaced.push({ before: store.get(after), after });
      return undefined;
    },
  });
  if (failure !== undefined) return failure;
  const refused = store.replace(list.objects, list.resourceVersion);
  if (refused !== undefined) return refused;
  for (const object of deleted) listener.deleted(object);
  for (const { before, after } of replaced) {
    if (before === undefined) listener.added(after, isInInitialList, 'Replaced');
    else listener.updated(before, after, 'Replaced');
  }
  return undefined;
}
