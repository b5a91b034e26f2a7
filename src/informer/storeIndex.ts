// Mirrors storeIndex of tools/cache/thread_safe_store.go and index.go (client-go v0.37).
import { Failure, noMeta } from './failure.ts';
import type { KubeObject } from './object.ts';

/** The values under which an object is found in an index, or why there are none to be had. */
export type IndexFunc<T> = (object: T) => readonly string[] | Failure;

/** Index functions by the name of their index. */
export type Indexers<T> = Readonly<Record<string, IndexFunc<T>>>;

/** The index by namespace, which every informer of namespaced objects has. */
export function metaNamespaceIndex(object: KubeObject): readonly string[] | Failure {
  if (object.metadata === undefined) return new Failure('index', noMeta);
  return [object.metadata.namespace ?? ''];
}

/** Thrown where Go panics: an index function that refuses a stored object is a bug of who wrote it. */
export class IndexPanic extends Error {
  override readonly name = 'IndexPanic';
}

/** Index name → indexed value → keys. An index whose value nobody has any more does not have that value. */
export class StoreIndex<T> {
  private readonly indexers = new Map<string, IndexFunc<T>>();
  private readonly indices = new Map<string, Map<string, Set<string>>>();

  get names(): readonly string[] {
    return [...this.indexers.keys()];
  }

  has(name: string): boolean {
    return this.indexers.has(name);
  }

  /** Adds all or, where a name is taken, none. */
  addIndexers(indexers: Indexers<T>): Failure | undefined {
    const taken = Object.keys(indexers).filter((name) => this.indexers.has(name));
    if (taken.length > 0) {
      const names = taken.sort().map((name) => `${name}:{}`);
      return new Failure('index', `indexer conflict: map[${names.join(' ')}]`);
    }
    for (const [name, indexFunc] of Object.entries(indexers)) this.indexers.set(name, indexFunc);
    return undefined;
  }

  clear(): void {
    this.indices.clear();
  }

  /** Moves a key from its old object's values to its new one's, in all indices. Throws `IndexPanic`. */
  update(key: string, before: T | undefined, after: T | undefined): void {
    for (const name of this.indexers.keys()) this.updateOne(name, key, before, after);
  }

  updateOne(name: string, key: string, before: T | undefined, after: T | undefined): void {
    const removed = this.valuesOf(name, key, before);
    const added = this.valuesOf(name, key, after);
    if (removed.length === 1 && added.length === 1 && removed[0] === added[0]) return;
    let index = this.indices.get(name);
    if (index === undefined) this.indices.set(name, (index = new Map<string, Set<string>>()));
    for (const value of removed) {
      const keys = index.get(value);
      keys?.delete(key);
      if (keys?.size === 0) index.delete(value);
    }
    for (const value of added) {
      const keys = index.get(value);
      if (keys === undefined) index.set(value, new Set([key]));
      else keys.add(key);
    }
  }

  /** Keys that share any value with the object, which need not be stored; each once. */
  keysLike(name: string, object: T): ReadonlySet<string> | Failure {
    const indexFunc = this.indexers.get(name);
    if (indexFunc === undefined) return noSuchIndex(name);
    const values = indexFunc(object);
    if (values instanceof Failure) return values;
    const keys = new Set<string>();
    for (const value of values) {
      for (const key of this.indices.get(name)?.get(value) ?? []) keys.add(key);
    }
    return keys;
  }

  keysWith(name: string, value: string): ReadonlySet<string> | Failure {
    if (!this.indexers.has(name)) return noSuchIndex(name);
    return this.indices.get(name)?.get(value) ?? new Set<string>();
  }

  /** All values of an index; none, without complaint, if there is no such index. */
  values(name: string): readonly string[] {
    return [...(this.indices.get(name)?.keys() ?? [])];
  }

  /** What an object is found under, index by index. Throws `IndexPanic`. */
  valuesOfAll(key: string, object: T): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.names.map((name) => [name, this.valuesOf(name, key, object)]));
  }

  private valuesOf(name: string, key: string, object: T | undefined): readonly string[] {
    const indexFunc = this.indexers.get(name);
    if (object === undefined || indexFunc === undefined) return [];
    const values = indexFunc(object);
    if (values instanceof Failure) {
      const where = `key ${JSON.stringify(key)} on index ${JSON.stringify(name)}`;
      throw new IndexPanic(`unable to calculate an index entry for ${where}: ${values.message}`);
    }
    return values;
  }
}

function noSuchIndex(name: string): Failure {
  return new Failure('index', `Index with name ${name} does not exist`);
}
