// Mirrors tools/cache/the_real_fifo.go (client-go v0.37).
import { assert } from '../base/assert.ts';
import { Deque } from '../base/deque.ts';
import { isObjectDelta, type Delta, type ObjectDelta } from './delta.ts';
import { Failure, noKey } from './failure.ts';
import { closedQueue } from './fifo.ts';
import { InitialSync } from './initialSync.ts';
import {
  DeletedFinalStateUnknown,
  keyOfDeleted,
  metaNamespaceKey,
  type KeyFunc,
  type KubeObject,
} from './object.ts';
import { reconcileReplacement } from './reconcileReplacement.ts';
import type { KnownObjects, PopProcess, Popped, Queue, Transform } from './store.ts';

export interface RealFifoOptions<T> {
  /** Default: `namespace/name`. */
  readonly keyFunc?: KeyFunc<T>;
  /** What the consumer has. Needed unless `atomicEvents`, where it must be left out: the consumer itself compares. */
  readonly knownObjects?: KnownObjects<T> | undefined;
  /** Applied once to each object that comes in, not to tombstones and resyncs. */
  readonly transformer?: Transform<T> | undefined;
  /** A list, and a resync, is one delta. The default of informers since 1.36. */
  readonly atomicEvents?: boolean;
  /** Let producers queue while the consumer works, as long as fewer than two batches wait. Needs `atomicEvents`. */
  readonly unlockWhileProcessing?: boolean;
  /** Queue bookmarks too, so that the consumer's store knows how far it is. Needs `atomicEvents`. */
  readonly emitDeltaTypeBookmark?: boolean;
  /** Whether `hasSynced` waits until the last initial item was processed. Default true, as since 1.36. */
  readonly latchesSynced?: boolean;
  /** How many deltas a batch holds at most. Default 1000. */
  readonly batchSize?: number;
}

/** The consumer of a batch: deltas of different objects, two or more. */
export type ProcessBatch<T> = (
  deltas: readonly ObjectDelta<T>[],
  isInInitialList: boolean,
) => Failure | undefined;

/** Every change in the order it came: nothing is gathered by key, nothing merged, no deletion dropped. */
export class RealFifo<T extends KubeObject> implements Queue<T, readonly [Delta<T>]> {
  onQueued: () => void = () => undefined;
  readonly transformer: Transform<T> | undefined;
  private readonly keyFunc: KeyFunc<T>;
  /** Set exactly when not atomic. */
  private readonly knownObjects: KnownObjects<T> | undefined;
  private readonly unlocks: boolean;
  private readonly queuesBookmarks: boolean;
  private readonly batchSize: number;
  private readonly items = new Deque<Delta<T>>();
  private readonly sync: InitialSync;
  private closed = false;

  constructor(options: RealFifoOptions<T>) {
    const { atomicEvents = false, unlockWhileProcessing = false } = options;
    assert(
      atomicEvents === (options.knownObjects === undefined),
      'knownObjects is needed unless events are atomic, and must be left out then',
    );
    assert(atomicEvents || !unlockWhileProcessing, 'only atomic events allow to unlock');
    assert(
      atomicEvents || options.emitDeltaTypeBookmark !== true,
      'only among atomic events bookmarks are in order',
    );
    this.sync = new InitialSync(options.latchesSynced ?? true);
    this.keyFunc = options.keyFunc ?? metaNamespaceKey;
    this.knownObjects = options.knownObjects;
    this.transformer = options.transformer;
    this.unlocks = unlockWhileProcessing;
    this.queuesBookmarks = options.emitDeltaTypeBookmark ?? false;
    this.batchSize = options.batchSize ?? 1000;
  }

  get hasSynced(): boolean {
    return this.sync.done;
  }

  /** Whether a producer would have to wait if the consumer worked now (it has taken its deltas out already). */
  get locksWhileProcessing(): boolean {
    return !this.unlocks || this.items.length >= 2 * this.batchSize;
  }

  add(object: T): Failure | undefined {
    this.sync.touch();
    return this.enqueueChanged('Added', object);
  }

  update(object: T): Failure | undefined {
    this.sync.touch();
    return this.enqueueChanged('Updated', object);
  }

  /** Queues a deletion, known or not. */
  delete(object: T | DeletedFinalStateUnknown<T>): Failure | undefined {
    this.sync.touch();
    if (!(object instanceof DeletedFinalStateUnknown)) {
      return this.enqueueChanged('Deleted', object);
    }
    this.enqueue({ type: 'Deleted', object });
    return undefined;
  }

  replace(objects: readonly T[], resourceVersion: string): Failure | undefined {
    const failure =
      this.knownObjects === undefined
        ? this.replaceAtOnce(objects, resourceVersion)
        : reconcileReplacement({
            queued: this.items.toArray().filter(isObjectDelta),
            known: this.knownObjects,
            objects,
            keyFunc: this.keyFunc,
            onDelete: (object) => {
              this.enqueue({ type: 'Deleted', object });
            },
            onReplace: (object) => this.enqueueChanged('Replaced', object),
          });
    if (failure === undefined) this.sync.begin(this.items.length);
    return failure;
  }

  resync(): Failure | undefined {
    if (this.knownObjects === undefined) {
      this.enqueue({ type: 'SyncAll' });
      return undefined;
    }
    const queued = new Set<string>();
    for (const delta of this.items.toArray()) {
      const key = this.keyOf(delta);
      if (key === undefined) return noKey();
      queued.add(key);
    }
    for (const key of this.knownObjects.listKeys()) {
      const object = queued.has(key) ? undefined : this.knownObjects.getByKey(key);
      if (object !== undefined) this.enqueue({ type: 'Sync', object });
    }
    return undefined;
  }

  bookmark(resourceVersion: string): Failure | undefined {
    if (this.queuesBookmarks) this.enqueue({ type: 'Bookmark', resourceVersion });
    return undefined;
  }

  pop(process: PopProcess<readonly [Delta<T>]>): Popped<readonly [Delta<T>]> {
    const isInInitialList = !this.hasSynced;
    const delta = this.items.shift();
    if (delta === undefined) return this.nothing();
    const item: readonly [Delta<T>] = [delta];
    try {
      return { state: 'processed', item, failure: process(item, isInInitialList) };
    } finally {
      this.passed(1);
    }
  }

  /**
   * Pops as many deltas as may be processed together, each of another object; one that stands alone goes to
   * `processSingle`. Never mixes the first list with what came after it.
   */
  popBatch(
    processBatch: ProcessBatch<T>,
    processSingle: PopProcess<readonly [Delta<T>]>,
  ): Popped<readonly Delta<T>[]> {
    const isInInitialList = !this.hasSynced;
    const first = this.items.shift();
    if (first === undefined) return this.nothing();
    const batch = isObjectDelta(first) ? this.takeBatch(first) : [];
    try {
      const failure =
        batch.length < 2
          ? processSingle([first], isInInitialList)
          : processBatch(batch, isInInitialList);
      return { state: 'processed', item: batch.length < 2 ? [first] : batch, failure };
    } finally {
      this.passed(Math.max(1, batch.length));
    }
  }

  close(): void {
    this.closed = true;
    this.onQueued();
  }

  /** What waits, in its order. */
  get pending(): readonly Delta<T>[] {
    return this.items.toArray();
  }

  /** The inside, for pages and tests. */
  get state(): RealFifoState<T> {
    const { items, sync, closed } = this;
    const { populated, remaining } = sync;
    return { items: items.toArray(), populated, remaining, closed };
  }

  private nothing(): Popped<never> {
    return this.closed ? { state: 'closed', failure: closedQueue() } : { state: 'empty' };
  }

  /** The initial list counts as done only when its last delta has been worked off. */
  private passed(count: number): void {
    if (this.sync.remaining === 0) return;
    this.sync.passed(count);
    this.sync.settle();
  }

  private takeBatch(first: ObjectDelta<T>): ObjectDelta<T>[] {
    const batch = [first];
    const limit =
      this.sync.remaining > 0 ? Math.min(this.batchSize, this.sync.remaining) : this.batchSize;
    const keys = new Set<string>();
    for (let key = this.keyOf(first); batch.length < limit;) {
      // What has no key closes the batch that it is in.
      if (key === undefined) break;
      keys.add(key);
      const next = this.items.at(0);
      if (next === undefined || !isObjectDelta(next)) break;
      key = this.keyOf(next);
      if (key !== undefined && keys.has(key)) break;
      this.items.shift();
      batch.push(next);
    }
    return batch;
  }

  private replaceAtOnce(objects: readonly T[], resourceVersion: string): Failure | undefined {
    let changed = objects;
    if (this.transformer !== undefined) {
      const all: T[] = [];
      for (const object of objects) {
        const result = this.transformer(object);
        if (!result.ok) return new Failure('transform', result.error);
        all.push(result.value);
      }
      changed = all;
    }
    this.enqueue({ type: 'ReplacedAll', resourceVersion, objects: changed });
    return undefined;
  }

  private enqueueChanged(
    type: 'Added' | 'Updated' | 'Replaced' | 'Deleted',
    object: T,
  ): Failure | undefined {
    if (this.keyFunc(object) === undefined) return noKey();
    const changed = this.transformer?.(object);
    if (changed?.ok === false) return new Failure('transform', changed.error);
    this.enqueue({ type, object: changed === undefined ? object : changed.value });
    return undefined;
  }

  private enqueue(delta: Delta<T>): void {
    this.items.push(delta);
    this.onQueued();
  }

  private keyOf(delta: Delta<T>): string | undefined {
    return isObjectDelta(delta) ? keyOfDeleted(delta.object, this.keyFunc) : undefined;
  }
}

export interface RealFifoState<T> {
  readonly items: readonly Delta<T>[];
  readonly populated: boolean;
  readonly remaining: number;
  readonly closed: boolean;
}
