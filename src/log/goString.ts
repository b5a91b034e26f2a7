// Mirrors strconv.Unquote (Go 1.24). A Go quoted string is no JSON string: `\a`, `\v`, `\x` and `\U` are none of JSON's.

const simple: Readonly<Record<string, string>> = {
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
};

const QUOTE = 34;
const BACKSLASH = 92;

const escape =
  /\\(?:([abfnrtv\\'"])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))/g;

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

function unescapeAll(inner: string): string {
  const bytes = /\\x|\\[0-7]{3}/.test(inner);
  const text = inner.replace(escape, (all: string, ...groups: (string | undefined)[]) => {
    const [plain, hex, short, long, octal] = groups;
    if (plain !== undefined) return simple[plain] ?? all;
    if (hex !== undefined) return byteMark(parseInt(hex, 16));
    if (octal !== undefined) return byteMark(parseInt(octal, 8));
    const code = parseInt(short ?? long ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
  return bytes ? joinBytes(text) : text;
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
