import type { InformerJournal } from '../../informer/journal.ts';
import { micros, MILLISECOND, type Micros } from '../../base/time.ts';
import { isTooLarge, sentence } from '../../log/archive/expand.ts';
import type { Chunks } from '../../log/archive/chunks.ts';
import { MemoryBytes, type GrowingBytes } from '../../log/byteStore.ts';
import type { CaseOrigin } from '../case/caseFile.ts';
import type { Growth, Inside, OpenedText } from './sourceHost.ts';

export type { GrowingBytes } from '../../log/byteStore.ts';

/** A text that can be read once; what was read of it stays in its store. */
export class StreamedText implements OpenedText {
  readonly name: string;
  readonly path = undefined;
  readonly modified: Micros | undefined;
  readonly bytes: GrowingBytes;
  problem: string | undefined;
  tooLarge = false;
  caseOrigin: CaseOrigin | undefined;
  informers: readonly InformerJournal[] = [];
  inside: Inside | undefined;
  private readonly source: Chunks;

  constructor(name: string, source: Chunks, modified: Micros | undefined, store: GrowingBytes) {
    this.name = name;
    this.source = source;
    this.modified = modified;
    this.bytes = store;
  }

  async *chunks(signal: AbortSignal): Chunks {
    try {
      for await (const chunk of this.source) {
        signal.throwIfAborted();
        this.bytes.append(chunk);
        yield chunk;
      }
    } catch (error) {
      signal.throwIfAborted();
      this.problem = `${this.name}: ${sentence(error)}.`;
      this.tooLarge = isTooLarge(error);
    }
    if (this.bytes.size === 0) this.problem ??= `${this.name} is empty.`;
  }

  dispose(): void {
    // Memory goes with its last reference.
  }
}

/** What is written now is of this year. */
export function wallClock(): Micros {
  return micros(Date.now() * MILLISECOND);
}

/** A text that begins empty and takes what it is given. */
export function grownText(
  name: string,
  store: GrowingBytes,
  modified: Micros | undefined,
  follow?: Growth['follow'],
): OpenedText {
  const append = (chunk: Uint8Array): void => {
    store.append(chunk);
  };
  return {
    name,
    path: undefined,
    modified,
    bytes: store,
    problem: undefined,
    chunks: nothing,
    growth: { append, ...(follow === undefined ? {} : { follow }) },
    dispose: () => undefined,
  };
}

/** A text that could not be opened. */
export function failedText(name: string, problem: string): OpenedText {
  return {
    name,
    path: undefined,
    modified: undefined,
    bytes: new MemoryBytes(),
    problem,
    chunks: nothing,
    dispose: () => undefined,
  };
}

async function* nothing(): Chunks {
  // No bytes.
}
