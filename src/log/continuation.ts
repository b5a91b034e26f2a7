import { hasTerminalWidth, isPiece, opensBlock } from './brokenLines.ts';
import { at, isDigit, isLetter, skipSpaces, SPACE, startsWith, TAB } from './bytes.ts';
import { DAY, MILLISECOND, SECOND } from '../base/time.ts';
import type { HeadKind, LineHead } from './lineHead.ts';
import { isBlockLine } from './readHead.ts';

/** What a record's last line was like, as far as it decides whether the next line belongs to it. */
export class RecordTail {
  private kind: HeadKind = 'none';
  private writer = 0;
  private wrapped = false;
  /** The wrapper's stamp of its last line. */
  private stamp = NaN;
  private partial = false;
  private stampLine = false;
  private lineSize = 0;
  /** The kubelet's JSON, cut off. */
  private openObject = false;
  private lines = 0;
  private broken = false;
  /** Blanks before its first line. */
  private indent = 0;
  /** Where its text stands in its first line; 0: nowhere that can be told. */
  private column = 0;
  /** It prints a unit file, or what is changed in one. */
  private inFile = false;
  /** Inside a value of several lines. */
  inBlock = false;

  /** A record began with this line. */
  begin(head: LineHead, wrapped: boolean, size: number, indent = 0, column = 0): void {
    this.indent = indent;
    this.column = column;
    this.inFile = endsWithUnit(head.bytes, head.from, head.to);
    // Below the head of a section each line stands for itself.
    this.kind = startsWith(head.bytes, head.bodyFrom, head.to, '==> ') ? 'none' : head.kind;
    this.writer = head.writer;
    this.wrapped = wrapped;
    this.stamp = stampOf(head);
    this.partial = head.partial;
    this.stampLine =
      head.kind === 'payload' && head.bodyFrom >= head.to && head.siteTo === head.siteFrom;
    this.lineSize = size;
    this.inBlock = opensBlock(head.bytes, head.to);
    this.openObject = head.kind === 'none' && startsWith(head.bytes, head.from, head.to, '{"ts":');
    this.lines = 1;
    this.broken = false;
  }

  /** The record's lines so far turned out to be one line that was broken; the last of them is of this size. */
  join(head: LineHead, wrapped: boolean, size: number): void {
    const { lines } = this;
    this.begin(head, wrapped, size);
    this.lines = lines + 1;
    this.broken = true;
  }

  /** A record began with a bare klog line that opens no block; it stands from `from` until before `to`. */
  beginKlog(size: number, bytes: Uint8Array, from: number, to: number): void {
    this.kind = 'payload';
    this.writer = 0;
    this.wrapped = this.partial = this.stampLine = this.inBlock = false;
    this.openObject = this.broken = false;
    this.inFile = endsWithUnit(bytes, from, to);
    this.lines = 1;
    this.indent = this.column = 0;
    this.lineSize = size;
  }

  /** Whatever comes next belongs to the record. */
  get isPartial(): boolean {
    return this.partial;
  }

  /** A line was added to the record. */
  extend(head: LineHead, size: number): void {
    this.stamp = stampOf(head);
    this.partial = head.partial;
    this.lineSize = size;
    this.lines++;
    this.stampLine = this.broken = false;
    this.inFile ||= beginsFile(head);
    if (this.inBlock) this.inBlock = isBlockLine(head) && at(head.bytes, head.from) === TAB;
    if (opensBlock(head.bytes, head.to)) this.inBlock = true;
  }

  /** What follows is no part of the record, whatever it is. */
  close(): void {
    this.kind = 'none';
    this.partial = this.stampLine = this.inBlock = false;
  }

  /** Whether a line without a header that comes next may be a part of the line above it. */
  get mayBeBroken(): boolean {
    if (this.inBlock || this.partial || this.stampLine) return false;
    return this.broken ? this.lines < MOST_PARTS : this.lines <= 2;
  }

  /** True while lines without a header belong to the record. */
  get isOpen(): boolean {
    return this.kind === 'payload' || this.partial;
  }

  /** True when a line with this head belongs to the record above it: no header of its own, and from the same writer. */
  owns(head: LineHead, size: number): boolean {
    if (this.partial) return true;
    if (head.kind === 'payload') return false;
    const isFull = hasTerminalWidth(this.lineSize) && size <= this.lineSize;
    if (isFull && this.kind === 'payload' && !this.wrapped && isPiece(head)) return true;
    if (this.stampLine) return head.kind === 'none' && isOneWord(head);
    if (this.kind !== 'payload') {
      if (head.kind !== 'none') return false;
      const mayGoOn = this.kind === 'wrapped' || this.openObject;
      return (isFull && mayGoOn) || (this.kind === 'wrapped' && this.isBelow(head));
    }
    if (head.kind === 'wrapped')
      return (
        this.wrapped && head.writer === this.writer && !isLastWord(head) && !this.isLongAgo(head)
      );
    if (isHeading(head) || isPagers(head)) return false;
    if (this.inFile && isOfFile(head)) return true;
    const isDeeper = isIndented(head, this.indent);
    // Behind an empty line somebody goes on in words of their own.
    if (this.lineSize === 0 && !isDeeper && !goesOn(head)) return false;
    return !this.wrapped || isDeeper || this.lineSize >= WRAP_WIDTH;
  }

  /**
   * Where a wrapper tells when and of no process: what a program says at once, a stack, is stamped at once. A console has one stream for
   * all that is run there.
   */
  private isLongAgo(head: LineHead): boolean {
    if (isOfProcess(head)) return false;
    const apart = Math.abs(stampOf(head) - this.stamp);
    return apart > (head.outerClock % SECOND === 0 ? SECOND : AT_ONCE);
  }

  /** Below the record's text: journalctl sets the further lines of an entry there (print_multiline in logs-show.c). */
  private isBelow({ bytes, from, to }: LineHead): boolean {
    return this.column >= LEAST_COLUMN && blanksAt(bytes, from, to) >= this.column;
  }
}

const AT_ONCE = 100 * MILLISECOND;

/** The wrapper names a process: `setWriter` of decorations.ts, which knows a container alone, gives even numbers. */
function isOfProcess({ writer }: LineHead): boolean {
  return (writer & 1) === 1;
}

/** Of any year; NaN where the wrapper has no stamp. */
function stampOf({ outerMonth, outerDay, outerClock, outerZone }: LineHead): number {
  if (outerMonth === 0) return NaN;
  return (outerMonth * 31 + outerDay) * DAY + outerClock - (outerZone || 0);
}

/** A stamp and a name are no shorter. */
const LEAST_COLUMN = 20;

/** A line that was broken more often than that is none. */
const MOST_PARTS = 200;

/** A terminal breaks lines at this width or above. */
const WRAP_WIDTH = 60;

/** journalctl indents the further lines of an entry below its text; `indent`: as deep as that stands. */
function isIndented({ bytes, from, to }: LineHead, indent: number): boolean {
  return to === from || blanksAt(bytes, from, to) > indent;
}

export function blanksAt(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && (at(bytes, i) === SPACE || at(bytes, i) === TAB)) i++;
  return i - from;
}

const unitHead = '[Unit]';

/** A section of a unit file, a hunk of a diff: minikube logs the ones that it writes. */
function beginsFile({ bytes, from, to }: LineHead): boolean {
  const isHunk = startsWith(bytes, from, to, '@@ -') || startsWith(bytes, from, to, '+++ /');
  return isHunk || fileHeads.some((text) => startsWith(bytes, from, to, text));
}

const fileHeads = [unitHead, '[Service]', '[Install]'];

/** A comment, a setting, a line of a diff, the end of what a shell is given. */
function isOfFile({ bytes, from, to }: LineHead): boolean {
  if ('#[+-"'.includes(String.fromCharCode(at(bytes, from)))) return true;
  let i = from;
  while (i < to && isLetter(at(bytes, i))) i++;
  return i > from && at(bytes, i) === EQUALS;
}

const EQUALS = 61;

/** A line that prints a unit file has its first line at its end. */
function endsWithUnit(bytes: Uint8Array, from: number, to: number): boolean {
  if (at(bytes, to - 1) !== BRACKET) return false;
  const start = to - unitHead.length;
  return start >= from && startsWith(bytes, start, to, unitHead);
}

const BRACKET = 93;

/** `lines 1-24/24 (END)`, or `~` where no line is, which a pager shows below. */
function isPagers({ bytes, from: start, to }: LineHead): boolean {
  const from = skipSpaces(bytes, start, to);
  if (startsWith(bytes, from, to, 'lines ') && isDigit(at(bytes, from + 6))) return true;
  return (to === from + 1 && at(bytes, from) === TILDE) || startsWith(bytes, from, to, '(END)');
}

const TILDE = 126;

/** Go parts the stacks that it dumps by empty lines; minikube what a command that it ran printed to each of its outputs. */
function goesOn({ bytes, from, to }: LineHead): boolean {
  return behindEmpty.some((text) => startsWith(bytes, from, to, text));
}

const behindEmpty = [
  'goroutine ',
  'created by ',
  'stderr:',
  '-- /stdout --',
  '** stderr **',
  '** /stderr **',
];

/** What a command prints before it ends with an error (cobra): never a part of what it logged. */
function isLastWord(head: LineHead): boolean {
  return startsWith(head.bytes, head.bodyFrom, head.to, 'error: ');
}

/** Of Markdown: what follows is what a person wrote. */
function isHeading(head: LineHead): boolean {
  let i = head.from;
  while (i < head.to && at(head.bytes, i) === HASH) i++;
  return i > head.from + 1 && at(head.bytes, i) === SPACE;
}

const HASH = 35;

function isOneWord(head: LineHead): boolean {
  for (let i = head.from; i < head.to; i++) if (at(head.bytes, i) <= SPACE) return false;
  return true;
}
