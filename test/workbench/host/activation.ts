// The extension as VS Code's API sees it, in the Node and in the web worker host.
import * as vscode from 'vscode';
import { viewIds } from '../../../src/extension/contributions.ts';
import { equal, ok, theExtension } from '../lib/hostSupport.ts';

suite('activation', () => {
  test('activates', async () => {
    await theExtension().activate();
    ok(theExtension().isActive, 'the extension is active');
  });

  test('every contributed view can be focused', async () => {
    const commands = await vscode.commands.getCommands(true);
    equal(
      viewIds.filter((id) => !commands.includes(`${id}.focus`)),
      [],
    );
  });
});
