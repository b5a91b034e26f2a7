/** What was made of things lately: of at least so many that were asked for last, and at most twice as many. */
export class Recently<From, To> {
  private readonly make: (from: From) => To;
  private readonly most: number;
  private made = new Map<From, { readonly value: To }>();
  private before: ReadonlyMap<From, { readonly value: To }> = new Map();

  constructor(most: number, make: (from: From) => To) {
    this.most = most;
    this.make = make;
  }

  of(from: From): To {
    const own = this.made.get(from);
    if (own !== undefined) return own.value;
    const known = this.before.get(from) ?? { value: this.make(from) };
    if (this.made.size >= this.most) {
      this.before = this.made;
      this.made = new Map();
    }
    this.made.set(from, known);
    return known.value;
  }
}
