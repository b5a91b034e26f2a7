// The extension's entry in a Node host: desktop, remote and server.
import type * as vscode from 'vscode';
import { start, type End } from './activate.ts';

/** VS Code calls `deactivate` with nothing in hand. */
const ends: End[] = [];

export function activate(context: vscode.ExtensionContext): void {
  const end = start(context, async (standing) => {
    const { makeWholeInNode } = await import('./host/node.ts');
    return makeWholeInNode(context, standing);
  });
  ends.push(end);
}

export async function deactivate(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
