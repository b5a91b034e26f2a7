// Whether something comes at even intervals, and at which.

/** A rhythm is told where of four waits at least three are within this factor of the median. */
const STEADY = 1.5;
/** Two waits alone tell it where they are nearly one. */
const STEADY_OF_TWO = 1.2;
const SHARE = 0.75;
const FEWEST = 2;

/** The median wait, µs, of waits that are about the same; undefined when they are not, or are less than two. */
export function steadyPeriod(waits: readonly number[]): number | undefined {
  if (waits.length < FEWEST) return undefined;
  const middle = median(waits);
  const factor = waits.length === 2 ? STEADY_OF_TWO : STEADY;
  const near = waits.filter((wait) => wait >= middle / factor && wait <= middle * factor);
  return near.length >= SHARE * waits.length ? middle : undefined;
}

/** 0 of none. */
export function median(values: readonly number[]): number {
  return Math.round(middleOf(Float64Array.from(values).sort()) ?? 0);
}

/** The median of what is sorted: of an even number that between the two in the middle. */
export function middleOf(sorted: {
  readonly length: number;
  readonly [index: number]: number;
}): number | undefined {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? upper : (lower + upper) / 2;
}
