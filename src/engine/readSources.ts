import type { DisposableStore } from '../base/disposable.ts';
import { sourceId, type Gap } from '../base/input.ts';
import { pieceGaps } from '../log/pieceGaps.ts';
import { TableBuilder } from '../log/tableBuilder.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { OpenRequest } from '../protocol/engineApi.ts';
import type { SourceRow } from '../protocol/rows.ts';
import type { CaseFile } from './case/caseFile.ts';
import type { OpenedText, SessionSources } from './host/sourceHost.ts';
import { OpenedSource } from './openedSource.ts';
import { gapsOfCase } from './present/case.ts';

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
}

/** Reads all texts to their ends, those that grow to where they end now. Rejects with their problems when there is none to read. */
export async function readSources(reading: ReadRequest): Promise<ReadSources> {
  const sources: OpenedSource[] = [];
  const failed: SourceRow[] = [];
  const limits = reading.request.allowLarge === true ? { ratio: Infinity } : {};
  for (const spec of reading.request.sources) {
    for await (const text of reading.host.open(spec, reading.signal, limits)) {
      reading.lifetime.add(text);
      const source = await readText(text, sources.length, reading);
      if (source.table.bytes > 0 || source.isFollowed) sources.push(source);
      else failed.push(failedRow(text.name, text.problem ?? `${text.name} is empty.`));
    }
  }
  if (sources.length === 0) {
    throw new ChannelError(
      failed.map((row) => row.problem).join('\n') || 'There is nothing to open.',
      'unreadable',
    );
  }
  return { sources, failed };
}

async function readText(
  text: OpenedText,
  index: number,
  { request, signal, onProgress }: ReadRequest,
): Promise<OpenedSource> {
  const told = text.caseOrigin?.source;
  const { year = told?.year, utcOffset = told?.utcOffset } = request;
  const options = {
    ...(year === undefined ? {} : { year }),
    ...(utcOffset === undefined ? {} : { utcOffset }),
    ...(text.modified === undefined ? {} : { modified: text.modified }),
  };
  const progress = (fraction: number | undefined): void => {
    onProgress(`Reading ${text.name}`, fraction);
  };
  const source = sourceId(index);
  const indexed = await text.index?.({ source, options, signal, onProgress: progress });
  const builder = indexed ?? new TableBuilder(source, text.bytes, options);
  if (indexed === undefined) {
    for await (const chunk of text.chunks(signal)) {
      signal.throwIfAborted();
      builder.append(chunk);
      progress(undefined);
    }
    // The last line of a text that grows may not be whole.
    if (text.growth === undefined) builder.finish();
  }
  return new OpenedSource(builder, text);
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
