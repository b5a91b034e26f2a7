// Goroutine dumps that somebody has: a file, the text of an editor, or what was copied.
import * as vscode from 'vscode';
import { baseName } from '../baseName.ts';
import { readText } from '../editor/readText.ts';
import { messages } from '../messages.ts';
import type { Pages } from '../panels/pages.ts';
import type { Session } from '../session.ts';

/** Bigger ones are no kubelet's. */
const MOST_BYTES = 256 << 20;

interface Choice extends vscode.QuickPickItem {
  readonly read: () => Promise<Text | undefined>;
}

interface Text {
  readonly name: string;
  readonly text: string;
}

export class GoroutineOpener {
  private readonly session: Session;
  private readonly pages: Pages;

  constructor(session: Session, pages: Pages) {
    this.session = session;
    this.pages = pages;
  }

  /** A file, or what the person chooses. */
  async open(file?: vscode.Uri): Promise<void> {
    const found = file === undefined ? await choose() : await textOf(file);
    if (found === undefined) return;
    await this.session.ask('openGoroutines', [{ kind: 'text', ...found }]);
    await this.pages.show('goroutines');
  }
}

async function choose(): Promise<Text | undefined> {
  const { activeTextEditor } = vscode.window;
  const choices: Choice[] = [
    { label: `$(folder-opened) ${vscode.l10n.t('A File…')}`, read: chooseFile },
    {
      label: `$(clippy) ${vscode.l10n.t('From Clipboard')}`,
      read: async () => ({
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
      read: () => Promise.resolve({ name, text: document.getText() }),
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

async function chooseFile(): Promise<Text | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Open Goroutine Dump'),
      openLabel: vscode.l10n.t('Open'),
    })) ?? [];
  return file === undefined ? undefined : await textOf(file);
}

async function textOf(file: vscode.Uri): Promise<Text> {
  const name = baseName(file.path);
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MOST_BYTES) throw new Error(messages.tooBigDump(name));
  const text = await readText(file);
  if (text === undefined)
    throw new Error(messages.cannotRead(name, vscode.l10n.t('it is not text')));
  return { name, text };
}
