// Mirrors tools/cache/fifo.go (client-go v0.37, and v0.32 by option).
import { Deque } from '../base/deque.ts';
import { newest, type Behaviour } from './behaviour.ts';
import { Failure, noKey } from './failure.ts';
import { InitialSync } from './initialSync.ts';
import { metaNamespaceKey, type KeyFunc, type KubeObject } from './object.ts';
import type { PopProcess, Popped, Queue } from './store.ts';

export interface FifoOptions<T> {
  /** Default: `namespace/name`. */
  readonly keyFunc?: KeyFunc<T>;
  /** Default: the newest client-go. */
  readonly behaviour?: Behaviour;
}

/**
 * A queue of the newest value of each object: however often an object changes before it is popped, it is popped once,
 * in the place of its first change. A deleted object is not popped at all, but its key stays in line and is skipped;
 * added again it stands there twice, and the first place wins.
 */
export class Fifo<T extends KubeObject> implements Queue<T, T> {
  onQueued: () => void = () => undefined;
  private readonly keyFunc: KeyFunc<T>;
  private readonly behaviour: Behaviour;
  private items = new Map<string, T>();
  /** Every key of `items`, and stale ones that are gone from it. */
  private readonly queue = new Deque<string>();
  private readonly sync: InitialSync;
  private closed = false;

  constructor(options: FifoOptions<T> = {}) {
    this.keyFunc = options.keyFunc ?? metaNamespaceKey;
    this.behaviour = options.behaviour ?? newest;
    this.sync = new InitialSync(this.behaviour.latchesSynced);
  }

  get hasSynced(): boolean {
    return this.sync.done;
  }

  add(object: T): Failure | undefined {
    const key = this.keyFunc(object);
    if (key === undefined) return noKey();
    this.sync.touch();
    if (!this.items.has(key)) this.queue.push(key);
    this.items.set(key, object);
    this.onQueued();
    return undefined;
  }

  update(object: T): Failure | undefined {
    return this.add(object);
  }

  delete(object: T): Failure | undefined {
    const key = this.keyFunc(object);
    if (key === undefined) return noKey();
    this.sync.touch();
    this.items.delete(key);
    return undefined;
  }

  /** Up to 1.32: queues an object unless a newer state of it is queued. */
  addIfNotPresent(object: T): Failure | undefined {
    const key = this.keyFunc(object);
    if (key === undefined) return noKey();
    this.putBack(key, object);
    return undefined;
  }

  replace(objects: readonly T[]): Failure | undefined {
    const items = new Map<string, T>();
    for (const object of objects) {
      const key = this.keyFunc(object);
      if (key === undefined) return noKey();
      items.set(key, object);
    }
    this.sync.begin(items.size);
    this.items = items;
    this.reorder([...items.keys()]);
    return undefined;
  }

  /**
   * Puts what is queued in another order of the same keys. Go takes a map's order after a list, which is anything;
   * a comparison with it sets the order that was seen there.
   */
  reorder(keys: readonly string[]): void {
    this.queue.clear();
    for (const key of keys) this.queue.push(key);
    if (keys.length > 0) this.onQueued();
  }

  /** Queues what is not queued: nothing, since all that is kept is queued. */
  resync(): Failure | undefined {
    const queued = new Set(this.queue.toArray());
    for (const key of this.items.keys()) {
      if (!queued.has(key)) this.queue.push(key);
    }
    if (this.queue.length > 0) this.onQueued();
    return undefined;
  }

  pop(process: PopProcess<T>): Popped<T> {
    // Only a Pop that counts looks whether it was the last, and not before it returns.
    let settles = this.sync.remaining > 0;
    try {
      const popped = this.popNext(process);
      settles &&= popped.state !== 'empty';
      return popped;
    } finally {
      if (settles) this.sync.settle();
    }
  }

  close(): void {
    this.closed = true;
    this.onQueued();
  }

  listKeys(): readonly string[] {
    return [...this.items.keys()];
  }

  getByKey(key: string): T | undefined {
    return this.items.get(key);
  }

  /** The inside, for pages and tests. */
  get state(): FifoState<T> {
    const { queue, items, sync, closed } = this;
    return {
      queue: queue.toArray(),
      items,
      populated: sync.populated,
      remaining: sync.remaining,
      closed,
    };
  }

  private popNext(process: PopProcess<T>): Popped<T> {
    for (;;) {
      const isInInitialList = !this.hasSynced;
      const key = this.queue.shift();
      if (key === undefined) {
        return this.closed ? { state: 'closed', failure: closedQueue() } : { state: 'empty' };
      }
      this.sync.passed(1);
      const item = this.items.get(key);
      if (item === undefined) continue;
      this.items.delete(key);
      const failure = process(item, isInInitialList);
      if (failure?.requeue === true && this.behaviour.requeues) this.putBack(key, item);
      return { state: 'processed', item, failure };
    }
  }

  private putBack(key: string, item: T): void {
    this.sync.populated = true;
    if (this.items.has(key)) return;
    this.queue.push(key);
    this.items.set(key, item);
    this.onQueued();
  }
}

export interface FifoState<T> {
  /** Keys in line, stale ones too. */
  readonly queue: readonly string[];
  readonly items: ReadonlyMap<string, T>;
  readonly populated: boolean;
  readonly remaining: number;
  readonly closed: boolean;
}

export function closedQueue(): Failure {
  return new Failure('closed', 'DeltaFIFO: manipulating with closed queue');
}
