// Facts tied to the pods they are about: the tape of each pod, which alone its state is folded from.
import { micros, type Micros } from '../../base/time.ts';
import type { Fact } from './facts.ts';
import type { Life, Lives } from './lives.ts';
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
  facts.forEach((fact, index) => {
    const { event } = fact;
    if (!('pods' in event)) {
      const life = lives.owners[index] ?? ids.byFact[index]?.life ?? ids.lifeOf(event);
      if (life !== undefined) append(own, life, fact);
      return;
    }
    for (const ref of event.pods) {
      const life = lives.find(ref, fact.position, event);
      if (life === undefined) continue;
      const isMirror = event.kind === 'config' && lives.isMirror(ref, event.source);
      append(isMirror ? mirror : own, life, fact);
    }
  });
  return lives.list
    .map((life) => {
      const mine = own.get(life) ?? [];
      const first = mine[0]?.at ?? mirror.get(life)?.[0]?.at ?? micros(NaN);
      return { life, facts: mine.slice(), mirror: mirror.get(life) ?? [], firstSeen: first };
    })
    .sort((a, b) => a.firstSeen - b.firstSeen);
}

function append(map: Map<Life, Fact[]>, life: Life, fact: Fact): void {
  const list = map.get(life);
  if (list === undefined) map.set(life, [fact]);
  else if (list.at(-1) !== fact) list.push(fact);
}
