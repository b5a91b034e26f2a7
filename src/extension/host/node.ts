// The whole extension in a Node host: desktop, remote and server. The engine runs in a thread and reads files itself.
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import { isInside } from './isInside.ts';
import { startEngine } from '../../engine/host/node/start.ts';
import { baseName } from '../baseName.ts';
import { bytesOf } from '../bytesSource.ts';
import type { Standing, Whole } from '../standing.ts';
import { makeWhole } from '../whole.ts';

export function makeWholeInNode(context: vscode.ExtensionContext, standing: Standing): Whole {
  const goSources = vscode.Uri.joinPath(context.globalStorageUri, 'go-source');
  return makeWhole(context, standing, {
    goSource: {
      folder: goSources,
      async download(module, underway) {
        const { downloadModule, SourceStore } = await import('./goSources.ts');
        const store = new SourceStore(goSources.fsPath, isRunning);
        return await downloadModule(store, module, underway);
      },
      async unpack(archive, release, underway) {
        const { SourceStore, unpackSource } = await import('./goSources.ts');
        const store = new SourceStore(goSources.fsPath, isRunning);
        return await unpackSource(store, archive.fsPath, release, underway);
      },
    },
    start: () =>
      startEngine(
        vscode.Uri.joinPath(context.extensionUri, 'dist', 'worker.cjs').fsPath,
        vscode.Uri.joinPath(context.globalStorageUri, 'index').fsPath,
      ),
    sourceOf: async (uri) =>
      uri.scheme === 'file'
        ? { kind: 'path', path: uri.fsPath, name: baseName(uri.fsPath) }
        : await bytesOf(uri),
    goModuleCache: vscode.Uri.file(goModuleCache()),
    // What is no file of this machine has no links that could be asked for.
    isInside: async (folder, file) =>
      file.scheme !== 'file' || (await isInside(folder.fsPath, file.fsPath)),
    process: { pid: process.pid, isRunning },
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** As `go env GOMODCACHE` has it when nothing was set by `go env -w`. */
function goModuleCache(): string {
  const { GOMODCACHE, GOPATH } = process.env;
  if (GOMODCACHE !== undefined && GOMODCACHE !== '') return GOMODCACHE;
  const [first = ''] = (GOPATH ?? '').split(delimiter);
  return join(first === '' ? join(homedir(), 'go') : first, 'pkg', 'mod');
}
