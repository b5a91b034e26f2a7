// Handing over what is seen: a case for who has this program, a report for who has not. A report is looked at before it is saved.
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { SECOND } from '../../base/time.ts';
import type { FindingFormat } from '../../protocol/askApi.ts';
import type { CaseCut, CaseRequest } from '../../protocol/caseApi.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';

type Choice<T> = vscode.QuickPickItem & { readonly value: T };

function nameChoices(): readonly Choice<boolean>[] {
  return [
    { label: l10n.t('Original Names'), value: false },
    {
      label: l10n.t('Redact Names'),
      description: l10n.t(
        'pseudonyms for pods, namespaces, nodes, hosts, addresses and registries',
      ),
      value: true,
    },
  ];
}

function formatChoices(): readonly Choice<{ format: FindingFormat; language: string }>[] {
  return [
    {
      label: l10n.t('Markdown'),
      description: l10n.t('for an issue or a ticket'),
      value: { format: 'markdown', language: 'markdown' },
    },
    { label: l10n.t('Text'), value: { format: 'text', language: 'plaintext' } },
    { label: 'JSON', value: { format: 'json', language: 'json' } },
    {
      label: 'SARIF 2.1.0',
      description: l10n.t('for tools that read analysis results'),
      value: { format: 'sarif', language: 'json' },
    },
  ];
}

export class CaseSaver {
  private readonly session: Session;
  private readonly version: string;

  constructor(session: Session, version: string) {
    this.session = session;
    this.version = version;
  }

  async saveCase(): Promise<void> {
    this.needSession();
    const cut = await vscode.window.showQuickPick(await this.cutChoices(), {
      title: l10n.t('Save Case (1/4): How Much of the Log'),
    });
    if (cut === undefined) return;
    await this.askAndWrite(cut.value, {
      names: l10n.t('Save Case (2/4): Names'),
      title: l10n.t('Save Case (3/4): Title'),
      notes: l10n.t('Save Case (4/4): Notes'),
    });
  }

  /** All that was read so far of what is followed: it goes on meanwhile. */
  async saveSession(): Promise<void> {
    this.needSession();
    await this.askAndWrite(
      { kind: 'whole' },
      {
        names: l10n.t('Save Session (1/3): Names'),
        title: l10n.t('Save Session (2/3): Title'),
        notes: l10n.t('Save Session (3/3): Notes'),
      },
    );
  }

  private async askAndWrite(
    cut: CaseCut,
    titles: Readonly<Record<'names' | 'title' | 'notes', string>>,
  ): Promise<void> {
    const names = await vscode.window.showQuickPick(nameChoices(), { title: titles.names });
    if (names === undefined) return;
    const title = await vscode.window.showInputBox({
      ignoreFocusOut: true,
      title: titles.title,
      prompt: l10n.t('Title (optional)'),
    });
    if (title === undefined) return;
    const notes = await vscode.window.showInputBox({
      ignoreFocusOut: true,
      title: titles.notes,
      prompt: l10n.t('Notes for the reader (optional)'),
    });
    if (notes === undefined) return;
    await this.write({ cut, redact: names.value, title, notes, version: this.version });
  }

  private async write(request: CaseRequest): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const name = `${request.title.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '') || 'kubelet'}.kubelet-case`;
    const file = await vscode.window.showSaveDialog({
      title: l10n.t('Save Case'),
      filters: { [l10n.t('Kubelet case')]: ['kubelet-case'] },
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    });
    if (file === undefined) return;
    const { columns, cut } = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: l10n.t('Saving the case'),
        cancellable: true,
      },
      async (_, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => {
          stop.abort();
        });
        return await this.session.ask('saveCase', [request], stop.signal);
      },
    );
    await replace(file, columns.bytes);
    void vscode.window.showInformationMessage(messages.caseSaved(file.path, cut));
  }

  /** Only what there is. */
  private async cutChoices(): Promise<readonly Choice<CaseCut>[]> {
    const { cursor, info } = this.session;
    const choices: Choice<CaseCut>[] = [
      {
        label: l10n.t('Entire Log'),
        description: lines(info?.inputs ?? 0),
        value: { kind: 'whole' },
      },
    ];
    const found = info?.findings;
    const loud = found === undefined ? 0 : found.critical + found.high + found.medium + found.low;
    if (loud > 0)
      choices.push({
        label: l10n.t('Around the Findings'),
        description: l10n.t(
          'from two minutes before the first begins to a minute after the last ends',
        ),
        value: { kind: 'findings' },
      });
    const pod =
      cursor?.selectedPod === undefined
        ? undefined
        : await this.session.ask('pod', [cursor.selectedPod]);
    if (pod !== undefined)
      choices.push({
        label: l10n.t('Lifetime of {0}', `${pod.namespace}/${pod.name}`),
        description: l10n.t('the pod that is selected'),
        value: { kind: 'pod', pods: [pod.key] },
      });
    if (cursor !== undefined && !Number.isNaN(cursor.time))
      for (const minutes of [5, 1])
        choices.push({
          label: l10n.t('Around the Cursor, {0} min', minutes),
          description: l10n.t('before and after'),
          value: { kind: 'around', time: cursor.time, reach: minutes * 60 * SECOND },
        });
    return choices;
  }

  /** Shown as a document that is not saved yet: whoever hands it on sees first what is in it. */
  async exportFindings(): Promise<void> {
    this.needSession();
    const chosen = await vscode.window.showQuickPick(formatChoices(), {
      title: l10n.t('Export Findings (1/2): Format'),
    });
    if (chosen === undefined) return;
    const names = await vscode.window.showQuickPick(nameChoices(), {
      title: l10n.t('Export Findings (2/2): Names'),
    });
    if (names === undefined) return;
    const { format, language } = chosen.value;
    const request = { format, redact: names.value, version: this.version };
    const content = await this.session.ask('exportFindings', [request]);
    const document = await vscode.workspace.openTextDocument({ language, content });
    await vscode.window.showTextDocument(document, { preview: false });
  }

  private needSession(): void {
    if (this.session.info === undefined) throw new Error(messages.noSession());
  }
}

/** Beside it first: on a disk that is full, a case of before stays. */
async function replace(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const { fs } = vscode.workspace;
  const part = file.with({ path: `${file.path}.part` });
  try {
    await fs.writeFile(part, bytes);
    await fs.rename(part, file, { overwrite: true });
  } catch (error) {
    await fs.delete(part).then(undefined, () => undefined);
    throw new Error(messages.cannotWrite(file.path, reasonOf(error)), { cause: error });
  }
}

function lines(count: number): string {
  return count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', count.toLocaleString('en'));
}
