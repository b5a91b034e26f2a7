// Where the person puts the caret in a log, the cursor follows, when the setting says so: timeline, trees and pages show that line.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { settings } from '../contributions.ts';
import type { Session } from '../session.ts';
import type { LogDocuments } from './logDocuments.ts';

/** Moves of the code itself, which show where the cursor went, are not the person's. */
const byPerson: readonly (vscode.TextEditorSelectionChangeKind | undefined)[] = [
  vscode.TextEditorSelectionChangeKind.Keyboard,
  vscode.TextEditorSelectionChangeKind.Mouse,
];

export class FollowCaret implements Disposable {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly registration: Disposable;
  private wanted: vscode.TextEditor | undefined;
  private going = false;

  constructor(session: Session, documents: LogDocuments) {
    this.session = session;
    this.documents = documents;
    this.registration = vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
      if (!byPerson.includes(kind) || session.info === undefined || !isOn()) return;
      this.wanted = textEditor;
      void this.go();
    });
  }

  /** One move after the other, and of those that came meanwhile only the last. */
  private async go(): Promise<void> {
    if (this.going) return;
    this.going = true;
    for (let editor = this.wanted; editor !== undefined; editor = this.wanted) {
      this.wanted = undefined;
      // A log that was closed meanwhile is followed no more.
      await this.seek(editor).catch(() => undefined);
    }
    this.going = false;
  }

  private async seek({ document, selection }: vscode.TextEditor): Promise<void> {
    const place = await this.documents.placeOf(document.uri);
    if (place === undefined) return;
    const line = place.firstLine + selection.active.line;
    const row = await this.session.ask('inputAtLine', [place.source, line]);
    const input = row?.input;
    if (input !== undefined) await this.session.ask('seek', [{ kind: 'input', input }]);
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** Of the command: the other way round than it is. */
export async function toggleFollowCaret(): Promise<void> {
  const on = !isOn();
  await vscode.workspace
    .getConfiguration(settings.section)
    .update(settings.followCaret, on, vscode.ConfigurationTarget.Global);
  const text = on
    ? vscode.l10n.t('The cursor follows the caret in logs.')
    : vscode.l10n.t('The cursor stays when the caret moves.');
  vscode.window.setStatusBarMessage(text, 4_000);
}

function isOn(): boolean {
  return vscode.workspace.getConfiguration(settings.section).get(settings.followCaret, false);
}
