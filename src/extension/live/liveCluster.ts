// The cluster of this window as the engine last told it, and the commands that connect it and let it go.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { ClusterRow, ConnectRequest } from '../../protocol/clusterApi.ts';
import { contextKeys, settings } from '../contributions.ts';
import { messages } from '../messages.ts';
import { theirKubeconfig } from './kubernetesExtension.ts';
import type { Session } from '../session.ts';

export class LiveCluster implements Disposable {
  private readonly session: Session;
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<ClusterRow | undefined>());
  private shown: ClusterRow | undefined;
  private asked = 0;
  private asRequested: ConnectRequest | undefined;

  readonly onChanged = this.changed.event;

  constructor(session: Session) {
    this.session = session;
    this.store.add(
      session.onEvent((event) => {
        if (event.kind === 'clusterChanged') void this.refresh();
      }),
    );
  }

  /** As last heard; undefined while none is connected. */
  get row(): ClusterRow | undefined {
    return this.shown;
  }

  /** Connects to a context of the kubeconfig; without one the person chooses. */
  async connect(context?: string): Promise<void> {
    await this.reach(context, kubeconfigFile());
    if (this.shown === undefined) return;
    await vscode.commands.executeCommand('workbench.view.extension.kubelet');
  }

  /** The same without showing it, and not again where that context is the one that is connected. */
  async need(context: string | undefined, kubeconfig = kubeconfigFile()): Promise<void> {
    const row = this.shown;
    if (row === undefined || (context !== undefined && context !== row.context))
      await this.reach(context, kubeconfig);
  }

  private async reach(context: string | undefined, kubeconfig: string | undefined): Promise<void> {
    const wanted = context ?? (await this.choose(kubeconfig));
    if (wanted === undefined) return;
    const httpProxy = vscode.workspace.getConfiguration('http').get<string>('proxy') ?? '';
    await this.connectTo({
      context: wanted,
      runsPrograms: vscode.workspace.isTrusted,
      ...(kubeconfig === undefined ? {} : { kubeconfig }),
      ...(httpProxy === '' ? {} : { httpProxy }),
    });
  }

  /** How the cluster that is shown was connected. */
  get request(): ConnectRequest | undefined {
    return this.asRequested;
  }

  async connectTo(request: ConnectRequest): Promise<void> {
    await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: messages.connecting(request.context),
        cancellable: true,
      },
      async (_, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => {
          stop.abort();
        });
        try {
          this.take(await this.session.ask('connectCluster', [request], stop.signal));
          this.asRequested = request;
        } catch (error) {
          if (!stop.signal.aborted) throw error;
        }
      },
    );
  }

  /** A node of the cluster, which is connected first if none is. */
  async chooseNode(title: string): Promise<string | undefined> {
    if (this.row === undefined) await this.connect();
    const nodes = this.row?.nodes ?? [];
    if (this.row === undefined) return undefined;
    const picked = await vscode.window.showQuickPick(
      nodes.map(({ name, state, kubelet }) => ({
        label: name,
        description: `${state} · ${kubelet}`,
      })),
      { title, placeHolder: vscode.l10n.t('Which node?'), ignoreFocusOut: true },
    );
    return picked?.label;
  }

  private async choose(kubeconfig: string | undefined): Promise<string | undefined> {
    const { names, current } = await this.session.ask('contexts', [kubeconfig]);
    const picked = await vscode.window.showQuickPick(
      names
        .toSorted((a, b) => Number(b === current) - Number(a === current))
        .map((label) => ({
          label,
          description: label === current ? vscode.l10n.t('current') : '',
        })),
      {
        title: vscode.l10n.t('Connect to Cluster'),
        placeHolder: vscode.l10n.t('Contexts of the kubeconfig'),
        // The palette that it was called from gives the focus back when it is gone, which may be after this has come.
        ignoreFocusOut: true,
      },
    );
    return picked?.label;
  }

  async disconnect(): Promise<void> {
    if (this.shown === undefined) return;
    await this.session.ask('disconnectCluster', []);
    this.take(undefined);
  }

  private async refresh(): Promise<void> {
    const number = ++this.asked;
    const row = await this.session.ask('cluster', []).catch(() => this.shown);
    if (number === this.asked) this.take(row);
  }

  private take(row: ClusterRow | undefined): void {
    this.asked++;
    const was = this.shown !== undefined;
    this.shown = row;
    if (was !== (row !== undefined))
      void vscode.commands.executeCommand('setContext', contextKeys.hasCluster, row !== undefined);
    this.changed.fire(row);
  }

  dispose(): void {
    this.store.dispose();
  }
}

/** Our setting, else what the Kubernetes extension uses, so that both look at one file and its current context. */
function kubeconfigFile(): string | undefined {
  const own = vscode.workspace.getConfiguration(settings.section).get<string>(settings.kubeconfig);
  return own === undefined || own === '' ? theirKubeconfig() : own;
}
