// Marks in the gutter, beside the lines that a finding explains.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { plainLine } from '../../base/plainText.ts';
import type { RowSeverity } from '../../protocol/rows.ts';
import { roleWord } from '../views/row.ts';
import type { FindingMarks, PlacedMark } from './findingMarks.ts';

/** As much of a line is hovered over: severity and time of klog's header. */
const HEADER = 21;

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
    const byLine = groupBy(placed, ({ line }) => line);
    for (const [severity, type] of this.types)
      editor.setDecorations(
        type,
        [...byLine]
          .filter(([, [worst]]) => worst?.mark.severity === severity)
          .map(([line, marks]) => ({
            range: new vscode.Range(line, 0, line, HEADER),
            hoverMessage: marks.map(hoverOf),
          })),
      );
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** Which finding the line belongs to, and as what; text of a log is only ever text. */
function hoverOf({ mark }: PlacedMark): vscode.MarkdownString {
  const text = vscode.l10n.t('Finding: {0}', plainLine(mark.message, 300));
  const role = vscode.l10n.t('Evidence: {0}.', roleWord(mark.role));
  return new vscode.MarkdownString().appendText(text).appendMarkdown('\n\n').appendText(role);
}

function groupBy<T, K>(list: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
