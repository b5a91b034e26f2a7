// One line of a trace, and how lines are written: keys sorted, as Go writes a map, so that equal traces are equal text.

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type TraceRecord = Record<string, Json>;

/** A kind of script: what it prints for the lines of one. */
export type Tracer = (lines: readonly unknown[], options: TraceOptions) => TraceRecord[];

export interface TraceOptions {
  /** The client-go whose behaviour is shown; else what the script implies. */
  readonly version?: string | undefined;
  /** A trace by another program: where order is open, its order is taken, if it is one of the possible. */
  readonly orderFrom?: readonly TraceRecord[] | undefined;
}

export function writeRecord(record: TraceRecord): string {
  return JSON.stringify(sorted(record));
}

function sorted(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
