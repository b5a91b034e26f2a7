import { countWhile } from './bisect.ts';

/** A list in an order without some of its things and with others in their places. Cheap where these are few. */
export function exchanged<T>(
  sorted: readonly T[],
  gone: readonly T[],
  come: readonly T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  if (gone.length + come.length > sorted.length / 2) {
    const left = new Set(gone);
    return [...sorted.filter((one) => !left.has(one)), ...come].sort(compare);
  }
  const list = sorted.slice();
  const placeOf = (thing: T): number => countWhile(list, (one) => compare(one, thing) < 0);
  for (const one of gone) {
    const place = list.indexOf(one, placeOf(one));
    if (place >= 0) list.splice(place, 1);
  }
  for (const one of come) list.splice(placeOf(one), 0, one);
  return list;
}
