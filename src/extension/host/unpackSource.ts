// The Go files of an archive of Kubernetes' repository (zip or tar.gz, as code hosts make them of a tag), unpacked into the extension's storage.
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isGoPath } from '../../protocol/uris.ts';
import { Budget } from '../../log/archive/budget.ts';
import { ArchiveProblem, peek, type Chunks } from '../../log/archive/chunks.ts';
import { gunzip } from '../../log/archive/decoders.ts';
import { untar } from '../../log/archive/tar.ts';
import { unzipFiles } from '../../log/archive/zip.ts';
import { isMinor, tagInName } from '../editor/goModules.ts';
import { SourceProblem } from '../sourceProblem.ts';
import { asProblem, type Underway } from './goDownload.ts';
import type { SourceStore } from './sourceStore.ts';

/** The longest Go file of Kubernetes, a generated one, has some 3 MB. */
const MOST_BYTES = 16 << 20;

interface ArchivedFile {
  readonly name: string;
  readonly chunks: Chunks;
  readonly problem: string | undefined;
}

/**
 * Resolves with the tag that the archive is of, which is one of `release`; rejects with a SourceProblem, and nothing is left. The tag stands in
 * the name of the archive's one folder, or in its own.
 */
export async function unpackSource(
  store: SourceStore,
  archive: string,
  release: string,
  { signal, progress }: Underway,
): Promise<string> {
  let tag = tagInName(basename(archive).replace(/\.(zip|tgz|tar\.gz)$/i, ''));
  let written = 0;
  try {
    await store.add('.', async (folder) => {
      for await (const { name, chunks, problem } of filesOf(archive)) {
        signal.throwIfAborted();
        const [top = '', ...rest] = name.replace(/^\.\//, '').split('/');
        tag ??= tagInName(top);
        if (tag !== undefined && !isOf(tag, release)) throw new SourceProblem('other-version', tag);
        const path = rest.join('/');
        const isRead = problem === undefined && (path === 'go.mod' || isSource(path));
        if (!isRead) continue;
        const target = join(folder, 'tree', ...rest);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, await whole(chunks));
        progress(++written);
      }
      if (written === 0 || tag === undefined) throw new SourceProblem('bad-archive');
      return { folder: join(folder, 'tree'), name: `kubernetes-${tag.slice(1)}` };
    });
  } catch (error) {
    if (signal.aborted) throw new SourceProblem('cancelled');
    throw error instanceof ArchiveProblem
      ? new SourceProblem('bad-archive', error.message)
      : asProblem(error);
  }
  return tag ?? release;
}

function isOf(tag: string, release: string): boolean {
  return tag === release || (isMinor(release) && tag.startsWith(`${release}.`));
}

/** Code that a kubelet can have printed from, at a place within the folder. */
function isSource(path: string): boolean {
  return isGoPath(path) && !path.endsWith('_test.go');
}

async function* filesOf(archive: string): AsyncGenerator<ArchivedFile> {
  const budget = new Budget({ freeBytes: 1 << 30 });
  const read: Chunks = createReadStream(archive);
  const { head, chunks } = await peek(budget.countIn(read), 4);
  const [first, second] = head;
  if (first === 0x50 && second === 0x4b) yield* unzipFiles(chunks, budget);
  else if (first === 0x1f && second === 0x8b) yield* untar(gunzip(chunks, budget), budget);
  else throw new SourceProblem('bad-archive');
}

async function whole(chunks: Chunks): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new SourceProblem('bad-archive');
    parts.push(chunk.slice());
  }
  return Buffer.concat(parts);
}
