// Facts tied to the pods they are about: the tape of each pod, which alone its state is folded from.
import { micros, type Micros } from '../../../base/time.ts';
import type { Fact } from '../facts/fact.ts';
import type { FactTable } from '../facts/factTable.ts';
import type { Life } from './life.ts';
import type { Lives } from './lives.ts';
import type { IdIndex } from './ids.ts';
import type { Owners } from './owners.ts';
import { SEVERAL } from '../facts/pool.ts';

export interface TiedLife {
  readonly life: Life;
  readonly facts: readonly Fact[];
  /** Config lines of its mirror pod, which move no worker. */
  readonly mirror: readonly Fact[];
  readonly firstSeen: Micros;
}

/** `ends`: by the index of a fact whose life it is, where its name alone would mean another. */
export function tieFacts(
  facts: FactTable,
  lives: Lives,
  ids: IdIndex,
  owners: Owners,
  ends: ReadonlyMap<number, Life> = noEnds,
): readonly TiedLife[] {
  const own: Fact[][] = lives.list.map(() => []);
  // Few pods have one.
  const mirror: Fact[][] = [];
  const isConfig = facts.flags(['config']);
  // Most facts are tied by their numbers alone: what they say is not looked at.
  facts.list.forEach((fact, index) => {
    if (facts.podAt(index) === SEVERAL && 'pods' in fact.event) {
      const { event, position } = fact;
      for (const ref of event.pods) {
        const life = lives.find(ref, position, event);
        const isMirror = event.kind === 'config' && lives.isMirror(ref, event.source);
        append(isMirror ? mirror : own, life, fact);
      }
      return;
    }
    const life = (ends.size === 0 ? undefined : ends.get(index)) ?? owners.of(index);
    if (isConfig[facts.codeAt(index)] === 0) {
      const known = life === undefined ? ids.ofFact(facts, index) : undefined;
      append(own, life ?? (known === undefined ? ids.lifeOf(fact.event) : known.life), fact);
    } else append(owners.isStatic(index) && isOfApi(fact) ? mirror : own, life, fact);
  });
  return lives.list
    .map((life, index) => {
      const mine = own[index] ?? [];
      const first = mine[0]?.at ?? mirror[index]?.[0]?.at ?? micros(NaN);
      return { life, facts: mine.slice(), mirror: mirror[index] ?? none, firstSeen: first };
    })
    .sort((a, b) => a.firstSeen - b.firstSeen);
}

const none: readonly Fact[] = [];
const noEnds: ReadonlyMap<number, Life> = new Map();

function isOfApi({ event }: Fact): boolean {
  return event.kind === 'config' && event.source === 'api';
}

function append(lists: Fact[][], life: Life | undefined, fact: Fact): void {
  if (life === undefined) return;
  const list = (lists[life.index] ??= []);
  if (list.at(-1) !== fact) list.push(fact);
}
