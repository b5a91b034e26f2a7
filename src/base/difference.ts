/** So far ahead in one list is looked for what stands in the other. */
const AHEAD = 16;

/** What one list has and another has not. Cheap where they are mostly alike, as lists of a log that grows are. */
export function differenceOf<T>(
  before: readonly T[],
  now: readonly T[],
): { readonly gone: ReadonlySet<T>; readonly come: readonly T[] } {
  const [old, others]: [T[], T[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < before.length && j < now.length) {
    if (before[i] === now[j]) {
      i++;
      j++;
      continue;
    }
    const less = stepsTo(now[j], before, i);
    const more = stepsTo(before[i], now, j);
    // Neither stands near: one is instead of the other.
    const [left, added] = less === more ? [1, 1] : less < more ? [less, 0] : [0, more];
    old.push(...before.slice(i, i + left));
    others.push(...now.slice(j, j + added));
    i += left;
    j += added;
  }
  const gone = new Set([...old, ...before.slice(i)]);
  const come = [...others, ...now.slice(j)].filter((one) => !gone.delete(one));
  return { gone, come };
}

function stepsTo<T>(thing: T | undefined, list: readonly T[], from: number): number {
  for (let step = 1; step <= AHEAD && from + step < list.length; step++)
    if (list[from + step] === thing) return step;
  return Infinity;
}
