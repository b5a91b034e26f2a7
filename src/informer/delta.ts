// Mirrors the types of tools/cache/delta_fifo.go and the_real_fifo.go (client-go v0.37).
import type { DeletedFinalStateUnknown } from './object.ts';

/** A change of one object. Added and Updated say what the producer called, not whether the object was known. */
export type ObjectDelta<T> =
  | { readonly type: 'Added' | 'Updated' | 'Replaced' | 'Sync'; readonly object: T }
  | { readonly type: 'Deleted'; readonly object: T | DeletedFinalStateUnknown<T> };

/** What only a RealFIFO in atomic mode queues: one delta for a whole list, a whole resync, or a bookmark. */
type WholeDelta<T> =
  | {
      readonly type: 'ReplacedAll';
      readonly resourceVersion: string;
      readonly objects: readonly T[];
    }
  | { readonly type: 'SyncAll' }
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

export type Delta<T> = ObjectDelta<T> | WholeDelta<T>;

/** Whether a delta is about one object, so that it has a key. */
export function isObjectDelta<T>(delta: Delta<T>): delta is ObjectDelta<T> {
  return delta.type !== 'ReplacedAll' && delta.type !== 'SyncAll' && delta.type !== 'Bookmark';
}
