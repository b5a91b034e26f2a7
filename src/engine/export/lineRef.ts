import type { InputId } from '../../base/input.ts';
import type { Tape } from '../../replay/tape.ts';

/** Where a person finds an input: the source's name and its 1-based line. */
export interface LineRef {
  readonly file: string;
  readonly line: number;
}

export function lineRef(tape: Tape, input: InputId): LineRef {
  const { name = '', table } = tape.sources[tape.indexOfSource(input.source)] ?? {};
  const ordinal = table?.ordinalAt(input.offset) ?? -1;
  return { file: name, line: ordinal < 0 ? 0 : (table?.lineOf(ordinal) ?? 0) };
}
