// Goroutine dumps that somebody has: a file, the text of an editor, or what was copied.
import * as vscode from 'vscode';
import { baseName } from '../baseName.ts';
import type { GoroutineSource } from '../../protocol/goroutineApi.ts';
import type { Pages } from '../panels/pages.ts';
import type { EngineHost, Session } from '../session.ts';

interface Choice extends vscode.QuickPickItem {
  readonly read: () => Promise<GoroutineSource | vscode.Uri | undefined>;
}

export class GoroutineOpener {
  private readonly session: Session;
  private readonly pages: Pages;
  private readonly host: Pick<EngineHost, 'sourceOf'>;

  constructor(session: Session, pages: Pages, host: Pick<EngineHost, 'sourceOf'>) {
    this.session = session;
    this.pages = pages;
    this.host = host;
  }

  /** A file, or what the person chooses. */
  async open(file?: vscode.Uri): Promise<void> {
    const found = file ?? (await choose());
    if (found === undefined) return;
    const source = found instanceof vscode.Uri ? await this.host.sourceOf(found, {}) : found;
    if (source.kind !== 'text' && source.kind !== 'path' && source.kind !== 'bytes') return;
    const dump: GoroutineSource = source.kind === 'text' ? source : { kind: 'file', source };
    await this.session.ask('openGoroutines', [dump]);
    await this.pages.show('goroutines');
  }
}

async function choose(): Promise<GoroutineSource | vscode.Uri | undefined> {
  const { activeTextEditor } = vscode.window;
  const choices: Choice[] = [
    { label: `$(folder-opened) ${vscode.l10n.t('A File…')}`, read: chooseFile },
    {
      label: `$(clippy) ${vscode.l10n.t('From Clipboard')}`,
      read: async () => ({
        kind: 'text',
        name: vscode.l10n.t('clipboard'),
        text: await vscode.env.clipboard.readText(),
      }),
    },
  ];
  if (activeTextEditor !== undefined) {
    const { document } = activeTextEditor;
    const name = baseName(document.uri.path);
    choices.unshift({
      label: `$(file-text) ${vscode.l10n.t('The Active Editor')}`,
      description: name,
      read: () => Promise.resolve({ kind: 'text', name, text: document.getText() }),
    });
  }
  const picked = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('Open Goroutine Dump'),
    placeHolder: vscode.l10n.t(
      'From /debug/pprof/goroutine?debug=2, or a log that contains a SIGQUIT dump',
    ),
  });
  return await picked?.read();
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Open Goroutine Dump'),
      openLabel: vscode.l10n.t('Open'),
    })) ?? [];
  return file;
}
