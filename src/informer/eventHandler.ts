// Mirrors ResourceEventHandler and its filter in tools/cache/controller.go (client-go v0.37).
import type { DeletedFinalStateUnknown } from './object.ts';

/**
 * Hears the changes of a store, after they were made: the store is then at least as new as what is told. One that
 * throws loses that notification and hears the next a second later.
 */
export interface ResourceEventHandler<T> {
  /** @param isInInitialList it was there when the informer, or this handler, began */
  onAdd?(object: T, isInInitialList: boolean): void;
  /** Also called where nothing but time has passed (resync), with one object twice. */
  onUpdate?(before: T, after: T): void;
  /** The last state known; a tombstone where the deletion itself was not seen. */
  onDelete?(object: T | DeletedFinalStateUnknown<T>): void;
}

/**
 * Tells a handler of some objects only; one that comes to pass the filter is added, one that ceases to is deleted.
 * The filter is asked about tombstones too.
 */
export function filteringHandler<T>(
  passes: (object: T | DeletedFinalStateUnknown<T>) => boolean,
  handler: ResourceEventHandler<T>,
): ResourceEventHandler<T> {
  return {
    onAdd: (object, isInInitialList) => {
      if (passes(object)) handler.onAdd?.(object, isInInitialList);
    },
    onUpdate: (before, after) => {
      const [was, is] = [passes(before), passes(after)];
      if (was && is) handler.onUpdate?.(before, after);
      else if (is) handler.onAdd?.(after, false);
      else if (was) handler.onDelete?.(before);
    },
    onDelete: (object) => {
      if (passes(object)) handler.onDelete?.(object);
    },
  };
}
