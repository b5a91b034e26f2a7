// Mirrors reconcileReplacement of tools/cache/the_real_fifo.go (client-go v0.37).
import type { ObjectDelta } from './delta.ts';
import { noKey, type Failure } from './failure.ts';
import { DeletedFinalStateUnknown, keyOfDeleted, type KeyFunc } from './object.ts';
import type { KnownObjects } from './store.ts';

/** What a list is compared with, and what is to be done with each difference. */
export interface Replacement<T> {
  /** What waits to be consumed, oldest first. */
  readonly queued: readonly ObjectDelta<T>[];
  readonly known: KnownObjects<T>;
  readonly objects: readonly T[];
  readonly keyFunc: KeyFunc<T>;
  readonly onDelete: (object: DeletedFinalStateUnknown<T>) => void;
  readonly onReplace: (object: T) => Failure | undefined;
}

/**
 * Tells the deletions that a list implies, those of queued objects first, then those of known ones, and after them
 * the list itself in its order. A key that fails does so before anything was told.
 */
export function reconcileReplacement<T>(replacement: Replacement<T>): Failure | undefined {
  const { keyFunc } = replacement;
  const listed = new Set<string>();
  for (const object of replacement.objects) {
    const key = keyFunc(object);
    if (key === undefined) return noKey();
    listed.add(key);
  }
  const lastQueued = new Map<string, ObjectDelta<T>>();
  for (const delta of replacement.queued) {
    const key = keyOfDeleted(delta.object, keyFunc);
    if (key === undefined) return noKey();
    lastQueued.set(key, delta);
  }
  for (const [key, delta] of lastQueued) {
    if (listed.has(key) || delta.type === 'Deleted') continue;
    replacement.onDelete(new DeletedFinalStateUnknown(key, delta.object));
  }
  for (const key of replacement.known.listKeys()) {
    if (listed.has(key) || lastQueued.has(key)) continue;
    replacement.onDelete(new DeletedFinalStateUnknown(key, replacement.known.getByKey(key)));
  }
  for (const object of replacement.objects) {
    const failure = replacement.onReplace(object);
    if (failure !== undefined) return failure;
  }
  return undefined;
}
