import type { SourceId } from '../base/input.ts';
import { mayEndKey } from '../base/secretKeys.ts';
import { bytesWithoutSecrets } from '../base/secrets.ts';
import type { ByteStore, ByteWindow } from './byteStore.ts';
import type { ByteDictionary } from './byteDictionary.ts';
import { BytesRecord, siteOf, type RecordWords } from './bytesRecord.ts';
import type { Columns } from './columns.ts';
import { isIdentity } from './identityScan.ts';
import { KlogRow, type Word } from './klogRow.ts';
import { LineHead } from './lineHead.ts';
import { PairScan } from './pairScan.ts';
import type { Postings } from './postings.ts';
import { RecentTexts } from './recentTexts.ts';
import type { Dictionary, FormatId, LogRecord, LogTable, Program } from './record.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What is known of a source by where it stands. */
export interface PlaceOptions {
  /** Whose the lines are that name no program. Default: unknown. */
  readonly writer?: Program;
  /** Of a section: lines of its file before it, which count in the numbers of its lines. */
  readonly linesAbove?: number;
}

/** All tables share it: it compares bytes, and takes half a megabyte. */
const texts = new RecentTexts();

/** The table of a source that is still read: `TableBuilder` adds its rows. */
export class GrowingTable implements LogTable {
  readonly source: SourceId;
  readonly writer: Program;
  /** Lines of the file that stand before its own. */
  private readonly linesAbove: number;
  private readonly store: ByteStore;
  private readonly columns: Columns;
  private readonly words: Vocabulary;
  private readonly postings: Postings;
  readonly cutRows: number[] = [];
  /** Continuation lines by the row they belong to, in order: records nearly always are one line. */
  private readonly longRows: number[] = [];
  private readonly linesBefore: number[] = [];
  private extraLines = 0;
  private readonly head = new LineHead();
  /** By format: how many of the rows that were counted. */
  private readonly counts: number[] = [];
  private counted = 0;
  /** By number, once asked for. */
  private readonly sitesRead: RecordWords[] = [];
  private readonly siteWords: Word[] = [];
  private readonly messagesRead: Word[] = [];
  private readonly shared = {
    table: this,
    scan: new PairScan(),
    texts,
    whole: (ordinal: number, bytes: Uint8Array) => this.whole(ordinal, bytes),
  };
  /** What `glance` gave last. */
  private readonly glanced = new KlogRow(this.shared);
  /** Bytes of the store that lie in memory together, and where in it they begin. */
  private window: ByteWindow = { bytes: new Uint8Array(0), from: 0 };
  /** By format number whether it is that of bare klog lines. */
  private readonly bareFormats: (boolean | undefined)[] = [];
  /** What `longBefore` found last. */
  private askedLong = 0;

  constructor(
    source: SourceId,
    store: ByteStore,
    columns: Columns,
    words: Vocabulary,
    postings: Postings,
    { writer = 'unknown', linesAbove = 0 }: PlaceOptions = {},
  ) {
    this.source = source;
    this.writer = writer;
    this.linesAbove = linesAbove;
    this.store = store;
    this.columns = columns;
    this.words = words;
    this.postings = postings;
  }

  get length(): number {
    return this.columns.length;
  }

  get bytes(): number {
    return this.columns.extents.total;
  }

  get lines(): number {
    return this.length + this.extraLines;
  }

  offsetOf(ordinal: number): number {
    return this.columns.extents.offsetOf(ordinal);
  }

  sizeOf(ordinal: number): number {
    return this.columns.extents.sizeOf(ordinal);
  }

  get time(): Float64Array {
    return this.columns.time;
  }

  get severity(): Uint8Array {
    return this.columns.severity;
  }

  get message(): Uint16Array {
    return this.columns.message;
  }

  get site(): Uint16Array {
    return this.columns.site;
  }

  get messages(): Dictionary {
    return this.words.messages;
  }

  get sites(): Dictionary {
    return this.words.sites;
  }

  get identities(): Dictionary {
    return this.words.identities;
  }

  get formats(): ReadonlyMap<FormatId, number> {
    const { counts } = this;
    for (; this.counted < this.length; this.counted++) {
      const format = this.columns.format[this.counted] ?? 0;
      counts[format] = (counts[format] ?? 0) + 1;
    }
    const met = new Map<FormatId, number>();
    counts.forEach((count, format) => {
      const name = this.words.formats.at(format);
      if (count > 0) met.set(name, (met.get(name) ?? 0) + count);
    });
    return met;
  }

  programOf(ordinal: number): Program {
    return this.words.formats.programAt(this.columns.format[ordinal] ?? 0);
  }

  formatOf(ordinal: number): FormatId {
    return this.words.formats.at(this.columns.format[ordinal] ?? 0);
  }

  pidOf(ordinal: number): number {
    return this.words.pids[this.columns.pid[ordinal] ?? 0] ?? -1;
  }

  rowsNaming(identity: string): Uint32Array | undefined {
    if (!isIdentity(identity)) return undefined;
    return this.postings.rowsOf(identity) ?? new Uint32Array(0);
  }

  rowsFirstNaming(): Uint32Array {
    return this.postings.firstRows();
  }

  podsNamedIn(ordinal: number): Uint32Array {
    return this.postings.podsOf(ordinal);
  }

  record(ordinal: number): LogRecord {
    return this.made(ordinal, this.bytesOf(ordinal));
  }

  shown(ordinal: number): LogRecord {
    const bytes = this.bytesOf(ordinal);
    return this.made(ordinal, this.endsKey(ordinal, bytes) ?? bytesWithoutSecrets(bytes));
  }

  /** The bytes without secrets where the record before may tell that they end a key. */
  private endsKey(ordinal: number, bytes: Uint8Array): Uint8Array | undefined {
    if (ordinal === 0 || !mayEndKey(bytes)) return undefined;
    const before = this.bytesOf(ordinal - 1);
    const both = new Uint8Array(before.length + bytes.length);
    both.set(before);
    both.set(bytes, before.length);
    return bytesWithoutSecrets(both).subarray(before.length);
  }

  private bytesOf(ordinal: number): Uint8Array {
    return this.store.read(this.offsetOf(ordinal), this.sizeOf(ordinal));
  }

  private made(ordinal: number, bytes: Uint8Array): LogRecord {
    if (!this.mayBePlain(ordinal)) return this.whole(ordinal, bytes);
    const row = new KlogRow(this.shared);
    row.move(ordinal, bytes, 0, bytes.length);
    return this.isPlain(row) ? row : this.whole(ordinal, bytes);
  }

  glance(ordinal: number): LogRecord {
    if (!this.mayBePlain(ordinal)) return this.record(ordinal);
    const offset = this.offsetOf(ordinal);
    const end = offset + this.sizeOf(ordinal);
    if (offset < this.window.from || end > this.window.from + this.window.bytes.length)
      this.window = this.store.around(offset);
    const { bytes, from } = this.window;
    if (offset < from || end > from + bytes.length) return this.record(ordinal);
    this.glanced.move(ordinal, bytes, offset - from, end - from);
    return this.isPlain(this.glanced) ? this.glanced : this.record(ordinal);
  }

  private whole(ordinal: number, bytes: Uint8Array): LogRecord {
    const id = { source: this.source, offset: this.offsetOf(ordinal) };
    const time = this.time[ordinal] ?? NaN;
    const words = this.wordsOf(this.columns.site[ordinal] ?? 0);
    return new BytesRecord(id, ordinal, this.lineOf(ordinal), time, bytes, words);
  }

  /** Whether by its columns a row is one bare klog line with a message of its own. */
  private mayBePlain(ordinal: number): boolean {
    const { columns } = this;
    const format = columns.format[ordinal] ?? 0;
    const isBare = (this.bareFormats[format] ??= this.words.formats.at(format) === 'klog');
    if (!isBare || (columns.site[ordinal] ?? 0) === 0 || this.pidOf(ordinal) < 0) return false;
    const message = this.messageAt(ordinal);
    // A printf line counts by its site.
    if (message.size === 0 || message.text === this.siteWord(ordinal).text) return false;
    return this.longRows[this.longBefore(ordinal)] !== ordinal;
  }

  private isPlain(row: KlogRow): boolean {
    const { ordinal } = row;
    const { site } = this.wordsOf(this.columns.site[ordinal] ?? 0);
    if (site === undefined) return false;
    return row.begins(site, this.siteWord(ordinal).size, this.messageAt(ordinal));
  }

  private messageAt(ordinal: number): Word {
    const number = this.columns.message[ordinal] ?? 0;
    return (this.messagesRead[number] ??= wordOf(this.words.messages, number));
  }

  private siteWord(ordinal: number): Word {
    const number = this.columns.site[ordinal] ?? 0;
    return (this.siteWords[number] ??= wordOf(this.words.sites, number));
  }

  private wordsOf(site: number): RecordWords {
    return (this.sitesRead[site] ??= {
      formats: this.words.formats,
      head: this.head,
      site: site === 0 ? undefined : siteOf(this.sites.at(site)),
    });
  }

  ordinalAt(offset: number): number {
    return this.columns.extents.rowAt(offset);
  }

  ordinalAtLine(line: number): number {
    if (line <= this.linesAbove || line > this.linesAbove + this.lines) return -1;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.lineOf(middle) <= line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Lines more belong to a record, the last one or one behind all that have some. */
  addContinuation(row: number, lines = 1): void {
    if (this.longRows.at(-1) !== row) {
      this.longRows.push(row);
      this.linesBefore.push(this.extraLines);
    }
    this.extraLines += lines;
  }

  /** Rows that have continuation lines, and how many. */
  get continuations(): readonly (readonly [row: number, lines: number])[] {
    return this.longRows.map((row, i) => [
      row,
      (this.linesBefore[i + 1] ?? this.extraLines) - (this.linesBefore[i] ?? 0),
    ]);
  }

  lineOf(ordinal: number): number {
    const long = this.longBefore(ordinal);
    const extra = long < this.longRows.length ? (this.linesBefore[long] ?? 0) : this.extraLines;
    return this.linesAbove + ordinal + 1 + extra;
  }

  /** How many of the rows before it have continuation lines. */
  private longBefore(ordinal: number): number {
    const { longRows, askedLong } = this;
    // Rows are mostly asked for one after the other.
    const isNear =
      (longRows[askedLong] ?? Infinity) >= ordinal && (longRows[askedLong - 1] ?? -1) < ordinal;
    return isNear ? askedLong : (this.askedLong = this.findLong(ordinal));
  }

  private findLong(ordinal: number): number {
    let low = 0;
    let high = this.longRows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.longRows[middle] ?? 0) < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function wordOf(words: ByteDictionary, number: number): Word {
  return { text: words.at(number), size: words.sizeOf(number) };
}
