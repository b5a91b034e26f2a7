// Debugging a log with VS Code's own debug view: the adapter runs here, on the session that trees and pages follow too.
import * as vscode from 'vscode';
import { KubeletDebugAdapter } from '../../debug/adapter.ts';
import type { DebugHost, OpenedLogs } from '../../debug/host.ts';
import { DEBUG_TYPE, LANGUAGE } from '../contributions.ts';
import type { LogDocuments } from '../editor/logDocuments.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';
import { uriOf } from '../uriOf.ts';

/** Registers the debug type; its configurations may be left out altogether. */
export function registerDebugging(session: Session, documents: LogDocuments): vscode.Disposable {
  const host = hostOn(session, documents);
  return vscode.Disposable.from(
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
      resolveDebugConfiguration: (_folder, configuration) =>
        configuration.type === '' ? configurationFor(activeLogs(session)) : configuration,
    }),
    vscode.debug.registerDebugConfigurationProvider(
      DEBUG_TYPE,
      {
        provideDebugConfigurations() {
          const configuration = configurationFor(activeLogs(session));
          return configuration === undefined ? [] : [configuration];
        },
      },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: () =>
        new vscode.DebugAdapterInlineImplementation(new InlineAdapter(host)),
    }),
  );
}

/** The adapter as VS Code takes it. */
class InlineAdapter extends vscode.Disposable implements vscode.DebugAdapter {
  private readonly adapter: KubeletDebugAdapter;
  private readonly sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();

  readonly onDidSendMessage = this.sent.event;

  constructor(host: DebugHost) {
    super(() => {
      this.adapter.dispose();
      this.sent.dispose();
    });
    this.adapter = new KubeletDebugAdapter(host);
    this.adapter.onDidSendMessage((message) => {
      this.sent.fire(message);
    });
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.adapter.handleMessage(message);
  }
}

/** Debugs a log, that of the active editor, or what is open, without any launch configuration. */
export async function debugLog(session: Session, file?: vscode.Uri): Promise<void> {
  const configuration = configurationFor(file === undefined ? activeLogs(session) : [file]);
  if (configuration === undefined) throw new Error(messages.nothingToDebug());
  await vscode.debug.startDebugging(undefined, configuration);
}

function configurationFor(uris: readonly vscode.Uri[]): vscode.DebugConfiguration | undefined {
  if (uris.length === 0) return undefined;
  return {
    type: DEBUG_TYPE,
    name: 'Debug This Log',
    request: 'launch',
    logs: uris.map((uri) => (uri.scheme === 'file' ? uri.fsPath : uri.toString())),
    stopOnEntry: true,
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

function hostOn(session: Session, documents: LogDocuments): DebugHost {
  return {
    async open(logs, options): Promise<OpenedLogs> {
      const uris = logs.map((log) => uriOf(log));
      const wanted = uris.map((uri) => uri.toString()).join('\n');
      const isOpen = wanted === session.opened.map(({ uri }) => uri.toString()).join('\n');
      const info =
        isOpen && session.info !== undefined
          ? await session.ask('session', [])
          : await session.open(uris, options);
      return {
        info,
        ask: (method, args, signal) => session.ask(method, args, signal),
        // What was debugged stays open, for the views.
        close: () => Promise.resolve(),
      };
    },
    async place(_source, place) {
      // Opened as ours: in VS Code's own language for logs no breakpoint can be set.
      const shown = await documents.shown(place);
      if (shown === undefined) throw new Error(messages.notInLog());
      const { uri } = shown.document;
      return { path: uri.scheme === 'file' ? uri.fsPath : uri.toString(), line: shown.line + 1 };
    },
  };
}
