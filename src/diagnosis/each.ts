// What is made of each of many things, in groups: a group in which nothing is another, and of which nothing that was asked for has changed,
// is not gone through again.
import { differenceOf } from '../base/difference.ts';
import { areSame, Remembered, type Memory } from './remembered.ts';

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
    const stale = new Set([...answers.stale].map(this.groupOf));
    const now = new Map<G, Made<K, V>>();
    for (const [group, things] of groups) {
      const before = this.groups.get(group);
      if (before?.things === things && !stale.has(group)) {
        now.set(group, before);
        continue;
      }
      for (const thing of differenceOf(before?.things ?? [], things).gone) answers.forget(thing);
      const values = things.map((thing) => answers.of(thing, () => make(thing)));
      const isSame = before !== undefined && areSame(before.values, values);
      now.set(group, { things, values: isSame ? before.values : values });
    }
    for (const [group, { things }] of this.groups)
      if (!groups.has(group)) for (const thing of things) answers.forget(thing);
    this.groups = now;
    return now;
  }
}
