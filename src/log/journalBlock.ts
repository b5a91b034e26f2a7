// Mirrors the export format of journald (systemd docs/JOURNAL_EXPORT_FORMATS.md) and `journalctl -o json-pretty`: records of several lines.
import { at, decode, indexOfByte, isLetter, NEWLINE, QUOTE, SPACE, startsWith } from './bytes.ts';
import { readMembers } from './format/jsonEnvelope.ts';
import { isObject, parseJson } from './klogBody.ts';
import type { LineHead } from './lineHead.ts';
import { unwrap, type FormatNames } from './readHead.ts';

/** An entry that grows past this is no entry. */
const MAX_BLOCK = 16 << 20;
const MAX_INDENT = 100;

export function isExportStart(bytes: Uint8Array, from: number, to: number): boolean {
  return startsWith(bytes, from, to, '__CURSOR=');
}

export function isPrettyStart(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 1 && at(bytes, from) === 123;
}

/** What a line made of a block: it goes on, the line ended it, or it is no entry of a journal at all. */
export type BlockState = 'open' | 'whole' | 'none';

/** Collects the lines of one entry. */
export class JournalBlock {
  private bytes = new Uint8Array(0);
  private used = 0;
  private pretty = false;
  /** In the export format: up to here the bytes are a binary field, whose line breaks are none. */
  private binaryEnd = 0;

  get size(): number {
    return this.used;
  }

  get open(): boolean {
    return this.used > 0;
  }

  /** Adds a line with its break. */
  add(bytes: Uint8Array, from: number, to: number): BlockState {
    if (this.used === 0) this.pretty = at(bytes, from) === 123;
    const start = this.used;
    this.keep(bytes.subarray(from, to));
    if (this.used > MAX_BLOCK) return 'whole';
    if (!this.pretty) return this.endsExport(start) ? 'whole' : 'open';
    if (this.isSecond(start) && opensList(bytes, from, to)) return 'none';
    if (isBracket(bytes, from, to)) return 'none';
    return at(bytes, from) === 125 ? 'whole' : 'open';
  }

  /** The line at `start` is the one below the brace. */
  private isSecond(start: number): boolean {
    return start > 0 && this.bytes.indexOf(NEWLINE) === start - 1;
  }

  /** The collected bytes; the collector is empty afterwards. They stay valid until the next line is added. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.used);
    this.used = 0;
    this.binaryEnd = 0;
    return taken;
  }

  private endsExport(start: number): boolean {
    if (this.awaitsBinary()) return false;
    if (start < this.binaryEnd) return false;
    if (this.used - start <= 1) return true;
    const hasValue = indexOfByte(this.bytes, 61, start, this.used) >= 0;
    if (!hasValue) this.binaryEnd = -this.used;
    return false;
  }

  /** True while a binary field isn't complete. Behind its name stand eight bytes of length, the data and a line break. */
  private awaitsBinary(): boolean {
    if (this.binaryEnd < 0) {
      const lengthAt = -this.binaryEnd;
      if (this.used < lengthAt + 8) return true;
      this.binaryEnd = lengthAt + 8 + littleEndian(this.bytes, lengthAt) + 1;
    }
    return this.used < this.binaryEnd;
  }

  private keep(part: Uint8Array): void {
    if (this.used + part.length > this.bytes.length) {
      const wide = new Uint8Array(2 * (this.used + part.length));
      wide.set(this.bytes.subarray(0, this.used));
      this.bytes = wide;
    }
    this.bytes.set(part, this.used);
    this.used += part.length;
  }
}

/** `"events": [`: an export of many entries. The journal's own names begin with capitals. */
function opensList(bytes: Uint8Array, from: number, to: number): boolean {
  let end = to;
  while (end > from && at(bytes, end - 1) <= SPACE) end--;
  const name = indexOfByte(bytes, QUOTE, from, end) + 1;
  return (
    name > 0 && (at(bytes, name) & 32) > 0 && isLetter(at(bytes, name)) && at(bytes, end - 1) === 91
  );
}

/** A list within a list, as Loki has its lines: no member of a journal’s entry is one. */
function isBracket(bytes: Uint8Array, from: number, to: number): boolean {
  const text = to - from > MAX_INDENT ? '' : decode(bytes, from, to);
  return text.trim() === '[';
}

/** A length; one that a double doesn't hold is as good as endless. */
function littleEndian(bytes: Uint8Array, i: number): number {
  let value = 0;
  for (let k = 7; k >= 0; k--) value = value * 256 + at(bytes, i + k);
  return value;
}

/** Reads a whole entry's head; a broken one stays text. */
export function readBlockHead(bytes: Uint8Array, names: FormatNames, head: LineHead): void {
  head.reset(bytes, 0, bytes.length);
  const pretty = at(bytes, 0) === 123;
  const members = pretty ? parseJson(decode(bytes)) : exportMembers(bytes);
  if (!isObject(members)) return;
  const read = readMembers(members, head);
  // An object that tells neither a line nor when: what a command printed of a container, say.
  if (pretty && !read && !('__CURSOR' in members)) return;
  head.kind = 'wrapped';
  head.format = names.add(head.format, pretty ? 'journald-json' : 'journald-export');
  head.from = head.bodyFrom = 0;
  if (read) unwrap(names, head);
}

/** The fields of an export entry; of a field that stands twice, the first. */
function exportMembers(bytes: Uint8Array): Readonly<Record<string, string>> {
  const members: Record<string, string> = {};
  for (let i = 0; i < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, i);
    const end = found < 0 ? bytes.length : found;
    const equals = indexOfByte(bytes, 61, i, end);
    if (equals >= 0) {
      members[decode(bytes, i, equals)] ??= decode(bytes, equals + 1, end);
      i = end + 1;
    } else if (end > i) {
      const length = littleEndian(bytes, end + 1);
      members[decode(bytes, i, end)] ??= decode(
        bytes,
        end + 9,
        Math.min(bytes.length, end + 9 + length),
      );
      i = end + 10 + length;
    } else i = end + 1;
  }
  return members;
}
