// One side of a comparison: a stretch of some sources, read and diagnosed as if it were all that there is.
import type { InputId } from '../../base/input.ts';
import { civilFromDays, DAY, micros, MINUTE } from '../../base/time.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { rebuild } from '../../kubelet/rebuild/rebuild.ts';
import type { ByteStore } from '../../log/byteStore.ts';
import { readLog } from '../../log/readLog.ts';
import type { LogTable } from '../../log/record.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type { ComparedPart } from '../../protocol/compareApi.ts';
import { Tape } from '../../replay/tape.ts';
import { rowsOf, type TimeSpan } from '../case/cut.ts';
import type { Incident } from '../present/incident.ts';
import type { Ruling } from '../ruling.ts';

export interface Side {
  readonly name: string;
  readonly tape: Tape;
  /** What was asked for, as far as the log goes; the tape has also the lines that tell of the kubelet's run, which may be much older. */
  readonly span?: TimeSpan;
  readonly findings: readonly Finding[];
  /** Where a line of the tape stands in what it is a part of; it stands there itself by default. */
  readonly lineOf?: (input: InputId) => InputId;
}

/** What a part is taken from. */
export interface Whole {
  readonly incident: Incident;
  /** In the order of the tape's sources; `zone` µs east of UTC. */
  readonly sources: readonly { readonly bytes: ByteStore; readonly zone: number }[];
  readonly ruling: Ruling;
}

/** A bigger stretch is not read a second time. */
const MOST_BYTES = 512 << 20;

/** All of an incident. */
export function wholeSide({ tape, findings }: Incident): Side {
  return { name: tape.sources.map(({ name }) => name).join(', '), tape, findings };
}

/** A part of it. Rejects with a sentence when there is no line in it. */
export function partOf(whole: Whole, part: ComparedPart): Side {
  const { tape, history } = whole.incident;
  const wanted = part.sources ?? tape.sources.map((_, index) => index);
  const isCut = part.from !== undefined || part.to !== undefined;
  // Before the first line and after the last nothing was written that could be counted.
  const extent = extentOf(tape.sources.filter((_, index) => wanted.includes(index)));
  const span = {
    from: micros(Math.max(part.from ?? -Infinity, extent.from)),
    to: micros(Math.min(part.to ?? Infinity, extent.to)),
  };
  const pieces = new Map<number, readonly Piece[]>();
  const sources = tape.sources.flatMap((source, index) => {
    if (!wanted.includes(index)) return [];
    if (!isCut) return [source];
    const ranges = rowsOf(source.table, span, source.clockOffset, history.runs);
    const store = whole.sources[index];
    if (ranges.length === 0 || store === undefined) return [];
    const taken = piecesOf(source.table, ranges);
    pieces.set(source.table.source, taken);
    const bytes = bytesOf(taken, store.bytes);
    return [
      {
        ...source,
        table: readLog(source.table.source, bytes, clockOf(source.table, store.zone, ranges)),
      },
    ];
  });
  if (sources.length === 0)
    throw new ChannelError('There is no line in one of the two parts.', 'empty-part');
  const cut = new Tape(sources);
  const names = sources.map(({ name }) => name.replace(/^.*[/\\]/, '')).join(', ');
  return {
    name: names,
    tape: cut,
    ...(isCut ? { span } : {}),
    findings: whole.ruling.findings(rebuild(cut), cut),
    lineOf: ({ source, offset }) => ({ source, offset: offsetIn(pieces.get(source), offset) }),
  };
}

/** From the first line to the last. */
export function extentOf(sources: Tape['sources']): TimeSpan {
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

/** Bytes of a log that were taken, in their order. */
interface Piece {
  readonly start: number;
  readonly size: number;
}

type Ranges = ReturnType<typeof rowsOf>;

function piecesOf(table: LogTable, ranges: Ranges): readonly Piece[] {
  return ranges.map(({ from, to }) => {
    const start = table.offsetOf(from);
    return { start, size: (to >= table.length ? table.bytes : table.offsetOf(to)) - start };
  });
}

/** Where a byte of the pieces, put together, was in the log. */
function offsetIn(pieces: readonly Piece[] | undefined, offset: number): number {
  let rest = offset;
  for (const { start, size } of pieces ?? []) {
    if (rest < size) return start + rest;
    rest -= size;
  }
  return offset;
}

function bytesOf(pieces: readonly Piece[], store: ByteStore): Uint8Array {
  const total = pieces.reduce((sum, { size }) => sum + size, 0);
  if (total > MOST_BYTES)
    throw new ChannelError(
      'That stretch is too long to be compared; choose a shorter one.',
      'long',
    );
  const whole = new Uint8Array(total);
  let at = 0;
  for (const { start, size } of pieces) {
    whole.set(store.read(start, size), at);
    at += size;
  }
  return whole;
}

function clockOf(
  table: LogTable,
  zone: number,
  ranges: Ranges,
): { readonly year?: number; readonly utcOffset: number } {
  const time = table.time[ranges[0]?.from ?? 0] ?? NaN;
  const utcOffset = Math.round(zone / MINUTE);
  if (Number.isNaN(time)) return { utcOffset };
  return { year: civilFromDays(Math.floor((micros(time) + zone) / DAY)).year, utcOffset };
}
