import type { Gap } from '../base/input.ts';
import { formatDuration, micros } from '../base/time.ts';
import { longSilence } from './gaps.ts';
import type { LogTable } from './record.ts';
import { isReversed } from './sourceFacts.ts';

/** A source as far as the pieces of a rotated log are told by it. */
export interface Piece {
  readonly table: LogTable;
  readonly name: string;
  readonly clockOffset: number;
}

/** The name of the log that a piece is of: without its number or date, and without the ending of its compression. */
function logOf(name: string): string {
  return name
    .replace(/\.(gz|xz|zst|bz2)$/, '')
    .replace(/(\.\d{1,4}|[.-]\d{8}(-\d+)?|[.-]\d{4}-\d\d-\d\d([T_-][\d:.-]+Z?)?)$/, '');
}

interface Span extends Piece {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

/** Between two pieces of one log in which it is silent for longer than is its way, one may be missing. Times are the tape's. */
export function pieceGaps(pieces: readonly Piece[]): readonly Gap[] {
  const logs = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = logOf(piece.name);
    logs.set(key, [...(logs.get(key) ?? []), piece]);
  }
  return [...logs.values()].flatMap((log) => {
    if (log.length < 2) return [];
    const spans = log.map(spanOf).filter((span) => span !== undefined);
    spans.sort((a, b) => a.from - b.from);
    return spans.flatMap((newer, i) => {
      const older = spans[i - 1];
      return older === undefined ? [] : between(older, newer);
    });
  });
}

function between(older: Span, newer: Span): readonly Gap[] {
  const apart = newer.from - older.to;
  if (apart <= Math.max(longSilence(older.table), longSilence(newer.table))) return [];
  const input = ({ table }: Span, row: number): Gap['provedBy'][number] => ({
    source: table.source,
    offset: table.offsetOf(row),
  });
  return [
    {
      source: newer.table.source,
      kind: 'rotation',
      from: micros(older.to),
      to: micros(newer.from),
      text: `no log lines for ${formatDuration(apart)} between ${older.name} and ${newer.name}: part of the log may be missing`,
      provedBy: [input(older, older.last), input(newer, newer.first)],
    },
  ];
}

/** Undefined for what has no times, or stands newest line first. */
function spanOf(piece: Piece): Span | undefined {
  const { table, clockOffset } = piece;
  if (isReversed(table)) return undefined;
  const times = table.time.subarray(0, table.length);
  const first = times.findIndex((time) => !Number.isNaN(time));
  const last = times.findLastIndex((time) => !Number.isNaN(time));
  if (first < 0) return undefined;
  const at = (row: number): number => (times[row] ?? 0) + clockOffset;
  return { ...piece, first, last, from: at(first), to: at(last) };
}
