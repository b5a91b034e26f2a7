// A kubelet's verbosity raised for a while. It is the one thing that is changed in a cluster: only after a confirmation, and restored
// when the time is over, the person says so, or the window closes. A note is kept meanwhile: what could not be restored the next window offers to.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { VERBOSITY_NOTES, type NodeTarget } from '../contributions.ts';
import { messages, reasonOf } from '../messages.ts';
import type { EngineHost, Session } from '../session.ts';
import type { LiveCluster } from './liveCluster.ts';

/** What is to be restored, kept over a restart of the editor. */
const raisedSchema = v.object({
  request: v.object({
    context: v.string(),
    kubeconfig: v.exactOptional(v.string()),
    runsPrograms: v.boolean(),
    httpProxy: v.exactOptional(v.string()),
  }),
  node: v.string(),
  level: v.number(),
  before: v.number(),
  /** Milliseconds since 1970, after which nobody is left to restore it but who reads this. */
  until: v.number(),
  /** The process of the window that raised it. */
  by: v.optional(v.number()),
});
type Raised = v.InferOutput<typeof raisedSchema>;

/** Milliseconds that VS Code gives an extension to end, and some. */
const CLOSING = 6_000;
const LEVELS = [4, 5, 6, 8];
const MINUTES = [1, 5, 15];

export class VerbosityRaiser {
  private readonly session: Session;
  private readonly live: LiveCluster;
  /** A file for each kubelet: written at once, which VS Code's own memory is not, and no other window's. */
  private readonly folder: vscode.Uri;
  private readonly process: EngineHost['process'];
  /** Those that this window has raised. */
  private readonly own = new Set<Raised>();

  constructor(session: Session, live: LiveCluster, storage: vscode.Uri, host: EngineHost) {
    this.process = host.process;
    this.session = session;
    this.live = live;
    this.folder = vscode.Uri.joinPath(storage, VERBOSITY_NOTES);
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
    const yes = vscode.l10n.t('Raise');
    const detail = messages.raiseDetail(level, minutes, before);
    const asked = messages.raiseVerbosity(node);
    const said = await vscode.window.showWarningMessage(asked, { modal: true, detail }, yes);
    if (said === yes)
      await this.raiseFor(
        {
          request,
          node,
          level,
          before,
          until: Date.now() + minutes * 60_000,
          by: this.process?.pid,
        },
        minutes,
      );
  }

  private async raiseFor(raised: Raised, minutes: number): Promise<void> {
    const { node, level, before } = raised;
    await this.note(raised);
    this.own.add(raised);
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
      await this.tryToRestore(raised);
    }
  }

  /** What cannot be restored is asked about again. */
  private async tryToRestore(raised: Raised): Promise<void> {
    try {
      await this.restore(raised);
    } catch (error) {
      void vscode.window.showErrorMessage(messages.plainly(reasonOf(error)));
      void this.ask(raised);
    }
  }

  private async restore(raised: Raised): Promise<void> {
    const { request, node, before } = raised;
    if (this.live.row?.context !== request.context) await this.live.connectTo(request);
    await this.session.ask('setVerbosity', [node, before]);
    this.own.delete(raised);
    await this.forget(raised);
  }

  private async noted(): Promise<readonly Raised[]> {
    const entries = await vscode.workspace.fs.readDirectory(this.folder).then(
      (found) => found,
      () => [],
    );
    const read = entries.map(([name]) => readNote(vscode.Uri.joinPath(this.folder, name)));
    return (await Promise.all(read)).filter((raised) => raised !== undefined);
  }

  private async note(raised: Raised): Promise<void> {
    const text = new TextEncoder().encode(JSON.stringify(raised));
    await vscode.workspace.fs.writeFile(this.fileOf(raised), text);
  }

  private async forget(raised: Raised): Promise<void> {
    await vscode.workspace.fs.delete(this.fileOf(raised)).then(undefined, () => undefined);
  }

  /** A kubelet has one verbosity, whoever set it. */
  private fileOf({ request, node }: Raised): vscode.Uri {
    const name = encodeURIComponent(`${request.context} ${node}`);
    return vscode.Uri.joinPath(this.folder, `${name}.json`);
  }

  /** The window closes: restores what it has raised, and notes what it could not. */
  async end(): Promise<void> {
    await Promise.all(
      [...this.own].map(async (raised) => {
        const { node, before, request } = raised;
        // Another cluster may be connected by now, and there is no time to connect.
        const isHere = this.live.row?.context === request.context;
        const restored =
          isHere &&
          (await this.session.ask('setVerbosity', [node, before]).then(
            () => true,
            () => false,
          ));
        if (restored) await this.forget(raised);
      }),
    );
  }

  /** At the start: what earlier windows could not restore. */
  async remind(): Promise<void> {
    await Promise.all((await this.noted()).map((raised) => this.remindOf(raised)));
  }

  private async remindOf(raised: Raised): Promise<void> {
    const isThere = (): boolean =>
      raised.by === undefined || this.process?.isRunning(raised.by) !== false;
    // The window that raised it may still be there, or just be closing.
    do await new Promise((resolve) => setTimeout(resolve, CLOSING));
    while (isThere() && Date.now() < raised.until + CLOSING);
    if ((await readNote(this.fileOf(raised)))?.until === raised.until) await this.ask(raised);
  }

  private async ask(raised: Raised): Promise<void> {
    const restore = vscode.l10n.t('Restore');
    const forget = vscode.l10n.t('Forget');
    const text = messages.stillRaised(raised.node, raised.level, raised.before);
    const picked = await vscode.window.showWarningMessage(text, restore, forget);
    if (picked === forget) await this.forget(raised);
    if (picked === restore) await this.tryToRestore(raised);
  }
}

/** Undefined: there is none, or it is none of ours. */
async function readNote(file: vscode.Uri): Promise<Raised | undefined> {
  try {
    const read: unknown = JSON.parse(
      new TextDecoder().decode(await vscode.workspace.fs.readFile(file)),
    );
    return v.is(raisedSchema, read) ? read : undefined;
  } catch {
    return undefined;
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
