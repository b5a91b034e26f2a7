// A source read in parts at once: where it may be cut, and what a part is. Who has threads is the host's business.
import { sourceId } from '../base/input.ts';
import { MemoryBytes } from './byteStore.ts';
import { at, NEWLINE, SPACE, TAB } from './bytes.ts';
import { Columns } from './columns.ts';
import { LineHead } from './lineHead.ts';
import { makeLineScan } from './lineScan.ts';
import { Postings } from './postings.ts';
import { FormatNames, readHead } from './readHead.ts';
import { yearAfter, type ClockOptions, type ClockState } from './sourceClock.ts';
import { TableBuilder, type TablePart } from './tableBuilder.ts';
import { Vocabulary } from './vocabulary.ts';

/** Reads parts, one after the other, with one growing vocabulary. */
export class PartReader {
  private readonly words = new Vocabulary();
  private readonly rows = {
    columns: new Columns(),
    postings: new Postings(this.words.identities),
    scan: makeLineScan(),
  };
  private mark = this.words.mark;

  /** Where a part of so many bytes is best put: read from there, it needs no copy. Undefined for one that is too long. */
  room(size: number): Uint8Array<ArrayBuffer> | undefined {
    const { scan } = this.rows;
    return scan === undefined || scan.room.length < size ? undefined : scan.room.subarray(0, size);
  }

  /** Reads a whole part. It is packed into `room` if that is big enough, else into a new buffer. */
  read(
    bytes: Uint8Array,
    options: ClockOptions,
    clock: ClockState | undefined,
    room?: ArrayBuffer,
  ): TablePart {
    this.rows.columns.clear();
    this.rows.postings.clear();
    const store = new MemoryBytes(bytes);
    const builder = new TableBuilder(sourceId(0), store, options, this.words, this.rows);
    if (clock !== undefined) builder.resume(clock);
    builder.append(bytes);
    builder.finish();
    const since = this.words.since(this.mark);
    this.mark = this.words.mark;
    return builder.toPart(since, room);
  }
}

/**
 * Where in `bytes` a part may begin: at a line that surely begins a record of its own, whatever stands above it. -1 when there is no
 * such place.
 */
export function cutPlace(bytes: Uint8Array): number {
  const names = new FormatNames();
  const head = new LineHead();
  let partial = true;
  for (let from = bytes.indexOf(NEWLINE) + 1; from > 0;) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0) return -1;
    readHead(bytes, from, end, names, head);
    const first = at(bytes, from);
    // Indented lines and headers far in may be parts of a message; entries of the journal's own formats span lines.
    const sure = head.kind === 'payload' && first !== TAB && first !== SPACE;
    if (sure && !partial && !/prefixed|stamp-line/.test(names.at(head.format))) return from;
    partial = head.partial;
    from = end + 1;
  }
  return -1;
}

/** Whether a part's first yearless stamp was given the year that it would have been given behind a part that ended so. */
export function continuesYear(end: ClockState, { firstStamp: first }: TablePart): boolean {
  if (first === undefined || Number.isNaN(end.last)) return true;
  return yearAfter(end, first.month, first.day) === first.year;
}
