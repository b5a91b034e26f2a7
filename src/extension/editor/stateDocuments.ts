// The rebuilt state at a time as a document that can't be changed, for VS Code's own comparison of two texts.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { parseStateUri, STATE_SCHEME } from '../../protocol/uris.ts';
import type { Session } from '../session.ts';

export async function stateText(session: Session, uri: vscode.Uri): Promise<string> {
  const time = parseStateUri(uri.toString());
  if (time === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  if (session.cursor === undefined) return '';
  // The log may be closed before it has answered.
  return (await session.askIfOpen('stateText', [time])) ?? '';
}

/** Another log, or more of this one: what a time held may be told otherwise. */
export function renewStates(
  session: Session,
  changed: vscode.EventEmitter<vscode.Uri>,
): Disposable {
  return session.onChanged(() => {
    for (const { uri } of vscode.workspace.textDocuments)
      if (uri.scheme === STATE_SCHEME) changed.fire(uri);
  });
}
