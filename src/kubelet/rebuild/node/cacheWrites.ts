// What relists wrote into the pod cache (updateCache of pkg/kubelet/pleg/generic.go): its lines move no worker.
import type { PodRef } from '../../event.ts';
import { type Fact, isOf } from '../facts/fact.ts';
import type { FactTable } from '../facts/factTable.ts';
import type { CacheWrite } from '../history.ts';
import { lifeKey } from '../identity/life.ts';
import type { KnownLives } from '../identity/lives.ts';

export function rebuildCacheWrites(facts: FactTable, lives: KnownLives): readonly CacheWrite[] {
  const writes: CacheWrite[] = [];
  const add = (fact: Fact, of: PodRef, kind: CacheWrite['kind'], error?: string): void => {
    const { at, position, input } = fact;
    const life = lives.find(of, position);
    const name = of.name === undefined ? undefined : `${of.namespace ?? ''}/${of.name}`;
    const pod = life === undefined ? (name ?? of.uid ?? '') : `${life.namespace}/${life.name}`;
    const podKey = life === undefined ? undefined : lifeKey(life);
    writes.push({ at, position, input, kind, podKey, pod, error });
  };
  facts.each(['cache.set', 'cache.delete'], (fact) => {
    if (isOf('cache.set', fact)) add(fact, fact.event.of, 'set', fact.event.error);
    else if (isOf('cache.delete', fact)) add(fact, fact.event.of, 'delete');
  });
  return writes;
}
