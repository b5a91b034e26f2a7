import type { SourceId } from '../base/input.ts';
import type { ByteStore } from './byteStore.ts';
import type { Columns } from './columns.ts';
import { BytesRecord, siteOf, type Site } from './bytesRecord.ts';
import { isIdentity } from './identityScan.ts';
import { LineHead } from './lineHead.ts';
import type { Postings } from './postings.ts';
import type { Dictionary, FormatId, LogRecord, LogTable } from './record.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The table of a source that is still read: `TableBuilder` adds its rows. */
export class GrowingTable implements LogTable {
  readonly source: SourceId;
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
  private readonly counts = new Uint32Array(256);
  private counted = 0;
  /** By number, once asked for. */
  private readonly sitesRead: Site[] = [];

  constructor(
    source: SourceId,
    store: ByteStore,
    columns: Columns,
    words: Vocabulary,
    postings: Postings,
  ) {
    this.source = source;
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
    const met = Array.from(
      counts,
      (count, format) => [this.words.formats.at(format), count] as const,
    );
    return new Map(met.filter(([, count]) => count > 0));
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

  record(ordinal: number): LogRecord {
    const offset = this.offsetOf(ordinal);
    const bytes = this.store.read(offset, this.sizeOf(ordinal));
    const id = { source: this.source, offset };
    const time = this.time[ordinal] ?? NaN;
    const words = { formats: this.words.formats, head: this.head, site: this.siteAt(ordinal) };
    return new BytesRecord(id, ordinal, this.lineOf(ordinal), time, bytes, words);
  }

  private siteAt(ordinal: number): Site | undefined {
    const number = this.site[ordinal] ?? 0;
    if (number === 0) return undefined;
    const site = this.sitesRead[number] ?? siteOf(this.sites.at(number));
    this.sitesRead[number] = site;
    return site;
  }

  ordinalAt(offset: number): number {
    return this.columns.extents.rowAt(offset);
  }

  ordinalAtLine(line: number): number {
    if (line < 1 || line > this.lines) return -1;
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
    let low = 0;
    let high = this.longRows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.longRows[middle] ?? 0) < ordinal) low = middle + 1;
      else high = middle;
    }
    const extra = low < this.longRows.length ? (this.linesBefore[low] ?? 0) : this.extraLines;
    return ordinal + 1 + extra;
  }
}
