// Writes protobuf by hand, as a server encodes lists and watches.
import { readFileSync } from 'node:fs';

export interface ProtobufSample {
  readonly kind: string;
  readonly bytes: Buffer;
  /** What Go's JSON of it says. */
  readonly object: Readonly<Record<string, unknown>>;
}

/** Random objects that Go wrote: `node scripts/oracle-protobuf.mjs --sample FILE --seed 1 --objects 16`. */
export function protobufSamples(): ProtobufSample[] {
  const file = new URL('../fixtures/protobuf/objects.jsonl', import.meta.url);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { kind, protobuf, object } = JSON.parse(line) as Omit<ProtobufSample, 'bytes'> & {
        protobuf: string;
      };
      return { kind, object, bytes: Buffer.from(protobuf, 'base64') };
    });
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

/** A field that has its length before it. */
export function field(number: number, ...content: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([
    Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]),
    bytes,
  ]);
}

export function enveloped(kind: string, raw: Buffer): Buffer {
  const typeMeta = field(1, field(1, 'v1'), field(2, kind));
  return Buffer.concat([Buffer.from('k8s\0'), typeMeta, field(2, raw), field(3), field(4)]);
}

export function listOf(kind: string, resourceVersion: string, items: readonly Buffer[]): Buffer {
  const metadata = field(1, field(2, resourceVersion), field(3));
  const raw = Buffer.concat([metadata, ...items.map((item) => field(2, item))]);
  return enveloped(`${kind}List`, raw);
}

/** With its length before it, as it stands in a stream. */
export function eventOf(type: string, object: Buffer): Buffer {
  const event = Buffer.concat([field(1, type), field(2, field(1, object))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}
