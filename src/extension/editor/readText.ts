import * as vscode from 'vscode';

/** A small file's text; undefined when there is no such file. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  return await vscode.workspace.fs.readFile(uri).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => undefined,
  );
}
