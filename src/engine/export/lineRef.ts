import type { InputId } from '../../base/input.ts';
import type { Tape } from '../../replay/tape.ts';

/** Where a person finds an input: the source's name and its 1-based line. */
export interface LineRef {
  readonly file: string;
  readonly line: number;
}

export function lineRef(tape: Tape, input: InputId): LineRef {
  const record = tape.record(tape.positionOfInput(input));
  return {
    file: tape.sources[tape.indexOfSource(input.source)]?.name ?? '',
    line: record?.line ?? 0,
  };
}
