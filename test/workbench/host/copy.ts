// Rows as text: what is selected in a view is copied by its key, as by its menu.
import * as vscode from 'vscode';
import { ok } from '../lib/hostSupport.ts';

suite('copying rows', () => {
  test('what is selected in the view used last', async () => {
    await vscode.commands.executeCommand('kubelet.openSample', 'teardown-containerd');
    await vscode.commands.executeCommand('kubelet.findings.focus');
    let text = '';
    for (let turn = 0; turn < 50 && !text.startsWith('CNI DEL fails'); turn++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await vscode.commands.executeCommand('list.focusFirst');
      await vscode.commands.executeCommand('list.select');
      await vscode.commands.executeCommand('kubelet.copyRow');
      text = await vscode.env.clipboard.readText();
    }
    ok(text.includes('\ncause: ') && text.includes('\nto do: '), text);
  });
});
