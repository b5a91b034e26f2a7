// Mirrors strconv.Unquote (Go 1.24). A Go quoted string is no JSON string: `\a`, `\v`, `\x` and `\U` are none of JSON's.

const simple: ReadonlyMap<number, number> = new Map(
  Object.entries({
    a: '\x07',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
    '\\': '\\',
    "'": "'",
    '"': '"',
  }).map(([letter, meant]) => [letter.charCodeAt(0), meant.charCodeAt(0)]),
);

const QUOTE = 34;
const BACKSLASH = 92;

const numbered = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))/y;

/** The text inside a Go quoted string, without its quotes. Escapes that Go doesn't know stay as they stand; it never fails. */
export function goUnescape(inner: string): string {
  const first = inner.indexOf('\\');
  if (first < 0) return inner;
  return unescapeQuotes(inner, first) ?? unescapeAll(inner);
}

/** Errors inside errors: quotes and backslashes are all that is escaped in most of them. Undefined where something else is. */
function unescapeQuotes(inner: string, first: number): string | undefined {
  let text = '';
  let from = 0;
  for (let i = first; i >= 0; i = inner.indexOf('\\', i + 2)) {
    const next = inner.charCodeAt(i + 1);
    if (next !== QUOTE && next !== BACKSLASH) return undefined;
    text += inner.slice(from, i);
    from = i + 1;
  }
  return text + inner.slice(from);
}

/** Unit by unit: a line may hold millions of escapes, and no escape is shorter than what it means. */
function unescapeAll(inner: string): string {
  const units = new Uint16Array(inner.length);
  let length = 0;
  let hasBytes = false;
  for (let i = 0; i < inner.length; i++) {
    const unit = inner.charCodeAt(i);
    const meant = unit === BACKSLASH ? simple.get(inner.charCodeAt(i + 1)) : undefined;
    if (meant !== undefined) {
      units[length++] = meant;
      i++;
      continue;
    }
    numbered.lastIndex = i;
    const match = unit === BACKSLASH ? numbered.exec(inner) : null;
    const [all = '', hex, short, long, octal] = match ?? [];
    const isByte = hex !== undefined || octal !== undefined;
    const code =
      octal === undefined ? parseInt(hex ?? short ?? long ?? '', 16) : parseInt(octal, 8);
    if (match === null || code > 0x10ffff) {
      units[length++] = unit;
      continue;
    }
    hasBytes ||= isByte;
    for (const part of (isByte ? byteMark(code) : String.fromCodePoint(code)).split(''))
      units[length++] = part.charCodeAt(0);
    i += all.length - 1;
  }
  const text = textOf(units.subarray(0, length));
  return hasBytes ? joinBytes(text) : text;
}

/** As many units as a call may have arguments. */
const MOST_UNITS = 1 << 14;

function textOf(units: Uint16Array): string {
  let text = '';
  for (let from = 0; from < units.length; from += MOST_UNITS)
    text += String.fromCharCode(...units.subarray(from, from + MOST_UNITS));
  return text;
}

/** `\xNN` is a byte, not a character: it is kept as a private character until the bytes around it are known. */
const MARK = 0xf700;

function byteMark(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : String.fromCharCode(MARK + (byte & 0xff));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function joinBytes(text: string): string {
  return text.replace(/[\uf780-\uf7ff]+/g, (run) =>
    decoder.decode(Uint8Array.from(run, (char) => char.charCodeAt(0) - MARK)),
  );
}

/** Where the Go string that opens at `start` closes (the place of its quote), or -1. */
export function goStringEnd(text: string, start: number): number {
  for (let i = text.indexOf('"', start + 1); i >= 0; i = text.indexOf('"', i + 1)) {
    let escapes = i;
    while (escapes > start + 1 && text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((i - escapes) % 2 === 0) return i;
  }
  return -1;
}
