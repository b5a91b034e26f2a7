// The editor tab of a page: at most one of a kind. It owns the page's lifetime and what the page is told.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { InputId } from '../../base/input.ts';
import { Server } from '../../protocol/channel.ts';
import type { HostApi, HostEvent, Opening } from '../../protocol/hostApi.ts';
import { pageTypes, type CommandId, type PageId } from '../contributions.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import type { Session } from '../session.ts';
import { pageHtml, pageOptions, pagePort } from './page.ts';

const openers: Readonly<Record<Opening, CommandId>> = {
  log: 'kubelet.openLog',
  sample: 'kubelet.openSample',
};

export interface PageKind {
  readonly id: PageId;
  readonly title: string;
  /** Where the tab opens: a wide page below the log, any other beside it. */
  readonly place: 'below' | 'beside';
}

/** What a panel asks of those around it. */
export interface PageNeighbours {
  showPage(page: PageId, target: string | undefined): Promise<void>;
  openGoSource(path: string, line: number, version: string | undefined): Promise<void>;
  openGoFunction(path: string, name: string, version: string | undefined): Promise<void>;
  openGoStatement(input: InputId): Promise<void>;
  /** The column in which pages of the same place stand already. */
  columnOf(place: PageKind['place']): vscode.ViewColumn | undefined;
}

export class PagePanel implements Disposable {
  private readonly kind: PageKind;
  private readonly extension: vscode.Uri;
  private readonly session: Session;
  private readonly documents: LogDocuments;
  private readonly neighbours: PageNeighbours;
  private panel: vscode.WebviewPanel | undefined;
  private server: Server<HostApi, HostEvent> | undefined;
  /** What the page is to show when it asks first. */
  private target: string | undefined;

  constructor(
    kind: PageKind,
    extension: vscode.Uri,
    session: Session,
    documents: LogDocuments,
    neighbours: PageNeighbours,
  ) {
    this.kind = kind;
    this.neighbours = neighbours;
    this.extension = extension;
    this.session = session;
    this.documents = documents;
  }

  /** Where it stands, for pages that are to stand with it. */
  get column(): { place: PageKind['place']; column: vscode.ViewColumn } | undefined {
    const column = this.panel?.viewColumn;
    return column === undefined ? undefined : { place: this.kind.place, column };
  }

  /** `target`: what the page is to show of what it has. */
  async show(target?: string): Promise<void> {
    this.target = target;
    if (this.panel !== undefined) {
      this.panel.reveal();
      if (target !== undefined) this.server?.emit({ kind: 'show', target });
      return;
    }
    const { id, title, place } = this.kind;
    // A wide page has the room below the log.
    if (
      place === 'below' &&
      vscode.window.tabGroups.all.length === 1 &&
      vscode.window.activeTextEditor !== undefined
    )
      await vscode.commands.executeCommand('workbench.action.newGroupBelow');
    const column =
      place === 'below'
        ? vscode.ViewColumn.Active
        : (this.neighbours.columnOf(place) ?? vscode.ViewColumn.Beside);
    const panel = vscode.window.createWebviewPanel(
      pageTypes[id],
      title,
      column,
      pageOptions(this.extension),
    );
    await this.attach(panel, undefined);
  }

  /** After a reload of the window: the tab is there already, with what its page had stored. */
  async revive(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    panel.webview.options = pageOptions(this.extension);
    await this.attach(panel, state);
  }

  private async attach(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { webview } = panel;
    const store = new DisposableStore();
    this.panel = panel;
    const media = vscode.Uri.joinPath(this.extension, 'media');
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, `${this.kind.id}-light.svg`),
      dark: vscode.Uri.joinPath(media, `${this.kind.id}-dark.svg`),
    };
    panel.onDidDispose(() => {
      store.dispose();
      if (this.panel !== panel) return;
      this.panel = undefined;
      this.server = undefined;
    });
    const { handlersFor } = await import('./relay.ts');
    // Closed before it had begun.
    if (this.panel !== panel) return;
    const handlers = handlersFor(this.session, {
      ready: () => {
        store.add(
          this.session.onEvent((event) => {
            server.emit(event);
          }),
        );
        const { target } = this;
        this.target = undefined;
        return { state, reducedMotion: reducedMotion(), target };
      },
      openLog: (input) => this.documents.reveal(input),
      openAnother: async (what) => {
        await vscode.commands.executeCommand(openers[what]);
      },
      copy: async (text) => {
        await vscode.env.clipboard.writeText(text);
      },
      exportLatencies: async (query) => {
        const content = await this.session.ask('latenciesCsv', [query]);
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
      },
      openInPerfetto: async () => {
        await vscode.commands.executeCommand('kubelet.openInPerfetto' satisfies CommandId);
      },
      showPage: (page, target) => this.neighbours.showPage(page, target),
      openGoSource: (path, line, version) => this.neighbours.openGoSource(path, line, version),
      openGoFunction: (path, name, version) => this.neighbours.openGoFunction(path, name, version),
      openGoStatement: (input) => this.neighbours.openGoStatement(input),
      tryOnCluster: async (form, signal) => {
        const { tryOnCluster } = await import('../live/trial.ts');
        return await tryOnCluster(this.session, form, signal);
      },
    });
    const server = store.add(new Server<HostApi, HostEvent>(pagePort(webview), handlers));
    this.server = server;
    webview.html = pageHtml(webview, this.extension, this.kind.id, this.kind.title);
  }

  dispose(): void {
    this.panel?.dispose();
  }
}

function reducedMotion(): boolean {
  return vscode.workspace.getConfiguration('workbench').get('reduceMotion') === 'on';
}
