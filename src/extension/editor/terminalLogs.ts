// Paths of kubelet logs that a terminal prints: a click opens them as what they are. Other logs are left to VS Code, which shows the file.
import * as vscode from 'vscode';
import type { CommandId } from '../contributions.ts';
import { logPathsIn } from './logPaths.ts';

/** Longer lines are not looked at. */
const MOST_CHARACTERS = 2_000;

class LogLink extends vscode.TerminalLink {
  readonly uri: vscode.Uri;

  constructor(startIndex: number, path: string, folder: vscode.Uri | undefined) {
    super(startIndex, path.length, vscode.l10n.t('Open as Kubelet Log'));
    const isWhole = /^([/\\]|[A-Za-z]:[/\\])/.test(path);
    this.uri =
      isWhole || folder === undefined ? vscode.Uri.file(path) : vscode.Uri.joinPath(folder, path);
  }
}

export const terminalLogs: vscode.TerminalLinkProvider<LogLink> = {
  provideTerminalLinks({ line, terminal }) {
    if (line.length > MOST_CHARACTERS) return [];
    const folder = terminal.shellIntegration?.cwd ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    return logPathsIn(line).map(({ startIndex, path }) => new LogLink(startIndex, path, folder));
  },
  async handleTerminalLink({ uri }) {
    await vscode.commands.executeCommand('kubelet.openLog' satisfies CommandId, uri);
  },
};
