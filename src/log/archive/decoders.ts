import * as xz from 'xz-decompress';
import { assertDefined } from '../../base/assert.ts';
import type { Budget } from './budget.ts';
import { ArchiveProblem, fromStream, toStream, type Chunks } from './chunks.ts';
import { CheckedGunzip } from './gunzip.ts';
import { ZstdFrames } from './zstd.ts';

/** Compressed bytes go in in pieces of this size, so that a bomb is noticed before it fills the memory. */
const STEP = 16 << 10;

/** The package is CommonJS: a bundler gives its names, Node itself only its default. */
const loaded: Partial<typeof xz> & { readonly default?: typeof xz } = xz;
const XzStream = assertDefined(
  loaded.XzReadableStream ?? loaded.default?.XzReadableStream,
  'xz-decompress has its one export',
);

interface PushDecoder {
  push(piece: Uint8Array, final: boolean): void;
}

/** Runs a decoder that is pushed. A broken or cut stream gives what was good of it, then throws ArchiveProblem. */
export async function* pushed(
  chunks: Chunks,
  budget: Budget,
  make: (out: (data: Uint8Array) => void) => PushDecoder,
  broken: string,
): Chunks {
  let out: Uint8Array[] = [];
  const decoder = make((data) => {
    budget.spend(data.length);
    if (data.length > 0) out.push(data);
  });
  const step = (piece: Uint8Array, final: boolean): Error | undefined => {
    try {
      decoder.push(piece, final);
      return undefined;
    } catch (error) {
      return error instanceof ArchiveProblem ? error : new ArchiveProblem(broken);
    }
  };
  for await (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i += STEP) {
      const problem = step(chunk.slice(i, i + STEP), false);
      const ready = out;
      out = [];
      yield* ready;
      if (problem !== undefined) throw problem;
    }
  }
  const problem = step(new Uint8Array(0), true);
  yield* out;
  if (problem !== undefined) throw problem;
}

export function gunzip(chunks: Chunks, budget: Budget): Chunks {
  const broken = 'the gzip data is cut or damaged; what stands before that was read';
  return pushed(chunks, budget, (out) => new CheckedGunzip(out), broken);
}

export async function* unzstd(chunks: Chunks, budget: Budget): Chunks {
  const broken = 'the Zstandard data is cut or damaged; what stands before that was read';
  const begin = await ZstdFrames.load();
  yield* pushed(chunks, budget, begin, broken);
}

export async function* unxz(chunks: Chunks, budget: Budget): Chunks {
  try {
    for await (const chunk of fromStream(new XzStream(toStream(chunks)))) {
      budget.spend(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    throw new ArchiveProblem(xzProblem(error));
  }
}

/** The decoder tells the numbers of xz-embedded: 4 is a dictionary past its 64 MiB, 6 an option that it doesn't have. */
function xzProblem(error: unknown): string {
  const [, code = ''] = /error code (\d+)/.exec(String(error)) ?? [];
  if (code === '4')
    return 'the xz data needs more than 64 MiB of memory to be unpacked; it was not read';
  if (code === '6')
    return 'the xz data is packed in a way that is not read here, such as with SHA-256 checks; please unpack it';
  return 'the xz data is cut or damaged; what stands before that was read';
}

/** UTF-16, as Windows shells write it, to UTF-8. */
export async function* fromUtf16(chunks: Chunks, encoding: 'utf-16le' | 'utf-16be'): Chunks {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}
