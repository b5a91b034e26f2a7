import { decode } from '../bytes.ts';

export interface TarHeader {
  readonly name: string;
  /** As it is written in the header: `0` a file, `1` and `2` links, `5` a folder. */
  readonly type: string;
  readonly size: number;
  readonly link: string;
  /** Seconds since 1970. */
  readonly modified: number | undefined;
}

const CHECKSUM = 148;

/** The sum of the header's bytes is in it. Old writers added signed bytes. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < 512) return false;
  const told = octal(block, CHECKSUM, 8);
  let sum = 0;
  let signed = 0;
  for (let i = 0; i < 512; i++) {
    const byte = i >= CHECKSUM && i < CHECKSUM + 8 ? 32 : (block[i] ?? 0);
    sum += byte;
    signed += byte < 128 ? byte : byte - 256;
  }
  return told === sum || told === signed;
}

export function readHeader(block: Uint8Array): TarHeader {
  const name = text(block, 0, 100);
  const prefix =
    text(block, 257, 5) === 'ustar' && text(block, 257, 8) !== 'ustar  '
      ? text(block, 345, 155)
      : '';
  const flag = String.fromCharCode(block[156] ?? 0);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: flag === '\0' ? '0' : flag,
    // Links and folders have no body, whatever size they tell.
    size: '123456'.includes(flag) ? 0 : number(block, 124, 12),
    link: text(block, 157, 100),
    modified: number(block, 136, 12),
  };
}

/** The records of a pax header that change the entry behind it: `25 path=a/long/name\n`, with its length in front. */
export function readPax(bytes: Uint8Array): Partial<TarHeader> {
  const values = new Map<string, string>();
  for (let i = 0; i < bytes.length;) {
    const space = bytes.indexOf(32, i);
    const length = space < 0 ? 0 : Number(decode(bytes, i, space));
    if (!(length > 0)) break;
    const record = decode(bytes, space + 1, Math.min(bytes.length, i + length - 1));
    const equals = record.indexOf('=');
    values.set(record.slice(0, equals), record.slice(equals + 1));
    i += length;
  }
  const [name, link, size, modified] = ['path', 'linkpath', 'size', 'mtime'].map((key) =>
    values.get(key),
  );
  return {
    ...(name === undefined ? {} : { name }),
    ...(link === undefined ? {} : { link }),
    ...(isCount(size) ? { size: Number(size) } : {}),
    ...(isCount(modified) ? { modified: Number(modified) } : {}),
  };
}

function isCount(value: string | undefined): boolean {
  return value !== undefined && /^\d{1,15}(\.\d+)?$/.test(value);
}

export function longName(bytes: Uint8Array): string {
  return text(bytes, 0, bytes.length);
}

function text(bytes: Uint8Array, from: number, size: number): string {
  const end = bytes.indexOf(0, from);
  return decode(bytes, from, end < 0 || end > from + size ? from + size : end);
}

/** Octal digits, or, behind a set first bit, a number of base 256. */
function number(bytes: Uint8Array, from: number, size: number): number {
  const first = bytes[from] ?? 0;
  if (first < 128) return octal(bytes, from, size);
  let value = first & 127;
  for (let i = from + 1; i < from + size; i++) value = value * 256 + (bytes[i] ?? 0);
  return Number.isSafeInteger(value) ? value : 0;
}

function octal(bytes: Uint8Array, from: number, size: number): number {
  const digits = /^[ \0]*([0-7]+)/.exec(decode(bytes, from, from + size));
  return digits === null ? 0 : Number.parseInt(digits[1] ?? '0', 8);
}
