// The server for other assistants as VS Code itself starts it, by the definition that the extension provides.
import * as vscode from 'vscode';
import manifest from '../../../package.json' with { type: 'json' };
import { equal, ok } from '../lib/hostSupport.ts';

const names = manifest.contributes.languageModelTools.map(({ name }) =>
  name.replace(/^kubelet_/, ''),
);

/** VS Code puts a name of the server before the tools that it offers. */
function offered(): ReadonlyMap<string, vscode.LanguageModelToolInformation> {
  const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('mcp_'));
  return new Map(
    tools.flatMap((tool) => {
      const own = names
        .filter((name) => tool.name.endsWith(`_${name}`))
        .toSorted((a, b) => b.length - a.length)[0];
      return own === undefined ? [] : [[own, tool] as const];
    }),
  );
}

async function invoke(tool: string, input: object): Promise<string> {
  const { name } = offered().get(tool) ?? { name: tool };
  const { token } = new vscode.CancellationTokenSource();
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(name, options, token);
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

suite('the MCP server that the extension provides', () => {
  suiteSetup(async () => {
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', {
      autoTrustChanges: true,
      waitForLiveTools: true,
    });
  });

  test('VS Code starts it and knows its tools', () => {
    equal([...offered().keys()].toSorted(), names.toSorted());
  });

  test('it opens a file of the workspace, and no other', async () => {
    const said = await invoke('open_logs', { paths: ['hang.kubelet-case'] });
    ok(said.includes('cni-del-fails'), said);
    const outside = await invoke('open_logs', { paths: ['/etc/passwd'] }).catch(String);
    ok(outside.includes('is outside the folders that may be read'), outside);
  });
});
