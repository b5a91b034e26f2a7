// What both extension hosts start. It knows VS Code; what a kubelet is, it asks the engine.
import * as vscode from 'vscode';
import { viewIds } from './contributions.ts';

/** A tree without rows: the view then shows its welcome text. */
const empty: vscode.TreeDataProvider<never> = {
  getChildren: () => [],
  getTreeItem: (row) => row,
};

export function start(context: vscode.ExtensionContext): void {
  for (const id of viewIds)
    context.subscriptions.push(vscode.window.createTreeView(id, { treeDataProvider: empty }));
}
