// Questions a person asks in the editor: of a pod, of the cursor's moment, of a line. The answer is a list whose items lead to their lines.
import * as vscode from 'vscode';
import type { AnswerRow, Question } from '../../protocol/askApi.ts';
import { LANGUAGE, type CommandId, type PodTarget } from '../contributions.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';
import { answerCopy, answerItems } from './askItems.ts';
import type { Mover } from './moveCommands.ts';

const mostPods = 1_000;

export class Asker {
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly mover: Mover;

  constructor(session: Session, documents: LogDocuments, mover: Mover) {
    this.session = session;
    this.documents = documents;
    this.mover = mover;
  }

  /** Of the pod given, else of the one selected, else of one that the person picks. */
  async askOfPod(kind: 'killed' | 'stuck', target?: PodTarget): Promise<void> {
    if (this.session.cursor === undefined) throw new Error(messages.noSession());
    const podKey = target?.podKey ?? (await this.pickPod());
    if (podKey !== undefined) await this.ask({ kind, podKey });
  }

  async whatHappened(): Promise<void> {
    if (this.session.cursor === undefined) throw new Error(messages.noSession());
    await this.ask({ kind: 'happened' });
  }

  /** The line given, else the one at the caret. */
  async isLineNormal(file?: vscode.Uri, line?: number): Promise<void> {
    if (this.session.cursor === undefined) throw new Error(messages.noSession());
    const isGiven = file !== undefined && typeof line === 'number';
    const row = await (isGiven ? this.documents.inputAt(file, line) : this.documents.inputAt());
    if (row === undefined) throw new Error(messages.notInLog());
    await this.ask({ kind: 'normal', input: row.input });
  }

  private async pickPod(): Promise<string | undefined> {
    const { rows } = await this.session.ask('pods', [{ start: 0, count: mostPods, gone: true }]);
    const selected = this.session.cursor?.selectedPod;
    const items = rows
      .map(({ key, namespace, name, state }) => ({
        key,
        label: `${namespace}/${name}`,
        description: state.text,
      }))
      .toSorted((a, b) => Number(b.key === selected) - Number(a.key === selected));
    const picked = await vscode.window.showQuickPick(items, {
      placeHolder: vscode.l10n.t('Which pod?'),
    });
    return picked?.key;
  }

  private async ask(question: Question): Promise<void> {
    this.show(await this.session.ask('ask', [question]));
  }

  private show(answer: AnswerRow): void {
    const list = vscode.window.createQuickPick<vscode.QuickPickItem & { index: number }>();
    const items = answerItems(answer);
    const copy = { iconPath: new vscode.ThemeIcon('copy'), tooltip: vscode.l10n.t('Copy Answer') };
    list.title = answer.question;
    list.placeholder = vscode.l10n.t('Select an item to jump to its log line');
    list.matchOnDetail = true;
    list.buttons = [copy];
    list.items = items.map(({ label, description, detail }, index) => ({
      label,
      description,
      index,
      ...(detail === undefined ? {} : { detail }),
    }));
    list.onDidTriggerButton(() => {
      void vscode.env.clipboard.writeText(answerCopy(answer));
    });
    list.onDidAccept(() => {
      const input = items[list.selectedItems[0]?.index ?? -1]?.input;
      list.hide();
      if (input === undefined) return;
      this.mover.pick({ input, podKey: undefined }).catch((error: unknown) => {
        void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
      });
    });
    list.onDidHide(() => {
      list.dispose();
    });
    list.show();
  }
}

/** On a line that a finding marks: what it is about, behind the light bulb. */
export function registerLineActions(): vscode.Disposable {
  const command: CommandId = 'kubelet.isLineNormal';
  return vscode.languages.registerCodeActionsProvider(
    { language: LANGUAGE },
    {
      provideCodeActions(document, range, { diagnostics }) {
        const marks = diagnostics.filter(({ source }) => source === 'kubelet');
        if (marks.length === 0) return [];
        const title = vscode.l10n.t('Explain This Line');
        const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        action.diagnostics = marks;
        action.command = { command, title, arguments: [document.uri, range.start.line] };
        return [action];
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}
