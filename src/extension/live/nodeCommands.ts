// What a node of the connected cluster is asked for: its kubelet's log, which is followed, and its goroutines.
import * as vscode from 'vscode';
import type { SessionInfo } from '../../protocol/engineApi.ts';
import { DEBUG_TYPE, type NodeTarget } from '../contributions.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import { messages } from '../messages.ts';
import type { Pages } from '../panels/pages.ts';
import type { Session } from '../session.ts';
import type { LiveCluster } from './liveCluster.ts';

/** What a debug session attaches to; without a context it is the one that is connected, else one that the person chooses. */
export interface AttachTarget {
  readonly node: string;
  readonly context: string | undefined;
  readonly kubeconfig: string | undefined;
}

export interface NodeCommandParts {
  readonly session: Session;
  readonly live: LiveCluster;
  readonly documents: LogDocuments;
  readonly pages: Pages;
}

export class NodeCommands {
  private readonly parts: NodeCommandParts;

  constructor(parts: NodeCommandParts) {
    this.parts = parts;
  }

  /** Opens the log of a node and follows it; what is in the way is told with the lines that mend it. */
  async openLog(target?: NodeTarget): Promise<void> {
    const node = await this.nodeOf(target, vscode.l10n.t('Open Log of Node'));
    if (node === undefined) return;
    if ((await this.canFollow(node)) !== true) return;
    await this.follow(node);
    await vscode.commands.executeCommand('workbench.view.extension.kubelet');
  }

  /** Starts a debug session on the log of a node. */
  async debug(target?: NodeTarget): Promise<void> {
    const node = await this.nodeOf(target, vscode.l10n.t('Debug Node'));
    if (node === undefined) return;
    if (!this.isFollowed(node) && (await this.canFollow(node)) !== true) return;
    const configuration = attaching(node, this.parts.live.row?.context);
    if (await vscode.debug.startDebugging(undefined, configuration))
      await vscode.commands.executeCommand('workbench.view.debug');
  }

  /** For a debug session: follows a node of a context, unless that is what is open. Rejects with what is in the way. */
  async attach({
    node,
    context,
    kubeconfig,
  }: AttachTarget): Promise<{ readonly info: SessionInfo; readonly wasFollowed: boolean }> {
    const { live, session } = this.parts;
    const before = live.row?.context;
    await live.need(context, kubeconfig);
    if (live.row === undefined) throw new Error(messages.noCluster());
    // Another cluster may have a node of that name.
    const wasFollowed = live.row.context === before && this.isFollowed(node);
    if (!wasFollowed) await this.follow(node);
    return { info: await session.ask('session', []), wasFollowed };
  }

  private isFollowed(node: string): boolean {
    return followedNode(this.parts.session, this.parts.live) === node;
  }

  /** Undefined: the person gave it up. What is in the way is told with the lines that mend it. */
  private async canFollow(node: string): Promise<boolean | undefined> {
    const found = await atWork(messages.askingNode(node), (signal) =>
      this.parts.session.ask('nodeLog', [node], signal),
    );
    if (found?.kind === 'obstacle') await tellObstacle(found.text, found.mend);
    return found && found.kind === 'found';
  }

  private async follow(node: string): Promise<void> {
    const { session, documents } = this.parts;
    await session.openSources([{ kind: 'node', node }]);
    await documents.closeWindows();
  }

  /** Shows the goroutines of a node's kubelet, as they are now. */
  async showGoroutines(target?: NodeTarget): Promise<void> {
    const node = await this.nodeOf(target, vscode.l10n.t('Show Goroutines of Node'));
    if (node === undefined) return;
    const asked = await atWork(messages.askingNode(node), async (signal) => {
      await this.parts.session.ask('openGoroutines', [{ kind: 'node', node }], signal);
      return true;
    });
    if (asked === true) await this.parts.pages.show('goroutines');
  }

  /** Shows a node's pods as API server, kubelet, runtime and log have them. */
  async compare(target?: NodeTarget): Promise<void> {
    const { session, pages } = this.parts;
    const node = await this.nodeOf(target, vscode.l10n.t('Compare Node'));
    if (node === undefined) return;
    const asked = await atWork(messages.askingNode(node), (signal) =>
      session.ask('compareNode', [node, ''], signal),
    );
    if (asked !== undefined) await pages.show('node', node);
  }

  private async nodeOf(target: NodeTarget | undefined, title: string): Promise<string | undefined> {
    if (target?.node !== undefined && target.node !== '') return target.node;
    return await this.parts.live.chooseNode(title);
  }
}

/** The node of the cluster whose log is open and goes on. */
export function followedNode(session: Session, live: LiveCluster): string | undefined {
  const nodes = new Set(live.row?.nodes.map(({ name }) => name));
  const rows = session.info?.sources ?? [];
  return rows.find(
    ({ name, path, state }) => path === undefined && state === 'following' && nodes.has(name),
  )?.name;
}

/** A debug configuration for a node. */
export function attaching(node: string, context: string | undefined): vscode.DebugConfiguration {
  return {
    type: DEBUG_TYPE,
    name: vscode.l10n.t('Attach to {0}', node),
    request: 'attach',
    node,
    ...(context === undefined ? {} : { context }),
  };
}

/** Shows that it goes on, and lets the person give it up: then there is no answer. */
export async function atWork<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      token.onCancellationRequested(() => {
        stop.abort();
      });
      try {
        return await work(stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}

/** A sentence, and the lines that mend it as a document of their own, to be read and copied from. */
async function tellObstacle(text: string, mend: readonly string[]): Promise<void> {
  const show = vscode.l10n.t('Show the Fix');
  const choices = mend.length === 0 ? [] : [show];
  const picked = await vscode.window.showWarningMessage(messages.noNodeLog(text), ...choices);
  if (picked !== show) return;
  const content = [`# ${text}`, '', ...mend, ''].join('\n');
  const document = await vscode.workspace.openTextDocument({ language: 'shellscript', content });
  await vscode.window.showTextDocument(document);
}
