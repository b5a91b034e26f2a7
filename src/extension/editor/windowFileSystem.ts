// Windows of logs that no editor can open as they are: compressed, from a bundle, or too big. Read-only, asked of the engine.
import * as vscode from 'vscode';
import { parseLogWindowUri } from '../../protocol/uris.ts';
import type { Session } from '../session.ts';

/** Windows begin at multiples of this, so that one line stands in one document, always. An editor shows that much within a second. */
export const WINDOW_BYTES = 1 << 20;
/** They reach further than the next one's begin, so that no record falls between two. */
const OVERLAP = 64 << 10;
/** Windows kept, so that an editor that asks for size, then text, costs one question. */
const KEPT = 4;
/** Milliseconds between two texts of a window that grows: an editor reads it whole each time. */
const GROWTH = 1_000;

export interface WindowText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The 1-based line of the source that is the window's first. */
  readonly firstLine: number;
  /** It ends with its source: when that grows, so does the window. */
  readonly atEnd: boolean;
}

export class WindowFileSystem {
  private readonly session: Session;
  private readonly changes: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  private readonly windows = new Map<string, Promise<WindowText>>();
  /** Windows that editors may still show, by URI. */
  private readonly served = new Map<string, { readonly uri: vscode.Uri; atEnd: boolean }>();
  /** Of the tape before: their tabs are being closed, and VS Code may still ask for them. */
  private ended: ReadonlySet<string> = new Set();
  private tape: number | undefined;
  private size: number | undefined;
  /** Counts what a window may have become another text by: the tape, and its growth. */
  private generation = 0;
  private growing: ReturnType<typeof setTimeout> | undefined;

  /** `changes`: told of windows that are to be read again. */
  constructor(session: Session, changes: vscode.EventEmitter<vscode.FileChangeEvent[]>) {
    this.session = session;
    this.changes = changes;
    session.onChanged((info) => {
      if (info?.tape !== this.tape) {
        this.tape = info?.tape;
        this.ended = new Set(this.served.keys());
        // Nobody is told of a log's end: its windows are closed, and would only be read in vain.
        if (info === undefined) this.windows.clear();
        else {
          this.forget(() => true);
          this.served.clear();
        }
      } else if (info !== undefined && this.size !== info.inputs)
        this.growing ??= setTimeout(() => {
          this.growing = undefined;
          this.forget(({ atEnd }) => atEnd);
        }, GROWTH);
      this.size = info?.inputs;
    });
  }

  private forget(isChanged: (window: { readonly atEnd: boolean }) => boolean): void {
    this.generation++;
    const changed = [...this.served].filter(([, window]) => isChanged(window));
    for (const [key] of changed) this.windows.delete(key);
    const type = vscode.FileChangeType.Changed;
    if (changed.length > 0) this.changes.fire(changed.map(([, { uri }]) => ({ type, uri })));
  }

  window(uri: vscode.Uri): Promise<WindowText> {
    const key = uri.toString();
    const known = this.windows.get(key);
    if (known !== undefined) return known;
    const reading = this.read(uri);
    this.served.set(key, { uri, atEnd: true });
    this.windows.set(key, reading);
    const [oldest] = this.windows.keys();
    if (this.windows.size > KEPT && oldest !== undefined) this.windows.delete(oldest);
    reading.catch(() => this.windows.delete(key));
    return reading;
  }

  /** The same, read anew at once: it has grown. */
  grown(uri: vscode.Uri): Promise<WindowText> {
    this.generation++;
    this.windows.delete(uri.toString());
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    return this.window(uri);
  }

  private async read(uri: vscode.Uri): Promise<WindowText> {
    const place = parseLogWindowUri(uri.toString());
    const open = this.session.info?.sources.some(({ source }) => source === place?.source);
    if (place === undefined || open !== true) return this.gone(uri);
    const { source, offset } = place;
    const args = [source, offset, WINDOW_BYTES + OVERLAP] as const;
    const window = await this.session.askIfOpen('window', [...args]);
    if (window === undefined) return this.gone(uri);
    const { text, firstLine, atEnd } = window;
    const shown = editorText(text);
    this.served.set(uri.toString(), { uri, atEnd });
    return { text: shown, bytes: new TextEncoder().encode(shown), firstLine, atEnd };
  }

  private gone(uri: vscode.Uri): WindowText {
    if (!this.ended.has(uri.toString())) throw vscode.FileSystemError.FileNotFound(uri);
    return { text: '', bytes: new Uint8Array(0), firstLine: 1, atEnd: false };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes } = await this.window(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: this.generation,
      size: bytes.byteLength,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.window(uri)).bytes;
  }
}

/** What would make an editor count other lines than the engine, or take the text for no text, becomes a picture of itself. */
function editorText(text: string): string {
  return text.replace(/\r(?!\n)/g, '\u240d').replaceAll('\0', '\u2400');
}
