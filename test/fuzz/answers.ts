// What API servers answer: lists and watch streams in protobuf and JSON, nearly right, in pieces of any size.
import fc from 'fast-check';
import { EventLines } from '../../src/cluster/eventLines.ts';
import { Decoder } from '../../src/cluster/protobuf/decoder.ts';
import { ProtobufEvents } from '../../src/cluster/protobuf/protobufEvents.ts';
import { ProtobufList } from '../../src/cluster/protobuf/protobufList.ts';
import type { EventReader } from '../../src/cluster/readers.ts';
import { enveloped, eventOf, listOf, protobufSamples } from '../support/protobuf.ts';
import { bytesChanged, changed, changes, flips } from './inputs.ts';

const pods = protobufSamples().filter(({ kind }) => kind === 'Pod');
const list = listOf(
  'Pod',
  '7',
  pods.slice(0, 2).map(({ bytes }) => bytes),
);
const stream = Buffer.concat(
  pods.slice(0, 3).map(({ bytes }) => eventOf('ADDED', enveloped('Pod', bytes))),
);
const lines = pods
  .slice(0, 3)
  .map(({ object }) => `${JSON.stringify({ type: 'ADDED', object })}\n`)
  .join('');

export interface Pieces {
  readonly bytes: Buffer;
  readonly size: number;
}
const size = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(1 << 16));

function nearly(whole: Buffer): fc.Arbitrary<Pieces> {
  return fc
    .record({ flips, size, cut: fc.option(fc.nat(whole.length), { freq: 4 }) })
    .map(({ flips, size, cut }) => ({
      bytes: Buffer.from(bytesChanged(whole.subarray(0, cut ?? whole.length), flips)),
      size,
    }));
}

export const protobufList = nearly(list);
export const protobufWatch = nearly(stream);
export const jsonWatch: fc.Arbitrary<Pieces> = fc
  .record({ changes, size })
  .map(({ changes, size }) => ({ bytes: Buffer.from(changed(lines, changes)), size }));

function* piecesOf({ bytes, size }: Pieces): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const decoder = (): Decoder => new Decoder({ managedFields: 'drop' });

export function readList(pieces: Pieces): string {
  const reader = new ProtobufList<unknown>(decoder());
  for (const piece of piecesOf(pieces)) if (!reader.push(piece)) break;
  return JSON.stringify(reader.end());
}

export function readProtobufWatch(pieces: Pieces): string {
  return readEvents(new ProtobufEvents(decoder()), pieces);
}

export function readJsonWatch(pieces: Pieces): string {
  return readEvents(new EventLines(() => undefined), pieces);
}

function readEvents(reader: EventReader, pieces: Pieces): string {
  const events: unknown[] = [];
  for (const piece of piecesOf(pieces)) {
    if (!reader.push(piece)) break;
    for (let event = reader.next(); event !== undefined; event = reader.next()) events.push(event);
  }
  return JSON.stringify(events);
}
