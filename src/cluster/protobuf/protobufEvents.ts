// Splits the stream of a watch in protobuf into its events, each after its length in four bytes.
import type { Result } from '../../base/result.ts';
import type { WatchEvent } from '../../informer/listerWatcher.ts';
import { ByteWindow } from '../byteWindow.ts';
import type { EventReader } from '../readers.ts';
import type { Decoder } from './decoder.ts';

const lengthBytes = 4;

export class ProtobufEvents implements EventReader {
  private readonly decoder: Decoder;
  private readonly window = new ByteWindow();

  constructor(decoder: Decoder) {
    this.decoder = decoder;
  }

  push(chunk: Buffer): boolean {
    return this.window.append(chunk);
  }

  next(): Result<WatchEvent<unknown>> | undefined {
    const { window } = this;
    if (window.length < lengthBytes) return undefined;
    const start = window.start + lengthBytes;
    const stop = start + window.bytes.readUInt32BE(window.start);
    if (stop > window.end) return undefined;
    window.start = stop;
    return this.decoder.event(window.bytes, start, stop);
  }
}
