// An offer for the file that is in front: when it is a log of a kubelet, a button of the status bar and one above the editor open it.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { baseName } from '../baseName.ts';
import { contextKeys, type CommandId } from '../contributions.ts';
import { messages } from '../messages.ts';
import { mayBeLog } from '../mayBeLog.ts';
import type { EngineHost, Session } from '../session.ts';

/** What the engine must be handed whole is not read for an offer from this size on. */
const MOST_BYTES = 8 << 20;
/** Answers that are kept. */
const MOST_KNOWN = 200;

export class LogOffer implements Disposable {
  private readonly session: Session;
  private readonly host: Pick<EngineHost, 'sourceOf'>;
  private readonly store = new DisposableStore();
  private readonly item: vscode.StatusBarItem;
  /** Files that were looked at, by their address. */
  private readonly known = new Map<string, Promise<boolean>>();

  constructor(session: Session, host: Pick<EngineHost, 'sourceOf'>) {
    this.session = session;
    this.host = host;
    this.item = this.store.add(
      vscode.window.createStatusBarItem('kubelet.offer', vscode.StatusBarAlignment.Left, 51),
    );
    this.item.name = vscode.l10n.t('Kubelet Log');
    this.item.text = `$(debug-alt) ${vscode.l10n.t('Open as Kubelet Log')}`;
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    for (const event of [onDidChangeTabs, onDidChangeTabGroups, session.onChanged])
      this.store.add(
        event(() => {
          void this.look();
        }),
      );
    void this.look();
  }

  /** The log in front that could be opened. */
  async inFront(): Promise<vscode.Uri | undefined> {
    const uri = fileInFront();
    return uri !== undefined && !this.isOpen(uri) && (await this.isLog(uri)) ? uri : undefined;
  }

  private async look(): Promise<void> {
    const looked = fileInFront();
    const uri = await this.inFront();
    // Another may have come to the front meanwhile.
    if (fileInFront()?.toString() !== looked?.toString()) return;
    await vscode.commands.executeCommand('setContext', contextKeys.offersLog, uri !== undefined);
    if (uri === undefined) {
      this.item.hide();
      return;
    }
    this.item.tooltip = messages.offer(baseName(uri.path));
    this.item.command = {
      command: 'kubelet.openLog' satisfies CommandId,
      title: vscode.l10n.t('Open as Kubelet Log'),
      arguments: [uri],
    };
    this.item.show();
  }

  private isOpen(uri: vscode.Uri): boolean {
    return this.session.opened.some((opened) => opened.uri.toString() === uri.toString());
  }

  private isLog(uri: vscode.Uri): Promise<boolean> {
    const key = uri.toString();
    let known = this.known.get(key);
    if (known === undefined) {
      if (this.known.size >= MOST_KNOWN) this.known.clear();
      // What can't be read offers nothing.
      known = this.ask(uri).catch(() => false);
      this.known.set(key, known);
    }
    return known;
  }

  private async ask(uri: vscode.Uri): Promise<boolean> {
    if (uri.scheme !== 'file') {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > MOST_BYTES) return false;
    }
    const source = await this.host.sourceOf(uri, {});
    return (
      (source.kind === 'path' || source.kind === 'bytes') &&
      (await this.session.ask('isNodeLog', [source]))
    );
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** The file of the tab in front, when its name could be that of a log. */
function fileInFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && mayBeLog(input.uri) ? input.uri : undefined;
}
