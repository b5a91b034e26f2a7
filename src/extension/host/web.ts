// The whole extension in a web worker host: files and replay, no live cluster. The engine is handed bytes.
import * as vscode from 'vscode';
import { startEngine } from '../../engine/host/web/start.ts';
import { bytesOf } from '../bytesSource.ts';
import type { Standing, Whole } from '../standing.ts';
import { makeWorker } from '../webWorker.ts';
import { makeWhole } from '../whole.ts';

export function makeWholeInBrowser(context: vscode.ExtensionContext, standing: Standing): Whole {
  const read = (script: string): Thenable<Uint8Array> =>
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'dist', 'web', script));
  return makeWhole(context, standing, {
    async start() {
      return await startEngine(await makeWorker(await read('worker.js'), await read('indexer.js')));
    },
    sourceOf: bytesOf,
  });
}
