// Mirrors k8s.io/klog/v2 internal/serialize/keyvalues.go (v2.2 to v2.130): `"message" key=value …` in the text forms of all versions.
import { goStringEnd, goUnescape } from './goString.ts';
import type { Field } from './record.ts';

/** A structured line's body, taken apart. */
export interface StructuredBody {
  readonly message: string;
  readonly fields: readonly Field[];
  /** False when a value was cut, so that its quote or bracket never closes. */
  readonly complete: boolean;
}

/** A key as klog prints it: bare, without blanks, quotes or `=`. */
const pair = /\s([^\s"=]+)=/y;
const blank = /\s/g;
/** What stands between two pairs, or ends the line. */
const boundary = /(?:\s[^\s"=]+=|\s*$)/y;

/**
 * Takes a structured body apart. Continuation lines belong to it, joined by line breaks, each still with its tab. Undefined when
 * the body is printf text.
 */
export function parseKlogBody(body: string): StructuredBody | undefined {
  if (!body.startsWith('"')) return undefined;
  const end = goStringEnd(body, 0);
  if (end < 0) return { message: goUnescape(body.slice(1)), fields: [], complete: false };
  if (!/^(?:\s+[^\s"=]+=|\s*$)/.test(body.slice(end + 1))) return undefined;
  const fields: Field[] = [];
  const complete = readPairs(body, end + 1, fields);
  return { message: goUnescape(body.slice(1, end)), fields, complete };
}

/** Reads `key=value` pairs from `start`; false when the last value was cut or text is left that is no pair. */
export function readPairs(text: string, start: number, fields: Field[]): boolean {
  let i = start;
  while (i < text.length) {
    pair.lastIndex = i;
    const m = pair.exec(text);
    if (m === null) return text.slice(i).trim() === '';
    const key = m[1] ?? '';
    const from = i + m[0].length;
    const value = readValue(text, from);
    fields.push({ key, value: value.value, raw: text.slice(from, value.end) });
    if (value.cut) return false;
    i = value.end;
  }
  return true;
}

interface ReadValue {
  readonly value: string;
  readonly end: number;
  readonly cut: boolean;
}

function readValue(text: string, from: number): ReadValue {
  const first = text[from];
  if (first === '<' && /^<[ \t]*(?:\n|$)/.test(text.slice(from, from + 80)))
    return readBlock(text, from);
  if (first === '"') return readString(text, from);
  if (
    first === '{' ||
    first === '[' ||
    (first === '&' && text[from + 1] === '{') ||
    text.startsWith('map[', from)
  )
    return readBracketed(text, from);
  return readBare(text, from);
}

/** `=<`, then lines that begin with a tab, then ` >` and the pairs that follow. */
function readBlock(text: string, from: number): ReadValue {
  const lines: string[] = [];
  let i = text.indexOf('\n', from);
  while (i >= 0) {
    const start = i + 1;
    const next = text.indexOf('\n', start);
    const line = next < 0 ? text.slice(start) : text.slice(start, next);
    if (line.startsWith(' >')) return { value: lines.join('\n'), end: start + 2, cut: false };
    lines.push(line.startsWith('\t') ? line.slice(1) : line);
    i = next;
  }
  return { value: lines.join('\n'), end: text.length, cut: true };
}

function readString(text: string, from: number): ReadValue {
  const end = goStringEnd(text, from);
  if (end < 0) return { value: goUnescape(text.slice(from + 1)), end: text.length, cut: true };
  return { value: goUnescape(text.slice(from + 1, end)), end: end + 1, cut: false };
}

/** A bare word up to a blank; a word with a blank inside that no key follows is taken on to the next key (old `%v` texts). */
function readBare(text: string, from: number): ReadValue {
  blank.lastIndex = from;
  for (let m = blank.exec(text); m !== null; m = blank.exec(text)) {
    if (atBoundary(text, m.index))
      return { value: text.slice(from, m.index), end: m.index, cut: false };
    blank.lastIndex = m.index + 1;
  }
  return { value: text.slice(from), end: text.length, cut: false };
}

/** JSON, `[a b]`, `map[…]` or Go's `&{…}`: the shortest balanced text behind which the line ends or a pair begins. */
function readBracketed(text: string, from: number): ReadValue {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === '"') {
      const end = goStringEnd(text, i);
      if (end < 0) break;
      i = end;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth <= 0 && atBoundary(text, i + 1))
        return { value: text.slice(from, i + 1), end: i + 1, cut: false };
    }
  }
  const bare = readBare(text, from);
  return { ...bare, cut: bare.end === text.length };
}

function atBoundary(text: string, i: number): boolean {
  boundary.lastIndex = i;
  return boundary.test(text);
}

/**
 * The names in a list value of any version: `[a b]`, `"[a b]"` (unquoted to `[a b]`), `["a","b"]`, `[{"name":"a","namespace":"ns"}]`.
 */
export function listItems(value: string): readonly string[] {
  const json = value.startsWith('["') || value.startsWith('[{') ? parseJson(value) : undefined;
  if (Array.isArray(json)) return json.map((item: unknown) => nameOf(item));
  const inner = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value;
  return inner.split(/\s+/).filter((word) => word !== '');
}

/** A member of a struct value of any version: `{"ID":"x"}` or `&{ID:x Type:y}` (there, values have no blanks). */
export function structMember(value: string, name: string): string | undefined {
  const json = value.startsWith('{"') ? parseJson(value) : undefined;
  if (isObject(json)) {
    const member = json[name];
    return member === undefined || member === null ? undefined : textOf(member);
  }
  const m = new RegExp(`[{ ]${name}:("(?:[^"\\\\]|\\\\.)*"|[^\\s{}]*)`).exec(value);
  const found = m?.[1];
  if (found === undefined) return undefined;
  return found.startsWith('"') ? goUnescape(found.slice(1, -1)) : found;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON or undefined; bad JSON is no error here, the text is then read as Go's. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A JSON value as klog's text format prints it: a reference as `ns/name`, other things as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return referenceOf(value) ?? JSON.stringify(value);
}

function nameOf(value: unknown): string {
  return textOf(value);
}

/** `ns/name` of `{"name":…,"namespace":…}` with no other members. */
function referenceOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { name, namespace, ...more } = value;
  if (typeof name !== 'string' || Object.keys(more).length > 0) return undefined;
  if (namespace === undefined || namespace === '') return name;
  return typeof namespace === 'string' ? `${namespace}/${name}` : undefined;
}

/** The members of a line of the kubelet's JSON format as the fields that its text format would have. */
export function jsonFields(object: Readonly<Record<string, unknown>>): readonly Field[] {
  const fields: Field[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (key === 'ts' || key === 'caller' || key === 'msg' || key === 'v') continue;
    const text = Array.isArray(value)
      ? JSON.stringify(value.map((item: unknown) => (isObject(item) ? textOf(item) : item)))
      : textOf(value);
    fields.push({ key, value: text, raw: JSON.stringify(value) });
  }
  return fields;
}
