/** Bytes in the order of their source, in pieces of any size. */
export type Chunks = AsyncIterable<Uint8Array>;

/** What can't be read of an archive, as a sentence for a person. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem';
  /** It is out of all proportion, which a person may allow. */
  readonly tooLarge: boolean;
  /** Nothing more is read of the source. */
  readonly final: boolean;

  constructor(message: string, of?: { readonly tooLarge?: boolean; readonly final?: boolean }) {
    super(message);
    this.tooLarge = of?.tooLarge === true;
    this.final = this.tooLarge || of?.final === true;
  }
}

/** Chunks whose first bytes were looked at: `head` is also the first that `chunks` gives again. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly chunks: Chunks;
}

/** Reads ahead until `size` bytes are there or the source ends. An error of the source comes when the chunks reach it. */
export async function peek(source: Chunks, size: number): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let have = 0;
  let end: Ending | undefined;
  while (have < size && end === undefined) {
    try {
      const next = await iterator.next();
      if (next.done === true) end = { error: undefined };
      else {
        // A source may use its buffer again.
        parts.push(next.value.slice());
        have += next.value.length;
      }
    } catch (error) {
      end = { error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
  const head = joined(parts, have);
  return { head, chunks: resumed(head, iterator, end) };
}

interface Ending {
  readonly error: Error | undefined;
}

async function* resumed(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
  end: Ending | undefined,
): Chunks {
  if (head.length > 0) yield head;
  if (end?.error !== undefined) throw end.error;
  if (end !== undefined) return;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
    yield next.value;
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1) return parts[0] ?? new Uint8Array(0);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads on to the end, for what the end may throw. */
export async function passBy(chunks: Chunks): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

/** As a web stream, for libraries that want one. */
export function toStream(chunks: Chunks): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

export async function* fromStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
    reader.releaseLock();
  }
}
