// A kubelet's verbosity raised for a while. It is the one thing that is changed in a cluster: only after a confirmation, and restored
// when the time is over or the person says so. A window that closes before leaves a note, and the next one offers to restore it.
import * as vscode from 'vscode';
import type { ConnectRequest } from '../../protocol/clusterApi.ts';
import type { NodeTarget } from '../contributions.ts';
import { messages, reasonOf } from '../messages.ts';
import type { Session } from '../session.ts';
import type { LiveCluster } from './liveCluster.ts';

/** What is to be restored, kept over a restart of the editor. */
interface Raised {
  readonly request: ConnectRequest;
  readonly node: string;
  readonly level: number;
  readonly before: number;
  /** Milliseconds since 1970, after which nobody is left to restore it but who reads this. */
  readonly until: number;
}

const KEY = 'raisedVerbosity';
const LEVELS = [4, 5, 6, 8];
const MINUTES = [1, 5, 15];

export class VerbosityRaiser {
  private readonly session: Session;
  private readonly live: LiveCluster;
  private readonly memory: vscode.Memento;

  constructor(session: Session, live: LiveCluster, memory: vscode.Memento) {
    this.session = session;
    this.live = live;
    this.memory = memory;
  }

  async raise(target: NodeTarget | undefined): Promise<void> {
    const node =
      target?.node ?? (await this.live.chooseNode(vscode.l10n.t('Raise Verbosity of Node')));
    const { request } = this.live;
    if (node === undefined || request === undefined) return;
    const before = await this.session.ask('verbosity', [node]);
    const level = await choose(
      messages.whichVerbosity(before),
      LEVELS.filter((each) => each > before).map((each) => [`-v=${each}`, each]),
    );
    const minutes =
      level &&
      (await choose(
        vscode.l10n.t('For how long?'),
        MINUTES.map((each) => [vscode.l10n.t('{0} min', each), each]),
      ));
    if (level === undefined || minutes === undefined) return;
    const yes = vscode.l10n.t('Raise It');
    const detail = messages.raiseDetail(level, minutes, before);
    const asked = messages.raiseVerbosity(node);
    const said = await vscode.window.showWarningMessage(asked, { modal: true, detail }, yes);
    if (said === yes)
      await this.raiseFor(
        { request, node, level, before, until: Date.now() + minutes * 60_000 },
        minutes,
      );
  }

  private async raiseFor(raised: Raised, minutes: number): Promise<void> {
    const { node, level, before } = raised;
    await this.memory.update(KEY, raised);
    try {
      await this.session.ask('setVerbosity', [node, level]);
      await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: messages.raised(node, level, before, minutes),
          cancellable: true,
        },
        (_, token) =>
          new Promise<void>((resolve) => {
            setTimeout(resolve, minutes * 60_000);
            token.onCancellationRequested(() => {
              resolve();
            });
          }),
      );
    } finally {
      await this.restore(raised);
    }
  }

  private async restore({ request, node, before }: Raised): Promise<void> {
    if (this.live.row === undefined) await this.live.connectTo(request);
    await this.session.ask('setVerbosity', [node, before]);
    await this.memory.update(KEY, undefined);
  }

  /** At the start: what an earlier window could not restore. */
  async remind(): Promise<void> {
    const raised = this.memory.get<Raised>(KEY);
    if (raised === undefined) return;
    // Until then the window that raised it may still be there.
    const left = raised.until + 10_000 - Date.now();
    if (left > 0) {
      await new Promise((resolve) => setTimeout(resolve, left));
      await this.remind();
      return;
    }
    const restore = vscode.l10n.t('Restore It');
    const forget = vscode.l10n.t('Forget');
    const text = messages.stillRaised(raised.node, raised.level, raised.before);
    const picked = await vscode.window.showWarningMessage(text, restore, forget);
    if (picked === forget) await this.memory.update(KEY, undefined);
    if (picked !== restore) return;
    try {
      await this.restore(raised);
    } catch (error) {
      void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
    }
  }
}

async function choose(
  placeHolder: string,
  choices: readonly (readonly [label: string, value: number])[],
): Promise<number | undefined> {
  const picked = await vscode.window.showQuickPick(
    choices.map(([label, value]) => ({ label, value })),
    { placeHolder },
  );
  return picked?.value;
}
