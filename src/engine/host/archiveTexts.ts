import type { Micros } from '../../base/time.ts';
import type { ArchiveLimits } from '../../log/archive/budget.ts';
import { passBy, peek, type Chunks } from '../../log/archive/chunks.ts';
import { expand, sentence, type ArchiveEntry } from '../../log/archive/expand.ts';
import type { ByteStore, GrowingBytes } from '../../log/byteStore.ts';
import { kubeletShare } from '../../log/looksLikeLog.ts';
import { CASE_ENTRY, isCaseName, parseCase, type CaseFile } from '../case/caseFile.ts';
import { failedText, StreamedText } from './memoryText.ts';
import { truthFileOf } from '../truth/truthFile.ts';
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
  /** The whole source, where it can be read by place. */
  readonly whole?: ByteStore;
  /** Where a text's bytes are kept. */
  store(): GrowingBytes;
}

/** The texts in an archive of any nesting; a text that is in no archive is the only one. */
export async function* archiveTexts(request: ArchiveRequest): AsyncGenerator<OpenedText> {
  const { name, why } = request;
  let any = false;
  let opened: CaseFile | undefined;
  let refused = 0;
  for await (const entry of expand(name, request.chunks, request.modified, request)) {
    let text: OpenedText | undefined;
    if (entry.name === `${name}/${CASE_ENTRY}`) {
      const read = parseCase(await wholeText(entry.chunks));
      if (read.ok) opened = read.value;
      else text = failedText(name, `${name}: ${read.error}. Its logs are opened without it.`);
    } else if (isCaseName(name) && entry.name === name && entry.problem === undefined)
      text = failedText(name, `${name} is no case: a case is a zip archive.`);
    else if (entry.problem !== undefined) text = refusedText(entry, ++refused);
    else if (opened !== undefined) text = textOfCase(entry, opened, request);
    else text = await textOf(entry, why === 'named' && !isInside(entry, request), request);
    if (text === undefined) continue;
    any = true;
    yield text;
  }
  if (refused > MAX_REFUSED)
    yield failedText(
      name,
      `${refused - MAX_REFUSED} more files and links in ${name} were not read.`,
    );
  if (!any && why === 'named') yield failedText(name, `No kubelet log was found in ${name}.`);
}

/** Of what can't be read in an archive, so much is told one by one. */
const MAX_REFUSED = 100;

function refusedText({ name, problem }: ArchiveEntry, count: number): OpenedText | undefined {
  return count > MAX_REFUSED ? undefined : failedText(name, `${name}: ${problem ?? ''}.`);
}

function isInside(entry: ArchiveEntry, { name }: ArchiveRequest): boolean {
  return entry.name.startsWith(`${name}/`);
}

/** A log that the case names; what else is in it is for people to read. */
function textOfCase(
  entry: ArchiveEntry,
  file: CaseFile,
  request: ArchiveRequest,
): OpenedText | undefined {
  const source = file.sources.find((each) => entry.name === `${request.name}/${each.file}`);
  if (source === undefined) return undefined;
  const text = new StreamedText(source.name, entry.chunks, entry.modified, request.store());
  text.caseOrigin = { file, source };
  return text;
}

/** More is no table of contents. */
const MAX_CASE_TEXT = 16 << 20;

/** The text as far as it can be read. */
async function wholeText(chunks: Chunks): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of chunks) {
      if (text.length < MAX_CASE_TEXT) text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    // That it is no JSON is told.
    return '';
  }
  return text;
}

/** Undefined for a file of an archive that is no log of ours. */
async function textOf(
  entry: ArchiveEntry,
  named: boolean,
  request: ArchiveRequest,
): Promise<OpenedText | undefined> {
  const { head, chunks } = await peek(entry.chunks, HEAD);
  if (named || entry.hasKubelet === true || isFound(entry.name, head))
    return new StreamedText(entry.name, chunks, entry.modified, request.store());
  // What damage made of a log may look like none.
  const problem = isInside(entry, request) ? await brokenBy(chunks) : undefined;
  return problem === undefined ? undefined : failedText(entry.name, `${entry.name}: ${problem}.`);
}

/** Why chunks end before their end. */
async function brokenBy(chunks: Chunks): Promise<string | undefined> {
  try {
    await passBy(chunks);
    return undefined;
  } catch (error) {
    return sentence(error);
  }
}

/** A log of the kubelet or of what runs beside it, by its first lines; a container's own log is none, wherever it lies. */
export function isWanted(name: string, head: Uint8Array): boolean {
  if (/\/(pods|containers)\/.*\.log/.test(name) && !/kubelet[^/]*$/.test(name)) return false;
  return kubeletShare(head) >= 0.3;
}

/** What is read of a folder or an archive that was opened: logs, and what tells what their kubelets held. */
export function isFound(name: string, head: Uint8Array): boolean {
  return truthFileOf(name) !== undefined || isWanted(name, head);
}

/** A whole text in memory as chunks. */
export async function* oneChunk(bytes: Uint8Array): Chunks {
  yield await Promise.resolve(bytes);
}
