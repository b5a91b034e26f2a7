import type { DisposableStore } from '../base/disposable.ts';
import { sourceId, type Gap } from '../base/input.ts';
import { pieceGaps } from '../log/pieceGaps.ts';
import { beginsSections, SECTIONS_WITHIN, sectionsOf } from '../log/sections.ts';
import { TableBuilder } from '../log/tableBuilder.ts';
import { writerOfPath } from '../log/writerOfTitle.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { OpenRequest } from '../protocol/engineApi.ts';
import type { SourceRow } from '../protocol/rows.ts';
import type { CaseFile } from './case/caseFile.ts';
import type { OpenedText, SessionSources } from './host/sourceHost.ts';
import { OpenedSource } from './openedSource.ts';
import type { KubeletTruth } from './truth/kubeletTruth.ts';
import { truthFileOf } from './truth/truthFile.ts';
import { TruthFiles } from './truth/truthFiles.ts';
import { gapsOfCase } from './present/case.ts';
import { appendAll, readSections } from './readSections.ts';

export interface ReadRequest {
  readonly host: SessionSources;
  readonly request: OpenRequest;
  /** Ends what was opened. */
  readonly lifetime: DisposableStore;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string, fraction: number | undefined) => void;
}

export interface ReadSources {
  readonly sources: readonly OpenedSource[];
  readonly failed: readonly SourceRow[];
  /** What lay beside the logs and tells what their kubelets held. */
  readonly truths: readonly KubeletTruth[];
}

const MAX_TOLD = 20;
/** Each log takes some 30 kB however small it is, and an archive of a few kilobytes may hold tens of thousands. */
export const MOST_LOGS = 2_000;

/** Reads all texts to their ends, those that grow to where they end now. Rejects with their problems when there is none to read. */
export async function readSources(reading: ReadRequest): Promise<ReadSources> {
  const sources: OpenedSource[] = [];
  const failed: SourceRow[] = [];
  const truths = new TruthFiles();
  const limits = reading.request.allowLarge === true ? { ratio: Infinity } : {};
  reading: for (const spec of reading.request.sources) {
    for await (const text of reading.host.open(spec, reading.signal, limits)) {
      reading.lifetime.add(text);
      const truth = truthFileOf(text.name);
      if (truth !== undefined) {
        const problem = await truths.read(truth, text, reading.signal);
        if (problem !== undefined) failed.push(failedRow(text.name, problem));
        continue;
      }
      if (sources.length >= MOST_LOGS) {
        failed.push(failedRow(text.name, tooMany(text.name)));
        break reading;
      }
      const read = await readText(text, sources.length, reading);
      if (read.some(({ table, isFollowed }) => table.bytes > 0 || isFollowed))
        sources.push(...read);
      else failed.push(failedRow(text.name, text.problem ?? `${text.name} is empty.`));
    }
  }
  if (sources.length === 0) {
    for (const name of truths.names) failed.push(failedRow(name, loneTruth(name)));
    throw new ChannelError(problemsOf(failed) || 'There is nothing to open.', 'unreadable');
  }
  return { sources, failed, truths: truths.all };
}

function loneTruth(name: string): string {
  return `${name} tells what a kubelet held: open the log that it belongs to, or the folder of both.`;
}

function tooMany(name: string): string {
  const most = MOST_LOGS.toLocaleString('en');
  return `${name} and what comes after it were not read: ${most} logs are read at once, no more. Open a part of them.`;
}

/** Of many problems the first, and how many more there are. */
function problemsOf(failed: readonly SourceRow[]): string {
  const told = failed.slice(0, MAX_TOLD).map((row) => row.problem);
  const more = failed.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('\n');
}

/** A text is one source, or several: one for each of its sections. */
async function readText(
  text: OpenedText,
  index: number,
  { request, signal, onProgress }: ReadRequest,
): Promise<readonly OpenedSource[]> {
  const told = text.caseOrigin?.source;
  const { year = told?.year, utcOffset = told?.utcOffset } = request;
  const options = {
    ...(year === undefined ? {} : { year }),
    ...(utcOffset === undefined ? {} : { utcOffset }),
    ...(text.modified === undefined ? {} : { modified: text.modified }),
    writer: writerOfPath(text.name),
  };
  const progress = (fraction: number | undefined): void => {
    onProgress(`Reading ${text.name}`, fraction);
  };
  const source = sourceId(index);
  const mayHaveSections = text.growth === undefined;
  // Of a text that can be read anywhere, the start tells before the rest is read.
  const isCut = (): boolean => beginsSections(text.bytes.read(0, SECTIONS_WITHIN));
  let cut = mayHaveSections && text.bytes.size > 0 && isCut();
  const indexed = cut
    ? undefined
    : await text.index?.({ source, options, signal, onProgress: progress });
  let builder = indexed ?? new TableBuilder(source, text.bytes, options);
  if (indexed === undefined) {
    let read = 0;
    for await (const chunk of text.chunks(signal)) {
      signal.throwIfAborted();
      if (!cut) builder.append(chunk);
      const before = read;
      read += chunk.length;
      if (mayHaveSections && !cut && before < SECTIONS_WITHIN) cut = isCut();
      progress(undefined);
    }
    const sections = cut ? sectionsOf(text.bytes) : [];
    if (sections.length > 0) return readSections(text, sections, index, options);
    if (cut) appendAll((builder = new TableBuilder(source, text.bytes, options)), text.bytes);
    // The last line of a text that grows may not be whole.
    else if (text.growth === undefined) builder.finish();
  }
  return [new OpenedSource(builder, text)];
}

function failedRow(name: string, problem: string): SourceRow {
  return {
    source: -1,
    name,
    path: undefined,
    formats: [],
    lines: 0,
    bytes: 0,
    unparsedLines: 0,
    writers: [],
    from: undefined,
    to: undefined,
    clockOffset: 0,
    state: 'failed',
    problem,
  };
}

/** The case that is among the sources. */
export function caseFileOf(sources: readonly OpenedSource[]): CaseFile | undefined {
  return sources.find(({ text }) => text.caseOrigin !== undefined)?.text.caseOrigin?.file;
}

/** All blind spots: those of each source, of a case, and between the pieces of one log. */
export function gapsOf(sources: readonly OpenedSource[]): readonly Gap[] {
  return [
    ...sources.flatMap(({ gaps, table, text }) => [
      ...gaps,
      ...gapsOfCase(table, text.caseOrigin?.source),
    ]),
    ...pieceGaps(sources.map(({ onTape }) => onTape)),
  ];
}
