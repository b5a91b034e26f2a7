// Names of pods, and what is known by them. It knows no lives.
import type { PodRef } from '../../event.ts';

export interface Named {
  readonly namespace: string;
  readonly name: string;
}

export function isNamed<T extends NameParts>(ref: T): ref is T & Named {
  return ref.namespace !== undefined && ref.name !== undefined;
}

/** Values by the name of a pod; what has no whole name has none. */
export class NameMap<T> {
  private readonly spaces = new Map<string, Map<string, T>>();

  get({ namespace, name }: NameParts): T | undefined {
    if (namespace === undefined || name === undefined) return undefined;
    return this.spaces.get(namespace)?.get(name);
  }

  set(ref: NameParts, value: T): void {
    if (!isNamed(ref)) return;
    const space = this.spaces.get(ref.namespace) ?? new Map<string, T>();
    this.spaces.set(ref.namespace, space.set(ref.name, value));
  }
}

type NameParts = Pick<PodRef, 'namespace' | 'name'>;
