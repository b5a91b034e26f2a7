import type { InputId } from '../base/input.ts';
import { micros, type Micros } from '../base/time.ts';
import { at, BACKSLASH, isDigit, NEWLINE, QUOTE, RETURN, SPACE } from './bytes.ts';
import { BytesRecord, recordText, type RecordWords, type Site } from './bytesRecord.ts';
import { keyEnd, NONE, ODD, type PairScan } from './pairScan.ts';
import type { LineTemplate } from './lineTemplate.ts';
import type { RecentTexts } from './recentTexts.ts';
import { severities, type Field, type LogRecord, type LogTable, type Severity } from './record.ts';

/** A word of a dictionary, and how many bytes it has. */
export interface Word {
  readonly text: string;
  readonly size: number;
}

/** What the rows of a table share. */
export interface RowWords {
  readonly table: LogTable;
  readonly scan: PairScan;
  readonly texts: RecentTexts;
}

/** What a table's columns say of a row, for who reads the rest. */
export interface RowPlace {
  readonly id: InputId;
  readonly ordinal: number;
  readonly bytes: Uint8Array;
  readonly words: RecordWords;
}

/** The shortest start of a klog line, up to its thread. */
const HEADER = 22;
const CLOSE = 93;
const COLON = 58;
const SLASH = 47;

/**
 * Where the pairs of a bare klog line begin, behind its message; -1 when the line is not just what the columns say: a header with this
 * `site`, and `message` in quotes without escapes.
 */
export function pairsStart(bytes: Uint8Array, site: number, message: Word): number {
  let close = HEADER;
  while (close < bytes.length && at(bytes, close) !== CLOSE) close++;
  let colon = close - 1;
  while (isDigit(at(bytes, colon))) colon--;
  const before = at(bytes, close - site - 1);
  if (colon === close - 1 || at(bytes, colon) !== COLON) return -1;
  if (before !== SPACE && before !== SLASH) return -1;
  const quote = at(bytes, close + 1) === SPACE ? close + 2 : close + 1;
  const end = quote + 1 + message.size;
  const isWhole = at(bytes, end) === QUOTE && at(bytes, end - 1) !== BACKSLASH;
  return at(bytes, quote) === QUOTE && isWhole && beginsPairs(bytes, end + 1) ? end + 1 : -1;
}

/** Behind the message stands a pair, or nothing. */
function beginsPairs(bytes: Uint8Array, from: number): boolean {
  if (from >= bytes.length || at(bytes, from) === NEWLINE) return true;
  return at(bytes, from) === SPACE && keyEnd(bytes, from + 1, bytes.length) >= 0;
}

/** A bare klog line with a message that the table knows: of its bytes only those are read that are asked for. */
export class KlogRow implements LogRecord {
  readonly id: InputId;
  readonly ordinal: number;
  readonly message: string;
  readonly file: string;
  readonly fileLine: number;
  private readonly bytes: Uint8Array;
  private readonly words: RecordWords;
  private readonly shared: RowWords;
  private readonly pairsFrom: number;

  constructor(place: RowPlace, site: Site, message: string, pairsFrom: number, shared: RowWords) {
    this.id = place.id;
    this.ordinal = place.ordinal;
    this.bytes = place.bytes;
    this.words = place.words;
    this.message = message;
    this.file = site.file;
    this.fileLine = site.line;
    this.pairsFrom = pairsFrom;
    this.shared = shared;
  }

  get line(): number {
    return this.shared.table.lineOf(this.ordinal);
  }

  get time(): Micros | undefined {
    const time = this.shared.table.time[this.ordinal] ?? NaN;
    return Number.isNaN(time) ? undefined : micros(time);
  }

  get severity(): Severity {
    return severities[this.shared.table.severity[this.ordinal] ?? 0] ?? 'unknown';
  }

  get program(): 'kubelet' {
    return 'kubelet';
  }

  get pid(): number {
    return this.shared.table.pidOf(this.ordinal);
  }

  get structured(): true {
    return true;
  }

  get text(): string {
    return recordText(this.bytes);
  }

  get continues(): false {
    return false;
  }

  get fields(): readonly Field[] {
    return this.scan().fields(this.shared.texts) ?? this.read().fields;
  }

  get pairs(): string | undefined {
    return this.scan().flat();
  }

  field(key: string): string | undefined {
    const scan = this.scan();
    const place = scan.find(key);
    if (place === ODD) return this.read().field(key);
    return place === NONE ? undefined : scan.value(place, this.shared.texts);
  }

  member(key: string, name: string): string | undefined {
    const scan = this.scan();
    const place = scan.find(key);
    if (place === NONE) return undefined;
    const member = place === ODD ? ODD : scan.member(place, name, this.shared.texts);
    if (member === ODD) return this.read().member(key, name);
    return member === NONE ? undefined : member;
  }

  values(template: LineTemplate): readonly string[] | undefined {
    return template.read(this.bytes, this.pairsFrom, this.end(), this.shared.texts);
  }

  isQuoted(key: string): boolean {
    const scan = this.scan();
    const place = scan.find(key);
    return place === ODD ? this.read().isQuoted(key) : place !== NONE && scan.isQuoted(place);
  }

  private scan(): PairScan {
    const { bytes, shared } = this;
    if (shared.scan.owner !== this) shared.scan.begin(this, bytes, this.pairsFrom, this.end());
    return shared.scan;
  }

  private end(): number {
    const { bytes } = this;
    let end = bytes.length;
    if (at(bytes, end - 1) === NEWLINE) end--;
    if (at(bytes, end - 1) === RETURN) end--;
    return end;
  }

  /** The same record, taken apart as a whole. */
  private read(): LogRecord {
    const { id, ordinal, line, bytes, words } = this;
    return new BytesRecord(id, ordinal, line, this.time ?? NaN, bytes, words);
  }
}
