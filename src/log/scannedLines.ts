import type { Columns } from './columns.ts';
import { joinedName } from './identityScan.ts';
import {
  ASKED,
  ESCAPED,
  IDENTITY_WIDTH,
  Kind,
  Line,
  SEVERITY,
  STRUCTURED,
  type LineScan,
} from './lineScan.ts';
import type { Postings } from './postings.ts';
import type { SourceClock } from './sourceClock.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Where the rows of scanned lines go. */
export interface RowTarget {
  readonly columns: Columns;
  readonly words: Vocabulary;
  readonly postings: Postings;
  readonly clock: SourceClock;
}

/** Makes rows of what a scan told, the same that `TableBuilder` makes of the lines themselves. */
export class ScannedLines {
  readonly scan: LineScan;
  private readonly columns: Columns;
  private readonly words: Vocabulary;
  private readonly postings: Postings;
  private readonly clock: SourceClock;
  private readonly klog: number;

  constructor(scan: LineScan, { columns, words, postings, clock }: RowTarget) {
    this.scan = scan;
    this.columns = columns;
    this.words = words;
    this.postings = postings;
    this.clock = clock;
    this.klog = words.formats.add(0, 'klog');
  }

  /** Adds a klog line of so many bytes, whose numbers begin at `at` and its identities at number `identity`. */
  add(at: number, size: number, identity: number): void {
    const { columns } = this;
    const { lines } = this.scan;
    const row = columns.add(size);
    const flags = lines[at + Line.flags] ?? 0;
    const date = lines[at + Line.date] ?? 0;
    const clock = (lines[at + Line.seconds] ?? 0) * 1e6 + (lines[at + Line.micros] ?? 0);
    columns.time[row] = this.clock.yearless(date >> 5, date & 31, clock);
    columns.severity[row] = flags & SEVERITY;
    columns.pid[row] = this.words.pid(lines[at + Line.pid] ?? 0);
    columns.format[row] = this.klog;
    const site = this.site(at);
    columns.site[row] = site;
    columns.message[row] = this.message(at, flags, site);
    const count = lines[at + Line.identities] ?? 0;
    if (count > 0) this.addIdentities(row, identity, count);
  }

  /** Finds the identities of a line that is no klog line of the common shape; false when they are too many. */
  addAsked(row: number, from: number, to: number): boolean {
    const count = this.scan.findIdentities(from, to);
    if (count > 0) this.addIdentities(row, ASKED, count);
    return count >= 0;
  }

  private site(at: number): number {
    const { scan, words } = this;
    const told = scan.lines[at + Line.site] ?? 0;
    if (!words.takesSites) return 0;
    if (told >= 0) return told;
    const from = scan.lines[at + Line.siteFrom] ?? 0;
    const to = scan.lines[at + Line.siteTo] ?? 0;
    const number = words.site(scan.bytes, from, to);
    scan.learn(told, Kind.site, from, to, number);
    return number;
  }

  private message(at: number, flags: number, site: number): number {
    const { scan, words } = this;
    if ((flags & STRUCTURED) === 0 || !words.takesMessages) return words.siteMessage(site);
    const told = scan.lines[at + Line.message] ?? 0;
    if (told >= 0) return told;
    const from = scan.lines[at + Line.messageFrom] ?? 0;
    const to = scan.lines[at + Line.messageTo] ?? 0;
    if ((flags & ESCAPED) === 0) {
      const number = words.messages.intern(scan.bytes, from, to);
      scan.learn(told, Kind.message, from, to, number);
      return number;
    }
    const number = words.escapedMessage(scan.bytes, from, to);
    scan.learn(told, Kind.escapedMessage, from, to, number);
    return number;
  }

  private addIdentities(row: number, first: number, count: number): void {
    for (let i = first; i < first + count; i++) this.addIdentity(row, i * IDENTITY_WIDTH);
  }

  private addIdentity(row: number, at: number): void {
    const { scan, postings } = this;
    const { bytes, identities } = scan;
    const told = identities[at] ?? 0;
    const from = identities[at + 1] ?? 0;
    const to = identities[at + 2] ?? 0;
    const name = identities[at + 3] ?? 0;
    if (told >= 0) postings.addKnown(row, told);
    else if (name < 0)
      scan.learn(told, Kind.identity, from, to, postings.add(row, bytes, from, to));
    else {
      const joined = joinedName(bytes, from, to, name, identities[at + 4] ?? 0);
      postings.add(row, joined, 0, joined.length);
    }
  }
}
