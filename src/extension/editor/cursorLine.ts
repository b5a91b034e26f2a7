// Marks the cursor's line in every editor that shows it, and fades what at the cursor had not been logged yet.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { InputRow } from '../../protocol/rows.ts';
import { settings } from '../contributions.ts';
import type { Session } from '../session.ts';
import type { LogDocuments } from './logDocuments.ts';

export class CursorLine implements Disposable {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly store = new DisposableStore();
  private readonly line: vscode.TextEditorDecorationType;
  private readonly future: vscode.TextEditorDecorationType;
  private drawn = 0;

  constructor(session: Session, documents: LogDocuments, media: vscode.Uri) {
    this.session = session;
    this.documents = documents;
    const color = new vscode.ThemeColor('kubelet.cursor');
    this.line = this.store.add(
      vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        backgroundColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
        gutterIconPath: vscode.Uri.joinPath(media, 'cursor.svg'),
        gutterIconSize: 'contain',
        overviewRulerColor: color,
        overviewRulerLane: vscode.OverviewRulerLane.Full,
      }),
    );
    this.future = this.store.add(
      vscode.window.createTextEditorDecorationType({ isWholeLine: true, opacity: '0.55' }),
    );
    const draw = (): void => {
      void this.draw();
    };
    for (const event of [session.onCursor, session.onChanged]) this.store.add(event(draw));
    this.store.add(vscode.window.onDidChangeVisibleTextEditors(draw));
    this.store.add(vscode.window.onDidChangeActiveColorTheme(draw));
    this.store.add(vscode.workspace.onDidChangeConfiguration(draw));
  }

  private async draw(): Promise<void> {
    const number = ++this.drawn;
    const input = this.session.cursor?.input;
    const row =
      input === undefined || this.session.info === undefined
        ? undefined
        : await this.session.ask('input', [input]).catch(() => undefined);
    if (number !== this.drawn) return;
    await Promise.all(
      vscode.window.visibleTextEditors.map((editor) => this.drawIn(editor, row, number)),
    );
  }

  private async drawIn(
    editor: vscode.TextEditor,
    row: InputRow | undefined,
    number: number,
  ): Promise<void> {
    const place =
      row === undefined
        ? undefined
        : await this.documents.placeOf(editor.document.uri).catch(() => undefined);
    if (number !== this.drawn) return;
    const line =
      row === undefined || place?.source !== row.input.source ? -1 : row.line - place.firstLine;
    const last = editor.document.lineCount - 1;
    const here = line >= 0 && line <= last;
    editor.setDecorations(this.line, here ? [new vscode.Range(line, 0, line, 0)] : []);
    const fade = here && line < last && fades();
    editor.setDecorations(this.future, fade ? [new vscode.Range(line + 1, 0, last, 0)] : []);
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** Faded text is hard to read where contrast was asked for. */
function fades(): boolean {
  const { kind } = vscode.window.activeColorTheme;
  const highContrast =
    kind === vscode.ColorThemeKind.HighContrast || kind === vscode.ColorThemeKind.HighContrastLight;
  return (
    !highContrast &&
    vscode.workspace.getConfiguration(settings.section).get(settings.fadeFuture, true)
  );
}
