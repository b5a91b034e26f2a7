import { at, SPACE, TAB } from './bytes.ts';
import type { HeadKind, LineHead } from './lineHead.ts';
import { isBlockLine } from './readHead.ts';

/** What a record's last line was like, as far as it decides whether the next line belongs to it. */
export class RecordTail {
  private kind: HeadKind = 'none';
  private writer = 0;
  private wrapped = false;
  private partial = false;
  private stampLine = false;
  private lineSize = 0;
  /** Inside a value of several lines. */
  inBlock = false;

  /** A record began with this line. */
  begin(head: LineHead, wrapped: boolean, size: number): void {
    this.kind = head.kind;
    this.writer = head.writer;
    this.wrapped = wrapped;
    this.partial = head.partial;
    this.stampLine =
      head.kind === 'payload' && head.bodyFrom >= head.to && head.siteTo === head.siteFrom;
    this.lineSize = size;
    this.inBlock = opensBlock(head);
  }

  /** A record began with a bare klog line that opens no block. */
  beginKlog(size: number): void {
    this.kind = 'payload';
    this.writer = 0;
    this.wrapped = this.partial = this.stampLine = this.inBlock = false;
    this.lineSize = size;
  }

  /** Whatever comes next belongs to the record. */
  get isPartial(): boolean {
    return this.partial;
  }

  /** A line was added to the record. */
  extend(head: LineHead, size: number): void {
    this.partial = head.partial;
    this.lineSize = size;
    this.stampLine = false;
    if (this.inBlock) this.inBlock = isBlockLine(head) && at(head.bytes, head.from) === TAB;
    if (opensBlock(head)) this.inBlock = true;
  }

  /** What follows is no part of the record, whatever it is. */
  close(): void {
    this.kind = 'none';
    this.partial = this.stampLine = this.inBlock = false;
  }

  /** True while lines without a header belong to the record. */
  get isOpen(): boolean {
    return this.kind === 'payload' || this.partial;
  }

  /** True when a line with this head belongs to the record above it: no header of its own, and from the same writer. */
  owns(head: LineHead): boolean {
    if (this.partial) return true;
    if (head.kind === 'payload') return false;
    if (this.stampLine) return head.kind === 'none' && isOneWord(head);
    if (this.kind !== 'payload') return false;
    if (head.kind === 'wrapped') return head.writer === this.writer;
    return !this.wrapped || isIndented(head) || this.lineSize >= WRAP_WIDTH;
  }
}

/** A terminal breaks lines at this width or above. */
const WRAP_WIDTH = 60;

/** The line ends with `=<`. */
function opensBlock(head: LineHead): boolean {
  return at(head.bytes, head.to - 1) === 60 && at(head.bytes, head.to - 2) === 61;
}

/** journalctl indents the further lines of an entry below its text. */
function isIndented(head: LineHead): boolean {
  const first = at(head.bytes, head.from);
  return head.to === head.from || first === SPACE || first === TAB;
}

function isOneWord(head: LineHead): boolean {
  for (let i = head.from; i < head.to; i++) if (at(head.bytes, i) <= SPACE) return false;
  return true;
}
