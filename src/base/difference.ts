/** So far ahead in one list is looked for what stands in the other. */
const AHEAD = 16;

/** What one list has and another has not; `come` in its order. */
export interface Difference<T> {
  readonly gone: ReadonlySet<T>;
  readonly come: readonly T[];
}

/** How a list came out of another; `inPlace`: each that came stands where the one stood that it is instead of. */
interface Step<T> {
  readonly now: WeakRef<readonly T[]>;
  readonly gone: readonly T[];
  readonly come: readonly T[];
  readonly inPlace: boolean;
}

/** By the list before: who keeps an old one keeps none that came after it. */
const steps = new WeakMap<readonly unknown[], Step<unknown>>();

/** Tells what one list has instead of another, so that nobody has to look for it. */
export function noteStep<T>(
  before: readonly T[],
  now: readonly T[],
  { gone, come, inPlace = false }: Pick<Step<T>, 'gone' | 'come'> & { readonly inPlace?: boolean },
): void {
  steps.set(before, { now: new WeakRef(now), gone, come, inPlace });
}

function stepOf<T>(before: readonly T[], now: readonly T[]): Step<T> | undefined {
  const step = steps.get(before) as Step<T> | undefined;
  return step?.now.deref() === now ? step : undefined;
}

/** What stands in place of what, where two lists are told to be one but for that, or have one length and nothing is told; else undefined. */
export function replacedIn<T>(
  before: readonly T[],
  now: readonly T[],
): readonly { readonly was: T; readonly is: T }[] | undefined {
  const step = stepOf(before, now);
  const [old, others] = step === undefined ? [before, now] : [step.gone, step.come];
  if (step?.inPlace === false || old.length !== others.length) return undefined;
  const pairs: { was: T; is: T }[] = [];
  for (let index = 0; index < others.length; index++) {
    if (old[index] === others[index]) continue;
    const [was, is] = [old[index], others[index]];
    if (was !== undefined && is !== undefined) pairs.push({ was, is });
  }
  return pairs;
}

/** Cheap where the lists are mostly alike, as those of a log that grows are, and cheaper where a step was told of. */
export function differenceOf<T>(before: readonly T[], now: readonly T[]): Difference<T> {
  const step = stepOf(before, now);
  if (step !== undefined) return { gone: new Set(step.gone), come: step.come };
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
