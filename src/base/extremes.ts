// Of as many values as a log may have: arguments of a function, which `Math.min(...values)` makes of them, are limited by the stack.

/** Infinity where there is none. */
export function leastOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** -Infinity where there is none. */
export function mostOf(values: Iterable<number>): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
