// A view as VS Code knows it from the extension's start on. It has no rows of its own: whoever serves it has.
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { CommandId, ViewId } from '../contributions.ts';
import type { TreeRow } from './row.ts';

/** What fills a view. */
export interface TreeServer extends Required<
  Omit<vscode.TreeDataProvider<TreeRow>, 'onDidChangeTreeData'>
> {
  /** The rows as text, to be dropped elsewhere. */
  textOf(rows: readonly TreeRow[]): string;
}

const URI_LIST = 'text/uri-list';

/** As RFC 2483 has it: one on a line, remarks behind `#`. */
function urisIn(list = ''): vscode.Uri[] {
  const lines = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => vscode.Uri.parse(line, true));
}

export class TreeShell implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly id: ViewId;
  readonly view: vscode.TreeView<TreeRow>;
  private readonly refreshed = new vscode.EventEmitter<TreeRow[] | undefined>();
  private server: TreeServer | undefined;

  readonly onDidChangeTreeData = this.refreshed.event;

  constructor(id: ViewId) {
    this.id = id;
    this.view = vscode.window.createTreeView(id, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      // A row is dragged into an editor, a chat or a ticket as its text.
      dragAndDropController: {
        // Files from the explorer or from outside: what takes logs opens them.
        dropMimeTypes: id === 'kubelet.sources' ? [URI_LIST, 'files'] : [],
        dragMimeTypes: ['text/plain'],
        handleDrop: async (_, data) => {
          const uris = urisIn(await data.get(URI_LIST)?.asString());
          if (uris.length > 0)
            await vscode.commands.executeCommand(
              'kubelet.openLog' satisfies CommandId,
              uris[0],
              uris,
            );
        },
        handleDrag: (rows, data) => {
          data.set('text/plain', new vscode.DataTransferItem(this.server?.textOf(rows) ?? ''));
        },
      },
    });
  }

  /** From now on its rows are those of `server`. */
  serve(server: TreeServer): void {
    this.server = server;
  }

  /** VS Code asks for these rows and what lies below them again; without any for all. */
  refresh(rows?: readonly TreeRow[]): void {
    this.refreshed.fire(rows === undefined ? undefined : [...rows]);
  }

  getChildren(parent?: TreeRow): vscode.ProviderResult<TreeRow[]> {
    return this.server?.getChildren(parent);
  }

  getTreeItem(row: TreeRow): vscode.TreeItem | Thenable<vscode.TreeItem> {
    return this.server?.getTreeItem(row) ?? new vscode.TreeItem(row.label);
  }

  getParent(row: TreeRow): vscode.ProviderResult<TreeRow> {
    return this.server?.getParent(row);
  }

  resolveTreeItem(
    item: vscode.TreeItem,
    row: TreeRow,
    token: vscode.CancellationToken,
  ): vscode.ProviderResult<vscode.TreeItem> {
    return this.server?.resolveTreeItem(item, row, token);
  }

  dispose(): void {
    this.view.dispose();
    this.refreshed.dispose();
  }
}
