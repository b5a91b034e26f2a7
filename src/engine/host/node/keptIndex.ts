// The index of a file in a file of its own: the arrays as they are in memory, behind a head that says where each begins. It knows
// how a table is written and read again; which file's it is, and for how long it is kept, others know.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import type { KeptTable } from '../../../log/tableBuilder.ts';

const MAGIC = 'KDINDEX2';
/** Every array begins at a multiple of this, as the widest of them wants. */
const ALIGNED = 8;
/** The magic, the length of the head, and so many bytes of its checksum. */
const PREFIX = 32;
const SUM = 16;

/** The arrays of a table by name, each with what its elements are. */
const shapes = {
  time: Float64Array,
  severity: Uint8Array,
  message: Uint16Array,
  site: Uint16Array,
  pid: Uint16Array,
  format: Uint8Array,
  sizes: Uint16Array,
  groups: Float64Array,
  longRows: Uint32Array,
  longSizes: Uint32Array,
  refs: Uint32Array,
  counts: Uint8Array,
  continued: Uint32Array,
  cutRows: Uint32Array,
  pids: Float64Array,
  clock: Float64Array,
  messageBytes: Uint8Array,
  messageEnds: Uint32Array,
  messageHashes: Uint32Array,
  siteBytes: Uint8Array,
  siteEnds: Uint32Array,
  siteHashes: Uint32Array,
  identityBytes: Uint8Array,
  identityEnds: Uint32Array,
  identityHashes: Uint32Array,
} as const;
type ArrayName = keyof typeof shapes;
type Arrays = { readonly [K in ArrayName]: ArrayOf<(typeof shapes)[K]> };
type ArrayOf<S> = S extends Float64ArrayConstructor
  ? Float64Array
  : S extends Uint32ArrayConstructor
    ? Uint32Array
    : S extends Uint16ArrayConstructor
      ? Uint16Array
      : Uint8Array;

interface Head {
  /** Of what file this is the index, in which state: read again it must be the same. */
  readonly key: string;
  readonly formats: readonly string[];
  readonly arrays: readonly {
    readonly name: string;
    readonly at: number;
    readonly length: number;
    readonly sum: string;
  }[];
}

function arraysOf({ columns, words, postings, continued, cutRows, clock }: KeptTable): Arrays {
  const { messages, sites, identities, pids } = words;
  return {
    ...columns,
    ...postings,
    continued,
    cutRows,
    pids,
    clock: Float64Array.of(clock.last, clock.notAfter, clock.zone),
    messageBytes: messages.bytes,
    messageEnds: messages.ends,
    messageHashes: messages.hashes,
    siteBytes: sites.bytes,
    siteEnds: sites.ends,
    siteHashes: sites.hashes,
    identityBytes: identities.bytes,
    identityEnds: identities.ends,
    identityHashes: identities.hashes,
  };
}

function tableOf(arrays: Arrays, formats: readonly string[]): KeptTable {
  const [last = NaN, notAfter = Infinity, zone = NaN] = arrays.clock;
  return {
    columns: arrays,
    words: {
      messages: {
        bytes: arrays.messageBytes,
        ends: arrays.messageEnds,
        hashes: arrays.messageHashes,
      },
      sites: { bytes: arrays.siteBytes, ends: arrays.siteEnds, hashes: arrays.siteHashes },
      identities: {
        bytes: arrays.identityBytes,
        ends: arrays.identityEnds,
        hashes: arrays.identityHashes,
      },
      formats,
      pids: arrays.pids,
    },
    postings: arrays,
    continued: arrays.continued,
    cutRows: arrays.cutRows,
    clock: { last, notAfter, zone },
  };
}

/**
 * The bytes of a table's file, in pieces. The table must not grow until they are written. The head has the sums of all arrays, and its own
 * is made with a secret: who does not know that can't make an index that is believed.
 */
export function packIndex(
  key: string,
  table: KeptTable,
  secret: Uint8Array,
): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let at = 0;
  const arrays = Object.entries(arraysOf(table)).flatMap(([name, array]) => {
    if (!(name in shapes)) return [];
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const entry = { name, at, length: array.length, sum: sumOf(bytes).toString('hex') };
    const padding = padded(bytes.length) - bytes.length;
    pieces.push(bytes, new Uint8Array(padding));
    at += bytes.length + padding;
    return [entry];
  });
  const head: Head = { key, formats: table.words.formats, arrays };
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX);
  prefix.write(MAGIC, 'latin1');
  prefix.writeUInt32LE(text.length, MAGIC.length);
  sealOf(text, secret).copy(prefix, PREFIX - SUM);
  const padding = new Uint8Array(padded(text.length) - text.length);
  return [prefix, text, padding, ...pieces].filter((piece) => piece.length > 0);
}

/** Undefined for a file that is the index of something else, was written otherwise or by somebody else, or is damaged. */
export function readIndex(file: string, key: string, secret: Uint8Array): KeptTable | undefined {
  const fd = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    const prefix = Buffer.from(bytesAt(fd, 0, Math.min(PREFIX, size)));
    if (prefix.length < PREFIX || prefix.toString('latin1', 0, MAGIC.length) !== MAGIC)
      return undefined;
    const headSize = prefix.readUInt32LE(MAGIC.length);
    if (PREFIX + headSize > size) return undefined;
    const text = bytesAt(fd, PREFIX, headSize);
    if (!timingSafeEqual(sealOf(text, secret), prefix.subarray(PREFIX - SUM))) return undefined;
    const head = JSON.parse(Buffer.from(text).toString()) as Head;
    if (head.key !== key) return undefined;
    const from = PREFIX + padded(headSize);
    const arrays = arraysIn(bytesAt(fd, from, Math.max(0, size - from)), head);
    return arrays === undefined ? undefined : tableOf(arrays, head.formats);
  } finally {
    fs.closeSync(fd);
  }
}

/** Views of the bytes; undefined when one isn't whole. */
function arraysIn(bytes: Uint8Array<ArrayBuffer>, head: Head): Arrays | undefined {
  const arrays: Record<string, Arrays[ArrayName]> = {};
  for (const { name, at, length, sum } of head.arrays) {
    const shape = shapes[name as ArrayName];
    const size = length * shape.BYTES_PER_ELEMENT;
    if (at + size > bytes.length) return undefined;
    if (sumOf(bytes.subarray(at, at + size)).toString('hex') !== sum) return undefined;
    arrays[name] = new shape(bytes.buffer, at, length);
  }
  return arrays as Arrays;
}

/** A whole buffer of its own: what isn't there any more is missing at its end. */
function bytesAt(fd: number, from: number, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(new ArrayBuffer(size));
  let done = 0;
  // One read may give less than is asked for, and never more than 2 GiB.
  for (let read = 1; read > 0 && done < size; done += read)
    read = fs.readSync(fd, bytes, done, Math.min(size - done, 1 << 30), from + done);
  return bytes.subarray(0, done);
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha1').update(bytes).digest().subarray(0, SUM);
}

function sealOf(text: Uint8Array, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(text).digest().subarray(0, SUM);
}

function padded(size: number): number {
  return Math.ceil(size / ALIGNED) * ALIGNED;
}
