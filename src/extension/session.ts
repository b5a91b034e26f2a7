// The one session of this window: starts the engine when first needed, asks it, and tells the views what moved.
// It holds what the engine said last (`info`, `cursor`); it knows no state of a kubelet.
import type { Uri } from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import { ChannelError } from '../protocol/channel.ts';
import { ENGINE_ENDED, EngineHung, type EngineClient } from '../engine/client.ts';
import type {
  Cursor,
  EngineApi,
  EngineEvent,
  OpenRequest,
  SessionInfo,
  SimulationOptions,
  SourceSpec,
} from '../protocol/engineApi.ts';
import type { GoModule } from './editor/goModules.ts';
import type { TrustGate } from './trust.ts';

/** What the hosts differ in: where the engine runs, and how the bytes of a log reach it. */
interface Underway {
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

export interface EngineHost {
  start(): Promise<{ readonly client: EngineClient; stop(): Promise<void> }>;
  /** As the engine is to read it: a path where it has files, else bytes; a scenario with how it is to be simulated. */
  sourceOf(uri: Uri, simulation: SimulationOptions): Promise<SourceSpec>;
  /** Where Go keeps the modules that it downloaded; a browser has none. */
  readonly goModuleCache?: Uri;
  /** How Go source comes onto this machine; a browser has no way. */
  readonly goSource?: {
    /** Where it is then, in the form of a module cache. */
    readonly folder: Uri;
    /** Both reject with a SourceProblem, and resolve with the tag that came. `progress`: bytes, or files. */
    download(module: GoModule, underway: Underway): Promise<string>;
    unpack(archive: Uri, release: string, underway: Underway): Promise<string>;
  };
  /** Whether a file still lies in a folder when links are followed; a browser's files have none. */
  readonly isInside?: (folder: Uri, file: Uri) => Promise<boolean>;
  /** This window's process, and whether that of another window is still there; a browser cannot tell. */
  readonly process?: { readonly pid: number; readonly isRunning: (pid: number) => boolean };
}

/** A file that was opened; `asText`: the engine was handed its bytes, and they are no archive. */
export interface OpenedFile {
  readonly uri: Uri;
  readonly name: string | undefined;
  readonly asText: boolean;
}

export type CursorMove = Extract<EngineEvent, { kind: 'cursorMoved' }>;

export class Session implements Disposable {
  private readonly host: EngineHost;
  private readonly gate: TrustGate;
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<SessionInfo | undefined>());
  private readonly moved = this.store.add(new Emitter<CursorMove>());
  private readonly event = this.store.add(new Emitter<EngineEvent>());
  private engine: Promise<EngineClient> | undefined;
  private running: EngineClient | undefined;
  /** Opens again what is open. */
  private reopen: (() => Promise<SessionInfo>) | undefined;
  private asked = 0;
  /** Questions over which an engine hung: a page asks the same again as soon as another engine has the log. */
  private readonly hung = new Map<string, EngineHung>();
  private shownInfo: SessionInfo | undefined;
  private shownCursor: Cursor | undefined;
  private openedFiles: readonly OpenedFile[] = [];

  /** The tape changed: what is shown of it is to be asked again. `undefined`: nothing is open any more. */
  readonly onChanged = this.changed.event;
  readonly onCursor = this.moved.event;
  /** All events of the engine, for pages. */
  readonly onEvent = this.event.event;

  constructor(host: EngineHost, gate: TrustGate) {
    this.host = host;
    this.gate = gate;
  }

  /** As last heard; undefined while nothing is open. */
  get info(): SessionInfo | undefined {
    return this.shownInfo;
  }

  get cursor(): Cursor | undefined {
    return this.shownCursor;
  }

  /** What the person opened, in the order of opening. */
  get opened(): readonly OpenedFile[] {
    return this.openedFiles;
  }

  async ask<K extends keyof EngineApi>(
    method: K,
    args: Parameters<EngineApi[K]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<EngineApi[K]>>> {
    this.gate.question(method, args);
    const client = await this.client();
    const before = this.hung.size === 0 ? undefined : this.hung.get(keyOf(method, args));
    if (before !== undefined) throw before;
    try {
      return await client.call(method, args, signal === undefined ? {} : { signal });
    } catch (error) {
      if (error instanceof EngineHung && error.method === method && !method.startsWith('open'))
        this.hung.set(keyOf(method, args), error);
      if (error instanceof ChannelError && error.code === ENGINE_ENDED) await this.revive(client);
      throw error;
    }
  }

  /** The engine has ended by itself, as one does that a log leaves no memory: what was open before is opened in another. */
  private async revive(ended: EngineClient): Promise<void> {
    if (this.running !== ended) return;
    const { reopen } = this;
    this.running = undefined;
    this.engine = undefined;
    // What ended this engine is not tried again and again.
    this.reopen = undefined;
    const info = await reopen?.().catch(() => undefined);
    if (info !== undefined) return;
    this.openedFiles = [];
    this.take(undefined);
  }

  /** For what an editor asks by itself: undefined when the log was closed meanwhile. */
  async askIfOpen<K extends keyof EngineApi>(
    method: K,
    args: Parameters<EngineApi[K]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<EngineApi[K]>> | undefined> {
    try {
      return await this.ask(method, args, signal);
    } catch (error) {
      if (error instanceof ChannelError && error.code === 'nothing-open') return undefined;
      throw error;
    }
  }

  /** Replaces what is open; on failure, and when the signal stops it, what was open stays. */
  async open(
    uris: readonly Uri[],
    options: Omit<OpenRequest, 'sources'> = {},
    simulation: SimulationOptions = {},
    signal?: AbortSignal,
  ): Promise<SessionInfo> {
    const sources = await Promise.all(uris.map((uri) => this.host.sourceOf(uri, simulation)));
    const info = await this.ask('open', [{ ...options, sources }], signal);
    this.openedFiles = uris.map((uri, index) => openedFile(uri, sources[index]));
    this.reopen = () => this.open(uris, options, simulation);
    this.take(info);
    return info;
  }

  /** The same for what stands in no file that an editor could show: its lines are shown in windows. */
  async openSources(
    sources: readonly SourceSpec[],
    options: Omit<OpenRequest, 'sources'> = {},
  ): Promise<SessionInfo> {
    const info = await this.ask('open', [{ ...options, sources }]);
    this.openedFiles = [];
    this.reopen = () => this.openSources(sources, options);
    this.take(info);
    return info;
  }

  async close(): Promise<void> {
    await this.ask('close', []);
    this.openedFiles = [];
    this.reopen = undefined;
    this.take(undefined);
  }

  private take(info: SessionInfo | undefined): void {
    this.asked++;
    this.shownInfo = info;
    this.shownCursor = info?.cursor;
    this.changed.fire(info);
  }

  private client(): Promise<EngineClient> {
    this.engine ??= this.startEngine();
    return this.engine;
  }

  private async startEngine(): Promise<EngineClient> {
    try {
      const engine = await this.host.start();
      const { client } = engine;
      this.running = client;
      this.store.add(
        toDisposable(() => {
          void engine.stop();
        }),
      );
      this.store.add(
        client.onEvent((event) => {
          this.hear(event);
        }),
      );
      return client;
    } catch (error) {
      // The next question tries again.
      this.engine = undefined;
      throw error;
    }
  }

  private hear(event: EngineEvent): void {
    if (event.kind === 'cursorMoved') {
      this.shownCursor = event.cursor;
      if (this.shownInfo !== undefined) this.moved.fire(event);
    }
    // In the mode `then` findings are those of the cursor.
    const isOther =
      event.kind === 'cursorMoved' &&
      (event.reason === 'mode' || event.cursor.hindsight === 'then') &&
      event.reason !== 'select';
    if (event.kind === 'changed' || isOther) void this.refresh();
    this.event.fire(event);
  }

  private async refresh(): Promise<void> {
    if (this.shownInfo === undefined) return;
    const number = ++this.asked;
    try {
      const info = await this.ask('session', []);
      if (number === this.asked) this.take(info);
    } catch {
      // A newer session replaces this one, or the engine ends: both are told by whoever asked for that.
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}

function keyOf(method: string, args: readonly unknown[]): string {
  return JSON.stringify([method, args]);
}

function openedFile(uri: Uri, source: SourceSpec | undefined): OpenedFile {
  if (source?.kind !== 'bytes') return { uri, name: undefined, asText: false };
  return { uri, name: source.name, asText: !isPacked(source.bytes) };
}

/** gzip, zip, zstd, xz and bzip2 by their first bytes. */
function isPacked([a, b]: Uint8Array): boolean {
  const magic = ((a ?? 0) << 8) | (b ?? 0);
  return [0x1f8b, 0x504b, 0x28b5, 0xfd37, 0x425a].includes(magic);
}
