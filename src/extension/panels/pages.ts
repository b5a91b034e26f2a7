// The pages as editor tabs, made when they are first shown. Another page is an entry here and in contributions.ts.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { pageTypes, type PageId } from '../contributions.ts';
import type { GoSourceLinks } from '../editor/goSourceLinks.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import type { Session } from '../session.ts';
import { PagePanel, type PageKind, type PageNeighbours } from './pagePanel.ts';

const kinds: readonly PageKind[] = [
  { id: 'timeline', title: 'Kubelet Timeline', place: 'below' },
  { id: 'pod', title: 'Kubelet Pod', place: 'beside' },
  { id: 'goroutines', title: 'Kubelet Goroutines', place: 'beside' },
];

export class Pages implements Disposable {
  private readonly panels = new Map<PageId, PagePanel>();
  private readonly store = new DisposableStore();

  constructor(
    extension: vscode.Uri,
    session: Session,
    documents: LogDocuments,
    goSource: GoSourceLinks,
  ) {
    const neighbours: PageNeighbours = {
      showPage: (page) => this.show(page),
      openGoSource: (path, line, version) => goSource.openPath(path, line, version),
      columnOf: (place) =>
        [...this.panels.values()].map(({ column }) => column).find((each) => each?.place === place)
          ?.column,
    };
    for (const kind of kinds) {
      const panel = this.store.add(new PagePanel(kind, extension, session, documents, neighbours));
      this.panels.set(kind.id, panel);
      this.store.add(vscode.window.registerWebviewPanelSerializer(pageTypes[kind.id], panel));
    }
  }

  async show(page: PageId): Promise<void> {
    await this.panels.get(page)?.show();
  }

  dispose(): void {
    this.store.dispose();
  }
}
