// Of facts the lives that they are about, found once for each reference instead of once for each fact.
import type { PodRef } from '../../event.ts';
import type { FactTable } from '../facts/factTable.ts';
import { type Life, lifeAt } from './life.ts';
import type { Lives } from './lives.ts';

/** What a reference stands for: one life for good, or whichever of its name is meant then. */
interface Meaning {
  readonly life: Life | undefined;
  readonly lives: readonly Life[];
  readonly isStatic: boolean;
}

export class Owners {
  private readonly facts: FactTable;
  private readonly lives: Lives;
  private readonly meanings: (Meaning | undefined)[] = [];
  private readonly looksBack: Uint8Array;

  constructor(facts: FactTable, lives: Lives) {
    this.facts = facts;
    this.lives = lives;
    this.looksBack = facts.flags(['sandbox.needed']);
  }

  /** As `lives.find`, of a fact that names one pod. */
  of(index: number): Life | undefined {
    const number = this.facts.podAt(index);
    if (number === 0) return undefined;
    const { life, lives } = this.meaning(number);
    if (life !== undefined) return life;
    const fact = lives.length === 0 ? undefined : this.facts.list[index];
    if (fact === undefined) return undefined;
    const named = lifeAt(lives, fact.position);
    if (this.looksBack[this.facts.codeAt(index)] !== 1) return named;
    return this.lives.meant(named, fact.event, fact.position);
  }

  /** Whether the name of the one pod of a fact is that of a static pod. */
  isStatic(index: number): boolean {
    return this.meaning(this.facts.podAt(index)).isStatic;
  }

  private meaning(number: number): Meaning {
    const known = this.meanings[number];
    if (known !== undefined) return known;
    const ref = this.facts.pool.pods[number];
    return (this.meanings[number] = ref === undefined ? none : this.read(ref));
  }

  private read(ref: PodRef): Meaning {
    const life = ref.uid === undefined ? undefined : this.lives.byId(ref.uid);
    const lives = life === undefined ? this.lives.namesakes(ref) : undefined;
    return { life, lives: lives ?? none.lives, isStatic: this.lives.isStatic(ref) };
  }
}

const none: Meaning = { life: undefined, lives: [], isStatic: false };
