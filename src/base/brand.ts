// Room base: tools without a word of Kubernetes in them. It knows no room, no platform, no clock.

declare const brand: unique symbol;

/** A primitive that only its own maker makes: `Brand<number, 'Micros'>` is no plain number. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Makes the one function that brands plain values; here, and in parsers at an edge, a type may be asserted. */
export function brander<T, Name extends string>(): (value: T) => Brand<T, Name> {
  return (value) => value as Brand<T, Name>;
}
