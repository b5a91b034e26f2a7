// Some records of several sources, in the order in which a tape of all of them has them, without making that tape.
import { isReversed } from '../log/sourceFacts.ts';
import { ownTimes } from './ownTimes.ts';
import type { TapeSource } from './tape.ts';

export interface SomeOf {
  readonly sources: readonly TapeSource[];
  readonly length: number;
  /** By position: µs on the common clock, never falling. */
  readonly time: Float64Array;
  place(position: number): { readonly source: number; readonly ordinal: number };
}

/** `rows`: of each source, rising. */
export function someOf(sources: readonly TapeSource[], rows: readonly Uint32Array[]): SomeOf {
  const places = sources.flatMap((entry, source) => {
    const { length } = entry.table;
    const backwards = isReversed(entry.table);
    const times = ownTimes(entry, backwards, 0, NaN);
    return Array.from(rows[source] ?? [], (ordinal) => {
      const step = backwards ? length - 1 - ordinal : ordinal;
      return { source, ordinal, step, time: times[step] ?? NaN };
    });
  });
  places.sort((a, b) => a.time - b.time || a.source - b.source || a.step - b.step);
  return {
    sources,
    length: places.length,
    time: Float64Array.from(places, ({ time }) => time),
    place: (position) => places[position] ?? { source: 0, ordinal: 0 },
  };
}
