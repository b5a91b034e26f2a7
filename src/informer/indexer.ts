// Mirrors tools/cache/store.go and thread_safe_store.go (client-go v0.37). What Go guards by a lock runs to its end here.
import { err, ok, type Result } from '../base/result.ts';
import { newest, type Behaviour } from './behaviour.ts';
import { Failure, noKey } from './failure.ts';
import {
  DeletedFinalStateUnknown,
  keyOfDeleted,
  metaNamespaceKey,
  type KeyFunc,
  type KubeObject,
} from './object.ts';
import { StoreIndex, type Indexers } from './storeIndex.ts';
import type { KnownObjects, ReflectorStore, Transform } from './store.ts';

export interface IndexerOptions<T> {
  /** Default: `namespace/name`. A tombstone has a key of its own. */
  readonly keyFunc?: KeyFunc<T>;
  readonly indexers?: Indexers<T>;
  /** Applied to what is stored. */
  readonly transformer?: Transform<T> | undefined;
  /** Default: the newest client-go. */
  readonly behaviour?: Behaviour;
}

/** One of the changes that `transaction` makes together. */
export interface Transaction<T> {
  readonly type: 'Add' | 'Update' | 'Delete';
  readonly object: T | DeletedFinalStateUnknown<T>;
}

/** What a transaction could not do; the rest of it was done. */
export class TransactionFailure extends Failure {
  /** Places, in the transaction, of what was done. */
  readonly successful: readonly number[];
  readonly total: number;

  constructor(successful: readonly number[], total: number) {
    const failed = total - successful.length;
    super('transaction', `failed to execute (${failed}/${total}) transactions: no key`);
    this.successful = successful;
    this.total = total;
  }
}

/**
 * Objects by key, found again by the values of index functions. It hands out what it was given, not copies: nobody
 * may change them. Lists come in no promised order.
 */
export class Indexer<T extends KubeObject> implements ReflectorStore<T>, KnownObjects<T> {
  readonly transformer: Transform<T> | undefined;
  private readonly keyFunc: KeyFunc<T>;
  private readonly behaviour: Behaviour;
  private items = new Map<string, T>();
  /** Knows each key of `items` under each of its object's values, and nothing else. */
  private readonly index = new StoreIndex<T>();
  private resourceVersion = '';

  constructor(options: IndexerOptions<T> = {}) {
    this.keyFunc = options.keyFunc ?? metaNamespaceKey;
    this.transformer = options.transformer;
    this.behaviour = options.behaviour ?? newest;
    this.index.addIndexers(options.indexers ?? {});
  }

  get size(): number {
    return this.items.size;
  }

  get indexNames(): readonly string[] {
    return this.index.names;
  }

  /** Under which values of which index a key is found; none for a key that is not stored. */
  indexedValues(key: string): Readonly<Record<string, readonly string[]>> {
    const object = this.items.get(key);
    return object === undefined ? {} : this.index.valuesOfAll(key, object);
  }

  /**
   * The version this store has reached, where the reflector's is the one that was received: that of the last object,
   * list or bookmark. Empty before 1.36, which did not know it.
   */
  get lastStoreSyncResourceVersion(): string {
    return this.behaviour.storesVersion ? this.resourceVersion : '';
  }

  add(object: T): Failure | undefined {
    return this.put(object);
  }

  update(object: T): Failure | undefined {
    return this.put(object);
  }

  /** Absent is no failure; the version moves on all the same. */
  delete(object: T | DeletedFinalStateUnknown<T>): Failure | undefined {
    const key = keyOfDeleted(object, this.keyFunc);
    if (key === undefined) return noKey();
    this.remove(key);
    this.reached(object);
    return undefined;
  }

  /** Changes nothing if any object has no key. Of two with one key the later stays. */
  replace(objects: readonly T[], resourceVersion: string): Failure | undefined {
    const items = new Map<string, T>();
    for (const object of objects) {
      const key = this.keyFunc(object);
      if (key === undefined) return noKey();
      const changed = this.transformer?.(object);
      if (changed?.ok === false) return new Failure('transform', changed.error);
      items.set(key, changed === undefined ? object : changed.value);
    }
    this.items = items;
    this.resourceVersion = resourceVersion;
    this.index.clear();
    for (const [key, object] of items) this.index.update(key, undefined, object);
    return undefined;
  }

  /** Does all that has a key, as one; the failure says what that was. */
  transaction(transactions: readonly Transaction<T>[]): TransactionFailure | undefined {
    const successful: number[] = [];
    transactions.forEach(({ type, object }, place) => {
      const key = keyOfDeleted(object, this.keyFunc);
      if (key === undefined) return;
      successful.push(place);
      if (type === 'Delete') this.remove(key);
      else if (!(object instanceof DeletedFinalStateUnknown)) this.set(key, object);
    });
    const last = transactions[successful.at(-1) ?? -1];
    if (last !== undefined) this.reached(last.object);
    if (successful.length === transactions.length) return undefined;
    return new TransactionFailure(successful, transactions.length);
  }

  bookmark(resourceVersion: string): undefined {
    this.resourceVersion = resourceVersion;
  }

  resync(): undefined {
    return undefined;
  }

  list(): T[] {
    return [...this.items.values()];
  }

  listKeys(): string[] {
    return [...this.items.keys()];
  }

  get(object: T): T | undefined {
    const key = this.keyFunc(object);
    return key === undefined ? undefined : this.items.get(key);
  }

  getByKey(key: string): T | undefined {
    return this.items.get(key);
  }

  /** Objects that share any value of an index with this one, which need not be stored. */
  indexLike(name: string, object: T): Result<T[], Failure> {
    return this.objects(this.index.keysLike(name, object));
  }

  byIndex(name: string, value: string): Result<T[], Failure> {
    return this.objects(this.index.keysWith(name, value));
  }

  /** Sorted. */
  indexKeys(name: string, value: string): Result<string[], Failure> {
    const keys = this.index.keysWith(name, value);
    return keys instanceof Failure ? err(keys) : ok([...keys].sort());
  }

  indexValues(name: string): readonly string[] {
    return this.index.values(name);
  }

  addIndexers(indexers: Indexers<T>): Failure | undefined {
    if (this.size > 0 && !this.behaviour.addsIndexersToFilledStore) {
      return new Failure('index', 'cannot add indexers to running index');
    }
    const failure = this.index.addIndexers(indexers);
    if (failure !== undefined) return failure;
    for (const [key, object] of this.items) {
      for (const name of Object.keys(indexers)) {
        this.index.updateOne(name, key, undefined, object);
      }
    }
    return undefined;
  }

  private put(object: T): Failure | undefined {
    const key = this.keyFunc(object);
    if (key === undefined) return noKey();
    const changed = this.transformer?.(object);
    if (changed?.ok === false) return new Failure('transform', changed.error);
    const stored = changed === undefined ? object : changed.value;
    this.set(key, stored);
    this.reached(stored);
    return undefined;
  }

  private set(key: string, object: T): void {
    const before = this.items.get(key);
    this.items.set(key, object);
    this.index.update(key, before, object);
  }

  private remove(key: string): void {
    const before = this.items.get(key);
    if (before === undefined) return;
    this.index.update(key, before, undefined);
    this.items.delete(key);
  }

  private reached(object: T | DeletedFinalStateUnknown<T>): void {
    if (object instanceof DeletedFinalStateUnknown || object.metadata === undefined) return;
    this.resourceVersion = object.metadata.resourceVersion ?? '';
  }

  private objects(keys: ReadonlySet<string> | Failure): Result<T[], Failure> {
    if (keys instanceof Failure) return err(keys);
    const found: T[] = [];
    for (const key of keys) {
      const object = this.items.get(key);
      if (object !== undefined) found.push(object);
    }
    return ok(found);
  }
}
