/** How many things have a value. */
export class Counts<K> {
  private readonly counts = new Map<K, number>();

  /** How many have it then. */
  add(value: K, count: 1 | -1): number {
    const now = (this.counts.get(value) ?? 0) + count;
    if (now === 0) this.counts.delete(value);
    else this.counts.set(value, now);
    return now;
  }

  /** Those that there are, and of how many. */
  get all(): ReadonlyMap<K, number> {
    return this.counts;
  }
}
