// Which log a client means by a source, and how it is told of a line: by path, by URI, or by a text that it asks us for.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugFrame, DebugPlace, GoPlace } from '../protocol/debugApi.ts';
import type { SourceRow } from '../protocol/rows.ts';
import { goSourceUri, isGoPath, parseGoSourceUri, parseLogWindowUri } from '../protocol/uris.ts';
import type { DebugHost, OpenedLogs } from './host.ts';
import { maybeNumber, maybeText, Refusal, type Args } from './messages.ts';

/** Bytes of a log that one served text shows. */
const WINDOW = 4 << 20;
/** Windows of one source that a reference can name; a reference is less than 2^31. */
const WINDOWS = 1 << 18;

export interface LogLine {
  readonly source: number;
  /** 1-based in the source's text. */
  readonly line: number;
}

export interface SourceOptions {
  readonly host: DebugHost;
  readonly opened: OpenedLogs;
  /** A checkout of kubernetes, when the person named one. */
  readonly goFolder: string | undefined;
  /** Whether the client opens `kubelet-source:` URIs. */
  readonly goUris: boolean;
}

interface Shown {
  readonly source: DebugProtocol.Source;
  readonly line: number;
}

export class LogSources {
  private readonly options: SourceOptions;

  constructor(options: SourceOptions) {
    this.options = options;
  }

  get isInGo(): boolean {
    return this.options.host.isInGo?.() === true;
  }

  private get rows(): readonly SourceRow[] {
    return this.options.opened.info.sources.filter(({ source }) => source >= 0);
  }

  /** How a client is shown a line. */
  async shown(place: DebugPlace): Promise<Shown | undefined> {
    const row = this.rows.find(({ source }) => source === place.input.source);
    if (row === undefined) return undefined;
    const { host } = this.options;
    if (host.place !== undefined) {
      const { path, line } = await host.place(row, place);
      return { source: { name: row.name, path }, line };
    }
    if (row.path !== undefined)
      return { source: { name: row.name, path: row.path }, line: place.line };
    const window = Math.floor(place.input.offset / WINDOW);
    const first = await this.firstLine(row.source, window * WINDOW);
    return {
      source: { name: row.name, sourceReference: referenceOf(row.source, window) },
      line: place.line - first + 1,
    };
  }

  /** A Go statement by a path or URI that the client can open; only by name where it has none. */
  private goSource(go: GoPlace, sample: string | undefined): DebugProtocol.Source {
    const { goFolder, goUris } = this.options;
    const name = go.file;
    const inferred = go.isVersionInferred === true ? ', which is inferred' : '';
    const version = `kubernetes ${go.version ?? 'of an untold version'}${inferred}`;
    const origin = sample === undefined ? version : `${version}, ${sample}`;
    if (go.path === undefined || !isGoPath(go.path)) return { name, origin };
    if (goFolder !== undefined)
      return { name, path: `${goFolder.replace(/[/\\]$/, '')}/${go.path}`, origin };
    if (goUris && go.version !== undefined)
      return { name, path: goSourceUri({ version: go.version, path: go.path }), origin };
    return { name, origin: `${origin}, ${go.path}`, presentationHint: 'deemphasize' };
  }

  /** The source and line of a frame: its Go statement, or its function where that is at hand, else the log line that proves it. */
  async ofFrame({ kind, go, name, sample, place }: DebugFrame): Promise<Shown | undefined> {
    if (kind === 'go' && go !== undefined) {
      // A name goes on with what the function does.
      const plain = name.replace(/ .*$/s, '');
      const line = go.line > 0 ? go.line : await this.options.host.functionLine?.(go, plain);
      if (line !== undefined) return { source: this.goSource(go, sample), line };
    }
    return place === undefined ? undefined : await this.shown(place);
  }

  /** The log's line that a client's line means. Refuses sources that are none of ours. */
  async lineOf(source: Args, line: number): Promise<LogLine> {
    const path = maybeText(source, 'path');
    const reference = maybeNumber(source, 'sourceReference') ?? 0;
    if (reference > 0) {
      const { source: own, window } = windowOf(reference);
      return { source: own, line: (await this.firstLine(own, window * WINDOW)) + line - 1 };
    }
    const part = parseLogWindowUri(path ?? '') ?? parseLogWindowUri(decoded(path ?? ''));
    if (part !== undefined)
      return {
        source: part.source,
        line: (await this.firstLine(part.source, part.offset)) + line - 1,
      };
    const row = this.named(path ?? maybeText(source, 'name') ?? '');
    if (row === undefined)
      throw new Refusal('This file is no log of this session, and no Go file.');
    return { source: row.source, line };
  }

  private named(path: string): SourceRow | undefined {
    const wanted = normal(path);
    const exact = this.rows.find((row) => row.path !== undefined && normal(row.path) === wanted);
    if (exact !== undefined) return exact;
    const same = this.rows.filter((row) => baseOf(row.path ?? row.name) === baseOf(wanted));
    return same.length === 1 ? same[0] : undefined;
  }

  private async firstLine(source: number, offset: number): Promise<number> {
    const { firstLine } = await this.options.opened.ask('window', [source, offset, 1]);
    return firstLine;
  }

  /** The text behind a reference that `shown` gave. */
  async content(reference: number): Promise<string> {
    const { source, window } = windowOf(reference);
    const { text } = await this.options.opened.ask('window', [source, window * WINDOW, WINDOW]);
    return text;
  }

  loaded(): readonly DebugProtocol.Source[] {
    return this.rows.map((row) =>
      row.path === undefined
        ? { name: row.name, sourceReference: referenceOf(row.source, 0) }
        : { name: row.name, path: row.path },
    );
  }
}

/** The base name of a Go file that a source stands for; undefined for anything else. */
export function goFileOf(source: Args): string | undefined {
  const path = maybeText(source, 'path') ?? maybeText(source, 'name') ?? '';
  const own = parseGoSourceUri(decoded(path))?.path ?? path.replace(/[?#].*$/, '');
  return own.endsWith('.go') ? baseOf(own) : undefined;
}

function referenceOf(source: number, window: number): number {
  return 1 + source * WINDOWS + window;
}

function windowOf(reference: number): { source: number; window: number } {
  const own = Math.trunc(reference) - 1;
  return { source: Math.floor(own / WINDOWS), window: own % WINDOWS };
}

function normal(path: string): string {
  const plain = path.startsWith('file://') ? decoded(path.slice('file://'.length)) : path;
  const slashed = plain.replaceAll('\\', '/');
  return /^\/?[A-Za-z]:\//.test(slashed) ? slashed.replace(/^\//, '').toLowerCase() : plain;
}

function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
