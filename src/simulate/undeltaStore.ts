// Mirrors tools/cache/undelta_store.go (client-go v0.34).
import type { Failure } from '../informer/failure.ts';
import {
  keyOfDeleted,
  metaNamespaceKey,
  type DeletedFinalStateUnknown,
  type KubeObject,
} from '../informer/object.ts';
import type { ReflectorStore } from '../informer/store.ts';

/** Hands on, at each change, everything that there is: what a kubelet hears of the API server is whole lists. */
export class UndeltaStore<T extends KubeObject> implements ReflectorStore<T> {
  private objects = new Map<string, T>();
  private readonly push: (objects: readonly T[]) => void;

  constructor(push: (objects: readonly T[]) => void) {
    this.push = push;
  }

  add(object: T): Failure | undefined {
    return this.changed(this.objects.set(metaNamespaceKey(object) ?? '', object));
  }

  update(object: T): Failure | undefined {
    return this.add(object);
  }

  delete(object: T | DeletedFinalStateUnknown<T>): Failure | undefined {
    this.objects.delete(keyOfDeleted<T>(object, metaNamespaceKey) ?? '');
    return this.changed(this.objects);
  }

  replace(objects: readonly T[]): Failure | undefined {
    return this.changed(new Map(objects.map((each) => [metaNamespaceKey(each) ?? '', each])));
  }

  resync(): Failure | undefined {
    return undefined;
  }

  private changed(objects: Map<string, T>): Failure | undefined {
    this.objects = objects;
    this.push([...objects.values()]);
    return undefined;
  }
}
