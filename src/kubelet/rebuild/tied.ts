// Facts tied to the pods they are about: the tape of each pod, which alone its state is folded from.
import { micros, type Micros } from '../../base/time.ts';
import type { Fact } from './facts.ts';
import { type Life, type Lives, refsOf } from './lives.ts';
import type { IdIndex } from './ids.ts';

export interface TiedLife {
  readonly life: Life;
  readonly facts: readonly Fact[];
  /** Config lines of its mirror pod, which move no worker. */
  readonly mirror: readonly Fact[];
  readonly firstSeen: Micros;
}

export function tieFacts(facts: readonly Fact[], lives: Lives, ids: IdIndex): readonly TiedLife[] {
  const own = new Map<Life, Fact[]>();
  const mirror = new Map<Life, Fact[]>();
  for (const fact of facts) {
    const { event } = fact;
    for (const ref of refsOf(fact)) {
      const life = lives.find(ref, fact.position, event) ?? ids.lifeOf(event);
      if (life === undefined) continue;
      const isMirror = event.kind === 'config' && lives.isMirror(ref, event.source);
      append(isMirror ? mirror : own, life, fact);
    }
    if (!('pod' in event) && !('pods' in event)) {
      const life = ids.lifeOf(event);
      if (life !== undefined) append(own, life, fact);
    }
  }
  return lives.list
    .map((life) => {
      const mine = own.get(life) ?? [];
      const first = mine[0]?.at ?? mirror.get(life)?.[0]?.at ?? micros(NaN);
      return { life, facts: mine, mirror: mirror.get(life) ?? [], firstSeen: first };
    })
    .sort((a, b) => a.firstSeen - b.firstSeen);
}

function append(map: Map<Life, Fact[]>, life: Life, fact: Fact): void {
  const list = map.get(life);
  if (list === undefined) map.set(life, [fact]);
  else if (list.at(-1) !== fact) list.push(fact);
}
