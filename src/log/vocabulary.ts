import { ByteDictionary, type DictionaryPart, type KeptDictionary } from './byteDictionary.ts';
import { decode } from './bytes.ts';
import type { PackedRows } from './columns.ts';
import { goUnescape } from './goString.ts';
import { FormatNames } from './readHead.ts';

/** Columns hold numbers of 16 bits; what a log says beyond so many different things counts as said by nobody. */
const MAX_NUMBER = 65_000;

/** JSON lines don't tell printf text from messages: past this many messages, lines count by their `file.go:line`. */
const MAX_MESSAGES = 50_000;

/** The words that a table's numbers stand for. One may serve several builders in turn. */
export class Vocabulary {
  readonly messages: ByteDictionary;
  readonly sites: ByteDictionary;
  readonly identities: ByteDictionary;
  readonly formats = new FormatNames();
  readonly pids: number[] = [-1];
  private readonly pidNumbers = new Map<number, number>([[-1, 0]]);
  /** By site: the number in `messages` that stands for its printf lines. */
  private readonly siteMessages: number[] = [];
  /** Messages as they stand in the line, with the numbers of what they mean. */
  private readonly escaped = new ByteDictionary();
  private readonly escapedNumbers: number[] = [];
  private lastPid = -1;
  private lastPidNumber = 0;

  constructor(kept?: KeptVocabulary) {
    this.messages = new ByteDictionary(kept?.messages);
    this.sites = new ByteDictionary(kept?.sites);
    this.identities = new ByteDictionary(kept?.identities);
    for (const name of kept?.formats ?? []) this.formats.named(name);
    for (const pid of kept?.pids ?? []) this.pid(pid);
  }

  /** All of it, to be made anew from. */
  get kept(): KeptVocabulary {
    return {
      messages: this.messages.kept,
      sites: this.sites.kept,
      identities: this.identities.kept,
      formats: this.formatsFrom(1),
      pids: Float64Array.from(this.pids.slice(1)),
    };
  }

  /** The number of a pid; 0 for none. */
  pid(pid: number): number {
    if (pid === this.lastPid) return this.lastPidNumber;
    let number = this.pidNumbers.get(pid);
    if (number === undefined) {
      if (this.pids.length > MAX_NUMBER) return 0;
      number = this.pids.length;
      this.pids.push(pid);
      this.pidNumbers.set(pid, number);
    }
    this.lastPid = pid;
    this.lastPidNumber = number;
    return number;
  }

  get takesSites(): boolean {
    return this.sites.size <= MAX_NUMBER;
  }

  site(bytes: Uint8Array, from: number, to: number): number {
    if (this.takesSites) return this.sites.intern(bytes, from, to);
    return 0;
  }

  /** The number of a message that has escapes: it counts as what they stand for, in klog's text as in JSON. */
  escapedMessage(bytes: Uint8Array, from: number, to: number): number {
    const raw = this.escaped.intern(bytes, from, to);
    const known = this.escapedNumbers[raw];
    if (known !== undefined) return known;
    const number = this.messages.internText(goUnescape(decode(bytes, from, to)).trimEnd());
    this.escapedNumbers[raw] = number;
    return number;
  }

  get takesMessages(): boolean {
    return this.messages.size < MAX_MESSAGES;
  }

  /** The message that stands for all printf lines of a site. */
  siteMessage(site: number): number {
    const known = this.siteMessages[site];
    if (known !== undefined) return known;
    const number =
      this.messages.size <= MAX_NUMBER ? this.messages.internText(this.sites.at(site)) : 0;
    this.siteMessages[site] = number;
    return number;
  }

  /** How much there is of each kind, to tell later what came since. */
  get mark(): VocabularyMark {
    return {
      messages: this.messages.size,
      sites: this.sites.size,
      identities: this.identities.size,
      formats: this.formats.size,
      pids: this.pids.length,
    };
  }

  /** What came since a mark. */
  since(mark: VocabularyMark): VocabularyPart {
    return {
      messages: this.messages.partFrom(mark.messages),
      sites: this.sites.partFrom(mark.sites),
      identities: this.identities.partFrom(mark.identities),
      formats: this.formatsFrom(mark.formats),
      pids: this.pids.slice(mark.pids),
    };
  }

  private formatsFrom(first: number): string[] {
    return Array.from({ length: this.formats.size - first }, (_, i) =>
      this.formats.wholeNameAt(first + i),
    );
  }
}

/** A whole vocabulary as it is kept: formats and pids without their number 0. */
export interface KeptVocabulary {
  readonly messages: KeptDictionary;
  readonly sites: KeptDictionary;
  readonly identities: KeptDictionary;
  readonly formats: readonly string[];
  readonly pids: Float64Array;
}

export interface VocabularyMark {
  readonly messages: number;
  readonly sites: number;
  readonly identities: number;
  readonly formats: number;
  readonly pids: number;
}

export interface VocabularyPart {
  readonly messages: DictionaryPart;
  readonly sites: DictionaryPart;
  readonly identities: DictionaryPart;
  readonly formats: readonly string[];
  readonly pids: readonly number[];
}

/** Numbers of one vocabulary as numbers of another, for a thread whose words come in parts. */
export class VocabularyMap {
  private readonly target: Vocabulary;
  private readonly numbers = {
    messages: [0],
    sites: [0],
    identities: [0],
    formats: [0],
    pids: [0],
  };

  constructor(target: Vocabulary) {
    this.target = target;
  }

  /** Learns the words that came since the last part. */
  learn(part: VocabularyPart): void {
    const { target, numbers } = this;
    // Beyond what 16 bits number, a word is nobody's.
    const bounded = (number: number): number => (number > MAX_NUMBER ? 0 : number);
    for (const number of target.messages.internPart(part.messages))
      numbers.messages.push(bounded(number));
    for (const number of target.sites.internPart(part.sites)) numbers.sites.push(bounded(number));
    for (const number of target.identities.internPart(part.identities))
      numbers.identities.push(number);
    for (const name of part.formats) numbers.formats.push(target.formats.named(name));
    for (const pid of part.pids) numbers.pids.push(target.pid(pid));
  }

  /** Renumbers rows in place. */
  translate(rows: PackedRows): void {
    renumber(rows.message, this.numbers.messages);
    renumber(rows.site, this.numbers.sites);
    renumber(rows.pid, this.numbers.pids);
    renumber(rows.format, this.numbers.formats);
    renumber(rows.refs, this.numbers.identities);
  }
}

function renumber(
  column: Uint8Array | Uint16Array | Uint32Array,
  numbers: readonly number[],
): void {
  for (let i = 0; i < column.length; i++) column[i] = numbers[column[i] ?? 0] ?? 0;
}
