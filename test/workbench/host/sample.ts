// The sample incident through VS Code's API: what an extension gives the editor, in both hosts.
import * as vscode from 'vscode';
import { equal, ok, textOf } from '../lib/hostSupport.ts';

suite('the sample incident', () => {
  suiteSetup(async () => {
    await vscode.commands.executeCommand('kubelet.openSample', 'teardown-containerd');
  });

  test('its log is shown, coloured as a kubelet’s, at the cursor', () => {
    const editor = theLog();
    equal(editor.document.languageId, 'kubelet-log');
    equal(editor.document.lineCount > 400, true);
    ok(lineOf(editor).includes('Error syncing pod, skipping'), lineOf(editor));
  });

  test('it cannot be changed', async () => {
    const { uri } = theLog().document;
    equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), false);
    const refused = await vscode.workspace.fs.writeFile(uri, new Uint8Array([1])).then(
      () => false,
      () => true,
    );
    ok(refused, 'writing a window of a log is refused');
  });

  test('the timeline stands in a tab', () => {
    const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.map(({ label }) => label),
    );
    ok(labels.includes('Kubelet Timeline'), labels.join(', '));
  });

  test('error lines that a finding explains are diagnostics of that log', async () => {
    const { document } = theLog();
    const found = await eventually(() => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length > 0 ? all : undefined;
    });
    const fault = found.find(({ code }) => code === 'cni-del-fails');
    ok(fault, found.map(({ message }) => message).join('\n'));
    equal(document.lineAt(fault?.range.start.line ?? 0).text.startsWith('E1121'), true);
  });

  test('a hover over an id says whose it is', async () => {
    const { document } = theLog();
    const at = document.getText().indexOf('9936f76e4b93f8f7');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(at + 4),
    );
    const text = textOf(hovers);
    ok(/sandbox.*default\/web-1/s.test(text), text);
  });

  test('steps move the line', async () => {
    const before = theLog().selection.active.line;
    await vscode.commands.executeCommand('kubelet.stepBack');
    ok(theLog().selection.active.line < before, 'a step back goes up');
    await vscode.commands.executeCommand('kubelet.goToEnd');
    equal(theLog().selection.active.line, theLog().document.lineCount - 2);
  });

  test('from the caret to the cursor', async () => {
    const editor = theLog();
    const line = editor.document
      .getText()
      .split('\n')
      .findIndex((text) => text.includes('SyncLoop DELETE'));
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    editor.selection = new vscode.Selection(line, 0, line, 0);
    await vscode.commands.executeCommand('kubelet.goToLine');
    await vscode.commands.executeCommand('kubelet.stepForward');
    ok(theLog().selection.active.line > line, 'the step begins at the caret');
    ok(theLog().selection.active.line < line + 10, 'and goes to the next event');
  });

  test('another log of the same name is another text', async () => {
    await vscode.commands.executeCommand('kubelet.openSample', 'teardown-dockershim');
    const editor = theLog();
    ok(editor.document.getText().includes('v1.23.17'), 'the new log is shown');
    ok(lineOf(editor).includes('Error syncing pod, skipping'), lineOf(editor));
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    equal(tabs.filter(({ label }) => label === 'kubelet.log').length, 1);
  });

  test('closing leaves no diagnostics', async () => {
    await vscode.commands.executeCommand('kubelet.closeLog');
    await eventually(() => (vscode.languages.getDiagnostics().length === 0 ? true : undefined));
    await eventually(() =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'kubelet-log')
        ? undefined
        : true,
    );
  });
});

function theLog(): vscode.TextEditor {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.scheme === 'kubelet-log',
  );
  if (!editor) throw new Error('No editor shows the log.');
  return editor;
}

function lineOf({ document, selection }: vscode.TextEditor): string {
  return document.lineAt(selection.active.line).text;
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (const end = Date.now() + 15_000; Date.now() < end;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not come within 15 s.');
}
