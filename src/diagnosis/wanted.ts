import type { Found } from './match.ts';
import { severities, type LogTable } from '../log/record.ts';

const info = severities.indexOf('info');
const debug = severities.indexOf('debug');
/** A printf statement has no message of its own: its first lines are read, then one in so many, unless one of them is a hit. */
const tryFirst = 32;
const tryOneIn = 128;
/** Bytes: a quiet line that is longer may carry a panic as its continuation. */
const longLine = 2_048;
/** A log of so few records is read as a whole. */
const smallLog = 5_000;
/** Lines of no known severity are other programs', panics, banners: a journal may hold millions. */
const mostUnknown = 200_000;
/**
 * A statement with so many hits is a storm: of its further lines one in `thinner` is read and stands for the others, and after as
 * many hits again one in `thinner` squared. So the cost of a storm grows with the logarithm of its length. What it says for the first time
 * of another pod is no part of it.
 */
const storm = 4_000;
/** Where all hits only count: a smaller sample tells the same. */
const countedStorm = 1_000;
const thinner = 8;
const thinnest = 512;
/** So many statements about pods are told from a storm. */
const mostTold = 100_000;
/** More than the identities that a table tells apart. */
const identities = 2 ** 22;
/** Lines of a statement that never was a hit, though it may be: its text may change, so some are tried on. */
const patience = 1_000;
const vainOneIn = 16;

/** What is known of a message's number. */
const notAsked = 0;
const unasked = 1;
const asked = 2;
const printf = 3;

/** Says which records of one table are worth reading, by its columns alone. */
export class Wanted {
  private readonly table: LogTable;
  private readonly heads: readonly string[];
  private severity: LogTable['severity'];
  private message: LogTable['message'];
  private kind: Uint8Array;
  private met: Uint32Array;
  private hits: Uint32Array;
  /** 1: a hit tells more than one time more. */
  private telling: Uint8Array;
  private readonly readsAll: boolean;
  private unknown = 0;
  /** Message and pod of the lines for which a storm was left; and what the record that is asked about next adds to them. */
  private readonly told = new Set<number>();
  private toldNow: number[] | undefined;

  constructor(table: LogTable, heads: readonly string[]) {
    this.table = table;
    this.heads = heads;
    this.severity = table.severity;
    this.message = table.message;
    this.readsAll = table.length <= smallLog;
    this.kind = new Uint8Array(table.messages.size);
    this.met = new Uint32Array(table.messages.size);
    this.hits = new Uint32Array(table.messages.size);
    this.telling = new Uint8Array(table.messages.size);
  }

  /** Whether it would read other records of a table that has another length now. */
  get isOther(): boolean {
    return this.readsAll !== this.table.length <= smallLog;
  }

  /** To be called when the table has grown. */
  grow(): void {
    const { table, kind } = this;
    this.severity = table.severity;
    this.message = table.message;
    const { size } = table.messages;
    if (size <= kind.length) return;
    const wide = <T extends Uint8Array | Uint32Array>(more: T, old: T): T => {
      more.set(old);
      return more;
    };
    this.kind = wide(new Uint8Array(2 * size), kind);
    this.met = wide(new Uint32Array(2 * size), this.met);
    this.hits = wide(new Uint32Array(2 * size), this.hits);
    this.telling = wide(new Uint8Array(2 * size), this.telling);
  }

  /** What makes it forget the record that it is asked about next, once it has forgotten all that came after. */
  memento(ordinal: number): () => void {
    const message = this.message[ordinal] ?? 0;
    const { unknown } = this;
    const met = this.met[message] ?? 0;
    const hits = this.hits[message] ?? 0;
    const telling = this.telling[message] ?? 0;
    const told: number[] = [];
    this.toldNow = told;
    return () => {
      for (const key of told) this.told.delete(key);
      this.unknown = unknown;
      this.met[message] = met;
      this.hits[message] = hits;
      this.telling[message] = telling;
    };
  }

  /** For how many lines a record stands; 0: do not read it. */
  weight(ordinal: number): number {
    const weight = this.weigh(ordinal);
    this.toldNow = undefined;
    return weight;
  }

  private weigh(ordinal: number): number {
    const severity = this.severity[ordinal] ?? 0;
    if (severity < debug) return ++this.unknown <= mostUnknown ? 1 : 0;
    const message = this.message[ordinal] ?? 0;
    if (severity <= info && this.kind[message] === unasked && this.isShort(ordinal)) return 0;
    const met = (this.met[message] = (this.met[message] ?? 0) + 1);
    const hits = this.hits[message] ?? 0;
    const quiet = severity <= info;
    if (quiet && !this.worthTrying(ordinal, message, met, hits)) return 0;
    if (hits === 0 && met > patience && !this.readsAll) return met % vainOneIn === 0 ? 1 : 0;
    const enough = this.telling[message] === 1 ? storm : countedStorm;
    if (hits < enough) return 1;
    const oneIn = Math.min(thinnest, thinner ** Math.floor(hits / enough));
    if (met % oneIn === 0) return oneIn;
    return enough === storm && this.isNews(ordinal, message) ? 1 : 0;
  }

  /** Whether a line of a storm names a pod of which it has said nothing yet. */
  private isNews(ordinal: number, message: number): boolean {
    const { told, table } = this;
    let isNews = false;
    for (const pod of table.podsNamedIn(ordinal)) {
      const key = message * identities + pod;
      if (told.has(key) || told.size >= mostTold) continue;
      told.add(key);
      this.toldNow?.push(key);
      isNews = true;
    }
    return isNews;
  }

  tellHit(ordinal: number, found: readonly Found[]): void {
    const message = this.message[ordinal] ?? 0;
    if (this.telling[message] === 0 && !found.every(({ asked }) => asked.onlyCounts))
      this.telling[message] = 1;
    this.hits[message] = (this.hits[message] ?? 0) + 1;
  }

  /** Nothing to be read for its own sake. */
  private isShort(ordinal: number): boolean {
    return !this.readsAll && this.table.sizeOf(ordinal) <= longLine;
  }

  private worthTrying(ordinal: number, message: number, met: number, hits: number): boolean {
    if (!this.isShort(ordinal)) return true;
    let kind = this.kind[message] ?? notAsked;
    if (kind === notAsked) kind = this.kind[message] = this.kindOf(message);
    if (kind !== printf) return kind === asked;
    return hits > 0 || met <= tryFirst || met % tryOneIn === 0;
  }

  private kindOf(message: number): number {
    const text = this.table.messages.at(message);
    if (text === '' || /^[\w.-]+:\d+$/.test(text)) return printf;
    return this.heads.some((head) => text.startsWith(head)) ? asked : unasked;
  }
}
