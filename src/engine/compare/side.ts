// One side of a comparison: a stretch of some sources of what is open, with what the whole log tells of it.
import { micros } from '../../base/time.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type { ComparedPart } from '../../protocol/compareApi.ts';
import type { Tape, TapeSource } from '../../replay/tape.ts';
import type { TimeSpan } from '../case/cut.ts';
import type { Incident } from '../present/incident.ts';

export interface Side {
  readonly name: string;
  readonly tape: Tape;
  /** Indexes of sources of the tape. */
  readonly sources: readonly number[];
  /** Positions of the tape, the last one excluded. */
  readonly start: number;
  readonly end: number;
  /** What was asked for, as far as the sources go. */
  readonly span: TimeSpan;
  readonly findings: readonly Finding[];
}

/** All of an incident. */
export function wholeSide(incident: Incident): Side {
  return sideOf(incident, {});
}

/** A part of it. Throws a sentence when there is no line in it. */
export function partOf(incident: Incident, part: ComparedPart): Side {
  const { tape } = incident;
  const side = sideOf(incident, part);
  const { start, end } = side;
  const isOf = (position: number): boolean => position >= start && position < end;
  if (!side.sources.some((source) => tape.positionsOf(source).some(isOf)))
    throw new ChannelError('There is no line in one of the two parts.', 'empty-part');
  // Of one incident, whose folders are known.
  return { ...side, name: side.name.replaceAll(/[^,]*[/\\]/g, '') };
}

function sideOf({ tape, findings }: Incident, { sources, from, to }: ComparedPart): Side {
  const wanted = (sources ?? [...tape.sources.keys()]).filter((index) => index in tape.sources);
  // Before the first line and after the last nothing was written that could be counted.
  const extent = extentOf(wanted.flatMap((index) => tape.sources[index] ?? []));
  return {
    name: wanted.map((index) => tape.sources[index]?.name).join(', '),
    tape,
    sources: wanted,
    // What has no time is on neither side of one.
    start:
      from === undefined && to === undefined
        ? 0
        : tape.positionAtTime(micros((from ?? -Infinity) - 1)) + 1,
    end: to === undefined ? tape.length : tape.positionAtTime(to) + 1,
    span: {
      from: micros(Math.max(from ?? -Infinity, extent.from)),
      to: micros(Math.min(to ?? Infinity, extent.to)),
    },
    findings,
  };
}

/** From the first line to the last. */
function extentOf(sources: readonly TapeSource[]): TimeSpan {
  let from = Infinity;
  let to = -Infinity;
  for (const { table, clockOffset } of sources)
    for (let row = 0; row < table.length; row++) {
      const time = (table.time[row] ?? NaN) + clockOffset;
      if (time < from) from = time;
      if (time > to) to = time;
    }
  return { from: micros(from), to: micros(to) };
}
