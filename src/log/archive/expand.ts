// Archives read in place: gzip, Zstandard, xz, zip and tar in any nesting become the texts in them, without a byte on the disk.
import type { Micros } from '../../base/time.ts';
import { TAB } from '../bytes.ts';
import { Budget, type ArchiveLimits } from './budget.ts';
import type { ByteStore, GrowingBytes } from '../byteStore.ts';
import { JournalFile } from '../journal/journalFile.ts';
import { journalText } from '../journal/journalText.ts';
import { kubeletNames } from '../program.ts';
import { ArchiveProblem, peek, type Chunks } from './chunks.ts';
import { fromUtf16, gunzip, unxz, unzstd } from './decoders.ts';
import { untar } from './tar.ts';
import { isTarHeader } from './tarHeader.ts';
import { unzipFiles } from './zip.ts';

/** One text of a source. Its chunks must be read, or left, before the next entry is asked for; they may throw ArchiveProblem. */
export interface ArchiveEntry {
  /** The way to it: `bundle.tar.gz/node-1/kubelet.log`. */
  readonly name: string;
  readonly chunks: Chunks;
  readonly modified: Micros | undefined;
  /** Why it is not read: then it has no chunks. */
  readonly problem: string | undefined;
  /** It is a journal that has lines of the kubelet. */
  readonly hasKubelet?: boolean;
}

/** What a source is read with. */
export interface Reading {
  readonly limits: ArchiveLimits;
  /** The whole source, where it can be read by place. */
  readonly whole?: ByteStore | undefined;
  /** Where what must be read by place is kept. */
  store(): GrowingBytes;
}

export type Container = 'gzip' | 'zstd' | 'xz' | 'zip' | 'tar' | 'utf-16le' | 'utf-16be';

/** The longest of the magics that begin an archive. */
const MAGIC = 8;
/** Enough to see a tar's magic. */
const HEAD = 512;

const magics: readonly (readonly [
  Container | 'bzip2' | 'journal',
  offset: number,
  bytes: readonly number[],
])[] = [
  ['gzip', 0, [0x1f, 0x8b]],
  ['zstd', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', 0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  // Without a file.
  ['zip', 0, [0x50, 0x4b, 0x05, 0x06]],
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
  ['bzip2', 0, [0x42, 0x5a, 0x68]],
  ['journal', 0, [0x4c, 0x50, 0x4b, 0x53, 0x48, 0x48, 0x52, 0x48]],
  ['utf-16le', 0, [0xff, 0xfe]],
  ['utf-16be', 0, [0xfe, 0xff]],
];

/** What the first bytes of a source, and its name, say that it is; undefined: plain text, as far as they tell. */
export function containerOf(
  head: Uint8Array,
  name: string,
): Container | 'bzip2' | 'journal' | 'unknown' | undefined {
  const hit = magics.find(([, offset, bytes]) =>
    bytes.every((byte, i) => head[offset + i] === byte),
  );
  return hit?.[0] ?? namedContainer(name, head) ?? bareUtf16(head);
}

/** What only its name tells of a source that is no text: an old tar without magic, or an archive whose first bytes are damaged. */
function namedContainer(name: string, head: Uint8Array): 'tar' | 'unknown' | undefined {
  if (!/\.(gz|tgz|zst|xz|txz|zip|tar|bz2)$/.test(name) || head.length === 0) return undefined;
  if (isTarHeader(head)) return 'tar';
  const isText =
    head.length >= MAGIC && head.subarray(0, MAGIC).every((byte) => byte >= TAB && byte < 127);
  return isText && !head.includes(0) ? undefined : 'unknown';
}

/** UTF-16 without its mark: every other byte of ASCII text is then 0. */
function bareUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const size = Math.min(head.length, 128) & ~1;
  if (size < 16) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < size; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  if (odd > size * 0.4 && even === 0) return 'utf-16le';
  return even > size * 0.4 && odd === 0 ? 'utf-16be' : undefined;
}

/** All texts in a source. Never throws by itself: what can't be read is an entry with its problem. */
export async function* expand(
  name: string,
  chunks: Chunks,
  modified: Micros | undefined,
  reading: Reading,
): AsyncGenerator<ArchiveEntry> {
  const budget = new Budget(reading.limits);
  try {
    yield* open({ name, chunks: budget.countIn(chunks), modified, budget, reading, depth: 0 });
  } catch (error) {
    yield refused(name, sentence(error));
  }
}

interface Opening {
  readonly name: string;
  readonly chunks: Chunks;
  readonly modified: Micros | undefined;
  readonly budget: Budget;
  readonly reading: Reading;
  readonly depth: number;
}

async function* open(opening: Opening): AsyncGenerator<ArchiveEntry> {
  const { name, modified, budget, depth } = opening;
  const { head, chunks } = await peek(opening.chunks, HEAD);
  const inner = { ...opening, depth: depth + 1 };
  const container = containerOf(head, name);
  if (container !== undefined) budget.enter(depth);
  switch (container) {
    case 'gzip':
      yield* open({ ...inner, name: withoutEnd(name, 'gz'), chunks: gunzip(chunks, budget) });
      return;
    case 'zstd':
      yield* open({ ...inner, name: withoutEnd(name, 'zst'), chunks: unzstd(chunks, budget) });
      return;
    case 'xz':
      yield* open({ ...inner, name: withoutEnd(name, 'xz'), chunks: unxz(chunks, budget) });
      return;
    case 'utf-16le':
    case 'utf-16be':
      yield { name, chunks: fromUtf16(chunks, container), modified, problem: undefined };
      return;
    case 'zip':
      for await (const file of unzipFiles(chunks, budget))
        yield* openFile(file, { ...inner, chunks });
      return;
    case 'tar':
      for await (const file of untar(chunks, budget)) yield* openFile(file, { ...inner, chunks });
      return;
    case 'bzip2':
      yield refused(
        name,
        'bzip2 is not read here; please unpack it, or pack it with gzip, xz or zstd',
      );
      return;
    case 'journal':
      yield await openJournal({ ...opening, chunks });
      return;
    case 'unknown':
      yield refused(
        name,
        'it is named as an archive, and begins as none: it may be damaged; it was not read',
      );
      return;
    case undefined:
      yield { name, chunks, modified, problem: undefined };
  }
}

/** A journal is read by place: what comes out of an archive is kept for that. */
async function openJournal(opening: Opening): Promise<ArchiveEntry> {
  const { name, modified, budget, reading, depth } = opening;
  const { bytes, cut } =
    depth === 0 && reading.whole !== undefined
      ? { bytes: reading.whole, cut: undefined }
      : await keep(opening.chunks, reading.store());
  if (cut === undefined && depth === 0) budget.takeWhole(bytes.size);
  const file = new JournalFile(bytes);
  const chunks = journalText(file, budget, cut);
  return { name, chunks, modified, problem: undefined, hasKubelet: file.names(kubeletNames) };
}

/** All of the chunks, and why they ended early. */
async function keep(
  chunks: Chunks,
  bytes: GrowingBytes,
): Promise<{ readonly bytes: ByteStore; readonly cut: string | undefined }> {
  try {
    for await (const chunk of chunks) bytes.append(chunk);
    return { bytes, cut: undefined };
  } catch (error) {
    return { bytes, cut: sentence(error) };
  }
}

type ArchivedFile = Pick<ArchiveEntry, 'name' | 'chunks' | 'problem'> & {
  readonly modified?: Micros | undefined;
};

/** A file of an archive: its name must not lead out of it, and a broken one doesn't end the others. */
async function* openFile(file: ArchivedFile, archive: Opening): AsyncGenerator<ArchiveEntry> {
  const name = `${archive.name}/${file.name}`;
  if (file.problem !== undefined) yield refused(name, file.problem);
  else if (leadsOut(file.name))
    yield refused(name, 'its name leads out of the archive; it was not read');
  else if (!name.endsWith('/')) {
    try {
      yield* open({ ...archive, ...file, name });
    } catch (error) {
      if (isFinal(error)) throw error;
      yield refused(name, sentence(error));
    }
  }
}

function leadsOut(path: string): boolean {
  return path.split(/[\\/]/).includes('..');
}

function refused(name: string, problem: string): ArchiveEntry {
  return { name, chunks: none(), modified: undefined, problem };
}

async function* none(): Chunks {
  // Nothing to give.
}

function withoutEnd(name: string, end: string): string {
  const tar = name.replace(new RegExp(`\\.t(${end})$`), '.tar');
  return tar.endsWith(`.${end}`) ? tar.slice(0, -end.length - 1) : tar;
}

function isFinal(error: unknown): boolean {
  return error instanceof ArchiveProblem && error.final;
}

/** Whether a person may allow what was refused. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ArchiveProblem && error.tooLarge;
}

/** A sentence for what was thrown: our own say it, what a library throws is of no use to a person. */
export function sentence(error: unknown): string {
  if (error instanceof ArchiveProblem) return error.message;
  return 'the archive is damaged; what stands before the damage was read';
}
