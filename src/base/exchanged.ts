import { countWhile } from './bisect.ts';

/** A list in an order without some of its things and with others in their places. Cheap where these are few. */
export function exchanged<T>(
  sorted: readonly T[],
  gone: readonly T[],
  come: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  if (gone.length + come.length > sorted.length / 2) {
    const left = new Set(gone);
    return [...sorted.filter((one) => !left.has(one)), ...come].sort(compare);
  }
  const list = sorted.slice();
  for (const thing of gone) {
    const before = countWhile(list, (one) => compare(one, thing) < 0);
    const place = list.indexOf(thing, before);
    if (place >= 0) list.splice(place, 1);
  }
  // As a stable sort has it, behind those that are alike.
  for (const thing of come)
    list.splice(
      countWhile(list, (one) => compare(one, thing) <= 0),
      0,
      thing,
    );
  return list;
}
