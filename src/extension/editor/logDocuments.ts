// Which document shows which lines: a plain file is shown as it is, everything else in windows. One line, one document.
import * as vscode from 'vscode';
import type { InputId } from '../../base/input.ts';
import type { InputRow, SourceRow } from '../../protocol/rows.ts';
import { LOG_SCHEME, logWindowUri, parseLogWindowUri } from '../../protocol/uris.ts';
import { baseName } from '../baseName.ts';
import { LANGUAGE } from '../contributions.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import { WINDOW_BYTES, type WindowFileSystem, type WindowText } from './windowFileSystem.ts';

/** Bigger files are shown in windows: an editor takes long for them, and beyond 50 MB tells extensions nothing. */
const WHOLE_FILE = 8 << 20;

/** How long an editor may take to show another text, in ms. */
const PATIENCE = 3000;

/** Where a document stands in a source: its first line is the source's `firstLine` (1-based). */
export interface DocumentPlace {
  readonly source: number;
  readonly firstLine: number;
}

/** A line of a source, which an input row is too. */
type LinePlace = Pick<InputRow, 'input' | 'line'>;

export class LogDocuments {
  private readonly session: Session;
  private readonly windows: WindowFileSystem;
  /** The window whose text a document was seen to have. */
  private readonly checked = new WeakMap<vscode.TextDocument, WindowText>();
  /** Files that VS Code would not show as text: they are shown in windows. */
  private readonly refused = new Set<string>();

  constructor(session: Session, windows: WindowFileSystem) {
    this.session = session;
    this.windows = windows;
  }

  /** The file of a source that an editor can show as it is. */
  fileOf(source: SourceRow): vscode.Uri | undefined {
    const file = source.bytes > WHOLE_FILE ? undefined : this.plainFileOf(source);
    return file === undefined || this.refused.has(file.toString()) ? undefined : file;
  }

  private plainFileOf(source: SourceRow): vscode.Uri | undefined {
    const { opened } = this.session;
    const { path, name } = source;
    if (path === undefined) return opened.find((file) => file.asText && file.name === name)?.uri;
    return opened.find(({ uri }) => uri.fsPath === path)?.uri ?? vscode.Uri.file(path);
  }

  async placeOf(uri: vscode.Uri): Promise<DocumentPlace | undefined> {
    const { info } = this.session;
    if (info === undefined) return undefined;
    if (uri.scheme === LOG_SCHEME) {
      const window = parseLogWindowUri(uri.toString());
      if (window === undefined) return undefined;
      // A window that is still shown when its log is closed stands nowhere any more.
      const text = await this.windows.window(uri).catch(() => undefined);
      return text && { source: window.source, firstLine: text.firstLine };
    }
    const text = uri.toString();
    const source = info.sources.find((each) => this.fileOf(each)?.toString() === text);
    return source === undefined ? undefined : { source: source.source, firstLine: 1 };
  }

  /** The input on a line, from 0, of a document: without them that at the caret. Undefined where no log of the session is. */
  async inputAt(uri?: vscode.Uri, line?: number): Promise<InputRow | undefined> {
    const editor = vscode.window.activeTextEditor;
    const document = uri ?? editor?.document.uri;
    const at = line ?? editor?.selection.active.line;
    const place = document === undefined ? undefined : await this.placeOf(document);
    if (place === undefined || at === undefined) return undefined;
    return await this.session.ask('inputAtLine', [place.source, place.firstLine + at]);
  }

  /** The input at the caret of the first visible log, for whom the keyboard is elsewhere. */
  async inputInSight(): Promise<InputRow | undefined> {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    for (const editor of [activeTextEditor ?? [], visibleTextEditors].flat()) {
      const row = await this.inputAt(editor.document.uri, editor.selection.active.line);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** The document of a line, and the line in it from 0. */
  private async documentOf(row: LinePlace): Promise<{ uri: vscode.Uri; line: number } | undefined> {
    const source = this.session.info?.sources.find((each) => each.source === row.input.source);
    if (source === undefined) return undefined;
    const file = this.fileOf(source);
    if (file !== undefined) return { uri: file, line: row.line - 1 };
    const offset = Math.floor(row.input.offset / WINDOW_BYTES) * WINDOW_BYTES;
    const uri = vscode.Uri.parse(
      logWindowUri({ source: source.source, name: documentName(source.name), offset }),
    );
    const window = await this.windows.window(uri);
    const line = row.line - window.firstLine;
    // A line that just came is asked for before its window is read anew.
    if (window.atEnd && line >= linesIn(window.text)) await this.windows.grown(uri);
    return { uri, line };
  }

  /** The document of a line, opened as a log, and the line in it from 0. */
  async shown(
    row: LinePlace,
  ): Promise<{ readonly document: vscode.TextDocument; readonly line: number } | undefined> {
    const place = await this.documentOf(row);
    if (place === undefined) return undefined;
    const document = await this.logDocument(place.uri).catch((error: unknown) => {
      if (place.uri.scheme === LOG_SCHEME) throw error;
      this.refused.add(place.uri.toString());
      return undefined;
    });
    return document === undefined ? await this.shown(row) : { document, line: place.line };
  }

  /** Shows the line of an input, without taking the keyboard from where it is. */
  async reveal(input: InputId): Promise<void> {
    const row = await this.session.ask('input', [input]);
    const shown = row === undefined ? undefined : await this.shown(row);
    if (shown === undefined) return;
    const { document, line } = shown;
    if (line < 0 || line >= document.lineCount) {
      void vscode.window.showWarningMessage(messages.lineGone(document.uri.path));
      return;
    }
    const range = new vscode.Range(line, 0, line, 0);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: columnFor(document.uri),
      preserveFocus: true,
      preview: true,
    });
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** The document, coloured as a kubelet's log unless its language says more than plain text. */
  private async logDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(uri);
    if (uri.scheme === LOG_SCHEME) await this.current(document);
    if (document.languageId === 'plaintext' || document.languageId === 'log')
      return await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    return document;
  }

  /** An editor that showed a log of this name before still has the old text for a moment. */
  private async current(document: vscode.TextDocument): Promise<void> {
    const window = await this.windows.window(document.uri);
    const wanted = window.text.replaceAll('\r\n', '\n');
    const isCurrent = (): boolean => {
      const text = document.getText().replaceAll('\r\n', '\n');
      return window.atEnd ? text.startsWith(wanted) : text === wanted;
    };
    if (this.checked.get(document) === window) return;
    for (const end = Date.now() + PATIENCE; !isCurrent() && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    this.checked.set(document, window);
  }

  /** Closes the windows of logs that are open no more. */
  async closeWindows(): Promise<void> {
    const open = new Set(
      this.session.info?.sources.map(({ source, name }) => `${source}/${documentName(name)}`),
    );
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => {
        if (!(input instanceof vscode.TabInputText)) return false;
        const window = parseLogWindowUri(input.uri.toString());
        return window !== undefined && !open.has(`${window.source}/${window.name}`);
      });
    await vscode.window.tabGroups.close(tabs, true);
  }
}

/** Where the log is shown already, else beside a page, else where the person is. */
function columnFor(uri: vscode.Uri): vscode.ViewColumn {
  const editors = vscode.window.visibleTextEditors;
  const shown =
    editors.find(({ document }) => document.uri.toString() === uri.toString()) ??
    editors.find(({ document }) => document.languageId === LANGUAGE);
  if (shown?.viewColumn !== undefined) return shown.viewColumn;
  const page = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return page instanceof vscode.TabInputWebview
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.Active;
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return text.endsWith('\n') ? lines : lines + 1;
}

/** A name that an editor's tab shows: without folders, and without the ending of its compression. */
function documentName(name: string): string {
  return baseName(name).replace(/\.(gz|zst|xz|bz2)$/, '');
}
