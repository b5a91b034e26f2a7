// The lines of a window have the numbers of the whole log, where VS Code would count each document from 1.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { LOG_SCHEME } from '../../protocol/uris.ts';
import type { LogDocuments } from './logDocuments.ts';

const { On, Off, Relative, Interval } = vscode.TextEditorLineNumbersStyle;
/** `editor.lineNumbers` as an editor has it. */
const styles = new Map([
  ['off', Off],
  ['relative', Relative],
  ['interval', Interval],
]);
/** Lines beyond what is in sight that have theirs before one scrolls there. */
const AHEAD = 100;

export class WindowLineNumbers implements Disposable {
  private readonly documents: LogDocuments;
  private readonly store = new DisposableStore();
  private readonly number: vscode.TextEditorDecorationType;
  /** Columns whose editor shows no numbers of its own: it keeps that for the next document. */
  private readonly without = new Set<vscode.ViewColumn | undefined>();

  constructor(documents: LogDocuments) {
    this.documents = documents;
    const before = {
      color: new vscode.ThemeColor('editorLineNumber.foreground'),
      margin: '0 1.5em 0 0',
    };
    this.number = this.store.add(vscode.window.createTextEditorDecorationType({ before }));
    const drawAll = (editors: readonly vscode.TextEditor[]): void => {
      for (const editor of editors) void this.draw(editor);
    };
    this.store.add(vscode.window.onDidChangeVisibleTextEditors(drawAll));
    this.store.add(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        void this.draw(textEditor);
      }),
    );
    drawAll(vscode.window.visibleTextEditors);
  }

  private async draw(editor: vscode.TextEditor): Promise<void> {
    const { document, viewColumn, visibleRanges } = editor;
    const isWindow = document.uri.scheme === LOG_SCHEME;
    if (!isWindow && !this.without.has(viewColumn)) return;
    const wanted = vscode.workspace.getConfiguration('editor', document).get('lineNumbers', 'on');
    const style = styles.get(wanted) ?? On;
    const place = isWindow ? await this.documents.placeOf(document.uri) : undefined;
    const first = place?.firstLine ?? 1;
    if (first === 1 || style === Off) {
      if (this.without.delete(viewColumn)) editor.options.lineNumbers = style;
      editor.setDecorations(this.number, []);
      return;
    }
    this.without.add(viewColumn);
    editor.options.lineNumbers = Off;
    const width = String(first + document.lineCount).length;
    const lines = visibleRanges.flatMap(({ start, end }) => {
      const from = Math.max(0, start.line - AHEAD);
      const to = Math.min(document.lineCount, end.line + AHEAD);
      return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
    });
    editor.setDecorations(
      this.number,
      [...new Set(lines)].map((line) => ({
        range: new vscode.Range(line, 0, line, 0),
        renderOptions: {
          before: { contentText: String(first + line).padStart(width, '\u00a0') },
        },
      })),
    );
  }

  dispose(): void {
    this.store.dispose();
  }
}
