// Reads a list in protobuf while it arrives, each object when its last byte is there.
import { err, ok, type Result } from '../../base/result.ts';
import type { ObjectList } from '../../informer/listerWatcher.ts';
import { ByteWindow } from '../byteWindow.ts';
import { tooMany, type ListReader } from '../readers.ts';
import { magic, type DecodedObject, type Decoder } from './decoder.ts';
import { WireReader } from './wireReader.ts';

const kindTag = 0x0a;
const rawTag = 0x12;
const metadataTag = 0x0a;
const itemTag = 0x12;

export class ProtobufList<T> implements ListReader<T> {
  private readonly decoder: Decoder;
  private readonly window = new ByteWindow();
  private readonly wire = new WireReader();
  private readonly items: T[] = [];
  private readonly received: (object: unknown) => unknown;
  private kind = '';
  private apiVersion = '';
  private metadata: DecodedObject = {};
  private begun = false;
  /** What is still to come of the list within its envelope; none outside of it. */
  private rest: number | undefined;
  private listed = false;
  private problem: string | undefined;

  /** @param received gives what is kept of an object; undefined: nothing more can be */
  constructor(decoder: Decoder, received: (object: unknown) => unknown = (object) => object) {
    this.decoder = decoder;
    this.received = received;
  }

  push(chunk: Buffer): boolean {
    if (!this.window.append(chunk)) this.problem ??= 'one object in it is larger than 16 MiB';
    while (this.problem === undefined && this.take());
    return this.problem === undefined;
  }

  end(): Result<ObjectList<T>> {
    if (this.problem !== undefined) return err(this.problem);
    if (this.window.length > 0 || this.rest !== undefined) return err('it ends in the middle');
    if (!this.listed) return err('it is no list of Kubernetes objects');
    const { continue: token, resourceVersion } = this.metadata;
    return ok({
      resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
      ...(typeof token === 'string' ? { continue: token } : {}),
      items: this.items,
    });
  }

  /** Uses up the next part that is there as a whole. */
  private take(): boolean {
    const { window } = this;
    if (!this.begun) {
      if (window.length < magic.length) return false;
      this.begun = true;
      if (window.text(0, magic.length) !== magic.toString()) {
        this.problem = 'it is no list of Kubernetes objects';
      }
      window.drop(magic.length);
      return true;
    }
    if (this.rest === 0) {
      this.rest = undefined;
      this.listed = true;
      return true;
    }
    const head = this.head();
    if (head === undefined) return false;
    const { tag, start, stop } = head;
    if (this.rest === undefined && tag === rawTag) {
      this.rest = stop - start;
      window.start = start;
      return true;
    }
    if (stop > window.end) return false;
    if (this.rest === undefined) this.takeOfEnvelope(tag, start, stop);
    else {
      this.takeOfList(tag, start, stop);
      this.rest -= stop - window.start;
      if (this.rest < 0) this.problem = 'a part of it is longer than the whole';
    }
    window.start = stop;
    return true;
  }

  /** The tag of the next field and where its bytes are; all fields here have their length before them. */
  private head(): { tag: number; start: number; stop: number } | undefined {
    const { window, wire } = this;
    const { start, end, bytes } = window;
    if (start === end) return undefined;
    wire.begin(bytes, start);
    const tag = wire.varint();
    const length = wire.varint();
    // The numbers themselves may be cut, and what follows in the buffer is not theirs.
    if (wire.at > end) return undefined;
    if ((tag & 7) === 2) return { tag, start: wire.at, stop: wire.at + length };
    this.problem = 'it is no list of Kubernetes objects';
    return undefined;
  }

  private takeOfEnvelope(tag: number, start: number, stop: number): void {
    if (tag !== kindTag) return;
    const read = this.decoder.typeMeta(this.window.bytes, start, stop);
    if (!read.ok) this.problem = read.error;
    else {
      // Objects of a list lack their kind, which those of a watch have.
      this.kind = String(read.value['kind']).replace(/List$/, '');
      this.apiVersion = String(read.value['apiVersion']);
    }
  }

  private takeOfList(tag: number, start: number, stop: number): void {
    const { decoder, window } = this;
    if (tag === metadataTag) {
      const read = decoder.bare('ListMeta', window.bytes, start, stop, {});
      if (read.ok) this.metadata = read.value;
      else this.problem = read.error;
    } else if (tag === itemTag) {
      const object = { kind: this.kind, apiVersion: this.apiVersion };
      const read = decoder.bare(this.kind, window.bytes, start, stop, object);
      const kept = read.ok ? this.received(read.value) : undefined;
      if (kept !== undefined) this.items.push(kept as T);
      else if (read.ok) this.problem = tooMany;
      else this.problem = `object ${this.items.length + 1} in it: ${read.error}`;
    }
  }
}
