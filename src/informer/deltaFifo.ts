// Mirrors tools/cache/delta_fifo.go (client-go v0.37; v0.32, v0.22 and v6.0.0 by option).
import { newest, type Behaviour } from './behaviour.ts';
import type { ObjectDelta } from './delta.ts';
import { Failure, noKey } from './failure.ts';
import { closedQueue } from './fifo.ts';
import { InitialSync } from './initialSync.ts';
import {
  DeletedFinalStateUnknown,
  keyOfDeleted,
  metaNamespaceKey,
  type KeyFunc,
  type KubeObject,
  type Tombstoned,
} from './object.ts';
import type { KnownObjects, PopProcess, Popped, Queue, Transform } from './store.ts';

/** The changes of one object, oldest first; never empty. */
export type ObjectDeltas<T> = readonly ObjectDelta<T>[];

export interface DeltaFifoOptions<T> {
  /** Default: `namespace/name`. */
  readonly keyFunc?: KeyFunc<T>;
  /** What the consumer has. Without it only queued objects can be found missing, and there is no resync. */
  readonly knownObjects?: KnownObjects<T> | undefined;
  /** Emit `Replaced` for a list, so that it can be told from a resync. Default false: `Sync` for both. */
  readonly emitDeltaTypeReplaced?: boolean;
  /** Applied to what is queued, but not to tombstones and resyncs. */
  readonly transformer?: Transform<T> | undefined;
  /** Default: the newest client-go. */
  readonly behaviour?: Behaviour;
}

/**
 * A queue of what happened to each object. All changes of one object are popped together, in the place of the first;
 * so two objects' changes may be seen in another order than they came. Nothing is merged but two deletions in a row.
 */
export class DeltaFifo<T extends KubeObject> implements Queue<T, ObjectDeltas<T>> {
  onQueued: () => void = () => undefined;
  readonly transformer: Transform<T> | undefined;
  private readonly keyFunc: KeyFunc<T>;
  private readonly knownObjects: KnownObjects<T> | undefined;
  private readonly replaceType: 'Replaced' | 'Sync';
  private readonly behaviour: Behaviour;
  /** Never an empty list. A key is in line exactly while it is here, so the map's order is the queue. */
  private readonly items = new Map<string, ObjectDelta<T>[]>();
  /** Walks `items` as they are popped: starting anew each time would step over all that was deleted before. */
  private front: MapIterator<string> | undefined;
  private readonly sync = new InitialSync(false);
  private closed = false;

  constructor(options: DeltaFifoOptions<T> = {}) {
    this.keyFunc = options.keyFunc ?? metaNamespaceKey;
    this.knownObjects = options.knownObjects;
    this.replaceType = options.emitDeltaTypeReplaced === true ? 'Replaced' : 'Sync';
    this.transformer = options.transformer;
    this.behaviour = options.behaviour ?? newest;
  }

  get hasSynced(): boolean {
    return this.sync.done;
  }

  /** What waits, key by key in the order of the queue. */
  get pending(): readonly ObjectDelta<T>[] {
    return [...this.items.values()].flat();
  }

  add(object: T): Failure | undefined {
    this.sync.touch();
    return this.enqueueChanged('Added', object);
  }

  update(object: T): Failure | undefined {
    this.sync.touch();
    return this.enqueueChanged('Updated', object);
  }

  /** Queues a deletion of what is known or queued, nothing otherwise. */
  delete(object: T | DeletedFinalStateUnknown<T>): Failure | undefined {
    const key = keyOfDeleted(object, this.keyFunc);
    if (key === undefined) return noKey();
    this.sync.touch();
    if (!this.items.has(key) && this.knownObjects?.getByKey(key) === undefined) return undefined;
    if (object instanceof DeletedFinalStateUnknown) {
      this.enqueue(key, { type: 'Deleted', object });
      return undefined;
    }
    return this.enqueueChanged('Deleted', object);
  }

  /** Up to 1.32: puts popped deltas back, unless newer ones of the object are queued. */
  addIfNotPresent(deltas: ObjectDeltas<T>): Failure | undefined {
    const last = deltas.at(-1);
    const key = last === undefined ? undefined : keyOfDeleted(last.object, this.keyFunc);
    if (key === undefined) return noKey();
    this.putBack(key, deltas);
    return undefined;
  }

  /** Queues the whole list, in its order, then deletions of what is queued or known and not in it. */
  replace(objects: readonly T[]): Failure | undefined {
    const keys = new Set<string>();
    for (const object of objects) {
      const key = this.keyFunc(object);
      if (key === undefined) return noKey();
      keys.add(key);
      const failure = this.enqueueChanged(this.replaceType, object);
      if (failure !== undefined) return failure;
    }
    const listed = this.behaviour.countsListLength ? objects.length : keys.size;
    this.sync.begin(listed + this.deleteUnlisted(keys));
    return undefined;
  }

  /** Queues a Sync for each known object with nothing queued: to queue behind a change would bring the past back. */
  resync(): Failure | undefined {
    for (const knownKey of this.knownObjects?.listKeys() ?? []) {
      const object = this.knownObjects?.getByKey(knownKey);
      if (object === undefined) continue;
      const key = this.keyFunc(object);
      if (key === undefined) return noKey();
      if (!this.items.has(key)) this.enqueue(key, { type: 'Sync', object });
    }
    return undefined;
  }

  pop(process: PopProcess<ObjectDeltas<T>>): Popped<ObjectDeltas<T>> {
    const isInInitialList = !this.hasSynced;
    const key = this.firstKey();
    const deltas = key === undefined ? undefined : this.items.get(key);
    if (key === undefined || deltas === undefined) {
      return this.closed ? { state: 'closed', failure: closedQueue() } : { state: 'empty' };
    }
    this.sync.passed(1);
    this.items.delete(key);
    const failure = process(deltas, isInInitialList);
    if (failure?.requeue === true && this.behaviour.requeues) this.putBack(key, deltas);
    return { state: 'processed', item: deltas, failure };
  }

  close(): void {
    this.closed = true;
    this.onQueued();
  }

  listKeys(): readonly string[] {
    return [...this.items.keys()];
  }

  getByKey(key: string): ObjectDeltas<T> | undefined {
    return this.items.get(key);
  }

  /** The inside, for pages and tests. The map's order is the queue. */
  get state(): DeltaFifoState<T> {
    const { items, sync, closed } = this;
    return { items, populated: sync.populated, remaining: sync.remaining, closed };
  }

  private firstKey(): string | undefined {
    this.front ??= this.items.keys();
    let next = this.front.next();
    if (next.done === true) {
      this.front = this.items.keys();
      next = this.front.next();
    }
    return next.done === true ? undefined : next.value;
  }

  private enqueueChanged(
    type: 'Added' | 'Updated' | 'Replaced' | 'Sync' | 'Deleted',
    object: T,
  ): Failure | undefined {
    const key = this.keyFunc(object);
    if (key === undefined) return noKey();
    const changed = this.transformer?.(object);
    if (changed?.ok === false) return new Failure('transform', changed.error);
    this.enqueue(key, { type, object: changed === undefined ? object : changed.value });
    return undefined;
  }

  private enqueue(key: string, delta: ObjectDelta<T>): void {
    const deltas = this.items.get(key);
    const last = deltas?.at(-1);
    if (deltas === undefined || last === undefined) {
      this.items.set(key, [delta]);
    } else if (last.type === 'Deleted' && delta.type === 'Deleted') {
      // Of two deletions the one that has the object is worth more, and of two with it the older.
      if (last.object instanceof DeletedFinalStateUnknown) deltas[deltas.length - 1] = delta;
    } else if (last.type === 'Deleted' && delta.type === 'Sync') {
      if (!this.behaviour.dropsSyncAfterDeleted) deltas.push(delta);
    } else {
      deltas.push(delta);
    }
    this.onQueued();
  }

  /** Queues the deletions that a list implies; how many there were. */
  private deleteUnlisted(listed: ReadonlySet<string>): number {
    let count = 0;
    const tombstone = (key: string, object: Tombstoned<T>): void => {
      count += 1;
      const deleted = new DeletedFinalStateUnknown(key, object);
      this.enqueue(key, { type: 'Deleted', object: deleted });
    };
    if (this.behaviour.replaceDeletesQueued || this.knownObjects === undefined) {
      for (const [key, deltas] of this.items) {
        if (!listed.has(key)) tombstone(key, this.lastState(deltas));
      }
    }
    for (const key of this.knownObjects?.listKeys() ?? []) {
      if (listed.has(key)) continue;
      if (this.behaviour.replaceDeletesQueued && this.items.has(key)) continue;
      tombstone(key, this.knownObjects?.getByKey(key));
    }
    return this.behaviour.countsListLength && this.knownObjects === undefined ? 0 : count;
  }

  /** The newest state that deltas hold, out of a tombstone if need be; in old versions the tombstone itself. */
  private lastState(deltas: ObjectDeltas<T>): Tombstoned<T> {
    const object = deltas.at(-1)?.object;
    return object instanceof DeletedFinalStateUnknown && !this.behaviour.nestsTombstones
      ? object.object
      : object;
  }

  private putBack(key: string, deltas: ObjectDeltas<T>): void {
    this.sync.populated = true;
    if (this.items.has(key)) return;
    this.items.set(key, [...deltas]);
    this.onQueued();
  }
}

export interface DeltaFifoState<T> {
  readonly items: ReadonlyMap<string, ObjectDeltas<T>>;
  readonly populated: boolean;
  readonly remaining: number;
  readonly closed: boolean;
}
