// Mirrors k8s.io/klog/v2 internal/serialize/keyvalues.go (v2.2 to v2.130): `"message" key=value …` in the text forms of all versions.
import { goStringEnd, goUnescape } from './goString.ts';
import type { Field } from './record.ts';

/** A structured line's body, taken apart as far as it is asked. */
export interface StructuredBody {
  readonly message: string;
  readonly pairs: Pairs;
  /** False when a value was cut, so that its quote or bracket never closes. */
  readonly complete: boolean;
}

/**
 * Takes a structured body apart. Continuation lines belong to it, joined by line breaks, each still with its tab. Undefined when
 * the body is printf text.
 */
export function parseKlogBody(body: string): StructuredBody | undefined {
  if (!body.startsWith('"')) return undefined;
  const end = goStringEnd(body, 0);
  if (end < 0)
    return { message: goUnescape(body.slice(1)), pairs: new Pairs('', 0), complete: false };
  if (!beginsPairs(body, end + 1)) return undefined;
  const pairs = new Pairs(body, end + 1);
  return { message: goUnescape(body.slice(1, end)), pairs, complete: pairs.complete };
}

/** The `key=value` pairs of a text from some place on. Where they stand is found at once; a value is unquoted when it is asked for. */
export class Pairs {
  /** False when the last value was cut or text is left that is no pair. */
  readonly complete: boolean;
  private readonly text: string;
  /** For each pair where its key begins, its value begins, and its value ends. */
  private readonly places: number[] = [];

  constructor(text: string, start: number) {
    this.text = text;
    this.complete = this.find(start);
  }

  private find(start: number): boolean {
    const { text, places } = this;
    for (let i = start; i < text.length;) {
      const equals = isBlank(text.charCodeAt(i)) ? keyEnd(text, i + 1) : -1;
      if (equals < 0) return isBlankFrom(text, i);
      const { end, cut } = valueEnd(text, equals + 1);
      places.push(i + 1, equals + 1, end);
      if (cut) return false;
      i = end;
    }
    return true;
  }

  /** The value of the first pair of this key. */
  value(key: string): string | undefined {
    const { text, places } = this;
    for (let i = 0; i < places.length; i += 3) {
      const from = places[i] ?? 0;
      const to = (places[i + 1] ?? 0) - 1;
      if (to - from === key.length && text.startsWith(key, from)) return this.valueOf(i);
    }
    return undefined;
  }

  get fields(): readonly Field[] {
    const fields: Field[] = [];
    const { text, places } = this;
    for (let i = 0; i < places.length; i += 3) {
      const from = places[i + 1] ?? 0;
      const key = text.slice(places[i], from - 1);
      fields.push({ key, value: this.valueOf(i), raw: text.slice(from, places[i + 2]) });
    }
    return fields;
  }

  private valueOf(i: number): string {
    const { text, places } = this;
    const from = places[i + 1] ?? 0;
    const to = places[i + 2] ?? 0;
    const first = text.charCodeAt(from);
    if (first === QUOTE) {
      const cut = !this.complete && i === places.length - 3 && goStringEnd(text, from) < 0;
      return goUnescape(text.slice(from + 1, cut ? to : to - 1));
    }
    return first === LESS && opensBlock(text, from) ? blockText(text, from) : text.slice(from, to);
  }
}

const QUOTE = 34;
const EQUALS = 61;
const LESS = 60;

function isBlank(code: number): boolean {
  if (code > 32 && code < 0xa0) return false;
  return (
    code === 32 ||
    (code >= 9 && code <= 13) ||
    (code >= 0xa0 && wideBlank.test(String.fromCharCode(code)))
  );
}

const wideBlank = /\s/;

function isBlankFrom(text: string, i: number): boolean {
  let k = i;
  while (k < text.length && isBlank(text.charCodeAt(k))) k++;
  return k === text.length;
}

/** Where the `=` stands behind a key as klog prints it: bare, without blanks, quotes or `=`; -1 when none begins here. */
function keyEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === EQUALS) return i > from ? i : -1;
    if (code === QUOTE || isBlank(code)) return -1;
  }
  return -1;
}

/** Behind a message stand pairs, or nothing. */
function beginsPairs(text: string, start: number): boolean {
  let i = start;
  while (i < text.length && isBlank(text.charCodeAt(i))) i++;
  return i === text.length || (i > start && keyEnd(text, i) >= 0);
}

/** What stands between two pairs, or ends the line. */
function atBoundary(text: string, i: number): boolean {
  return (
    i >= text.length ||
    (isBlank(text.charCodeAt(i)) && (keyEnd(text, i + 1) >= 0 || isBlankFrom(text, i)))
  );
}

interface ValueEnd {
  readonly end: number;
  readonly cut: boolean;
}

function valueEnd(text: string, from: number): ValueEnd {
  const first = text[from];
  if (first === '"') {
    const end = goStringEnd(text, from);
    return end < 0 ? { end: text.length, cut: true } : { end: end + 1, cut: false };
  }
  if (first === '<' && opensBlock(text, from)) return blockEnd(text, from);
  if (
    first === '{' ||
    first === '[' ||
    (first === '&' && text[from + 1] === '{') ||
    (first === 'm' && text.startsWith('map[', from))
  )
    return bracketedEnd(text, from);
  return { end: bareEnd(text, from), cut: false };
}

function opensBlock(text: string, from: number): boolean {
  return /^<[ \t]*(?:\n|$)/.test(text.slice(from, from + 80));
}

/** `=<`, then lines that begin with a tab, then ` >` and the pairs that follow. */
function blockEnd(text: string, from: number): ValueEnd {
  const close = text.indexOf('\n >', from);
  return close < 0 ? { end: text.length, cut: true } : { end: close + 3, cut: false };
}

function blockText(text: string, from: number): string {
  const start = text.indexOf('\n', from);
  const close = text.indexOf('\n >', from);
  if (start < 0 || start === close) return '';
  const lines = text.slice(start + 1, close < 0 ? text.length : close).split('\n');
  return lines.map((line) => (line.startsWith('\t') ? line.slice(1) : line)).join('\n');
}

/** A bare word up to a blank; a word with a blank inside that no key follows is taken on to the next key (old `%v` texts). */
function bareEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && !(isBlank(text.charCodeAt(i)) && atBoundary(text, i))) i++;
  return i;
}

/** JSON, `[a b]`, `map[…]` or Go's `&{…}`: the shortest balanced text behind which the line ends or a pair begins. */
function bracketedEnd(text: string, from: number): ValueEnd {
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
      if (depth <= 0 && atBoundary(text, i + 1)) return { end: i + 1, cut: false };
    }
  }
  const end = bareEnd(text, from);
  return { end, cut: end === text.length };
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
