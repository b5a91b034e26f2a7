/** Small readers over bytes, for the hot path: no string, no object. */

export const NEWLINE = 10;
export const RETURN = 13;
export const TAB = 9;
export const SPACE = 32;
export const QUOTE = 34;
export const COLON = 58;
export const BACKSLASH = 92;

/**
 * The byte at `i`; 0 past either end. Loops that stay within their bytes read `bytes[i]` themselves: the engine makes that faster
 * than a place that is read past the end by others.
 */
export function at(bytes: Uint8Array, i: number): number {
  return bytes[i] ?? 0;
}

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

export function isLetter(byte: number): boolean {
  return (byte | 32) >= 97 && (byte | 32) <= 122;
}

/** `count` decimal digits at `i` as a number, or -1 when one of them is none. */
export function digits(bytes: Uint8Array, i: number, count: number): number {
  let value = 0;
  for (let k = i; k < i + count; k++) {
    const digit = (bytes[k] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The first place past the decimal digits that begin at `i`. */
export function skipDigits(bytes: Uint8Array, i: number, to: number): number {
  let k = i;
  while (k < to && isDigit(bytes[k] ?? 0)) k++;
  return k;
}

export function skipSpaces(bytes: Uint8Array, i: number, to: number): number {
  let k = i;
  while (k < to && bytes[k] === SPACE) k++;
  return k;
}

/** Where `byte` next stands in `[i, to)`, or -1. */
export function indexOfByte(bytes: Uint8Array, byte: number, i: number, to: number): number {
  for (let k = i; k < to; k++) if (bytes[k] === byte) return k;
  return -1;
}

/** True when the ASCII `text` stands at `i`, wholly before `to`. */
export function startsWith(bytes: Uint8Array, i: number, to: number, text: string): boolean {
  if (i + text.length > to) return false;
  for (let k = 0; k < text.length; k++) if (bytes[i + k] !== text.charCodeAt(k)) return false;
  return true;
}

/** Where the ASCII `text` next begins in `[i, to)`, or -1. */
export function indexOfText(bytes: Uint8Array, text: string, i: number, to: number): number {
  const first = text.charCodeAt(0);
  for (let k = i; k + text.length <= to; k++) {
    if (bytes[k] === first && startsWith(bytes, k, to, text)) return k;
  }
  return -1;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** A text can't be of any length: of a longer one this much is read. */
const MAX_TEXT = 64 << 20;

/** UTF-8 to text; bytes that are none become U+FFFD. */
export function decode(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return decoder.decode(bytes.subarray(from, Math.min(to, from + MAX_TEXT)));
}

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The parts one behind the other, copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
