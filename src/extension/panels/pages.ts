// The pages as editor tabs, made when they are first shown. Another page is an entry here and in contributions.ts.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { PageId } from '../contributions.ts';
import type { GoSource } from '../editor/goSource.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import type { Session } from '../session.ts';
import { PagePanel, type PageKind, type PageNeighbours } from './pagePanel.ts';

const kinds: readonly PageKind[] = [
  { id: 'timeline', title: vscode.l10n.t('Kubelet Timeline'), place: 'below' },
  { id: 'findings', title: vscode.l10n.t('Kubelet Findings'), place: 'beside' },
  { id: 'pod', title: vscode.l10n.t('Kubelet Pod'), place: 'beside' },
  { id: 'network', title: vscode.l10n.t('Kubelet Network'), place: 'beside' },
  { id: 'latencies', title: vscode.l10n.t('Kubelet Pod Latencies'), place: 'beside' },
  { id: 'goroutines', title: vscode.l10n.t('Kubelet Goroutines'), place: 'beside' },
  { id: 'pleg', title: vscode.l10n.t('Kubelet PLEG'), place: 'beside' },
  { id: 'syncLoop', title: vscode.l10n.t('Kubelet Sync Loop'), place: 'beside' },
  { id: 'machine', title: vscode.l10n.t('Kubelet Inside'), place: 'beside' },
  { id: 'informer', title: vscode.l10n.t('Kubelet Informers'), place: 'beside' },
  { id: 'queues', title: vscode.l10n.t('Kubelet Queue Laboratory'), place: 'beside' },
  { id: 'apiServer', title: vscode.l10n.t('Kubelet API Server'), place: 'beside' },
  { id: 'compare', title: vscode.l10n.t('Kubelet Comparison'), place: 'beside' },
  { id: 'node', title: vscode.l10n.t('Kubelet Node'), place: 'beside' },
];

export class Pages implements Disposable {
  private readonly panels = new Map<PageId, PagePanel>();
  private readonly store = new DisposableStore();

  private readonly extension: vscode.Uri;
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly neighbours: PageNeighbours;

  constructor(
    extension: vscode.Uri,
    session: Session,
    documents: LogDocuments,
    goSource: GoSource,
  ) {
    this.extension = extension;
    this.session = session;
    this.documents = documents;
    this.neighbours = {
      showPage: (page, target) => this.show(page, target),
      openGoSource: (path, line, version) => goSource.openPath(path, line, version),
      openGoFunction: (path, name, version) => goSource.openFunction(path, name, version),
      openGoStatement: (input) => goSource.openStatement(input),
      columnOf: (place) =>
        [...this.panels.values()].map(({ column }) => column).find((each) => each?.place === place)
          ?.column,
    };
    for (const kind of kinds) {
      const panel = this.store.add(
        new PagePanel(kind, extension, session, documents, this.neighbours),
      );
      this.panels.set(kind.id, panel);
    }
  }

  /** `target`: what the page is to show of what it has: a finding's key. */
  async show(page: PageId, target?: string): Promise<void> {
    await this.panels.get(page)?.show(target);
  }

  /** Fills a tab that was there before the window was loaded again, with what its page had stored. */
  async revive(page: PageId, tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    await this.panels.get(page)?.revive(tab, state);
  }

  /** Shows a page in a tab that another part of the editor has made. */
  async showIn(page: PageId, tab: vscode.WebviewPanel): Promise<void> {
    const kind = kinds.find(({ id }) => id === page);
    if (kind === undefined) return;
    const panel = new PagePanel(
      kind,
      this.extension,
      this.session,
      this.documents,
      this.neighbours,
    );
    await panel.revive(tab, undefined);
  }

  dispose(): void {
    this.store.dispose();
  }
}
