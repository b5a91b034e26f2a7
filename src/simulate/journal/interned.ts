/** Values that many events have in common: each is kept once, and told by its number. */
export class Interned<T> {
  private readonly values: T[] = [];
  private readonly numbers = new Map<T, number>();

  numberOf(value: T): number {
    const known = this.numbers.get(value);
    if (known !== undefined) return known;
    this.numbers.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  /** The number of a value that was given one. */
  find(value: T): number | undefined {
    return this.numbers.get(value);
  }

  at(number: number): T | undefined {
    return this.values[number];
  }
}
