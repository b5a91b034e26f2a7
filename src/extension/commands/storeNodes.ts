// Which nodes of a log store are to be read: with the lines of each before any is read, and with what the store finds them saying.
import * as vscode from 'vscode';
import { formatTimeOfDay } from '../../base/time.ts';
import type {
  StoreNodeRow,
  StoreQuery,
  StoreRow,
  StoreSignatureRow,
  StoreTarget,
} from '../../protocol/storeApi.ts';
import { atWork } from '../live/nodeCommands.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';

interface NodeItem extends vscode.QuickPickItem {
  readonly node: string;
}

/** Names beyond these are counted. */
const MOST_NAMED = 6;
const icons = {
  critical: '$(error)',
  high: '$(error)',
  medium: '$(warning)',
  low: '$(info)',
  info: '$(info)',
} as const;

export class NodePicker {
  private readonly session: Session;
  private readonly target: StoreTarget;
  private query: StoreQuery;
  private store: StoreRow;

  constructor(session: Session, target: StoreTarget, query: StoreQuery, store: StoreRow) {
    this.session = session;
    this.target = target;
    this.query = query;
    this.store = store;
  }

  /** What is to be read; undefined when it is given up. */
  async choose(): Promise<StoreQuery | undefined> {
    if (this.store.nodes.length === 0) throw new Error(messages.storeEmpty(this.store.server));
    let chosen: readonly string[] = this.store.nodes.length === 1 ? this.all : [];
    for (;;) {
      const answer = await this.pickNodes(chosen);
      if (answer === undefined) return undefined;
      if (answer.then === 'read') {
        // All of them need not be named, and some that come later are then there too.
        const { nodes } = answer;
        return nodes.length === this.all.length ? this.query : { ...this.query, nodes };
      }
      chosen = answer.nodes;
      if (answer.then === 'said') chosen = (await this.pickSaid()) ?? chosen;
      else await this.pickPod();
    }
  }

  private get all(): readonly string[] {
    return this.store.nodes.map(({ node }) => node);
  }

  private pickNodes(
    chosen: readonly string[],
  ): Promise<
    { readonly then: 'read' | 'said' | 'pod'; readonly nodes: readonly string[] } | undefined
  > {
    const { kind, version, server, lines, nodes } = this.store;
    const said = button('search', vscode.l10n.t('Which nodes have which findings?'));
    const pod = button('filter', vscode.l10n.t('Only One Pod’s Lines…'));
    const pick = vscode.window.createQuickPick<NodeItem>();
    pick.title = [
      `${server}, ${kind} ${version}`.trim(),
      messages.linesOfNodes(lines, nodes.length),
    ]
      .concat(this.query.pod ?? [])
      .join(' · ');
    pick.placeholder = vscode.l10n.t('Nodes to read (none selected: all)');
    pick.canSelectMany = true;
    pick.ignoreFocusOut = true;
    pick.buttons = [said, pod];
    pick.items = nodes.map(({ node, lines: count }) => ({
      label: node,
      description: messages.lines(count),
      node,
    }));
    pick.selectedItems = pick.items.filter(({ node }) => chosen.includes(node));
    const selected = (): readonly string[] => pick.selectedItems.map(({ node }) => node);
    return new Promise((resolve) => {
      pick.onDidAccept(() => {
        const some = selected();
        resolve({ then: 'read', nodes: some.length === 0 ? this.all : some });
        pick.dispose();
      });
      pick.onDidTriggerButton((pressed) => {
        resolve({ then: pressed === said ? 'said' : 'pod', nodes: selected() });
        pick.dispose();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
    });
  }

  /** The nodes that say one of the findings' words that the person chooses. */
  private async pickSaid(): Promise<readonly string[] | undefined> {
    const rows = await atWork(messages.askingStore(this.store.server), (signal) =>
      this.session.ask('storeSignatures', [this.target, this.query, undefined], signal),
    );
    if (rows === undefined) return undefined;
    const of = this.store.nodes.length;
    const picked = await vscode.window.showQuickPick(
      rows.map((row) => ({
        label: `${icons[row.severity]} ${row.title}`,
        description: messages.ofNodes(row.nodes.length, of),
        detail: `${messages.lines(row.lines)}${span(row)}: ${named(row.nodes)}`,
        row,
      })),
      {
        title: messages.saidTitle(this.store.server),
        placeHolder:
          rows.length === 0
            ? vscode.l10n.t('No node has lines that match a finding.')
            : vscode.l10n.t('Lines that match a finding; choose which nodes to read'),
        canPickMany: true,
        matchOnDescription: true,
        matchOnDetail: true,
        ignoreFocusOut: true,
      },
    );
    return picked && [...new Set(picked.flatMap(({ row }) => row.nodes.map(({ node }) => node)))];
  }

  private async pickPod(): Promise<void> {
    const typed = await vscode.window.showInputBox({
      title: messages.podTitle(this.store.server),
      prompt: vscode.l10n.t(
        'A pod as namespace/name, or leave it empty for all lines. What other lines would prove stays unknown.',
      ),
      placeHolder: 'default/web-1',
      value: this.query.pod ?? '',
      validateInput: (text) =>
        /^(?:[^/\s]+\/[^/\s]+)?$/.test(text.trim()) ? undefined : messages.badPod(),
    });
    if (typed === undefined) return;
    const { from, to } = this.query;
    const wanted = typed.trim() === '' ? { from, to } : { from, to, pod: typed.trim() };
    try {
      const store = await atWork(messages.askingStore(this.store.server), (signal) =>
        this.session.ask('store', [this.target, wanted], signal),
      );
      if (store === undefined) return;
      if (store.nodes.length === 0) {
        void vscode.window.showInformationMessage(messages.podUnknown(typed.trim()));
        return;
      }
      this.query = wanted;
      this.store = store;
    } catch (error) {
      void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
    }
  }
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function span({ first, last }: StoreSignatureRow): string {
  if (first === undefined || last === undefined) return '';
  return `, ${formatTimeOfDay(first).slice(0, 8)}–${formatTimeOfDay(last).slice(0, 8)}`;
}

function named(nodes: readonly StoreNodeRow[]): string {
  const names = nodes.slice(0, MOST_NAMED).map(({ node }) => node);
  return nodes.length > names.length ? `${names.join(', ')}, …` : names.join(', ');
}
