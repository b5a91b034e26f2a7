// From a place in a log to Go source, through VS Code's API: with source trees made here, and with none.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { equal, ok, textOf } from '../lib/hostSupport.ts';

const log = `I1121 09:34:10.000000   26449 server.go:440] "Kubelet version" kubeletVersion="v1.99.7"
I1121 09:34:10.100000   26449 kubelet.go:12] "SyncLoop ADD" source="api" pods=["default/web-1"]
I1121 09:34:10.200000   26449 reflector.go:3] Listing and watching *v1.Pod from pkg/kubelet/config/apiserver.go:66
`;
const statement = 'klog.V(2).InfoS("SyncLoop ADD", "source", source, "pods", klog.KObjSlice(pods))';
const kubelet = `${'// made for this test\n'.repeat(11)}${statement}\n`;

suite('Go source of a line', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-go-'));
  const settings = vscode.workspace.getConfiguration('kubelet');
  let document: vscode.TextDocument;

  const write = (name: string, text: string): void => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const setFolders = async (folders: string[] | undefined): Promise<void> => {
    await settings.update('sourceFolders', folders, vscode.ConfigurationTarget.Global);
  };
  const definitions = async (text: string): Promise<readonly vscode.LocationLink[]> =>
    await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      document.positionAt(document.getText().indexOf(text) + 2),
    );

  suiteSetup(async () => {
    write('kubelet.log', log);
    write('trees/kubernetes-1.99.7/pkg/kubelet/kubelet.go', kubelet);
    write('older/kubernetes-1.99.6/pkg/kubelet/kubelet.go', kubelet);
    write('cache/k8s.io/client-go@v0.99.7/tools/cache/reflector.go', 'package cache\n\n// here\n');
    await vscode.commands.executeCommand(
      'kubelet.openLog',
      vscode.Uri.file(path.join(folder, 'kubelet.log')),
    );
    const shown = vscode.window.visibleTextEditors.find(({ document: { uri } }) =>
      uri.path.endsWith('kubelet.log'),
    );
    if (!shown) throw new Error('No editor shows the log.');
    document = shown.document;
  });

  suiteTeardown(async () => {
    await setFolders(undefined);
    await vscode.commands.executeCommand('kubelet.closeLog');
    fs.rmSync(folder, { recursive: true });
  });

  test('a definition stands in the tree of the log’s version', async () => {
    await setFolders([path.join(folder, 'older'), path.join(folder, 'trees')]);
    const [link, ...more] = await definitions('kubelet.go:12');
    equal(more.length, 0);
    equal(link?.targetUri.toString(true), 'kubelet-source:/v1.99.7/pkg/kubelet/kubelet.go');
    equal(link?.targetRange.start.line, 11);
    const source = await vscode.workspace.openTextDocument(link?.targetUri ?? document.uri);
    equal(source.lineAt(11).text, statement);
  });

  test('a staging module stands in the module cache', async () => {
    await setFolders([path.join(folder, 'cache')]);
    const [link] = await definitions('reflector.go:3');
    equal(
      link?.targetUri.toString(true),
      'kubelet-source:/v1.99.7/staging/src/k8s.io/client-go/tools/cache/reflector.go',
    );
    const source = await vscode.workspace.openTextDocument(link?.targetUri ?? document.uri);
    equal(source.lineAt(2).text, '// here');
  });

  test('a hover shows the statement', async () => {
    await setFolders([path.join(folder, 'trees')]);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(document.getText().indexOf('kubelet.go:12') + 2),
    );
    const text = textOf(hovers);
    ok(text.includes(statement) && text.includes('v1.99.7'), text);
  });

  test('the command shows the statement of the caret’s line', async () => {
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 60, 1, 60);
    await vscode.commands.executeCommand('kubelet.openGoSource');
    const shown = vscode.window.activeTextEditor;
    equal(shown?.document.uri.scheme, 'kubelet-source');
    equal(shown?.document.lineAt(shown.selection.active.line).text, statement);
  });

  test('a link out of the folder that was named is not followed', async () => {
    write('secret.txt', 'what nobody may see');
    write('links/kubernetes-1.99.7/go.mod', 'module k8s.io/kubernetes\n');
    fs.symlinkSync(
      path.join(folder, 'secret.txt'),
      path.join(folder, 'links/kubernetes-1.99.7/out.go'),
    );
    await setFolders([path.join(folder, 'links')]);
    const uri = vscode.Uri.parse('kubelet-source:/v1.99.7/out.go');
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    ok(text.includes('is not available locally'), text);
  });

  test('another version is named, never shown in place of the log’s', async () => {
    await setFolders([path.join(folder, 'older')]);
    const uri = vscode.Uri.parse('kubelet-source:/v1.99.7/pkg/kubelet/config/common.go');
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    ok(text.includes('is not available locally'), text);
    ok(text.includes('v1.99.6'), text);
    ok(text.includes('/blob/v1.99.7/pkg/kubelet/config/common.go'), text);
  });
});
