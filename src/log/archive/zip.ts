import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import type { Budget } from './budget.ts';
import { ArchiveProblem, type Chunks } from './chunks.ts';

export interface ZipFile {
  readonly name: string;
  readonly chunks: Chunks;
}

type ZipEvent =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'data'; readonly data: Uint8Array }
  | { readonly kind: 'end' };

const STEP = 16 << 10;

/** The files of a zip archive, one after the other: the chunks of one are read before the next is asked for, or are passed over. */
export async function* unzipFiles(chunks: Chunks, budget: Budget): AsyncGenerator<ZipFile> {
  const events = zipEvents(chunks, budget);
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (next.value.kind !== 'file') continue;
    yield { name: next.value.name, chunks: dataOf(events) };
  }
}

async function* dataOf(events: AsyncGenerator<ZipEvent>): Chunks {
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (next.value.kind === 'end') return;
    if (next.value.kind === 'data') yield next.value.data;
  }
}

async function* zipEvents(chunks: Chunks, budget: Budget): AsyncGenerator<ZipEvent> {
  let queue: ZipEvent[] = [];
  let problem: ArchiveProblem | undefined;
  const unzip = new Unzip((file) => {
    queue.push({ kind: 'file', name: file.name });
    file.ondata = (error, data, final) => {
      if (error !== null)
        problem = new ArchiveProblem(`${file.name} in the zip archive is damaged`);
      else if (data.length > 0) {
        budget.spend(data.length);
        queue.push({ kind: 'data', data });
      }
      if (final) queue.push({ kind: 'end' });
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  const push = (piece: Uint8Array, final: boolean): void => {
    try {
      unzip.push(piece, final);
    } catch (error) {
      problem ??= error instanceof ArchiveProblem ? error : damaged;
    }
  };
  for await (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i += STEP) {
      push(chunk.slice(i, i + STEP), false);
      const ready = queue;
      queue = [];
      yield* ready;
      if (problem !== undefined) throw problem;
    }
  }
  push(new Uint8Array(0), true);
  yield* queue;
  if (problem !== undefined) throw problem;
}

const damaged = new ArchiveProblem(
  'the zip archive is damaged, encrypted or packed in a way that is not known; what stands before that was read',
);
