// The interfaces of tools/cache/store.go and fifo.go (client-go v0.37), each as narrow as its user needs.
import type { Result } from '../base/result.ts';
import type { Failure } from './failure.ts';
import type { DeletedFinalStateUnknown } from './object.ts';

/** Changes an object before it is stored. Must bear being applied twice (streaming lists do). Must not keep state. */
export type Transform<T> = (object: T) => Result<T>;

/** What a reflector writes into: a queue or a store. */
export interface ReflectorStore<T> {
  add(object: T): Failure | undefined;
  update(object: T): Failure | undefined;
  delete(object: T | DeletedFinalStateUnknown<T>): Failure | undefined;
  /** The whole content of the server at a version. */
  replace(objects: readonly T[], resourceVersion: string): Failure | undefined;
  resync(): Failure | undefined;
  /** The server has nothing to tell up to this version. A store that does not mind leaves it out. */
  bookmark?(resourceVersion: string): Failure | undefined;
  /** Hears of each version the reflector records. */
  updateResourceVersion?(resourceVersion: string): void;
  /** What is applied to objects that come in; a streaming list's temporary store applies it too. */
  readonly transformer?: Transform<T> | undefined;
}

/** What a queue's consumer already has: where a list omits an object that is known, it was deleted unseen. */
export interface KnownObjects<T> {
  listKeys(): readonly string[];
  getByKey(key: string): T | undefined;
}

/** The consumer of a queue. A failure loses the item (until 1.32: unless it asks to be queued again). */
export type PopProcess<Item> = (item: Item, isInInitialList: boolean) => Failure | undefined;

/**
 * What Pop did. Go blocks on an empty queue; here it says so, and the caller comes back when the queue tells that
 * something was queued (`onQueued`).
 */
export type Popped<Item> =
  | { readonly state: 'processed'; readonly item: Item; readonly failure: Failure | undefined }
  | { readonly state: 'empty' }
  | { readonly state: 'closed'; readonly failure: Failure };

export interface Queue<T, Item> extends ReflectorStore<T> {
  /** Hands the front to the consumer, having removed it: while the consumer works, it is nowhere else. */
  pop(process: PopProcess<Item>): Popped<Item>;
  /** Whether the first list was worked off; true at once if something else came first. */
  readonly hasSynced: boolean;
  /** What is queued can still be popped, and even more be queued; only empty and closed together end a consumer. */
  close(): void;
  /** Called whenever something is queued or the queue is closed, where Go wakes a blocked Pop. */
  onQueued: () => void;
}
