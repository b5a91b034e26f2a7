// The two halves of the extension, as each knows the other: what stands from the start on, and all the rest, which is made when it is
// first needed. Most windows in which the extension is started never need the rest.
import type * as vscode from 'vscode';
import type { InputId } from '../base/input.ts';
import type { PageId, ViewId } from './contributions.ts';
import type { NodeCommands } from './live/nodeCommands.ts';
import type { EngineHost, Session } from './session.ts';
import type { TrustGate } from './trust.ts';
import type { TreeShell } from './views/treeShell.ts';

/** What VS Code has of the extension from its start on. */
export interface Standing {
  readonly trees: Readonly<Record<ViewId, TreeShell>>;
  /** Told: VS Code reads these documents again. */
  readonly windowsChanged: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  readonly goSourceChanged: vscode.EventEmitter<vscode.Uri>;
  readonly stateChanged: vscode.EventEmitter<vscode.Uri>;
}

/** All the rest, and what of it VS Code asks through what stands. */
export interface Whole {
  /** Does what a command of package.json is for; rejects with a sentence for a person. */
  run(command: string, args: readonly unknown[]): Promise<void>;
  /** What assistants ask, and whether a file still lies in a folder when links are followed. */
  readonly session: Session;
  readonly isInside: EngineHost['isInside'];
  readonly gate: Pick<TrustGate, 'need'>;
  readonly nodes: Pick<NodeCommands, 'attach'>;
  /** The line at the caret of a log in sight. */
  readonly caret: () => Promise<InputId | undefined>;
  /** Windows of logs. */
  readonly windows: Pick<vscode.FileSystemProvider, 'stat' | 'readFile'>;
  goSourceText(uri: vscode.Uri): Promise<string>;
  stateText(uri: vscode.Uri): Promise<string>;
  readonly debugging: Debugging;
  /** Fills the tab of a page that was there before the window was loaded again, with what its page had stored. */
  revivePage(page: PageId, tab: vscode.WebviewPanel, state: unknown): Promise<void>;
  /** Opens a saved case, whose tab shows what was found. */
  openCase(file: vscode.Uri, tab: vscode.WebviewPanel): Promise<void>;
  /** What `deactivate` is to do: VS Code waits some seconds for it, but disposes of subscriptions at once. */
  end(): Promise<void>;
}

/** Answers for the debug type. */
export interface Debugging {
  /** A configuration that names what is to be debugged; none when there is nothing. */
  complete(
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined>;
  /** What a person could mean, without a launch.json. */
  offered(): Promise<vscode.DebugConfiguration[]>;
  adapter(): Promise<vscode.DebugAdapterDescriptor>;
}
