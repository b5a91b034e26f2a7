// Room informer: client-go's list-and-watch machinery over plain objects, and a model of the server it talks to.
// It knows metadata and nothing else of an object; no network, no clock of its own, no kubelet.

/** What the machinery reads of an object. Values are the server's; a resourceVersion is opaque to a client. */
export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
}

/**
 * Stands for a deletion that was not seen (client-go's type of that name, a "tombstone"): the object was gone when
 * a list came. `object` is the last state known here, and may be none.
 */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: Tombstoned<T>;

  constructor(key: string, object: Tombstoned<T>) {
    this.key = key;
    this.object = object;
  }
}

/** In old versions a tombstone can hold another. */
export type Tombstoned<T> = T | DeletedFinalStateUnknown<T> | undefined;

/** The last state that is known of what may be gone. */
export function lastKnown<T>(object: Tombstoned<T>): T | undefined {
  return object instanceof DeletedFinalStateUnknown ? lastKnown(object.object) : object;
}

/** The key of an object in a store or queue, or `undefined` for one that has no metadata. */
export type KeyFunc<T> = (object: T) => string | undefined;

/** `namespace/name`, or `name` for what lives in no namespace. */
export function metaNamespaceKey(object: KubeObject): string | undefined {
  const { metadata } = object;
  if (metadata === undefined) return undefined;
  const { namespace, name = '' } = metadata;
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The key function applied to an object, or the key that a tombstone carries. */
export function keyOfDeleted<T>(
  object: T | DeletedFinalStateUnknown<T>,
  keyFunc: KeyFunc<T>,
): string | undefined {
  return object instanceof DeletedFinalStateUnknown ? object.key : keyFunc(object);
}
