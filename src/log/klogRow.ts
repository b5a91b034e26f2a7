import type { InputId } from '../base/input.ts';
import { micros, type Micros } from '../base/time.ts';
import { at, BACKSLASH, isDigit, NEWLINE, QUOTE, RETURN, SPACE } from './bytes.ts';
import { recordText, type Site } from './bytesRecord.ts';
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
  /** A record taken apart as a whole. */
  readonly whole: (ordinal: number, bytes: Uint8Array) => LogRecord;
}

/** The shortest start of a klog line, up to its thread. */
const HEADER = 22;
const CLOSE = 93;
const COLON = 58;
const SLASH = 47;

/**
 * Where the pairs of the bare klog line in `[from, to)` begin, behind its message; -1 when the line is not just what the columns say: a
 * header with this `site`, and `message` in quotes without escapes.
 */
export function pairsStart(
  bytes: Uint8Array,
  from: number,
  to: number,
  site: number,
  message: Word,
): number {
  let close = from + HEADER;
  while (close < to && bytes[close] !== CLOSE) close++;
  let colon = close - 1;
  while (colon > from && isDigit(at(bytes, colon))) colon--;
  const before = at(bytes, close - site - 1);
  if (colon === close - 1 || at(bytes, colon) !== COLON) return -1;
  if (before !== SPACE && before !== SLASH) return -1;
  const quote = at(bytes, close + 1) === SPACE ? close + 2 : close + 1;
  const end = quote + 1 + message.size;
  const isWhole = end < to && at(bytes, end) === QUOTE && at(bytes, end - 1) !== BACKSLASH;
  return at(bytes, quote) === QUOTE && isWhole && beginsPairs(bytes, end + 1, to) ? end + 1 : -1;
}

/** Behind the message stands a pair, or nothing. */
function beginsPairs(bytes: Uint8Array, from: number, to: number): boolean {
  if (from >= to || at(bytes, from) === NEWLINE) return true;
  return at(bytes, from) === SPACE && keyEnd(bytes, from + 1, to) >= 0;
}

const noBytes = new Uint8Array(0);
const noSite: Site = { file: '', line: 0 };

/**
 * A bare klog line with a message that the table knows: of its bytes only those are read that are asked for. Who looks at many lines and
 * keeps none has one of these stand for each of them in turn.
 */
export class KlogRow implements LogRecord {
  ordinal = 0;
  message = '';
  private bytes: Uint8Array = noBytes;
  private from = 0;
  private to = 0;
  private site = noSite;
  private pairsFrom = 0;
  private readonly shared: RowWords;

  constructor(shared: RowWords) {
    this.shared = shared;
  }

  /** From now on it is the row whose bytes are those of `[from, to)`; good for nothing before `begins`. */
  move(ordinal: number, bytes: Uint8Array, from: number, to: number): void {
    const { scan } = this.shared;
    if (scan.owner === this) scan.owner = undefined;
    this.ordinal = ordinal;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  /** Whether its line is just what the columns say. */
  begins(site: Site, siteSize: number, message: Word): boolean {
    this.site = site;
    this.message = message.text;
    this.pairsFrom = pairsStart(this.bytes, this.from, this.to, siteSize, message);
    return this.pairsFrom >= 0;
  }

  get id(): InputId {
    const { table } = this.shared;
    return { source: table.source, offset: table.offsetOf(this.ordinal) };
  }

  get file(): string {
    return this.site.file;
  }

  get fileLine(): number {
    return this.site.line;
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
    return recordText(this.ownBytes);
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

  private get ownBytes(): Uint8Array {
    return this.bytes.subarray(this.from, this.to);
  }

  private end(): number {
    const { bytes } = this;
    let end = this.to;
    if (at(bytes, end - 1) === NEWLINE) end--;
    if (at(bytes, end - 1) === RETURN) end--;
    return end;
  }

  /** The same record, taken apart as a whole. */
  private read(): LogRecord {
    return this.shared.whole(this.ordinal, this.ownBytes);
  }
}
