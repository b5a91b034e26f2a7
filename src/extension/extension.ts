// The extension in a Node host: desktop, remote and server.
import type * as vscode from 'vscode';
import { start } from './activate.ts';

export function activate(context: vscode.ExtensionContext): void {
  start(context);
}
