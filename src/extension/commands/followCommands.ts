// Following: a file that grows, or a command whose output is a log. The engine reads it; a cursor at the end stays at the end.
import * as vscode from 'vscode';
import type { SourceSpec } from '../../protocol/engineApi.ts';
import { baseName } from '../baseName.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';
import type { TrustGate } from '../trust.ts';
import { clockOptions } from './clockOptions.ts';
import { splitCommand } from './splitCommand.ts';

const EXAMPLE = ['ssh', 'node-a', 'journalctl', '-fu', 'kubelet', '-o', 'json'].join(' ');

export class Follower {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly gate: TrustGate;

  constructor(session: Session, documents: LogDocuments, gate: TrustGate) {
    this.session = session;
    this.documents = documents;
    this.gate = gate;
  }

  async follow(file?: vscode.Uri): Promise<void> {
    const spec = file === undefined ? await this.choose() : fileSpec(file);
    if (spec === undefined) return;
    await vscode.commands.executeCommand('workbench.view.extension.kubelet');
    try {
      await this.session.openSources([spec], clockOptions());
    } catch (error) {
      throw new Error(messages.cannotRead(spec.name, reasonOf(error)), { cause: error });
    }
    await this.documents.closeWindows();
    const input = this.session.cursor?.input;
    if (input !== undefined) await this.documents.reveal(input);
  }

  async stop(): Promise<void> {
    if (this.session.info === undefined) throw new Error(messages.noSession());
    await this.session.ask('stopFollowing', []);
  }

  private async choose(): Promise<Named | undefined> {
    const title = vscode.l10n.t('Follow Log');
    const file = {
      label: `$(file) ${vscode.l10n.t('A File…')}`,
      detail: vscode.l10n.t('As it grows, across rotations'),
    };
    const command = {
      label: `$(terminal) ${vscode.l10n.t('A Command…')}`,
      detail: vscode.l10n.t('Whose output is a log: {0}', EXAMPLE),
    };
    const picked = await vscode.window.showQuickPick([file, command], { title });
    if (picked === file) {
      const [chosen] =
        (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Follow') })) ?? [];
      return chosen === undefined ? undefined : fileSpec(chosen);
    }
    if (picked !== command) return undefined;
    this.gate.need();
    return await askCommand(title);
  }
}

type Named = SourceSpec & { readonly name: string };

function fileSpec(file: vscode.Uri): Named {
  return { kind: 'path', path: file.fsPath, name: baseName(file.path), follow: true };
}

async function askCommand(title: string): Promise<Named | undefined> {
  const text = await vscode.window.showInputBox({
    ignoreFocusOut: true,
    title,
    prompt: vscode.l10n.t('Run without a shell, and restarted whenever it ends.'),
    placeHolder: EXAMPLE,
    validateInput: (typed) => {
      const split = splitCommand(typed);
      return split.ok ? undefined : messages.badCommand(split.error.open);
    },
  });
  const split = text === undefined ? undefined : splitCommand(text);
  if (text === undefined || split?.ok !== true) return undefined;
  return { kind: 'command', argv: split.value, name: text.trim() };
}
