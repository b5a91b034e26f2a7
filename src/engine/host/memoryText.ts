import type { Micros } from '../../base/time.ts';
import type { ByteStore } from '../../log/byteStore.ts';
import type { OpenedText } from './sourceHost.ts';

const CHUNK = 1 << 20;

/** A text that lies in memory. */
export function memoryText(
  name: string,
  bytes: ByteStore,
  modified: Micros | undefined,
): OpenedText {
  return {
    name,
    path: undefined,
    modified,
    bytes,
    async *chunks(signal) {
      for (let offset = 0; offset < bytes.size; offset += CHUNK) {
        signal.throwIfAborted();
        yield await Promise.resolve(bytes.read(offset, Math.min(CHUNK, bytes.size - offset)));
      }
    },
    dispose() {
      // Memory goes with its last reference.
    },
  };
}
