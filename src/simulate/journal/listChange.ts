/**
 * A list beside the one before it, most of which is the same: what a source sends and what a runtime lists. Undefined is the same
 * list again.
 */
export interface ListChange<T> {
  /** Kept at the start and at the end of the old one. */
  readonly head: number;
  readonly tail: number;
  readonly middle: readonly T[];
}

export function listChange<T>(
  before: readonly T[],
  after: readonly T[],
): ListChange<T> | undefined {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  if (head === shorter && before.length === after.length) return undefined;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { head, tail, middle: after.slice(head, after.length - tail) };
}

export function changedList<T>(
  before: readonly T[],
  change: ListChange<T> | undefined,
): readonly T[] {
  if (change === undefined) return before;
  const { head, tail, middle } = change;
  return [...before.slice(0, head), ...middle, ...before.slice(before.length - tail)];
}
