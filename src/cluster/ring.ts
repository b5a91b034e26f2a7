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

  /** Puts another in the place of the last, if there is one. */
  amend(change: (last: T) => T): void {
    const place = (this.total - 1) % this.room;
    const last = this.places[place];
    if (last !== undefined) this.places[place] = change(last);
  }

  /** Oldest first. */
  get items(): readonly T[] {
    const from = this.total > this.room ? this.total % this.room : 0;
    return [...this.places.slice(from), ...this.places.slice(0, from)];
  }
}
