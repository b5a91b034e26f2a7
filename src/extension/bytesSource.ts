import * as vscode from 'vscode';
import { micros, MILLISECOND } from '../base/time.ts';
import type { SourceSpec } from '../protocol/engineApi.ts';
import { baseName } from './baseName.ts';

/** A log that the engine cannot read itself, as bytes: whatever file system the editor has it on. */
export async function bytesOf(uri: vscode.Uri): Promise<SourceSpec> {
  const [bytes, { mtime }] = await Promise.all([
    vscode.workspace.fs.readFile(uri),
    vscode.workspace.fs.stat(uri),
  ]);
  return {
    kind: 'bytes',
    name: baseName(uri.path),
    bytes,
    ...(mtime > 0 ? { modified: micros(mtime * MILLISECOND) } : {}),
  };
}
