import type { Micros } from '../../../base/time.ts';
import { type ByteWindow, MemoryBytes } from '../../../log/byteStore.ts';
import { indexParts, PARALLEL_FROM, type PartBytes } from '../indexParts.ts';
import type { IndexRequest, OpenedText } from '../sourceHost.ts';
import { partLanes, type IndexThreads } from './indexThreads.ts';

/** Between two of these, questions and a wish to stop come through. */
const CHUNK = 4 << 20;

/** A plain text that was handed over as bytes: they are kept as they are, and read by several threads where it is worth it. */
export function handedText(
  name: string,
  bytes: Uint8Array,
  modified: Micros | undefined,
  threads: IndexThreads | undefined,
): OpenedText {
  const parallel = threads !== undefined && bytes.length >= PARALLEL_FROM;
  return {
    ...(parallel ? { index: (request) => indexHanded(bytes, threads, request) } : {}),
    name,
    path: undefined,
    modified,
    bytes: new MemoryBytes(bytes),
    problem: bytes.length === 0 ? `${name} is empty.` : undefined,
    async *chunks(signal) {
      for (let from = 0; from < bytes.length; from += CHUNK) {
        signal.throwIfAborted();
        yield bytes.subarray(from, from + CHUNK);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    dispose: () => undefined,
  };
}

/** As `indexParts`, of bytes in memory. */
export async function indexHanded(
  bytes: Uint8Array,
  threads: IndexThreads,
  request: IndexRequest,
): ReturnType<typeof indexParts> {
  const look = (offset: number, size: number): Uint8Array => bytes.subarray(offset, offset + size);
  const around = (): ByteWindow => ({ bytes, from: 0 });
  const store: PartBytes = { size: bytes.length, read: look, look, around };
  return await indexParts({
    ...request,
    bytes: store,
    lanes: (count) => partLanes(bytes, threads, count),
  });
}
