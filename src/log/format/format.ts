import type { LayerName, LineHead } from '../lineHead.ts';

/** Returned by `Format.read`: the format isn't what stands there, and nothing was changed. */
export const NO_MATCH = -1;
/** Returned by `Format.read`: the payload's header was read, nothing is left to unwrap. */
export const DONE = -2;

/** One form that the start of a line may have; where to add another: a file beside this one and a line in `formats.ts`. */
export interface Format {
  readonly name: LayerName;
  /** All bytes that it may begin with, as characters; a cheap first look. Any byte when absent. */
  readonly starts?: string;
  /**
   * Reads what stands at `from`. A wrapper is taken off: where the rest begins is returned (an escaping wrapper first puts the
   * decoded rest into `head.bytes` and `head.to`). For a payload, `DONE`. It may not read past `to`, and never throws.
   */
  read(bytes: Uint8Array, from: number, to: number, head: LineHead): number;
  readonly samples: readonly Sample[];
}

/** A line, and what must be read from it: `time` RFC 3339 (with year 2024 where the line has none). */
export interface Sample {
  readonly line: string;
  readonly format: string;
  readonly time?: string;
  readonly severity?: string;
  readonly program?: string;
  readonly pid?: number;
  readonly site?: string;
  readonly message?: string;
}
