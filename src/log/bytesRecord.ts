import type { InputId } from '../base/input.ts';
import { micros, type Micros } from '../base/time.ts';
import { joinBroken } from './brokenLines.ts';
import { at, decode, NEWLINE, RETURN, SPACE, TAB } from './bytes.ts';
import { goUnescape } from './goString.ts';
import { isExportStart, isPrettyStart, readBlockHead } from './journalBlock.ts';
import { isObject, jsonFields, parseJson, Pairs, parseKlogBody, structMember } from './klogBody.ts';
import { LineHead } from './lineHead.ts';
import { type FormatNames, readHead } from './readHead.ts';
import { unescapeControls } from './rsyslog.ts';
import {
  programs,
  severities,
  type Field,
  type LogRecord,
  type Program,
  type Severity,
} from './record.ts';

interface Body {
  readonly message: string;
  readonly pairs: FieldSource;
}

/** What a body's fields are read from. */
interface FieldSource {
  readonly fields: readonly Field[];
  /** The value of the first field of that name. */
  value(key: string): string | undefined;
}

class FieldList implements FieldSource {
  readonly fields: readonly Field[];

  constructor(fields: readonly Field[]) {
    this.fields = fields;
  }

  value(key: string): string | undefined {
    return this.fields.find((field) => field.key === key)?.value;
  }
}

const noFields = new FieldList([]);

/** `file.go:123`, taken apart. */
export interface Site {
  readonly file: string;
  readonly line: number;
}

export function siteOf(text: string): Site {
  const colon = text.lastIndexOf(':');
  return colon < 0
    ? { file: text, line: 0 }
    : { file: text.slice(0, colon), line: Number(text.slice(colon + 1)) };
}

/** Of a line's head, what its body is read with. */
type BodyPlace = Readonly<
  Pick<LineHead, 'bytes' | 'from' | 'to' | 'bodyFrom' | 'messageFrom' | 'messageTo' | 'partial'>
>;

/** What a table knows of a record already, and what its records share. */
export interface RecordWords {
  readonly formats: FormatNames;
  /** Filled anew by each record. */
  readonly head: LineHead;
  /** Undefined when it isn't numbered. */
  readonly site: Site | undefined;
}

/** A record read from its bytes; the body is taken apart when first asked for. */
export class BytesRecord implements LogRecord {
  readonly id: InputId;
  readonly ordinal: number;
  readonly line: number;
  readonly time: Micros | undefined;
  readonly severity: Severity;
  readonly program: Program;
  readonly pid: number | undefined;
  readonly file: string;
  readonly fileLine: number;
  readonly structured: boolean;
  /** As it stood, and with its first line whole where it was broken. */
  private readonly stood: Uint8Array;
  private readonly bytes: Uint8Array;
  private readonly head: BodyPlace;
  private readonly formats: FormatNames;
  private readonly firstEnd: number;
  private body: Body | undefined;

  constructor(
    id: InputId,
    ordinal: number,
    line: number,
    time: number,
    bytes: Uint8Array,
    { formats, head, site }: RecordWords,
  ) {
    this.formats = formats;
    this.id = id;
    this.ordinal = ordinal;
    this.line = line;
    this.time = Number.isNaN(time) ? undefined : micros(time);
    this.stood = bytes;
    const firstEnd = lineEnd(bytes, 0);
    const block = isBlock(bytes, firstEnd);
    this.bytes =
      block || firstEnd >= bytes.length - 1 ? bytes : (joinBroken(bytes, formats) ?? bytes);
    const end = lineEnd(this.bytes, 0);
    this.firstEnd = block ? bytes.length : end;
    if (block) readBlockHead(bytes, formats, head);
    else readHead(this.bytes, 0, trimReturn(this.bytes, 0, end), formats, head);
    this.head = {
      bytes: head.bytes,
      from: head.from,
      to: head.to,
      bodyFrom: head.bodyFrom,
      messageFrom: head.messageFrom,
      messageTo: head.messageTo,
      partial: head.partial,
    };
    this.severity = severities[head.severity] ?? 'unknown';
    this.program = programs[head.program] ?? 'unknown';
    this.pid = head.pid < 0 ? undefined : head.pid;
    const { file, line: fileLine } = site ?? siteOf(decode(head.bytes, head.siteFrom, head.siteTo));
    this.file = file;
    this.fileLine = fileLine;
    this.structured = head.structured;
  }

  get message(): string {
    return this.read().message;
  }

  get fields(): readonly Field[] {
    return this.read().pairs.fields;
  }

  field(key: string): string | undefined {
    return this.read().pairs.value(key);
  }

  member(key: string, name: string): string | undefined {
    const value = this.field(key);
    return value === undefined ? undefined : structMember(value, name);
  }

  values(): undefined {
    return undefined;
  }

  isQuoted(key: string): boolean {
    return this.fields.find((field) => field.key === key)?.raw.startsWith('"') === true;
  }

  get continues(): boolean {
    const end = this.stood.indexOf(NEWLINE);
    return end >= 0 && end < this.stood.length - 1;
  }

  get text(): string {
    return recordText(this.stood);
  }

  private read(): Body {
    this.body ??= this.readBody();
    return this.body;
  }

  private readBody(): Body {
    const { head } = this;
    const line = this.decoded(head.bytes, head.bodyFrom, head.to);
    const first = head.partial ? this.withContinuations(line) : line;
    if (this.structured && first.startsWith('{')) return jsonBody(first, head);
    if (this.structured && isLogrus.test(first)) return logrusBody(first, head);
    // What follows a line that is whole (a stack, a program's cry) is no part of its last value.
    const alone = this.structured && !opensBlock.test(first) ? parseKlogBody(first) : undefined;
    if (alone?.complete === true) return alone;
    const body = head.partial ? first : this.withContinuations(first);
    return (
      (this.structured ? parseKlogBody(body) : undefined) ?? { message: body, pairs: noFields }
    );
  }

  /** Only a message that came through syslog is in rsyslog's writing. */
  private decoded(bytes: Uint8Array, from: number, to: number): string {
    const text = decode(bytes, from, to);
    return from > 0 && text.includes('#01') && this.isWrapped ? unescapeControls(text) : text;
  }

  private get isWrapped(): boolean {
    return this.head.bytes !== this.bytes || this.head.from > 0;
  }

  /** The body with its further lines, each without the wrapper that it may have. */
  private withContinuations(first: string): string {
    const { bytes } = this;
    if (this.firstEnd >= bytes.length - 1) return first;
    const wrapped = this.isWrapped;
    if (!wrapped && opensBlock.test(first)) {
      const end = blockEnd(bytes, this.firstEnd + 1);
      if (end >= 0) return `${first}\n${decode(bytes, this.firstEnd + 1, end)}`;
    }
    let text = first;
    let partial = this.head.partial;
    let inBlock = first.endsWith('=<');
    const head = new LineHead();
    for (let from = this.firstEnd + 1; from < bytes.length;) {
      const end = lineEnd(bytes, from);
      readHead(bytes, from, trimReturn(bytes, from, end), this.formats, head, inBlock);
      const line = decode(head.bytes, head.from, head.to);
      // A part of a split line, or what a terminal broke off: neither had a line break there.
      const broken = wrapped && head.kind === 'none' && !/^\s/.test(line);
      text += partial || broken ? line : `\n${line}`;
      partial = head.partial;
      inBlock = (inBlock && line.startsWith('\t')) || line.endsWith('=<');
      from = end + 1;
    }
    return text;
  }
}

/** `>`, with which the last line of a block begins behind a space. */
const CLOSE = 62;

/** A last value that goes on in further lines: the line alone is not whole. */
const opensBlock = / [^\s="]+=<$/;

/** Where the last line of these ends, when nothing but the lines of one block and its end stand here; else -1. */
function blockEnd(bytes: Uint8Array, from: number): number {
  let i = from;
  while (at(bytes, i) === TAB) {
    const end = lineEnd(bytes, i);
    if (end === bytes.length || at(bytes, end - 1) === RETURN) return -1;
    i = end + 1;
  }
  const end = lineEnd(bytes, i);
  const isEnd = at(bytes, i) === SPACE && at(bytes, i + 1) === CLOSE && end >= bytes.length - 1;
  return isEnd && at(bytes, end - 1) !== RETURN ? end : -1;
}

/** The text of a record's bytes, without its last line break. */
export function recordText(bytes: Uint8Array): string {
  const end = bytes.length;
  // A carriage return alone is no line break.
  if (end === 0 || at(bytes, end - 1) !== NEWLINE) return decode(bytes);
  return decode(bytes, 0, trimReturn(bytes, 0, end - 1));
}

function isBlock(bytes: Uint8Array, end: number): boolean {
  return isExportStart(bytes, 0, end) || (isPrettyStart(bytes, 0, end) && end < bytes.length - 1);
}

function jsonBody(text: string, head: BodyPlace): Body {
  const object = parseJson(text);
  if (isObject(object)) {
    const message = typeof object['msg'] === 'string' ? object['msg'] : '';
    return { message: message.replace(/\n$/, ''), pairs: new FieldList(jsonFields(object)) };
  }
  const message = decode(head.bytes, head.messageFrom, head.messageTo);
  return { message: goUnescape(message), pairs: noFields };
}

/** klog's structured body begins with a quote. */
const isLogrus = /^[a-z]+=/i;
/** What the record has places for. */
const inHead = new Set(['time', 'ts', 'level', 'msg']);

/** All pairs of a logrus line are fields, but for those that the record has places for. */
function logrusBody(text: string, head: BodyPlace): Body {
  const { fields } = new Pairs(` ${text}`, 0);
  const message = fields.find((field) => field.key === 'msg')?.value;
  const own = fields.filter(({ key }) => !inHead.has(key));
  return {
    message: message ?? decode(head.bytes, head.messageFrom, head.messageTo),
    pairs: new FieldList(own),
  };
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end < 0 ? bytes.length : end;
}

function trimReturn(bytes: Uint8Array, from: number, to: number): number {
  return to > from && at(bytes, to - 1) === RETURN ? to - 1 : to;
}
