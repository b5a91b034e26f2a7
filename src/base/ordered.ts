// Rows in the order of one thing about them: the same for what a page sorts and for what the engine sorts.

export const directions = ['up', 'down'] as const;
export type Direction = (typeof directions)[number];

const words = new Intl.Collator('en', { numeric: true });

/** `web-9` stands before `web-10`; rows without a value come last, whichever way round, and equal ones stay as they were. */
export function ordered<T>(
  rows: readonly T[],
  value: (row: T) => number | string | undefined,
  direction: Direction,
): T[] {
  const valued = rows.map((row) => ({ row, value: value(row) }));
  const known = valued.filter((one) => one.value !== undefined);
  const rest = valued.filter((one) => one.value === undefined);
  const sign = direction === 'up' ? 1 : -1;
  known.sort((a, b) => sign * compared(a.value, b.value));
  return [...known, ...rest].map(({ row }) => row);
}

function compared(a: number | string | undefined, b: number | string | undefined): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : words.compare(String(a), String(b));
}
