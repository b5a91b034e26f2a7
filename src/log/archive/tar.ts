// Mirrors POSIX pax and GNU tar. Read by ourselves because nothing may be lost without a word: the packages pass over what is damaged in
// silence, or end with it.
import { micros, SECOND, type Micros } from '../../base/time.ts';
import type { Budget } from './budget.ts';
import { ByteReader } from './byteReader.ts';
import { ArchiveProblem, passBy, type Chunks } from './chunks.ts';
import { isTarHeader, longName, readHeader, readPax, type TarHeader } from './tarHeader.ts';

export interface TarFile {
  readonly name: string;
  readonly modified: Micros | undefined;
  readonly chunks: Chunks;
  /** Why it is not read: then it has no chunks. */
  readonly problem: string | undefined;
}

const BLOCK = 512;
/** Names and attributes that stand in front of an entry take no more. */
const MAX_META = 1 << 20;

/** The files of a tar archive, and its links, each with a reason; the chunks of one are read before the next is asked for, or passed over. */
export async function* untar(chunks: Chunks, budget: Budget): AsyncGenerator<TarFile> {
  const reader = new ByteReader(chunks);
  let meta: Partial<TarHeader> = {};
  for (;;) {
    const block = (await reader.ahead(BLOCK)).subarray(0, BLOCK);
    if (block.length < BLOCK || !isTarHeader(block)) {
      const skipped = await skipToHeader(reader);
      if (skipped.damagedAt >= 0) yield damagedPart(skipped.damagedAt);
      if (skipped.more) continue;
      if (skipped.ended) return;
      throw new ArchiveProblem(
        'the tar archive is cut: it has no end; what stands before that was read',
      );
    }
    const header = readHeader(block);
    reader.pass(BLOCK);
    budget.addEntry();
    if ('xgLK'.includes(header.type)) {
      const more = await readMeta(reader, header);
      // What holds for the whole archive names no file.
      if (header.type !== 'g') meta = { ...meta, ...more };
      continue;
    }
    yield* entryOf(reader, { ...header, ...meta });
    meta = {};
  }
}

async function* entryOf(reader: ByteReader, header: TarHeader): AsyncGenerator<TarFile> {
  const { name, type, size } = header;
  const modified =
    header.modified === undefined ? undefined : micros(Math.round(header.modified * SECOND));
  const end = reader.position + size;
  const isFile = type === '0' || type === '7';
  const chunks = isFile ? bodyOf(reader, end) : none();
  // A name with a slash at its end is a folder, of the oldest kind.
  if (isFile && !name.endsWith('/')) yield { name, modified, chunks, problem: undefined };
  else {
    const problem = problemOf(header);
    if (problem !== undefined) yield { name, modified, chunks: none(), problem };
  }
  // What the reader left of it must pass by before the next file comes.
  await passTo(reader, end + (-size & (BLOCK - 1)), name);
}

function problemOf({ type, link }: TarHeader): string | undefined {
  if (type === '1' || type === '2')
    return `it is a link to ${link === '' ? 'nothing' : link}, and links in archives are not followed`;
  return type === 'S' ? 'it is a sparse file, which is not read here' : undefined;
}

async function* bodyOf(reader: ByteReader, end: number): Chunks {
  yield* reader.take(end - reader.position);
  if (reader.position < end) throw cut;
}

async function passTo(reader: ByteReader, end: number, name: string): Promise<void> {
  await passBy(reader.take(end - reader.position));
  if (reader.position < end)
    throw new ArchiveProblem(
      `the tar archive is cut within ${name}; what stands before that was read`,
    );
}

const cut = new ArchiveProblem('the tar archive is cut here; what stands before that was read');

/** The name or the attributes that the entry behind it takes. */
async function readMeta(
  reader: ByteReader,
  { type, size }: TarHeader,
): Promise<Partial<TarHeader>> {
  const padded = size + (-size & (BLOCK - 1));
  if (padded > MAX_META) {
    await passTo(reader, reader.position + padded, 'the name of an entry');
    return {};
  }
  const bytes = (await reader.ahead(padded)).slice(0, size);
  reader.pass(Math.min(padded, (await reader.ahead(padded)).length));
  if (type === 'L') return { name: longName(bytes) };
  return type === 'K' ? { link: longName(bytes) } : readPax(bytes);
}

interface Skipped {
  /** Where bytes stand that are no header, or -1. */
  readonly damagedAt: number;
  /** Two blocks of zeros, or one at the very end. */
  readonly ended: boolean;
  readonly more: boolean;
}

/** Goes on to the next header. Zeros end an archive, but another may be appended to it. */
async function skipToHeader(reader: ByteReader): Promise<Skipped> {
  let damagedAt = -1;
  let zeros = 0;
  let ended = false;
  for (;;) {
    const block = (await reader.ahead(BLOCK)).subarray(0, BLOCK);
    if (block.length === 0) return { damagedAt, ended: ended || zeros > 0, more: false };
    if (isTarHeader(block)) return { damagedAt, ended, more: true };
    const isZero = block.every((byte) => byte === 0);
    zeros = isZero ? zeros + 1 : 0;
    ended ||= zeros >= 2;
    if (!isZero && !ended && damagedAt < 0 && block.length === BLOCK) damagedAt = reader.position;
    reader.pass(block.length);
  }
}

function damagedPart(position: number): TarFile {
  return {
    name: `byte ${position}`,
    modified: undefined,
    chunks: none(),
    problem:
      'the tar archive is damaged here, and what it held is lost; the files behind it were read',
  };
}

async function* none(): Chunks {
  // Nothing to give.
}
