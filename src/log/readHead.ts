import { SECOND } from '../base/time.ts';
import { at, isDigit, QUOTE, SPACE, TAB } from './bytes.ts';
import { DONE, NO_MATCH, type Format } from './format/format.ts';
import { formats } from './formats.ts';
import { layerNames, type LayerName, type LineHead } from './lineHead.ts';
import { programNumber } from './program.ts';
import { programs, type FormatId, type Program } from './record.ts';

/** A line has no more layers than this; what is deeper stays text. */
const MAX_LAYERS = 8;
const kubelet = programNumber('kubelet');
const layerNumber = new Map<LayerName, number>(layerNames.map((name, index) => [name, index]));

/** For each first byte, the formats that may begin with it. */
const byFirstByte: readonly (readonly Format[])[] = Array.from({ length: 256 }, (_, byte) =>
  formats.filter((format) => format.starts?.includes(String.fromCharCode(byte)) ?? true),
);

/** Parts a chain's name from that of the program which a wrapper of it names. */
const WRITER = '@';

/**
 * Names of layers joined, outermost first, numbered as they are met: `journald-short/klog`. Number 0 is no log line. A chain has one number
 * more for each program that its wrapper was seen to name.
 */
export class FormatNames {
  private readonly names: string[] = ['text'];
  private readonly programs: Program[] = ['unknown'];
  /** By chain and program. */
  private readonly written = new Map<number, number>();
  private lastWriter = -1;
  private lastWritten = 0;
  private readonly next = new Map<number, number>();
  private lastChain = -1;
  private lastLayer: LayerName = 'text';
  private lastNumber = 0;

  get size(): number {
    return this.names.length;
  }

  at(index: number): FormatId {
    return this.names[index] ?? 'text';
  }

  /** The program that the wrapper of such lines names. */
  programAt(index: number): Program {
    return this.programs[index] ?? 'unknown';
  }

  /** All that a number stands for, to be `named` elsewhere. */
  wholeNameAt(index: number): string {
    const program = this.programAt(index);
    return program === 'unknown' ? this.at(index) : `${this.at(index)}${WRITER}${program}`;
  }

  /** The number of what `wholeNameAt` gave. */
  named(name: string): number {
    const [layers = '', program] = name.split(WRITER);
    let chain = 0;
    for (const part of layers.split('/')) {
      const layer = layerNames.find((known) => known === part);
      if (layer !== undefined) chain = this.add(chain, layer);
    }
    return this.writtenBy(
      chain,
      programs.findIndex((known) => known === program),
    );
  }

  /** The number of a chain whose wrapper names a program, by its number; below 1 it names none. */
  writtenBy(chain: number, program: number): number {
    if (program <= 0) return chain;
    const key = chain * programs.length + program;
    if (key !== this.lastWriter) {
      this.lastWriter = key;
      this.lastWritten = this.written.get(key) ?? this.addWritten(key, chain, program);
    }
    return this.lastWritten;
  }

  private addWritten(key: number, chain: number, program: number): number {
    if (this.names.length > MOST) return chain;
    this.written.set(key, this.push(this.at(chain), programs[program] ?? 'unknown'));
    return this.names.length - 1;
  }

  private push(name: FormatId, program: Program): number {
    this.programs.push(program);
    return this.names.push(name) - 1;
  }

  /** The number of a chain with one more layer at its inner end. Lines of one form follow each other. */
  add(chain: number, layer: LayerName): number {
    if (chain !== this.lastChain || layer !== this.lastLayer) {
      this.lastNumber = this.numberOf(chain, layer);
      this.lastChain = chain;
      this.lastLayer = layer;
    }
    return this.lastNumber;
  }

  private numberOf(chain: number, layer: LayerName): number {
    const key = chain * layerNames.length + (layerNumber.get(layer) ?? 0);
    const known = this.next.get(key);
    if (known !== undefined) return known;
    if (this.names.length > MOST) return chain;
    this.next.set(key, this.push(chain === 0 ? layer : `${this.at(chain)}/${layer}`, 'unknown'));
    return this.names.length - 1;
  }
}

/** The column is a byte wide; a log with more mixtures than that is a hostile one. */
const MOST = 254;

/**
 * Reads what the line in `[from, to)` (without its line break) says of itself into `head`. `inBlock`: the line above opened a
 * value of several lines; an indented payload then is part of it, whatever it looks like.
 */
export function readHead(
  bytes: Uint8Array,
  from: number,
  to: number,
  names: FormatNames,
  head: LineHead,
  inBlock = false,
): void {
  head.reset(bytes, from, to);
  unwrap(names, head, inBlock);
}

/** Takes layer after layer off what the head holds. */
export function unwrap(names: FormatNames, head: LineHead, inBlock = false): void {
  for (let depth = 0; depth < MAX_LAYERS && head.from < head.to; depth++) {
    if (inBlock && isBlockLine(head)) break;
    const rest = readLayer(head, names);
    if (rest === NO_MATCH) break;
    if (rest === DONE) {
      head.kind = 'payload';
      return;
    }
    head.kind = 'wrapped';
    head.from = Math.min(rest, head.to);
    head.bodyFrom = head.from;
  }
  if (head.kind === 'wrapped') setTemplate(head);
}

/** Part of a block of lines, or its end ` >`. */
export function isBlockLine(head: LineHead): boolean {
  const first = at(head.bytes, head.from);
  return first === TAB || (first === SPACE && at(head.bytes, head.from + 1) === 62);
}

function readLayer(head: LineHead, names: FormatNames): number {
  const { outerYear, outerMonth, outerDay, outerClock, outerZone } = head;
  const candidates = byFirstByte[at(head.bytes, head.from)] ?? [];
  for (const format of candidates) {
    const rest = format.read(head.bytes, head.from, head.to, head);
    if (rest !== NO_MATCH) {
      const isSameDay =
        head.outerYear === outerYear &&
        head.outerMonth === outerMonth &&
        head.outerDay === outerDay;
      if (isSameDay && isSecondOf(head, outerClock, outerZone)) {
        head.outerClock = outerClock;
        if (!Number.isNaN(outerZone)) head.outerZone = outerZone;
      }
      head.format = names.add(head.format, format.name);
      if (rest === DONE) completePayload(head, format.name);
      return rest;
    }
    // A format that gave up half way may have read a stamp that isn't one.
    head.outerYear = outerYear;
    head.outerMonth = outerMonth;
    head.outerDay = outerDay;
    head.outerClock = outerClock;
    head.outerZone = outerZone;
  }
  return NO_MATCH;
}

/** A stamp of whole seconds says less than one around it that shows the same second. */
function isSecondOf(inner: LineHead, clock: number, zone: number): boolean {
  if (inner.outerClock % SECOND !== 0) return false;
  const ahead = inner.outerZone - zone;
  return inner.outerClock - (ahead || 0) === clock - (clock % SECOND);
}

function completePayload(head: LineHead, name: LayerName): void {
  if (head.program === 0 && ofKubelet.has(name)) {
    head.program = kubelet;
    head.guessed = true;
  }
  if (!head.structured && head.siteTo === head.siteFrom && head.messageTo === head.messageFrom)
    setTemplate(head);
  else if (name === 'logrus') shorten(head);
}

/** Payloads that are taken for the kubelet's where no wrapper names another program. */
const ofKubelet: ReadonlySet<LayerName> = new Set(
  layerNames.filter((name) => /^klog|^flag-notice$|^go-crash$/.test(name)),
);

/** The longest text that stands for a line without a site or message of its own. */
const MAX_TEMPLATE = 60;

/** The start of the body up to what differs from line to line: digits, quotes, paths. */
function setTemplate(head: LineHead): void {
  head.messageFrom = head.bodyFrom;
  head.messageTo = head.to;
  shorten(head);
}

function shorten(head: LineHead): void {
  const limit = Math.min(head.messageTo, head.messageFrom + MAX_TEMPLATE);
  let end = head.messageFrom;
  while (end < limit && !differs(at(head.bytes, end))) end++;
  while (end > head.messageFrom && at(head.bytes, end - 1) === SPACE) end--;
  head.messageTo = end;
}

function differs(byte: number): boolean {
  return isDigit(byte) || byte === QUOTE || byte === 92 || byte === 47 || byte === 123 || byte < 32;
}
