// Simulating, through VS Code's API: a scenario becomes a log like any other, in both hosts.
import * as vscode from 'vscode';
import { equal, ok } from '../lib/hostSupport.ts';

suite('a simulated kubelet', () => {
  teardown(async () => {
    await vscode.commands.executeCommand('kubelet.closeLog');
  });

  test('its log is shown at its end, with what is wrong as diagnostics', async () => {
    await vscode.commands.executeCommand('kubelet.simulate', 'cni-del-fails');
    const { document } = theLog();
    equal(document.languageId, 'kubelet-log');
    equal(document.uri.path.endsWith('cni-del-fails.log'), true);
    ok(document.getText().includes('kubeletVersion="v1.34.2"'), 'the version that it names');
    const found = await eventually(() => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length > 0 ? all : undefined;
    });
    equal([...new Set(found.map(({ code }) => code))].includes('cni-del-fails'), true);
  });

  test('another kubelet and more lines, when asked', async () => {
    const options = { kubelet: 23, verbosity: 4 };
    await vscode.commands.executeCommand('kubelet.simulate', 'cni-del-fails', options);
    const text = theLog().document.getText();
    ok(text.includes('kubeletVersion="v1.23.17"'), 'the version that was asked for');
    ok(text.includes('"Patch status for pod"'), 'a line of verbosity 3');
  });

  test('the state at a time is a document, and differs from that of another time', async () => {
    await vscode.commands.executeCommand('kubelet.simulate', 'cni-del-fails');
    const stateAt = async (time: string): Promise<string> => {
      const micros = Date.parse(time) * 1000;
      const uri = vscode.Uri.parse(`kubelet-state:/${micros}`);
      return (await vscode.workspace.openTextDocument(uri)).getText();
    };
    const before = await stateAt('2026-03-02T08:00:10Z');
    const after = await stateAt('2026-03-02T08:00:40Z');
    ok(before.includes('state: sync'), 'the pods are synced');
    ok(after.includes('waits for: CNI DEL of its sandbox'), 'one waits for its network');
  });

  test('the debugger steps through it', async () => {
    await vscode.commands.executeCommand('kubelet.simulate', 'crash-loop');
    await vscode.commands.executeCommand('kubelet.debugLog');
    const thread = await eventually(() => vscode.debug.activeStackItem);
    ok(thread, 'it stops');
    await vscode.debug.stopDebugging();
  });
});

function theLog(): vscode.TextEditor {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.scheme === 'kubelet-log',
  );
  if (!editor) throw new Error('No editor shows the log.');
  return editor;
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (const end = Date.now() + 15_000; Date.now() < end;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not come within 15 s.');
}
