// Private keys in PEM: in one line, in many, with `\n` for their line breaks, or in base64 once more.
import { groupsOf, type Span } from './matches.ts';

const begin = /(-----BEGIN [A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----)/dg;
const end = '-----END ';
/** What a certificate begins with is left: it is public. */
const encoded = /(LS0tLS1CRUdJTi(?!BDRVJUSUZJQ0FURS)[A-Za-z\d+/_-]{20,}={0,2})/dg;
/** Signs in a line of such a key. */
const lineLength = 64;
/** A digest in hexadecimal has not all of them. */
const signs = [/[A-Z]/, /[a-z]/, /[\d+/]/];
/** A key of 16,384 bits has fewer signs; each line may have a log's words before it. */
const longest = 1 << 16;

export function keySecrets(text: string): Span[] {
  return [...groupsOf(encoded, text), ...blocks(text)];
}

/** Lines of such a key alone: where each line of a log is a record, the words that begin the key stand in another. */
export function keyLines(text: string): Span[] {
  const found: Span[] = [];
  const look = (end: number): void => {
    const from = end - lineLength;
    const before = text.charCodeAt(from - 1);
    // What begins behind a space or a line break, `n` being the end of an escaped one.
    if (from < 0 || (from > 0 && before > 0x20 && before !== LETTER_N) || !isBase64(text, end))
      return;
    const line = text.slice(from, end);
    if (!signs.every((sign) => sign.test(line))) return;
    found.push([from, end], ...lastLine(text, from, end));
  };
  const ends = (mark: string): void => {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
      look(text[at - 1] === '\r' ? at - 1 : at);
  };
  ends('\n');
  ends('\\n');
  look(text.length);
  return found;
}

const LETTER_N = 110;
/** What a log writes before a line of a key. */
const longestHead = 256;
const shortLine = /[A-Za-z\d+/]{1,63}={0,2}(?=\r?\n|\\|["']|$)/y;
/** With what fills it up. */
const longestLine = lineLength + 2;

/** The short one that ends a key, behind a line of it: after the same words of the log but for their numbers, or escaped in the same text. */
function lastLine(text: string, from: number, end: number): Span[] {
  const near = text.slice(Math.max(0, from - longestHead), from);
  const head = near.slice(near.lastIndexOf('\n') + 1);
  const isEscaped = text.startsWith('\\n', end);
  const next = end + (text.startsWith('\r\n', end) || isEscaped ? 2 : 1);
  const at = isEscaped ? next : next + head.length;
  if (!isEscaped && withoutNumbers(text.slice(next, at)) !== withoutNumbers(head)) return [];
  shortLine.lastIndex = at;
  return shortLine.test(text) ? [[at, shortLine.lastIndex]] : [];
}

function withoutNumbers(head: string): string {
  return head.replace(/\d/g, '0');
}

/** Whether a record's bytes may end with the last line of a key, which only the record before tells. */
export function mayEndKey(bytes: Uint8Array): boolean {
  let at = bytes.length;
  while (at > 0 && (bytes[at - 1] ?? 0) < 0x20) at--;
  const end = at;
  while (at > 0 && end - at <= longestLine && isOfKey(bytes[at - 1] ?? 0)) at--;
  return at < end && (bytes[at - 1] ?? 0x20) <= 0x20;
}

/** A sign of base64, or `=`. */
function isOfKey(code: number): boolean {
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isLetter || (code >= 0x2f && code <= 0x39) || code === 0x2b || code === 0x3d;
}

/** Whether all signs of the line that ends there are of base64, asked from its end: most lines are known by few of them. */
function isBase64(text: string, end: number): boolean {
  for (let i = end - 1; i >= end - lineLength; i--) {
    const code = text.charCodeAt(i);
    if (!isOfKey(code) || code === 0x3d) return false;
  }
  return true;
}

function blocks(text: string): Span[] {
  const begins = groupsOf(begin, text);
  let nextEnd = 0;
  return begins.flatMap(([, from], i) => {
    if (nextEnd >= 0 && nextEnd < from) nextEnd = text.indexOf(end, from);
    const to = begins[i + 1]?.[0] ?? text.length;
    const isWhole = nextEnd >= from && nextEnd <= to && nextEnd - from <= longest;
    return linesOf(text, from, isWhole ? nextEnd : to, isWhole);
  });
}

/** The key's part of each line: what stands at its end. Without its last line it ends where a line is none of a key. */
function linesOf(text: string, from: number, to: number, isWhole: boolean): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < to;) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 || newline > to ? to : newline;
    const line = text.slice(at, lineEnd);
    const [begin, end] = at === from ? firstPart(line, isWhole) : lastWord(line);
    if (!isWhole && at > from && !/^[A-Za-z\d+/=]{16,}$/.test(line.slice(begin, end))) break;
    if (begin < end) spans.push([at + begin, at + end]);
    at = lineEnd + 1;
  }
  return spans;
}

/** Behind the words that begin a key: all of the line, or up to the quote around it where its end is not there. */
function firstPart(line: string, isWhole: boolean): Span {
  if (isWhole) return [0, line.endsWith('\r') ? line.length - 1 : line.length];
  const quote = /\\*["']/.exec(line.slice(0, longest));
  return [0, quote?.index ?? Math.min(line.length, longest)];
}

function lastWord(line: string): Span {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  let begin = end;
  while (begin > 0 && line.charCodeAt(begin - 1) > 0x20) begin--;
  return [begin, end];
}
