// Archives read in place: gzip, Zstandard, xz, zip and tar in any nesting become the texts in them, without a byte on the disk.
import { createTarDecoder } from 'modern-tar';
import { micros, MILLISECOND, type Micros } from '../../base/time.ts';
import { Budget, type ArchiveLimits } from './budget.ts';
import { ArchiveProblem, fromStream, peek, toStream, type Chunks } from './chunks.ts';
import { fromUtf16, gunzip, unxz, unzstd } from './decoders.ts';
import { unzipFiles } from './zip.ts';

/** One text of a source. Its chunks must be read, or left, before the next entry is asked for; they may throw ArchiveProblem. */
export interface ArchiveEntry {
  /** The way to it: `bundle.tar.gz/node-1/kubelet.log`. */
  readonly name: string;
  readonly chunks: Chunks;
  readonly modified: Micros | undefined;
  /** Why it is not read: then it has no chunks. */
  readonly problem: string | undefined;
}

export type Container = 'gzip' | 'zstd' | 'xz' | 'zip' | 'tar' | 'utf-16le' | 'utf-16be';

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
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
  ['bzip2', 0, [0x42, 0x5a, 0x68]],
  ['journal', 0, [0x4c, 0x50, 0x4b, 0x53, 0x48, 0x48, 0x52, 0x48]],
  ['utf-16le', 0, [0xff, 0xfe]],
  ['utf-16be', 0, [0xfe, 0xff]],
];

/** What the first bytes of a source say that it is; undefined: plain text, as far as they tell. */
export function containerOf(head: Uint8Array): Container | 'bzip2' | 'journal' | undefined {
  const hit = magics.find(([, offset, bytes]) =>
    bytes.every((byte, i) => head[offset + i] === byte),
  );
  return hit?.[0] ?? bareUtf16(head);
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
  limits: ArchiveLimits = {},
): AsyncGenerator<ArchiveEntry> {
  const budget = new Budget(limits);
  try {
    yield* open({ name, chunks: budget.countIn(chunks), modified, budget, depth: 0 });
  } catch (error) {
    yield refused(name, sentence(error));
  }
}

interface Opening {
  readonly name: string;
  readonly chunks: Chunks;
  readonly modified: Micros | undefined;
  readonly budget: Budget;
  readonly depth: number;
}

async function* open(opening: Opening): AsyncGenerator<ArchiveEntry> {
  const { name, modified, budget, depth } = opening;
  const { head, chunks } = await peek(opening.chunks, HEAD);
  const inner = { name, modified, budget, depth: depth + 1 };
  const container = containerOf(head);
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
        yield* openFile({ ...inner, name: `${name}/${file.name}`, chunks: file.chunks });
      return;
    case 'tar':
      yield* openTar({ ...inner, chunks });
      return;
    case 'bzip2':
      yield refused(
        name,
        'bzip2 is not read here; please unpack it, or pack it with gzip, xz or zstd',
      );
      return;
    case 'journal':
      yield refused(
        name,
        'this is a binary journal; please export it with journalctl --file FILE -o export',
      );
      return;
    case undefined:
      yield { name, chunks, modified, problem: undefined };
  }
}

async function* openTar(opening: Opening): AsyncGenerator<ArchiveEntry> {
  const { name, budget } = opening;
  const stream = toStream(opening.chunks).pipeThrough(createTarDecoder());
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { header, body } = next.value;
    const path = `${name}/${header.name}`;
    const type = header.type ?? 'file';
    if (type === 'file') {
      const modified = header.mtime && micros(header.mtime.getTime() * MILLISECOND);
      const chunks = fromStream(body);
      yield* openFile({ ...opening, name: path, modified, chunks });
      // What the reader left of it must pass by before the next file comes.
      while ((await chunks.next()).done !== true);
    } else {
      if (type === 'symlink' || type === 'link')
        yield refused(
          path,
          `it is a link to ${header.linkname ?? 'nothing'}, and links in archives are not followed`,
        );
      else if (type !== 'directory') budget.addEntry();
      await body.cancel();
    }
  }
}

/** A file of an archive: its name must not lead out of it, and a broken one doesn't end the others. */
async function* openFile(opening: Opening): AsyncGenerator<ArchiveEntry> {
  opening.budget.addEntry();
  if (opening.name.endsWith('/')) return;
  if (leadsOut(opening.name)) {
    yield refused(opening.name, 'its name leads out of the archive; it was not read');
    return;
  }
  yield* open(opening);
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

/** Whether a person may allow what was refused. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ArchiveProblem && error.tooLarge;
}

/** A sentence for what was thrown: our own say it, what a library throws is of no use to a person. */
export function sentence(error: unknown): string {
  if (error instanceof ArchiveProblem) return error.message;
  return 'the archive is damaged; what stands before the damage was read';
}
