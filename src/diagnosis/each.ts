// What is made of each of many things, in groups: a group in which nothing is another, and of which nothing that was asked for has changed,
// is not gone through again.
import { differenceOf, noteStep } from '../base/difference.ts';
import { areSame, Remembered, type Memory } from './remembered.ts';
import { groupBy } from './verdict.ts';

/** What was made of the things of a group, in their order; the same object while all of it is. */
export interface Made<K, V> {
  readonly things: readonly K[];
  readonly values: readonly V[];
}

export class Each<G, K, V> {
  private readonly groupOf: (thing: K) => G;
  private readonly answers: Remembered<K, V>;
  private groups: ReadonlyMap<G, Made<K, V>> = new Map();

  constructor(memory: Memory, groupOf: (thing: K) => G) {
    this.groupOf = groupOf;
    this.answers = new Remembered(memory);
  }

  next(groups: ReadonlyMap<G, readonly K[]>, make: (thing: K) => V): ReadonlyMap<G, Made<K, V>> {
    const { answers } = this;
    const stale = groupBy([...answers.stale], this.groupOf);
    const now = new Map<G, Made<K, V>>();
    for (const [group, things] of groups) {
      const before = this.groups.get(group);
      const fallen = stale.get(group) ?? [];
      if (before?.things === things) now.set(group, this.again(before, fallen, make));
      else now.set(group, this.anew(before, things, make));
    }
    for (const [group, { things }] of this.groups)
      if (!groups.has(group)) for (const thing of things) answers.forget(thing);
    this.groups = now;
    return now;
  }

  private anew(
    before: Made<K, V> | undefined,
    things: readonly K[],
    make: (thing: K) => V,
  ): Made<K, V> {
    const { answers } = this;
    const { gone } = differenceOf(before?.things ?? [], things);
    for (const thing of gone) answers.forget(thing);
    // Those that stayed follow each other as they did.
    let place = 0;
    const values = things.map((thing) => {
      while (before !== undefined && gone.has(before.things[place] ?? thing)) place++;
      const known = before?.things[place] === thing ? before.values[place++] : undefined;
      if (known !== undefined && !answers.stale.has(thing)) return known;
      return answers.of(thing, () => make(thing));
    });
    const isSame = before !== undefined && areSame(before.values, values);
    return { things, values: isSame ? before.values : values };
  }

  /** Of the same things some are to be made again. */
  private again(before: Made<K, V>, fallen: readonly K[], make: (thing: K) => V): Made<K, V> {
    const { things } = before;
    const values = fallen.length === 0 ? [] : [...before.values];
    const [gone, come]: [V[], V[]] = [[], []];
    for (const thing of fallen) {
      const place = things.indexOf(thing);
      const is = this.answers.of(thing, () => make(thing));
      if (place < 0 || values[place] === is) continue;
      gone.push(...values.splice(place, 1, is));
      come.push(is);
    }
    if (come.length === 0) return before;
    noteStep(before.values, values, { gone, come, inPlace: true });
    return { things, values };
  }
}
