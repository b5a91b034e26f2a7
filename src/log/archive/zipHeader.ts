import { decode } from '../bytes.ts';
import type { ByteReader } from './byteReader.ts';
import { u16, u32, u64 } from './littleEndian.ts';

export const Signature = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  descriptor: 0x08074b50,
} as const;

/** A local header without its name. */
export const LOCAL = 30;
const CENTRAL = 46;
/** Told in 32 bits, it means that the number stands in the extra field. */
const FAR = 0xffff_ffff;

export interface LocalHeader {
  readonly name: string;
  readonly length: number;
  readonly method: number;
  readonly encrypted: boolean;
  /** Checksum and sizes stand behind the data. */
  readonly described: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
}

export function signatureAt(bytes: Uint8Array, i: number): number {
  return u32(bytes, i);
}

/** A header whose numbers make sense: in packed data four bytes may look like its signature. */
export function isLocalHeader(bytes: Uint8Array, i: number): boolean {
  if (signatureAt(bytes, i) !== Signature.local) return false;
  const nameLength = u16(bytes, i + 26);
  return (
    (bytes[i + 4] ?? 0) < 100 && u16(bytes, i + 8) < 100 && nameLength > 0 && nameLength < 4096
  );
}

/** Where the first header of an entry, or of the list of contents, stands in these bytes. */
export function headerIn(bytes: Uint8Array): number | undefined {
  for (
    let i = bytes.indexOf(0x50);
    i >= 0 && i + 4 <= bytes.length;
    i = bytes.indexOf(0x50, i + 1)
  ) {
    const signature = signatureAt(bytes, i);
    const isList = signature === Signature.central || signature === Signature.end;
    if (isList || isLocalHeader(bytes, i)) return i;
  }
  return undefined;
}

export function localLength(bytes: Uint8Array): number {
  return LOCAL + u16(bytes, 26) + u16(bytes, 28);
}

export function readLocal(bytes: Uint8Array): LocalHeader {
  const flags = u16(bytes, 6);
  const nameEnd = LOCAL + u16(bytes, 26);
  const far = extraNumbers(bytes, nameEnd, nameEnd + u16(bytes, 28));
  const [packedSize, size] = [u32(bytes, 18), u32(bytes, 22)];
  return {
    name: nameOf(bytes, LOCAL, nameEnd, flags),
    length: localLength(bytes),
    method: u16(bytes, 8),
    encrypted: (flags & 1) !== 0,
    described: (flags & 8) !== 0,
    crc: u32(bytes, 14),
    size: size === FAR ? (far[0] ?? size) : size,
    packedSize: packedSize === FAR ? (far[size === FAR ? 1 : 0] ?? packedSize) : packedSize,
  };
}

/** The numbers of 64 bits in the extra field of zip64. */
function extraNumbers(bytes: Uint8Array, from: number, to: number): readonly number[] {
  for (let i = from; i + 4 <= to; i += 4 + u16(bytes, i + 2)) {
    if (u16(bytes, i) !== 1) continue;
    const count = Math.floor(u16(bytes, i + 2) / 8);
    return Array.from({ length: count }, (_, k) => u64(bytes, i + 4 + 8 * k));
  }
  return [];
}

function nameOf(bytes: Uint8Array, from: number, to: number, flags: number): string {
  if ((flags & 2048) !== 0) return decode(bytes, from, to);
  return String.fromCharCode(...bytes.subarray(from, to));
}

export interface CentralEntry {
  readonly name: string;
  /** Where its local header stands. */
  readonly offset: number;
  /** That is not told in 32 bits. */
  readonly isFar: boolean;
}

/** The next entry of the list of contents; undefined at its end. */
export async function readCentral(reader: ByteReader): Promise<CentralEntry | undefined> {
  const head = await reader.ahead(CENTRAL);
  if (signatureAt(head, 0) !== Signature.central) return undefined;
  const nameEnd = CENTRAL + u16(head, 28);
  const length = nameEnd + u16(head, 30) + u16(head, 32);
  const bytes = await reader.ahead(length);
  const offset = u32(bytes, 42);
  const entry = {
    name: nameOf(bytes, CENTRAL, nameEnd, u16(bytes, 8)),
    offset,
    isFar: offset === FAR,
  };
  reader.pass(Math.min(length, bytes.length));
  return entry;
}
