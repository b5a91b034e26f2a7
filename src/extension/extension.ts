// The extension's entry in a Node host: desktop, remote and server.
import * as vscode from 'vscode';
import { start, type End } from './activate.ts';
import { MCP_SERVERS, settings } from './contributions.ts';

/** VS Code calls `deactivate` with nothing in hand. */
const ends: End[] = [];

export function activate(context: vscode.ExtensionContext): void {
  const end = start(context, async (standing) => {
    const { makeWholeInNode } = await import('./host/node.ts');
    return makeWholeInNode(context, standing);
  });
  ends.push(end);
  context.subscriptions.push(registerMcpServer(context));
}

export async function deactivate(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}

/** The server for assistants of others, which may read the folders of this window. */
function registerMcpServer(context: vscode.ExtensionContext): vscode.Disposable {
  return vscode.lm.registerMcpServerDefinitionProvider(MCP_SERVERS, {
    provideMcpServerDefinitions() {
      const folders = (vscode.workspace.workspaceFolders ?? []).filter(
        ({ uri }) => uri.scheme === 'file',
      );
      if (folders.length === 0) return [];
      const redact = vscode.workspace
        .getConfiguration(settings.section)
        .get<boolean>(settings.redact, true);
      const args = [
        context.asAbsolutePath('dist/cli.cjs'),
        'mcp',
        ...folders.flatMap(({ uri }) => ['--root', uri.fsPath]),
        ...(redact ? [] : ['--no-redact']),
      ];
      // This process is Electron's on a desktop.
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      const manifest: unknown = context.extension.packageJSON;
      const version =
        typeof manifest === 'object' && manifest !== null && 'version' in manifest
          ? String(manifest.version)
          : '';
      return [
        new vscode.McpStdioServerDefinition(
          vscode.l10n.t('Kubelet Debugger'),
          process.execPath,
          args,
          env,
          version,
        ),
      ];
    },
  });
}
