/** The last so many of what was pushed. */
export class Ring<T> {
  private readonly room: number;
  private readonly places: T[] = [];
  /** How many were pushed in all. */
  total = 0;

  constructor(room: number) {
    this.room = room;
  }

  push(item: T): void {
    this.places[this.total % this.room] = item;
    this.total += 1;
  }

  get last(): T | undefined {
    return this.total === 0 ? undefined : this.places[(this.total - 1) % this.room];
  }

  /** Takes the place of the last. */
  set last(item: T) {
    if (this.total > 0) this.places[(this.total - 1) % this.room] = item;
  }

  /** Oldest first. */
  get items(): readonly T[] {
    const from = this.total > this.room ? this.total % this.room : 0;
    return [...this.places.slice(from), ...this.places.slice(0, from)];
  }
}
