// Reads what the API server writes as application/vnd.kubernetes.protobuf, and makes of it what its JSON would have been. It knows
// bytes and the schema; what comes over which connection it does not.
import { err, ok, type Result } from '../../base/result.ts';
import { readSchema, type Field, type Message } from './schema.ts';
import { SharedValues } from './sharedValues.ts';
import { Malformed, WireReader } from './wireReader.ts';

export type DecodedObject = Record<string, unknown>;

/** What begins each object that is encoded by itself, before its envelope. */
export const magic = Buffer.from('k8s\0', 'latin1');

const numberWire = 0;
const bytesWire = 2;
const stringId = 0;
/** Longer texts are seldom the same. */
const longestShared = 256;

export interface DecoderOptions {
  /** Who has set which field: a third of a pod. */
  readonly managedFields: 'keep' | 'drop';
}

/** Gives plain data; parts of it are those of data given before, where the bytes are the same. Nobody may change any. */
export class Decoder {
  private readonly schema = readSchema();
  private readonly shared = new SharedValues();
  private readonly wire = new WireReader();
  private readonly keepsManagedFields: boolean;

  constructor({ managedFields }: DecoderOptions) {
    this.keepsManagedFields = managedFields === 'keep';
  }

  /** An object in its envelope, which says of what kind it is. */
  enveloped(bytes: Buffer, start: number, end: number): Result<DecodedObject> {
    return this.guarded(bytes, start, () => {
      if (end - start < magic.length || magic.compare(bytes, start, start + magic.length) !== 0) {
        throw new Malformed('it is no object of Kubernetes');
      }
      const { wire } = this;
      wire.at += magic.length;
      const object: DecodedObject = {};
      while (wire.at < end) {
        const tag = wire.varint();
        if (tag === 0x0a) this.readKind(wire.stop(end), object);
        else if (tag === 0x12) this.read(this.kindOf(object), wire.stop(end), object);
        else wire.skip(tag & 7, end);
      }
      return object;
    });
  }

  /** What an envelope says of its object. */
  typeMeta(bytes: Buffer, start: number, end: number): Result<DecodedObject> {
    return this.guarded(bytes, start, () => this.readKind(end, {}));
  }

  /** A message without an envelope, into `target`. */
  bare(
    name: string,
    bytes: Buffer,
    start: number,
    end: number,
    target: DecodedObject,
  ): Result<DecodedObject> {
    return this.guarded(bytes, start, () => this.read(this.need(name), end, target));
  }

  /** An event of a watch, without the length before it. */
  event(
    bytes: Buffer,
    start: number,
    end: number,
  ): Result<{ type: string; object: DecodedObject }> {
    const { wire } = this;
    const event = { type: '', from: 0, to: 0 };
    const read = this.guarded(bytes, start, () => {
      while (wire.at < end) {
        const tag = wire.varint();
        const stop = wire.stop(end);
        if (tag === 0x0a) event.type = this.string(stop);
        // The object is a message's only field.
        else if (tag === 0x12 && wire.varint() === 0x0a) {
          event.to = wire.stop(stop);
          event.from = wire.at;
        }
        wire.at = stop;
      }
    });
    if (!read.ok) return read;
    const object = this.enveloped(bytes, event.from, event.to);
    return object.ok ? ok({ type: event.type, object: object.value }) : object;
  }

  private guarded<T>(bytes: Buffer, start: number, read: () => T): Result<T> {
    this.wire.begin(bytes, start);
    try {
      return ok(read());
    } catch (thrown) {
      if (thrown instanceof Malformed || thrown instanceof RangeError) return err(thrown.message);
      throw thrown;
    }
  }

  private readKind(end: number, object: DecodedObject): DecodedObject {
    const typeMeta: DecodedObject = {};
    this.read(this.need('TypeMeta'), end, typeMeta);
    object['kind'] = typeMeta['kind'];
    object['apiVersion'] = typeMeta['apiVersion'];
    return object;
  }

  private kindOf({ kind }: DecodedObject): Message {
    return this.need(typeof kind === 'string' ? kind : '');
  }

  private need(name: string): Message {
    const message = this.schema.get(name);
    if (message === undefined) throw new Malformed(`objects of the kind "${name}" are not known`);
    return message;
  }

  private read(message: Message, end: number, target: DecodedObject): DecodedObject {
    const { wire } = this;
    while (wire.at < end) {
      const tag = wire.varint();
      const field = message.fields[Math.floor(tag / 8)];
      const wireType = tag & 7;
      if (field === undefined) wire.skip(wireType, end);
      else if (wireType === bytesWire) this.readBytes(field, tag, end, target);
      else if (wireType === numberWire) this.readNumber(field, target);
      else wire.skip(wireType, end);
    }
    if (wire.at !== end) throw new Malformed('it ends in the middle');
    for (const name of message.nulls) target[name] ??= null;
    return target;
  }

  private readNumber({ name, type, shape, omitsZero }: Field, target: DecodedObject): void {
    const number = this.wire.int();
    if (omitsZero && number === 0) return;
    const value = type === 'bool' ? number !== 0 : number;
    if (shape === 'list') addTo(target, name, [value]);
    else target[name] = value;
  }

  private readBytes(field: Field, tag: number, end: number, target: DecodedObject): void {
    const { wire } = this;
    const { name, type, shape } = field;
    const stop = wire.stop(end);
    if (name === 'managedFields' && !this.keepsManagedFields) wire.at = stop;
    else if (name === '^') this.read(messageOf(type), stop, target);
    // No object's is as another's.
    else if (name === 'metadata') target[name] = this.read(messageOf(type), stop, {});
    else if (shape === 'list') addTo(target, name, this.list(field, tag, stop, end));
    else if (shape === 'map') {
      const entries = this.sharedMap(field, tag, stop, end);
      target[name] = name in target ? { ...(target[name] as object), ...entries } : entries;
    } else {
      const value = this.value(type, stop);
      if (!field.omitsZero || (value !== '' && value !== null)) target[name] = value;
    }
  }

  /** All that is written of a list in a row; the first of it is up to `firstStop`. */
  private list({ type }: Field, tag: number, firstStop: number, end: number): unknown[] {
    const { wire } = this;
    const values: unknown[] = [];
    for (let stop = firstStop; ; stop = wire.stop(end)) {
      // Numbers may come packed.
      if (type === 'int') while (wire.at < stop) values.push(wire.int());
      else values.push(this.value(type, stop));
      if (!wire.take(tag, end)) return values;
    }
  }

  /** All that is written of a map in a row. */
  private sharedMap(field: Field, tag: number, firstStop: number, end: number): DecodedObject {
    const { wire, shared } = this;
    const { bytes, at: start } = wire;
    wire.at = firstStop;
    while (wire.take(tag, end)) wire.at = wire.stop(end);
    const runEnd = wire.at;
    const hash = shared.hash(field.id, bytes, start, runEnd);
    const found = shared.find(hash, field.id, bytes, start, runEnd);
    if (found !== undefined) return found as DecodedObject;
    wire.at = start;
    const entries = this.map(field, firstStop, runEnd);
    shared.keep(hash, field.id, bytes, start, runEnd, entries);
    return entries;
  }

  private map({ type }: Field, firstStop: number, end: number): DecodedObject {
    const { wire } = this;
    const entries: DecodedObject = {};
    for (let stop = firstStop; ; stop = this.nextStop(end)) {
      let key = '';
      let value: unknown = type === 'string' ? '' : messageOf(type).toJson?.({});
      while (wire.at < stop) {
        const tag = wire.varint();
        const partStop = wire.stop(stop);
        if (tag === 0x0a) key = this.string(partStop);
        else if (tag === 0x12) value = this.value(type, partStop);
        wire.at = partStop;
      }
      if (key === '__proto__') Object.defineProperty(entries, key, { value, ...plainProperty });
      else entries[key] = value;
      if (stop >= end) return entries;
    }
  }

  private nextStop(end: number): number {
    this.wire.varint();
    return this.wire.stop(end);
  }

  private value(type: Field['type'], stop: number): unknown {
    return type === 'string' ? this.string(stop) : this.sharedMessage(messageOf(type), stop);
  }

  private sharedMessage(message: Message, stop: number): unknown {
    const { wire, shared } = this;
    const { bytes, at: start } = wire;
    const hash = shared.hash(message.id, bytes, start, stop);
    const found = shared.find(hash, message.id, bytes, start, stop);
    if (found !== undefined) {
      wire.at = stop;
      return found;
    }
    const value = this.newMessage(message, stop);
    shared.keep(hash, message.id, bytes, start, stop, value);
    return value;
  }

  private newMessage(message: Message, stop: number): unknown {
    const written = this.read(message, stop, {});
    return message.toJson === undefined ? written : message.toJson(written);
  }

  private string(stop: number): string {
    const { wire, shared } = this;
    const { bytes, at: start } = wire;
    wire.at = stop;
    if (stop - start > longestShared) return bytes.toString('utf8', start, stop);
    const hash = shared.hash(stringId, bytes, start, stop);
    const found = shared.find(hash, stringId, bytes, start, stop);
    if (typeof found === 'string') return found;
    const text = bytes.toString('utf8', start, stop);
    shared.keep(hash, stringId, bytes, start, stop, text);
    return text;
  }
}

function messageOf(type: Field['type']): Message {
  if (typeof type === 'string') throw new Malformed('a part of it is of another type');
  return type;
}

const plainProperty = { enumerable: true, configurable: true, writable: true };

function addTo(target: DecodedObject, name: string, values: readonly unknown[]): void {
  const before = target[name];
  target[name] = Array.isArray(before) ? [...(before as unknown[]), ...values] : values;
}
