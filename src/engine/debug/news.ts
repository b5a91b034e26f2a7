// What is new on a tape that grows, for breakpoints. New lines need not stand at the end: those of one source may come after later
// ones of another. And what is told of old lines may be new: a finding, a change that is proved late.
import type { Tape } from '../../replay/tape.ts';
import { firstFrom, type Armed } from './breakpoints.ts';

/** What a tape and the candidates of its breakpoints were at one time. It holds nothing of the tape, which may have grown since. */
export interface Seen {
  /** Records by source. */
  readonly lengths: readonly number[];
  /** By breakpoint, for those whose candidates may be lines that were there before: the places of the candidates. */
  readonly places: ReadonlyMap<number, ReadonlySet<number>>;
}

export function seenOn(tape: Tape, armed: readonly Armed[]): Seen {
  const told = armed.filter(({ breakpoint: { on } }) => /^(data|finding|overdue)$/.test(on.kind));
  return {
    lengths: tape.sources.map((_, source) => tape.recordsOf(source)),
    places: new Map(
      told.map(({ breakpoint: { id }, candidates }) => [
        id,
        new Set([...candidates].map((position) => placeAt(tape, position))),
      ]),
    ),
  };
}

/** Of a breakpoint's candidates, those up to a position that were none when the tape was seen; ascending. */
export function newCandidates(
  tape: Tape,
  { breakpoint: { id }, candidates }: Armed,
  seen: Seen,
  upTo: number,
): readonly number[] {
  const known = seen.places.get(id);
  if (known === undefined && firstNew(tape, seen) > upTo) return [];
  return [...candidates.subarray(0, firstFrom(candidates, upTo + 1))].filter((position) => {
    if (known !== undefined) return !known.has(placeAt(tape, position));
    const { source, ordinal } = tape.place(position);
    return ordinal >= (seen.lengths[source] ?? 0);
  });
}

/** The lowest position of a record that was not there; Infinity: there is none. A line may have come out of order. */
function firstNew(tape: Tape, { lengths }: Seen): number {
  let first = Infinity;
  tape.sources.forEach((_, source) => {
    for (let ordinal = lengths[source] ?? 0; ordinal < tape.recordsOf(source); ordinal++)
      first = Math.min(first, tape.positionOfOrdinal(source, ordinal));
  });
  return first;
}

/** One number for a source and an ordinal in it. */
function placeAt(tape: Tape, position: number): number {
  const { source, ordinal } = tape.place(position);
  return source * 2 ** 32 + ordinal;
}
