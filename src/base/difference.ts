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
  const gone = new Set(before.slice(begin, before.length - end));
  const come = now.slice(begin, now.length - end).filter((one) => !gone.delete(one));
  return { gone, come };
}
