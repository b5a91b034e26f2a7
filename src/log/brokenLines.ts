// Lines that a terminal or a page broke at its width, put together again where their own form proves that they were broken.
import { at, BACKSLASH, indexOfText, NEWLINE, QUOTE, RETURN, skipSpaces, TAB } from './bytes.ts';
import { LineHead } from './lineHead.ts';
import { readHead, type FormatNames } from './readHead.ts';

/** Widths that terminals have. */
const widths: ReadonlySet<number> = new Set([80, 100, 120, 132, 140, 160, 180, 200]);
/** No terminal is narrower. */
const LEAST_WIDTH = 60;

/** Whether a line of so many bytes may have been broken at its end, for all that its size tells. */
export function hasTerminalWidth(size: number): boolean {
  return widths.has(size);
}

/** The mark that some shells and editors put where they break a line. */
const MARK = '\u23ce'.length;
const markBytes = [0xe2, 0x8f, 0x8e] as const;

interface Part {
  readonly from: number;
  readonly to: number;
  readonly isMarked: boolean;
}

const head = new LineHead();

/** No head of its own, or no more than a date, which may stand anywhere in a line. */
export function isPiece({ kind, writer, outerMonth, from }: LineHead): boolean {
  // What an envelope held begins at 0.
  return kind === 'none' || (kind === 'wrapped' && writer === 0 && outerMonth > 0 && from > 0);
}

function isBare(
  bytes: Uint8Array,
  { from, to }: Part,
  names: FormatNames,
  isDated: boolean,
): boolean {
  readHead(bytes, from, to, names, head);
  return head.kind === 'none' || (!isDated && isPiece(head));
}

/**
 * The record with its first line whole; undefined where nothing proves that it was broken. Proof is a mark at the break, a quote of a
 * structured line that it leaves open, the width of a terminal, or several lines of one width.
 */
export function joinBroken(bytes: Uint8Array, names: FormatNames): Uint8Array | undefined {
  const first = partAt(bytes, 0);
  if (opensBlock(bytes, first.to)) return undefined;
  readHead(bytes, 0, first.to, names, head);
  if (head.partial) return undefined;
  const isDated = head.kind === 'wrapped' || head.from > 0 || head.bytes !== bytes;
  const width = columns(bytes, first);
  if (!first.isMarked && width < LEAST_WIDTH) return undefined;
  const parts = [first];
  let last = first;
  let end = lineEnd(bytes, 0);
  while (end < bytes.length - 1 && isBroken(bytes, last, width)) {
    const next = partAt(bytes, end + 1);
    if (at(bytes, next.from) === TAB || columns(bytes, next) > width || next.to === next.from)
      break;
    if (isIndented(bytes, next)) break;
    if (!isBare(bytes, next, names, isDated)) break;
    parts.push(next);
    last = next;
    end = lineEnd(bytes, end + 1);
  }
  if (parts.length === 1) return undefined;
  const isProven =
    first.isMarked || parts.length > 2 || widths.has(width) || leavesQuoteOpen(bytes, first);
  return isProven ? joined(bytes, parts, end) : undefined;
}

/** A value of several lines begins: `=<`. */
export function opensBlock(bytes: Uint8Array, to: number): boolean {
  return at(bytes, to - 1) === 60 && at(bytes, to - 2) === 61;
}

/** journalctl sets the further lines of an entry below its text. */
function isIndented(bytes: Uint8Array, { from, to }: Part): boolean {
  return skipSpaces(bytes, from, to) - from >= 4;
}

function isBroken(bytes: Uint8Array, part: Part, width: number): boolean {
  return part.isMarked || columns(bytes, part) === width;
}

function joined(bytes: Uint8Array, parts: readonly Part[], end: number): Uint8Array {
  const text = new Uint8Array(bytes.length);
  let size = 0;
  for (const { from, to } of parts) {
    text.set(bytes.subarray(from, to), size);
    size += to - from;
  }
  text.set(bytes.subarray(end), size);
  return text.subarray(0, size + bytes.length - end);
}

function partAt(bytes: Uint8Array, from: number): Part {
  let to = lineEnd(bytes, from);
  if (to > from && at(bytes, to - 1) === RETURN) to--;
  const isMarked =
    to - markBytes.length >= from && markBytes.every((byte, i) => at(bytes, to - 3 + i) === byte);
  return { from, to: isMarked ? to - markBytes.length : to, isMarked };
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end < 0 ? bytes.length : end;
}

/** Characters, a mark among them. */
function columns(bytes: Uint8Array, { from, to, isMarked }: Part): number {
  let count = isMarked ? MARK : 0;
  for (let i = from; i < to; i++) if ((at(bytes, i) & 0xc0) !== 0x80) count++;
  return count;
}

/** A structured line that ends inside a quote, which Go never breaks. */
function leavesQuoteOpen(bytes: Uint8Array, { from, to }: Part): boolean {
  if (indexOfText(bytes, '] "', from, to) < 0 && indexOfText(bytes, ' msg="', from, to) < 0)
    return false;
  // A pager's marks: the rest of the line is lost.
  if (at(bytes, to - 1) === 62 || at(bytes, to - 1) === 0xa6) return false;
  let open = false;
  for (let i = from; i < to; i++) {
    if (at(bytes, i) === BACKSLASH) i++;
    else if (at(bytes, i) === QUOTE) open = !open;
  }
  return open;
}
