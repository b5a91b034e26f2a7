import type { SourceId } from '../base/input.ts';
import { isPiece, joinBroken } from './brokenLines.ts';
import type { ByteStore } from './byteStore.ts';
import { at, BACKSLASH, decode, indexOfByte, NEWLINE, RETURN } from './bytes.ts';
import { Columns, type KeptColumns, type PackedRows } from './columns.ts';
import { blanksAt, RecordTail } from './continuation.ts';
import { scanIdentities, type IdentitySink } from './identityScan.ts';
import { isExportStart, isPrettyStart, JournalBlock, readBlockHead } from './journalBlock.ts';
import { LineHead } from './lineHead.ts';
import { Line, LINE_WIDTH, makeLineScan, type LineScan } from './lineScan.ts';
import { GrowingTable, type PlaceOptions } from './logTable.ts';
import { Postings, type KeptPostings } from './postings.ts';
import { readHead } from './readHead.ts';
import type { LogTable } from './record.ts';
import { ScannedLines } from './scannedLines.ts';
import { sniffClock, type SniffedClock } from './sniffClock.ts';
import { SourceClock, type ClockOptions, type ClockState, type FirstStamp } from './sourceClock.ts';
import {
  Vocabulary,
  type KeptVocabulary,
  type VocabularyMap,
  type VocabularyPart,
} from './vocabulary.ts';

/** What is known of a source before a line of it is read. */
export interface SourceOptions extends ClockOptions, PlaceOptions {
  /** Of a section: what the text around it tells of the date, for one that tells none. */
  readonly clockNearby?: SniffedClock;
}

/** A record never grows past this: what comes then is a record of its own. */
const MAX_RECORD_BYTES = 4 << 20;

/** From a chunk of so many bytes on, a scan is worth its memory. */
const WORTH_SCAN = 64 << 10;

/** Absolute times that date the log are looked for in this much of its first chunk. */
const SNIFFED_BYTES = 1 << 20;

/** What was read of a part: plain data, made to be handed to another thread. Offsets count from the part's start. */
export interface TablePart {
  readonly rows: PackedRows;
  readonly bytes: number;
  readonly words: VocabularyPart;
  readonly continuations: readonly (readonly [row: number, lines: number])[];
  readonly cutRows: readonly number[];
  /** What year the first yearless stamp was given: wrong when a new year lies in a part before. */
  readonly firstStamp: FirstStamp | undefined;
  readonly clockEnd: ClockState;
}

/** A whole table as it is kept; the arrays are the table's own, good until it grows. */
export interface KeptTable {
  readonly columns: KeptColumns;
  readonly words: KeptVocabulary;
  readonly postings: KeptPostings;
  /** Rows with continuation lines, each followed by how many. */
  readonly continued: Uint32Array;
  readonly cutRows: Uint32Array;
  readonly clock: ClockState;
}

/** Where a builder puts its rows: given by who uses the room of an earlier builder again. */
export interface RowStore {
  readonly columns: Columns;
  readonly postings: Postings;
  /** Of the same vocabulary, for chunks of any size. Default: one of its own once a chunk is worth it. */
  readonly scan?: LineScan | undefined;
}

/**
 * Makes a source's table from its bytes, in the order in which they come. Chunks may end anywhere. A line is in the table once
 * its end was seen, and may still gain continuation lines; `finish` adds an unfinished last line. What was appended must be
 * readable through the store.
 */
export class TableBuilder {
  readonly columns: Columns;
  readonly words: Vocabulary;
  readonly postings: Postings;
  readonly clock: SourceClock;
  private readonly head = new LineHead();
  private readonly grown: GrowingTable;
  private readonly bytes: ByteStore;
  /** The row that identities are found for. */
  private row = 0;
  /** A line whose end has not come yet. */
  private carry = new Uint8Array(0);
  private carried = 0;
  private readonly tail = new RecordTail();
  private readonly block = new JournalBlock();
  private readonly clockNearby: SniffedClock;
  private sniffed = false;
  private scanned: ScannedLines | undefined;

  constructor(
    source: SourceId,
    bytes: ByteStore,
    options: SourceOptions = {},
    words: Vocabulary = new Vocabulary(),
    rows: RowStore = { columns: new Columns(), postings: new Postings(words.identities) },
  ) {
    this.bytes = bytes;
    this.clock = new SourceClock(options);
    this.clockNearby = options.clockNearby ?? {};
    this.words = words;
    this.columns = rows.columns;
    this.postings = rows.postings;
    this.useScan(rows.scan);
    this.grown = new GrowingTable(source, bytes, this.columns, words, this.postings, options);
  }

  get table(): LogTable {
    return this.grown;
  }

  /** For who reads a source in parts: goes on with what another reader of it learnt. */
  resume(state: ClockState): void {
    this.sniffed = true;
    this.clock.resume(state);
  }

  get clockState(): ClockState {
    return this.clock.state;
  }

  /** All that was read, to be made anew from. */
  get kept(): KeptTable {
    return {
      columns: this.columns.kept,
      words: this.words.kept,
      postings: this.postings.parts,
      continued: Uint32Array.from(this.grown.continuations.flat()),
      cutRows: Uint32Array.from(this.grown.cutRows),
      clock: this.clock.state,
    };
  }

  /** Takes over what stands beside the rows of a table that was kept. */
  takeOver({ continued, cutRows, clock }: KeptTable): void {
    for (let i = 0; i < continued.length; i += 2)
      this.grown.addContinuation(continued[i] ?? 0, continued[i + 1]);
    for (const row of cutRows) this.grown.cutRows.push(row);
    this.resume(clock);
  }

  /** All that was read, to be joined to another builder's by `addPart`; packed into `room` if that is big enough. */
  toPart(words: VocabularyPart, room: ArrayBuffer | undefined): TablePart {
    const { refs, counts } = this.postings.parts;
    return {
      rows: this.columns.pack(refs, counts, room),
      bytes: this.columns.extents.total,
      words,
      continuations: this.grown.continuations,
      cutRows: this.grown.cutRows,
      firstStamp: this.clock.first,
      clockEnd: this.clock.state,
    };
  }

  /** Joins a part that was read elsewhere, of the bytes that come next. Its numbers are renumbered in place. */
  addPart(part: TablePart, words: VocabularyMap): void {
    const base = this.columns.length;
    words.learn(part.words);
    words.translate(part.rows);
    this.columns.append(part.rows);
    this.postings.addPart(base, part.rows.refs, part.rows.counts);
    for (const [row, lines] of part.continuations) this.grown.addContinuation(base + row, lines);
    for (const row of part.cutRows) this.grown.cutRows.push(base + row);
  }

  /** Makes room for as much as a text of so many bytes will hold if it goes on as it began: pages that are never written cost nothing. */
  reserveFor(bytes: number): void {
    const { columns, words, postings } = this;
    const times = (1.1 * bytes) / Math.max(1, columns.extents.total);
    columns.reserve(Math.ceil(times * columns.length));
    postings.reserve(times);
    words.identities.reserve(times);
  }

  append(chunk: Uint8Array): void {
    if (!this.sniffed) this.sniff(chunk);
    let from = 0;
    if (this.carried > 0) {
      const end = chunk.indexOf(NEWLINE);
      this.keep(end < 0 ? chunk : chunk.subarray(0, end + 1));
      if (end < 0) return;
      this.addCarried();
      from = end + 1;
    }
    from = this.scanLines(chunk, from);
    for (let end = chunk.indexOf(NEWLINE, from); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.addLine(chunk, from, end + 1);
      from = end + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
  }

  /** The source is at its end: what is left is a line too. */
  finish(): void {
    if (this.carried > 0) this.addCarried();
    if (this.block.open) this.closeBlock();
    this.scanned = undefined;
  }

  /** Adds whole lines from `from` on by a scan, where there is one; where those begin that it left: one that is not whole, or too long. */
  private scanLines(chunk: Uint8Array, from: number): number {
    if (this.scanned === undefined && chunk.length >= WORTH_SCAN) this.useScan(makeLineScan());
    const { scanned } = this;
    if (scanned === undefined) return from;
    for (let done = from; ;) {
      const [begin, end] = scanned.scan.take(chunk, done);
      const next = this.addScanned(scanned, begin, end);
      if (next === begin) return done;
      done += next - begin;
    }
  }

  private useScan(scan: LineScan | undefined): void {
    if (scan !== undefined) this.scanned = new ScannedLines(scan, this);
  }

  private addScanned(scanned: ScannedLines, begin: number, end: number): number {
    const { block, tail } = this;
    const { scan } = scanned;
    const { bytes, lines } = scan;
    let from = begin;
    for (let count = scan.scan(from, end); count > 0; count = scan.scan(from, end)) {
      let identity = 0;
      for (let at = 0; at < count * LINE_WIDTH; at += LINE_WIDTH) {
        const next = lines[at + Line.end] ?? 0;
        if (lines[at + Line.flags] === 0 || block.open || tail.isPartial)
          this.addLine(bytes, from, next);
        else {
          scanned.add(at, next - from, identity);
          const size = lines[at + Line.size] ?? 0;
          tail.beginKlog(size, bytes, from, from + size);
        }
        identity += lines[at + Line.identities] ?? 0;
        from = next;
      }
    }
    return from;
  }

  private sniff(chunk: Uint8Array): void {
    this.sniffed = true;
    const own = sniffClock(decode(chunk, 0, Math.min(chunk.length, SNIFFED_BYTES)));
    const isDated = own.near !== undefined || own.notAfter !== undefined;
    this.clock.hint(isDated ? own : { ...this.clockNearby, zone: own.zone });
  }

  private keep(part: Uint8Array): void {
    const size = this.carried + part.length;
    if (size > this.carry.length) {
      const wide = new Uint8Array(Math.max(size + 1, this.carry.length * 2, 256));
      wide.set(this.carry.subarray(0, this.carried));
      this.carry = wide;
    }
    this.carry.set(part, this.carried);
    this.carried = size;
  }

  private addCarried(): void {
    const size = this.carried;
    this.carried = 0;
    // What a longer line left behind is no part of this one.
    this.carry[size] = NEWLINE;
    this.addLine(this.carry, 0, size);
  }

  /** Adds the line in `[from, to)`, its line break included. */
  private addLine(bytes: Uint8Array, from: number, to: number): void {
    const { block } = this;
    if (block.open) {
      const state = block.add(bytes, from, to);
      if (state === 'whole') this.closeBlock();
      else if (state === 'none') this.leaveBlock();
      return;
    }
    const end = withoutBreak(bytes, from, to);
    if (this.beginsBlock(bytes, from, end)) block.add(bytes, from, to);
    else this.readLine(bytes, from, to, end);
  }

  /** Adds a line that is no part of a block; without its break it ends at `end`. */
  private readLine(bytes: Uint8Array, from: number, to: number, end: number): void {
    const { head, tail } = this;
    readHead(bytes, from, end, this.words.formats, head, tail.inBlock);
    if (this.belongsToLast(to - from, end - from)) {
      this.extendLast(to - from);
      if (!isPiece(head) || !tail.mayBeBroken || !this.joinLast(end - from)) {
        tail.extend(head, end - from);
        this.addIdentities(this.columns.length - 1, head.from);
      }
    } else {
      this.addRecord(to - from);
      const isWrapped = head.bytes !== bytes || head.from !== from;
      const column = head.bytes === bytes ? head.from - from : 0;
      tail.begin(head, isWrapped, end - from, isWrapped ? blanksAt(bytes, from, end) : 0, column);
    }
  }

  /** A lone `{` opens an entry only where no record goes on. */
  private beginsBlock(bytes: Uint8Array, from: number, end: number): boolean {
    if (isExportStart(bytes, from, end)) return true;
    return isPrettyStart(bytes, from, end) && !this.tail.isOpen;
  }

  /** The lines that were taken for an entry are lines like others. */
  private leaveBlock(): void {
    const bytes = this.block.take();
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(NEWLINE, from);
      const to = found < 0 ? bytes.length : found + 1;
      this.readLine(bytes, from, to, withoutBreak(bytes, from, to));
      from = to;
    }
  }

  private closeBlock(): void {
    const bytes = this.block.take();
    readBlockHead(bytes, this.words.formats, this.head);
    this.addRecord(bytes.length);
    this.tail.close();
    const row = this.columns.length - 1;
    for (
      let i = bytes.indexOf(NEWLINE);
      i >= 0 && i < bytes.length - 1;
      i = bytes.indexOf(NEWLINE, i + 1)
    )
      this.grown.addContinuation(row);
  }

  private belongsToLast(size: number, width: number): boolean {
    const { columns } = this;
    if (columns.length === 0) return false;
    if (columns.extents.sizeOf(columns.length - 1) + size > MAX_RECORD_BYTES) return false;
    return !this.isOtherJson() && this.tail.owns(this.head, width);
  }

  /** An object in JSON goes on with what another one began, not with a line of another form. */
  private isOtherJson(): boolean {
    const { columns, head, words } = this;
    if (head.kind !== 'wrapped') return false;
    const chain = words.formats.at(head.format);
    const last = columns.format[columns.length - 1] ?? 0;
    return chain.endsWith('json-envelope') && !words.formats.at(last).startsWith(chain);
  }

  private extendLast(size: number): void {
    const { columns } = this;
    columns.extents.extend(size);
    this.grown.addContinuation(columns.length - 1);
  }

  /** Reads the last record anew as the one line that it was before it was broken; false where nothing proves that it was. */
  private joinLast(size: number): boolean {
    const { columns, head, tail } = this;
    const row = columns.length - 1;
    const { extents } = columns;
    const stood = this.bytes.read(extents.offsetOf(row), extents.sizeOf(row));
    const bytes = joinBroken(stood, this.words.formats);
    if (bytes === undefined) return false;
    const end = bytes.indexOf(NEWLINE);
    readHead(
      bytes,
      0,
      withoutBreak(bytes, 0, end < 0 ? bytes.length : end + 1),
      this.words.formats,
      head,
    );
    this.describe(row);
    tail.join(head, head.bytes !== bytes || head.from > 0, size);
    return true;
  }

  private addRecord(size: number): void {
    this.describe(this.columns.add(size));
  }

  /** Fills a row with what its head says. */
  private describe(row: number): void {
    const { columns, head } = this;
    columns.time[row] = this.clock.instant(head);
    columns.severity[row] = head.severity;
    columns.pid[row] = this.words.pid(head.pid);
    columns.format[row] = this.formatNumber();
    const site = this.words.site(head.bytes, head.siteFrom, head.siteTo);
    columns.site[row] = site;
    columns.message[row] = this.messageNumber(site);
    if (isCut(head) && this.grown.cutRows.at(-1) !== row) this.grown.cutRows.push(row);
    this.addIdentities(row, head.bodyFrom);
  }

  /** Those that the line names from `from` on. */
  private addIdentities(row: number, from: number): void {
    const { head, scanned } = this;
    if (head.bytes === scanned?.scan.bytes && scanned.addAsked(row, from, head.to)) return;
    this.row = row;
    scanIdentities(head.bytes, from, head.to, this.sink);
  }

  private readonly sink: IdentitySink = (bytes, from, to) => {
    this.postings.add(this.row, bytes, from, to);
  };

  private formatNumber(): number {
    const { format, program, guessed } = this.head;
    return guessed ? format : this.words.formats.writtenBy(format, program);
  }

  private messageNumber(site: number): number {
    const { head, words } = this;
    const { bytes, messageFrom, messageTo } = head;
    const none = messageTo === messageFrom && !head.structured;
    if (none || !words.takesMessages) return words.siteMessage(site);
    if (indexOfByte(bytes, BACKSLASH, messageFrom, messageTo) < 0)
      return words.messages.intern(bytes, messageFrom, messageTo);
    return words.escapedMessage(bytes, messageFrom, messageTo);
  }
}

function withoutBreak(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  if (end > from && at(bytes, end - 1) === NEWLINE) end--;
  if (end > from && at(bytes, end - 1) === RETURN) end--;
  return end;
}

/** The line ends with a pager's mark: `>` that closes nothing, or `…`. */
function isCut(head: LineHead): boolean {
  const { bytes, to } = head;
  const last = at(bytes, to - 1);
  if (last === 0xa6) return at(bytes, to - 2) === 0x80 && at(bytes, to - 3) === 0xe2;
  if (last !== 62 || head.kind !== 'payload') return false;
  // `<nil>` and the like are whole.
  return indexOfByte(bytes, 60, Math.max(head.from, to - 16), to) < 0;
}

/** The table that was kept of the same bytes. */
export function keptBuilder(
  source: SourceId,
  bytes: ByteStore,
  options: SourceOptions,
  kept: KeptTable,
): TableBuilder {
  const words = new Vocabulary(kept.words);
  const columns = new Columns(kept.columns);
  const postings = new Postings(words.identities, kept.postings);
  const builder = new TableBuilder(source, bytes, options, words, { columns, postings });
  builder.takeOver(kept);
  return builder;
}
