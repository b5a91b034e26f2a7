// The extension in a web worker host: files and replay, no live cluster. The engine runs beside it and is handed bytes.
import type * as vscode from 'vscode';
import { startEngine } from '../engine/host/web/start.ts';
import { start } from './activate.ts';
import { bytesOf } from './bytesSource.ts';

export function activate(context: vscode.ExtensionContext): void {
  start(context, { start: () => startEngine(undefined), sourceOf: bytesOf });
}
