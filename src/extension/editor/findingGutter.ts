// Marks in the gutter, beside the lines that a finding explains.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { RowSeverity } from '../../protocol/rows.ts';
import type { FindingMarks } from './findingMarks.ts';

const severities = ['error', 'warning'] as const satisfies readonly RowSeverity[];

export class FindingGutter implements Disposable {
  private readonly marks: FindingMarks;
  private readonly store = new DisposableStore();
  private readonly types: ReadonlyMap<RowSeverity, vscode.TextEditorDecorationType>;

  constructor(marks: FindingMarks, media: vscode.Uri) {
    this.marks = marks;
    const type = (severity: string): vscode.TextEditorDecorationType =>
      this.store.add(
        vscode.window.createTextEditorDecorationType({
          gutterIconPath: vscode.Uri.joinPath(media, `mark-${severity}.svg`),
          gutterIconSize: 'contain',
        }),
      );
    this.types = new Map(severities.map((severity) => [severity, type(severity)]));
    const draw = (): void => {
      for (const editor of vscode.window.visibleTextEditors) void this.drawIn(editor);
    };
    this.store.add(marks.onChanged(draw));
    this.store.add(vscode.window.onDidChangeVisibleTextEditors(draw));
  }

  private async drawIn(editor: vscode.TextEditor): Promise<void> {
    const { uri, lineCount } = editor.document;
    const placed = (await this.marks.in(uri, lineCount)) ?? [];
    for (const [severity, type] of this.types)
      editor.setDecorations(
        type,
        placed
          .filter(({ mark }) => mark.severity === severity)
          .map(({ line }) => new vscode.Range(line, 0, line, 0)),
      );
  }

  dispose(): void {
    this.store.dispose();
  }
}
