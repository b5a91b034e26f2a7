/** Thrown for a bug of ours, never for bad input: input problems are values (`result.ts`). */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

export function assert(condition: boolean, why: string): asserts condition {
  if (!condition) throw new AssertionError(why);
}

/** The value, which the caller knows to be there, for the reason given. */
export function assertDefined<T>(value: T | undefined, why: string): T {
  if (value === undefined) throw new AssertionError(why);
  return value;
}

/** The end of an exhaustive switch: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new AssertionError(`unexpected value ${JSON.stringify(value)}`);
}
