import * as vscode from 'vscode';

/** A path of this machine, one within the folder that is open, or a URI. */
export function uriOf(text: string): vscode.Uri {
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return vscode.Uri.parse(text, true);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const isWhole = /^([/\\]|[A-Za-z]:[/\\])/.test(text);
  return isWhole || folder === undefined
    ? vscode.Uri.file(text)
    : vscode.Uri.joinPath(folder, text);
}
