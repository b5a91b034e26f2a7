/** Values made each of an object, when first asked for, and kept as long as that object is. */
export class Derived<From extends object, To> {
  private readonly make: (from: From) => To;
  private readonly made = new WeakMap<From, { readonly value: To }>();

  constructor(make: (from: From) => To) {
    this.make = make;
  }

  of(from: From): To {
    const known = this.made.get(from);
    if (known !== undefined) return known.value;
    const value = this.make(from);
    this.made.set(from, { value });
    return value;
  }
}
