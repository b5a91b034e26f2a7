// The extension in a web worker host: files and replay, no live cluster. The engine is handed bytes.
import * as vscode from 'vscode';
import { startEngine } from '../engine/host/web/start.ts';
import { start, type End } from './activate.ts';
import { bytesOf } from './bytesSource.ts';
import { spawnWorker } from './webWorker.ts';

/** VS Code calls `deactivate` with nothing in hand. */
const ends: End[] = [];

export function activate(context: vscode.ExtensionContext): void {
  const read = (script: string): Thenable<Uint8Array> =>
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'dist', 'web', script));
  const end = start(context, {
    async start() {
      const worker = await spawnWorker(await read('worker.js'), await read('indexer.js'));
      return await startEngine(worker === undefined ? undefined : () => worker);
    },
    sourceOf: bytesOf,
  });
  ends.push(end);
}

export async function deactivate(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
