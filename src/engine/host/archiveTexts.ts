import type { Micros } from '../../base/time.ts';
import type { ArchiveLimits } from '../../log/archive/budget.ts';
import { peek, type Chunks } from '../../log/archive/chunks.ts';
import { expand, type ArchiveEntry } from '../../log/archive/expand.ts';
import { kubeletShare } from '../../log/looksLikeLog.ts';
import { failedText, StreamedText, type GrowingBytes } from './memoryText.ts';
import type { OpenedText } from './sourceHost.ts';

/** Enough of a text's start to tell what it is. */
export const HEAD = 64 << 10;

/** `named`: a person asked for this one, it is read whatever it holds. `found`: only if it is a log of the kubelet's kind. */
export type Why = 'named' | 'found';

export interface ArchiveRequest {
  readonly name: string;
  readonly chunks: Chunks;
  readonly modified: Micros | undefined;
  readonly why: Why;
  readonly limits: ArchiveLimits;
  /** Where a text's bytes are kept. */
  store(): GrowingBytes;
}

/** The texts in an archive of any nesting; a text that is in no archive is the only one. */
export async function* archiveTexts(request: ArchiveRequest): AsyncGenerator<OpenedText> {
  const { name, why } = request;
  let any = false;
  for await (const entry of expand(name, request.chunks, request.modified, request.limits)) {
    const named = why === 'named' && !entry.name.startsWith(`${name}/`);
    const text = await textOf(entry, named, request);
    if (text === undefined) continue;
    any = true;
    yield text;
  }
  if (!any && why === 'named') yield failedText(name, `No kubelet log was found in ${name}.`);
}

/** Undefined for a file of an archive that is no log of ours. */
async function textOf(
  entry: ArchiveEntry,
  named: boolean,
  request: ArchiveRequest,
): Promise<OpenedText | undefined> {
  if (entry.problem !== undefined)
    return failedText(entry.name, `${entry.name}: ${entry.problem}.`);
  const { head, chunks } = await peek(entry.chunks, HEAD);
  if (!named && !isWanted(entry.name, head)) return undefined;
  return new StreamedText(entry.name, chunks, entry.modified, request.store());
}

/** A log of the kubelet or of what runs beside it, by its first lines; a container's own log is none, wherever it lies. */
export function isWanted(name: string, head: Uint8Array): boolean {
  if (/\/(pods|containers)\/.*\.log/.test(name) && !/kubelet[^/]*$/.test(name)) return false;
  return kubeletShare(head) >= 0.3;
}

/** A whole text in memory as chunks. */
export async function* oneChunk(bytes: Uint8Array): Chunks {
  yield await Promise.resolve(bytes);
}
