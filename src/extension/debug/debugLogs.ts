// Debugging a log with VS Code's own debug view: the adapter runs here, on the session that trees and pages follow too.
import * as vscode from 'vscode';
import type { KubeletDebugAdapter } from '../../debug/adapter.ts';
import type { DebugHost, OpenedLogs } from '../../debug/host.ts';
import { isScenario } from '../bytesSource.ts';
import { readLogs } from '../commands/readingProgress.ts';
import type { Simulator } from '../commands/simulateCommand.ts';
import { SOURCE_SCHEME } from '../../protocol/uris.ts';
import { DEBUG_TYPE, LANGUAGE, type RowTarget } from '../contributions.ts';
import type { GoSource } from '../editor/goSource.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import type { LogOffer } from '../editor/logOffer.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import { attaching, followedNode, type NodeCommands } from '../live/nodeCommands.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import type { Debugging } from '../standing.ts';
import { uriOf } from '../uriOf.ts';

/** What debugging needs besides the session: where lines are shown, and where scenarios are found. */
export interface DebugPlaces {
  readonly documents: LogDocuments;
  readonly offer: LogOffer;
  readonly simulator: Simulator;
  readonly live: LiveCluster;
  readonly nodes: NodeCommands;
  readonly goSource: GoSource;
}

/** What VS Code asks about the debug type; its configurations may be left out altogether. */
export function debuggingOf(session: Session, places: DebugPlaces): Debugging {
  const host = hostOn(session, places);
  return {
    complete: async (configuration) =>
      configuration.request === 'attach'
        ? await withNode(configuration, places.live)
        : await completed(session, places, configuration),
    offered: () => offered(session, places),
    async adapter() {
      const debug = await import('../../debug/adapter.ts');
      const adapter = new debug.KubeletDebugAdapter(host);
      return new vscode.DebugAdapterInlineImplementation(
        new InlineAdapter(adapter, session, places.documents),
      );
    },
  };
}

/** A configuration that names nothing to debug, or none at all (F5 on a log), is about the log in front. */
async function completed(
  session: Session,
  places: DebugPlaces,
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  const { logs, scenario, case: saved } = configuration;
  if ((logs ?? scenario ?? saved) !== undefined) return configuration;
  const own = await ownConfiguration(session, places);
  if (own !== undefined) return configuration.type === '' ? own : { ...own, ...configuration };
  void vscode.window.showWarningMessage(messages.nothingToDebug());
  return undefined;
}

/** An attach that names no node is about one that the person chooses. */
async function withNode(
  configuration: vscode.DebugConfiguration,
  live: LiveCluster,
): Promise<vscode.DebugConfiguration | undefined> {
  const { node, context } = configuration;
  if (typeof node === 'string' && node !== '') return configuration;
  await live.need(typeof context === 'string' ? context : undefined);
  const chosen = await live.chooseNode(vscode.l10n.t('Debug Node'));
  return chosen === undefined ? undefined : { ...configuration, node: chosen };
}

/** Logs, scenarios and nodes that a person could mean, without a launch.json. */
async function offered(
  session: Session,
  places: DebugPlaces,
): Promise<vscode.DebugConfiguration[]> {
  const { simulator, live } = places;
  const front = await ownConfiguration(session, places);
  const [logs, scenarios] = await Promise.all([
    vscode.workspace.findFiles(LOGS_OF_FOLDER, undefined, MAX_OFFERED),
    simulator.ofWorkspace(),
  ]);
  return [
    ...(front === undefined ? [] : [front]),
    ...[...logs, ...scenarios].map((uri) => ({
      ...launching([uri]),
      name: vscode.workspace.asRelativePath(uri),
    })),
    ...(live.row?.nodes ?? [])
      .slice(0, MAX_OFFERED)
      .map(({ name }) => attaching(name, live.row?.context)),
  ];
}

const LOGS_OF_FOLDER = '**/*kubelet*.{log,log.gz,log.zst,log.xz}';
const MAX_OFFERED = 20;

/** Moves of the views that follow each other faster than this are shown as one stop, in milliseconds. */
const CALM = 150;

/** The adapter as VS Code takes it. */
class InlineAdapter extends vscode.Disposable implements vscode.DebugAdapter {
  private readonly adapter: KubeletDebugAdapter;
  private readonly sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();

  readonly onDidSendMessage = this.sent.event;

  constructor(adapter: KubeletDebugAdapter, session: Session, documents: LogDocuments) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moves = session.onCursor(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.adapter.follow();
      }, CALM);
    });
    super(() => {
      clearTimeout(timer);
      moves.dispose();
      this.adapter.dispose();
      this.sent.dispose();
    });
    this.adapter = adapter;
    this.adapter.onDidSendMessage((message) => {
      this.sent.fire(message);
      // VS Code leaves the editor alone when it is to leave the keyboard where it is.
      const { event, body } = message;
      const input = session.cursor?.input;
      const isStop = event === 'stopped' && typeof body === 'object' && body !== null;
      if (isStop && 'preserveFocusHint' in body && input !== undefined)
        void documents.reveal(input);
    });
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.adapter.handleMessage(message);
  }
}

/**
 * Debugs a log, that of the active editor, or what is open, without any launch configuration. From a row of a view it starts where
 * the row leads; a debugger that runs follows there.
 */
export async function debugLog(
  session: Session,
  places: Pick<DebugPlaces, 'live' | 'offer'>,
  from?: vscode.Uri | RowTarget,
): Promise<void> {
  if (from instanceof vscode.Uri) {
    await startDebugging(launching([from]));
    return;
  }
  const input = from?.input ?? from?.provedBy?.[0];
  if (input === undefined) {
    await startDebugging(await ownConfiguration(session, places));
    return;
  }
  await session.ask('seek', [{ kind: 'input', input }]);
  if (vscode.debug.activeDebugSession?.type === DEBUG_TYPE) return;
  await startDebugging({ ...goingOn(session, places.live), stopOnFinding: false });
}

async function startDebugging(configuration: vscode.DebugConfiguration | undefined): Promise<void> {
  if (configuration === undefined) throw new Error(messages.nothingToDebug());
  await vscode.debug.startDebugging(undefined, configuration);
}

/** Of the log in front; of what is open it goes on from the cursor. */
async function ownConfiguration(
  session: Session,
  { live, offer }: Pick<DebugPlaces, 'live' | 'offer'>,
): Promise<vscode.DebugConfiguration | undefined> {
  const offered = await offer.inFront();
  const uris = offered === undefined ? activeLogs(session) : [offered];
  const isOpen = uris.join() === session.opened.map(({ uri }) => uri).join();
  if (isOpen && session.info !== undefined) return goingOn(session, live);
  return uris.length === 0 ? undefined : launching(uris);
}

/** From the cursor in what is open; a node that is followed is attached to, as its goroutines can be had. */
function goingOn(session: Session, live: LiveCluster): vscode.DebugConfiguration {
  const node = followedNode(session, live);
  const configuration =
    node === undefined
      ? launching(session.opened.map(({ uri }) => uri))
      : attaching(node, live.row?.context);
  return { ...configuration, at: 'cursor', stopOnFinding: true };
}

function launching(uris: readonly vscode.Uri[]): vscode.DebugConfiguration {
  return {
    type: DEBUG_TYPE,
    name: vscode.l10n.t('Debug This Log'),
    request: 'launch',
    logs: uris.map((uri) => (uri.scheme === 'file' ? uri.fsPath : uri.toString())),
    stopOnEntry: true,
    // A simulation is there to be stepped through from its start on.
    stopOnFinding: !uris.some(isScenario),
  };
}

/** The log in front of the person when it is a file of its own, else what the session has open. */
function activeLogs(session: Session): readonly vscode.Uri[] {
  const document = vscode.window.activeTextEditor?.document;
  const isLog = document?.languageId === LANGUAGE && document.uri.scheme !== LANGUAGE;
  const opened = session.opened.map(({ uri }) => uri);
  if (!isLog || opened.some((uri) => uri.toString() === document.uri.toString())) return opened;
  return [document.uri];
}

function hostOn(
  session: Session,
  { documents, simulator, nodes, goSource }: DebugPlaces,
): DebugHost {
  const ask: OpenedLogs['ask'] = (method, args, signal) => session.ask(method, args, signal);
  return {
    async open({ logs, scenario, simulation, ...options }): Promise<OpenedLogs | undefined> {
      const uris = scenario === undefined ? logs.map(uriOf) : [await simulator.fileOf(scenario)];
      const isOpen =
        uris.length === 0 || uris.join() === session.opened.map(({ uri }) => uri).join();
      if (uris.length === 0 && session.info === undefined)
        throw new Error(messages.nothingToDebug());
      const info =
        isOpen && scenario === undefined && session.info !== undefined
          ? await session.ask('session', [])
          : await readLogs(session, uris, options, simulation);
      if (info === undefined) return undefined;
      if (!isOpen) await documents.closeWindows();
      return {
        info,
        ask,
        // What was debugged stays open, for the views.
        close: () => Promise.resolve(),
      };
    },
    async attach(wanted) {
      const { info, wasFollowed } = await nodes.attach(wanted);
      return {
        info,
        ask,
        async close() {
          if (!wasFollowed && session.info?.tape === info.tape) await ask('stopFollowing', []);
        },
      };
    },
    functionLine: async ({ path, version }, name) =>
      path === undefined || version === undefined
        ? undefined
        : await goSource.lineOf(path, name, version),
    // Who steps in Go stays there.
    isInGo: () => vscode.window.activeTextEditor?.document.uri.scheme === SOURCE_SCHEME,
    async place(_source, place) {
      // Opened as ours: in VS Code's own language for logs no breakpoint can be set.
      const shown = await documents.shown(place);
      if (shown === undefined) throw new Error(messages.notInLog());
      const { uri } = shown.document;
      return { path: uri.scheme === 'file' ? uri.fsPath : uri.toString(), line: shown.line + 1 };
    },
  };
}
