import * as vscode from 'vscode';
import { micros, MILLISECOND } from '../base/time.ts';
import type { SimulationOptions, SourceSpec } from '../protocol/engineApi.ts';
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

/** YAML is no log: it is the scenario of a simulation. */
export function isScenario({ path }: vscode.Uri): boolean {
  return /\.ya?ml$/.test(path);
}

export async function scenarioOf(uri: vscode.Uri, options: SimulationOptions): Promise<SourceSpec> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return { kind: 'scenario', name: baseName(uri.path), text, ...options };
}
