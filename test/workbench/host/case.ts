// A case through VS Code's API, in both hosts: a file of the workspace whose editor is ours, with logs and findings in it.
import * as vscode from 'vscode';
import { equal, ok } from '../lib/hostSupport.ts';

suite('a case', () => {
  suiteTeardown(async () => {
    await vscode.commands.executeCommand('kubelet.closeLog');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('it opens in its editor, with the logs that it has', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    if (folder === undefined) throw new Error('No folder is open.');
    const uri = vscode.Uri.joinPath(folder, 'hang.kubelet-case');
    await vscode.commands.executeCommand('vscode.open', uri);
    const editor = await eventually(() => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputCustom ? activeTab.input : undefined;
    });
    equal(editor.viewType, 'kubelet.case');
    const document = await eventually(async () => {
      await vscode.commands.executeCommand('kubelet.goToEnd').then(undefined, () => undefined);
      return vscode.workspace.textDocuments.find(
        (each) =>
          each.uri.scheme === 'kubelet-log' &&
          each.getText().includes('Error syncing pod, skipping'),
      );
    });
    const found = await eventually(() => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length > 0 ? all : undefined;
    });
    ok(
      found.some(({ code }) => code === 'cni-del-fails'),
      found.map(({ message }) => message).join('\n'),
    );
  });
});

async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not come within 20 s.');
}
