// The extension in a web worker host: files and replay, no live cluster.
import type * as vscode from 'vscode';
import { start } from './activate.ts';

export function activate(context: vscode.ExtensionContext): void {
  start(context);
}
