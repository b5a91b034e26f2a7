// The person's own rules and mutes: packs that a setting names, read again whenever one changes, their mistakes in the Problems panel;
// findings muted with a reason, kept with the workspace.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { plainLine, plainText } from '../../base/plainText.ts';
import type { MuteRow, RulePackProblem, RulePackText } from '../../protocol/askApi.ts';
import type { FindingRow } from '../../protocol/rows.ts';
import { settings, type FindingTarget } from '../contributions.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';

const MUTES = 'kubelet.mutes';
/** In a list to pick from. */
const MOST_FINDINGS = 500;

export class RulePacks implements Disposable {
  private readonly session: Session;
  private readonly memory: vscode.Memento;
  private readonly store = new DisposableStore();
  private readonly problems: vscode.DiagnosticCollection;
  private watchers: readonly vscode.Disposable[] = [];
  private read = 0;
  /** Nothing is sent, and so no engine started, before there is something to send. */
  private isUsed = false;

  constructor(session: Session, memory: vscode.Memento) {
    this.session = session;
    this.memory = memory;
    this.problems = this.store.add(
      vscode.languages.createDiagnosticCollection('kubelet rule packs'),
    );
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${settings.section}.${settings.rulePacks}`)) this.reload();
      }),
    );
    this.reload();
  }

  private get mutes(): readonly MuteRow[] {
    const kept: unknown = this.memory.get(MUTES);
    return Array.isArray(kept) ? kept.filter(isMute) : [];
  }

  async mute(target?: FindingTarget): Promise<void> {
    const finding = target?.finding ?? (await this.choose());
    if (finding === undefined) return;
    const { id, pod } = finding;
    const why = await vscode.window.showInputBox({
      ignoreFocusOut: true,
      title: plainLine(vscode.l10n.t('Mute {0}', findingText(id, pod)), 200),
      prompt: vscode.l10n.t('Why it can be ignored (saved with the workspace)'),
      validateInput: (text) =>
        text.trim() === '' ? vscode.l10n.t('A reason is needed.') : undefined,
    });
    if (why === undefined) return;
    await this.keep([...this.mutes, { id, pod, why: why.trim() }]);
  }

  private async choose(): Promise<FindingRow | undefined> {
    if (this.session.info === undefined) throw new Error(messages.noSession());
    const { rows } = await this.session.ask('findings', [{ start: 0, count: MOST_FINDINGS }]);
    const items = rows.map((row) => ({
      row,
      label: plainLine(row.title, 200),
      description: plainLine(row.pod ?? row.node ?? '', 200),
    }));
    const placeHolder =
      items.length === 0
        ? vscode.l10n.t('Nothing was found that could be muted')
        : vscode.l10n.t('Pick the finding to mute');
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.row;
  }

  /** Those picked are shown again. */
  async showMuted(): Promise<void> {
    const { mutes } = this;
    const items = mutes.map(({ id, pod, why }, index) => ({
      index,
      label: plainLine(findingText(id, pod), 200),
      detail: plainLine(why, 300),
    }));
    const placeHolder =
      items.length === 0
        ? vscode.l10n.t('Nothing is muted')
        : vscode.l10n.t('Select the findings to show again');
    const picked = await vscode.window.showQuickPick(items, { canPickMany: true, placeHolder });
    if (picked === undefined || picked.length === 0) return;
    const back = new Set(picked.map(({ index }) => index));
    await this.keep(mutes.filter((_, index) => !back.has(index)));
  }

  private async keep(mutes: readonly MuteRow[]): Promise<void> {
    await this.memory.update(MUTES, mutes);
    await this.send();
  }

  private reload(): void {
    for (const watcher of this.watchers) watcher.dispose();
    const uris = packUris();
    this.watchers = uris.map((uri) => {
      const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), baseOf(uri));
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const changed = (): void => {
        this.sendOrTell();
      };
      watcher.onDidChange(changed);
      watcher.onDidCreate(changed);
      watcher.onDidDelete(changed);
      return watcher;
    });
    this.sendOrTell();
  }

  private sendOrTell(): void {
    this.send().catch((error: unknown) => {
      void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
    });
  }

  private async send(): Promise<void> {
    const uris = packUris();
    const { mutes } = this;
    this.isUsed ||= uris.length > 0 || mutes.length > 0;
    if (!this.isUsed) return;
    const number = ++this.read;
    const packs = await Promise.all(uris.map((uri) => this.textOf(uri)));
    const readable = packs.filter((pack) => pack !== undefined);
    const problems = await this.session.ask('setRules', [readable, mutes]);
    if (number !== this.read) return;
    this.problems.clear();
    for (const uri of uris) {
      const own = problems.filter(({ pack }) => pack === uri.toString());
      this.problems.set(uri, own.map(diagnostic));
    }
  }

  private async textOf(uri: vscode.Uri): Promise<RulePackText | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(uri);
      return { name: uri.toString(), text: new TextDecoder().decode(bytes) };
    } catch (error) {
      void vscode.window.showWarningMessage(messages.cannotRead(uri.path, reasonOf(error)));
      return undefined;
    }
  }

  dispose(): void {
    for (const watcher of this.watchers) watcher.dispose();
    this.store.dispose();
  }
}

function findingText(id: string, pod: string | undefined): string {
  return pod === undefined ? id : vscode.l10n.t('{0} of {1}', id, pod);
}

/** Paths are whole, or below the first folder of the workspace. */
function packUris(): vscode.Uri[] {
  const named: unknown = vscode.workspace
    .getConfiguration(settings.section)
    .get(settings.rulePacks);
  const paths = Array.isArray(named) ? named.filter((path) => typeof path === 'string') : [];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return paths.flatMap((path) => {
    if (/^(?:\/|[A-Za-z]:[\\/])/.test(path)) return [vscode.Uri.file(path)];
    return folder === undefined ? [] : [vscode.Uri.joinPath(folder, path)];
  });
}

function baseOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

function isMute(value: unknown): value is MuteRow {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'why' in value &&
    typeof value.why === 'string'
  );
}

function diagnostic({ line, column, text }: RulePackProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, column - 1, line - 1, column);
  const made = new vscode.Diagnostic(range, plainText(text), vscode.DiagnosticSeverity.Error);
  made.source = 'kubelet';
  return made;
}
