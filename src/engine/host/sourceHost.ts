import type { SourceId } from '../../base/input.ts';
import type { Micros } from '../../base/time.ts';
import type { ArchiveLimits } from '../../log/archive/budget.ts';
import type { InformerJournal } from '../../informer/journal.ts';
import type { ByteStore } from '../../log/byteStore.ts';
import type { KubeletJournal } from '../../simulate/journal/kubeletJournal.ts';
import type { SourceOptions, TableBuilder } from '../../log/tableBuilder.ts';
import type { SourceNotice, SourceSpec } from '../../protocol/engineApi.ts';
import type { CaseOrigin } from '../case/caseFile.ts';

/** One text that a host has opened: decompressed, still growing while `chunks` runs. */
export interface OpenedText {
  readonly name: string;
  /** The file, when an editor can open it as it is. */
  readonly path: string | undefined;
  readonly modified: Micros | undefined;
  /** Whose log or samples it is, where that is known before a line is read. */
  readonly node?: string;
  /** Of a part of a text: which it is. */
  readonly section?: { readonly of: string; readonly title: string; readonly linesAbove: number };
  /** Gives again what `chunks` has given. */
  readonly bytes: ByteStore;
  /** Why it is not read, or only in part, as a sentence; final when the chunks have ended. */
  readonly problem: string | undefined;
  /** It was left where it went out of all proportion to its archive: `allowLarge` reads on. Final as the problem is. */
  readonly tooLarge?: boolean;
  /** What informers did meanwhile, where it is known: when it was simulated. */
  readonly informers?: readonly InformerJournal[];
  /** What the kubelet that wrote it held, where it was simulated. */
  readonly inside?: Inside | undefined;
  /** The case that it is a part of. */
  readonly caseOrigin?: CaseOrigin | undefined;
  /** The text from its start, in pieces, once; a piece is good until the next is asked for. Ends with the text; what can't be read is a `problem`. */
  chunks(signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Reads the whole text in place of `chunks`, by faster means that the host has for it. Undefined when this text can't be
   * read so; absent when the host has none. The table grows meanwhile.
   */
  index?(request: IndexRequest): Promise<TableBuilder | undefined>;
  /** Of a text that goes on after its chunks have ended. */
  readonly growth?: Growth;
  dispose(): void;
}

/** The journal of a kubelet beside one file of its log. */
export interface Inside {
  readonly journal: KubeletJournal;
  /** Lines of the log in older files. */
  readonly linesAbove: number;
}

export interface Growth {
  /** Takes bytes at the text's end, so that `bytes` gives them. */
  append(chunk: Uint8Array): void;
  /** What comes of itself, until the signal; absent where somebody pushes. */
  follow?(signal: AbortSignal): AsyncIterable<Followed>;
}

/** What comes of a source that is followed. `notice`: something happened between two lines. */
export type Followed =
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | ({ readonly kind: 'notice' } & SourceNotice);

export interface IndexRequest {
  readonly source: SourceId;
  readonly options: SourceOptions;
  readonly signal: AbortSignal;
  /** How much of the text is read. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * What the engine needs of the platform: texts for a spec. One spec may hold many (a folder, an archive): each is read before the next is
 * asked for. It doesn't throw but for the signal: what can't be opened is a text with its problem and no bytes.
 */
export interface SourceHost {
  open(spec: HostedSpec, signal: AbortSignal, limits?: ArchiveLimits): AsyncIterable<OpenedText>;
}

/** Of a source, what needs the platform alone. */
export type HostedSpec = Exclude<SourceSpec, { readonly kind: 'node' | 'store' }>;

/** All that a session may open. */
export interface SessionSources {
  open(spec: SourceSpec, signal: AbortSignal, limits?: ArchiveLimits): AsyncIterable<OpenedText>;
}
