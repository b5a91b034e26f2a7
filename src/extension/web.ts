// The extension's entry in a web worker host: everything is in one file, and is set up when it is first needed all the same.
import type * as vscode from 'vscode';
import { start, type End } from './activate.ts';

/** VS Code calls `deactivate` with nothing in hand. */
const ends: End[] = [];

export function activate(context: vscode.ExtensionContext): void {
  const end = start(context, async (standing) => {
    const { makeWholeInBrowser } = await import('./host/web.ts');
    return makeWholeInBrowser(context, standing);
  });
  ends.push(end);
}

export async function deactivate(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
