// A case opened from the explorer: its logs become the session, its tab shows what was found.
import * as vscode from 'vscode';
import type { Opener } from '../commands/openCommands.ts';
import { CASE_EDITOR } from '../contributions.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Pages } from '../panels/pages.ts';

export function registerCaseEditor(opener: Opener, pages: Pages): vscode.Disposable {
  return vscode.window.registerCustomEditorProvider(
    CASE_EDITOR,
    {
      openCustomDocument: (uri) => ({
        uri,
        dispose() {
          // The session stays when the tab is closed.
        },
      }),
      async resolveCustomEditor({ uri }, panel) {
        try {
          await opener.open([uri]);
        } catch (error) {
          void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
        }
        await pages.showIn('findings', panel);
      },
    },
    { webviewOptions: { retainContextWhenHidden: true } },
  );
}
