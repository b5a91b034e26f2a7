// The rebuilt state at a time as a document that can't be changed, for VS Code's own comparison of two texts.
import * as vscode from 'vscode';
import { parseStateUri, STATE_SCHEME } from '../../protocol/uris.ts';
import type { Session } from '../session.ts';

export function registerStateDocuments(session: Session): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(STATE_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent(uri) {
        const time = parseStateUri(uri.toString());
        if (time === undefined) throw vscode.FileSystemError.FileNotFound(uri);
        return session.cursor === undefined ? '' : session.ask('stateText', [time]);
      },
    }),
    // Another log, or more of this one: what a time held may be told otherwise.
    session.onChanged(() => {
      for (const { uri } of vscode.workspace.textDocuments)
        if (uri.scheme === STATE_SCHEME) changed.fire(uri);
    }),
  );
}
