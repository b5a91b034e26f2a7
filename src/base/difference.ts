/** What one list has and another has not. Cheap where both begin and end alike, as lists of a log that grows do. */
export function differenceOf<T>(
  before: readonly T[],
  now: readonly T[],
): { readonly gone: ReadonlySet<T>; readonly come: readonly T[] } {
  const shorter = Math.min(before.length, now.length);
  let begin = 0;
  while (begin < shorter && before[begin] === now[begin]) begin++;
  let end = 0;
  while (end < shorter - begin && before[before.length - 1 - end] === now[now.length - 1 - end])
    end++;
  // Of lists of one length most stand where they stood.
  const isOther = (at: number): boolean => before.length !== now.length || before[at] !== now[at];
  const otherOf = (list: readonly T[]): readonly T[] =>
    list.slice(begin, list.length - end).filter((_, index) => isOther(begin + index));
  const gone = new Set(otherOf(before));
  const come = otherOf(now).filter((one) => !gone.delete(one));
  return { gone, come };
}
