/** How many of the first items hold, in a list where all that hold stand before all that don't. */
export function countWhile<T>(items: ArrayLike<T>, holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first number in a list whose NaNs all stand before it; NaN where none does. */
export function firstNumber(numbers: ArrayLike<number>): number {
  return numbers[countWhile(numbers, Number.isNaN)] ?? NaN;
}
