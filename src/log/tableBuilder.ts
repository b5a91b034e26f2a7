import type { SourceId } from '../base/input.ts';
import { ByteDictionary } from './byteDictionary.ts';
import type { ByteStore } from './byteStore.ts';
import { at, BACKSLASH, decode, encode, indexOfByte, NEWLINE, RETURN } from './bytes.ts';
import { Columns } from './columns.ts';
import { RecordTail } from './continuation.ts';
import { goUnescape } from './goString.ts';
import { isExportStart, isPrettyStart, JournalBlock, readBlockHead } from './journalBlock.ts';
import { LineHead } from './lineHead.ts';
import { GrowingTable } from './logTable.ts';
import { FormatNames, readHead } from './readHead.ts';
import type { LogTable } from './record.ts';
import { sniffClock } from './sniffClock.ts';
import { SourceClock, type ClockOptions } from './sourceClock.ts';

/** A record never grows past this: what comes then is a record of its own. */
const MAX_RECORD_BYTES = 4 << 20;

/** JSON lines don't tell printf text from messages: past this many messages, lines count by their `file.go:line`. */
const MAX_MESSAGES = 50_000;

/** Absolute times that date the log are looked for in this much of its first chunk. */
const SNIFFED_BYTES = 1 << 20;

/**
 * Makes a source's table from its bytes, in the order in which they come. Chunks may end anywhere. A line is in the table once
 * its end was seen, and may still gain continuation lines; `finish` adds an unfinished last line. What was appended must be
 * readable through the store.
 */
export class TableBuilder {
  private readonly columns = new Columns();
  private readonly messages = new ByteDictionary();
  private readonly sites = new ByteDictionary();
  private readonly formats = new FormatNames();
  private readonly head = new LineHead();
  private readonly clock: SourceClock;
  private readonly grown: GrowingTable;
  /** By site: the number in `messages` that stands for its printf lines. */
  private readonly siteMessages: number[] = [];
  /** A line whose end has not come yet. */
  private carry = new Uint8Array(0);
  private carried = 0;
  /** Where the next line begins. */
  private offset = 0;
  private readonly tail = new RecordTail();
  private readonly block = new JournalBlock();
  private sniffed = false;

  constructor(source: SourceId, bytes: ByteStore, options: ClockOptions = {}) {
    this.clock = new SourceClock(options);
    this.grown = new GrowingTable(
      source,
      bytes,
      this.columns,
      this.messages,
      this.sites,
      this.formats,
    );
  }

  get table(): LogTable {
    return this.grown;
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
  }

  private sniff(chunk: Uint8Array): void {
    this.sniffed = true;
    this.clock.hint(sniffClock(decode(chunk, 0, Math.min(chunk.length, SNIFFED_BYTES))));
  }

  private keep(part: Uint8Array): void {
    const size = this.carried + part.length;
    if (size > this.carry.length) {
      const wide = new Uint8Array(Math.max(size, this.carry.length * 2, 4096));
      wide.set(this.carry.subarray(0, this.carried));
      this.carry = wide;
    }
    this.carry.set(part, this.carried);
    this.carried = size;
  }

  private addCarried(): void {
    const size = this.carried;
    this.carried = 0;
    this.addLine(this.carry, 0, size);
  }

  /** Adds the line in `[from, to)`, its line break included. */
  private addLine(bytes: Uint8Array, from: number, to: number): void {
    const { head, block, tail } = this;
    if (block.open) {
      if (block.add(bytes, from, to)) this.closeBlock();
      return;
    }
    const end = withoutBreak(bytes, from, to);
    if (this.beginsBlock(bytes, from, end)) {
      block.add(bytes, from, to);
      return;
    }
    readHead(bytes, from, end, this.formats, head, tail.inBlock);
    if (this.belongsToLast(to - from)) {
      this.extendLast(to - from);
      tail.extend(head, end - from);
    } else {
      this.addRecord(to - from);
      tail.begin(head, head.bytes !== bytes || head.from !== from, end - from);
    }
  }

  /** A lone `{` opens an entry only where no record goes on. */
  private beginsBlock(bytes: Uint8Array, from: number, end: number): boolean {
    if (isExportStart(bytes, from, end)) return true;
    return isPrettyStart(bytes, from, end) && !this.tail.isOpen;
  }

  private closeBlock(): void {
    const bytes = this.block.take();
    readBlockHead(bytes, this.formats, this.head);
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

  private belongsToLast(size: number): boolean {
    const { columns } = this;
    if (columns.length === 0) return false;
    if ((columns.size[columns.length - 1] ?? 0) + size > MAX_RECORD_BYTES) return false;
    return this.tail.owns(this.head);
  }

  private extendLast(size: number): void {
    const { columns } = this;
    const row = columns.length - 1;
    columns.size[row] = (columns.size[row] ?? 0) + size;
    this.grown.addContinuation(row);
    this.offset += size;
  }

  private addRecord(size: number): void {
    const { columns, head } = this;
    const row = columns.add();
    columns.offset[row] = this.offset;
    columns.size[row] = size;
    columns.time[row] = this.clock.instant(head);
    columns.severity[row] = head.severity;
    columns.pid[row] = Math.max(head.pid, 0);
    columns.format[row] = head.format;
    const site = this.sites.intern(head.bytes, head.siteFrom, head.siteTo);
    columns.site[row] = site;
    columns.message[row] = this.messageNumber(site);
    if (isCut(head)) this.grown.cutRows.push(row);
    this.offset += size;
  }

  private messageNumber(site: number): number {
    const { head } = this;
    if (head.messageTo === head.messageFrom && !head.structured) return this.siteMessage(site);
    if (this.messages.size > MAX_MESSAGES) return this.siteMessage(site);
    const { bytes, messageFrom, messageTo } = head;
    if (indexOfByte(bytes, BACKSLASH, messageFrom, messageTo) < 0)
      return this.messages.intern(bytes, messageFrom, messageTo);
    const text = decode(bytes, messageFrom, messageTo);
    const plain = encode(goUnescape(text).trimEnd());
    return this.messages.intern(plain, 0, plain.length);
  }

  private siteMessage(site: number): number {
    const known = this.siteMessages[site];
    if (known !== undefined) return known;
    const number = this.messages.internText(this.sites.at(site));
    this.siteMessages[site] = number;
    return number;
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
