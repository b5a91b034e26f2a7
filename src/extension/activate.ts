// What VS Code must have of the extension from its start on, the same for both hosts: views, commands, pages, documents, the debug type.
// Nothing of it does anything by itself. All the rest is loaded when the first of them is used, or when something lies there that calls for it.
import * as vscode from 'vscode';
import { LOG_SCHEME, SOURCE_SCHEME, STATE_SCHEME } from '../protocol/uris.ts';
import { watchForCalls } from './calls.ts';
import type { Assistant } from './commands/assistant.ts';
import {
  CASE_EDITOR,
  CHAT_PARTICIPANT,
  DEBUG_TYPE,
  pageTypes,
  TOOL_PREFIX,
  type PageId,
} from './contributions.ts';
import { ReadOnlyFiles } from './editor/readOnlyFiles.ts';
import { terminalLogs } from './editor/terminalLogs.ts';
import { quoted, reasonOf } from './messages.ts';
import type { Standing, Whole } from './standing.ts';
import { TreeShell } from './views/treeShell.ts';

export type End = () => Promise<void>;
/** All the rest, loaded by the first who asks. */
type Need = () => Promise<Whole>;

/** `load` makes all the rest; after it failed it is asked again when next needed. */
export function start(
  context: vscode.ExtensionContext,
  load: (standing: Standing) => Promise<Whole>,
): End {
  const standing: Standing = {
    trees: {
      'kubelet.sources': new TreeShell('kubelet.sources'),
      'kubelet.pods': new TreeShell('kubelet.pods'),
      'kubelet.workers': new TreeShell('kubelet.workers'),
      'kubelet.pleg': new TreeShell('kubelet.pleg'),
      'kubelet.network': new TreeShell('kubelet.network'),
      'kubelet.findings': new TreeShell('kubelet.findings'),
    },
    windowsChanged: new vscode.EventEmitter(),
    goSourceChanged: new vscode.EventEmitter(),
    stateChanged: new vscode.EventEmitter(),
  };
  let loading: Promise<Whole> | undefined;
  const need: Need = () => {
    loading ??= load(standing).catch((error: unknown) => {
      loading = undefined;
      throw new Error(notLoaded(error), { cause: error });
    });
    return loading;
  };
  const { trees, windowsChanged, goSourceChanged, stateChanged } = standing;
  context.subscriptions.push(
    ...Object.values(trees),
    ...[windowsChanged, goSourceChanged, stateChanged],
    ...commandsOf(context).map((id) => registerCommand(id, need)),
    ...registerTabs(need),
    ...registerDocuments(standing, need),
    ...registerDebugging(need),
    vscode.window.registerTerminalLinkProvider(terminalLogs),
    ...registerAssistant(context, need),
    watchForCalls(context.globalStorageUri, () => tellOfFailure(need)),
  );
  return async () => {
    // What was not loaded has nothing to end.
    await loading?.then(
      (whole) => whole.end(),
      () => undefined,
    );
  };
}

function notLoaded(error: unknown): string {
  return vscode.l10n.t(
    'Part of Kubelet Debugger could not be loaded. Reinstalling it may help. {0}',
    reasonOf(error),
  );
}

/** Every command that package.json contributes. */
function commandsOf(context: vscode.ExtensionContext): readonly string[] {
  return contributed(context, 'commands', 'command');
}

/** A member of each thing of a kind that package.json contributes. */
function contributed(
  { extension }: vscode.ExtensionContext,
  kind: string,
  member: string,
): readonly string[] {
  const things = partOf(partOf(extension.packageJSON, 'contributes'), kind);
  return Array.isArray(things) ? things.map((each) => String(partOf(each, member))) : [];
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function registerCommand(id: string, need: Need): vscode.Disposable {
  return vscode.commands.registerCommand(id, (...args: readonly unknown[]) =>
    tellOfFailure(async () => {
      await (await need()).run(id, args);
    }),
  );
}

/** What fails says so in a sentence for a person, and is shown as one. */
async function tellOfFailure(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    void vscode.window.showErrorMessage(quoted(reasonOf(error)));
  }
}

/** Tabs that are there before anything is open: pages after a reload of the window, saved cases. */
function registerTabs(need: Need): vscode.Disposable[] {
  const pages = (Object.keys(pageTypes) as PageId[]).map((page) =>
    vscode.window.registerWebviewPanelSerializer(pageTypes[page], {
      async deserializeWebviewPanel(tab, state) {
        await (await need()).revivePage(page, tab, state);
      },
    }),
  );
  const cases = vscode.window.registerCustomEditorProvider(
    CASE_EDITOR,
    {
      openCustomDocument: (uri) => ({
        uri,
        dispose() {
          // The session stays when the tab is closed.
        },
      }),
      async resolveCustomEditor({ uri }, tab) {
        await (await need()).openCase(uri, tab);
      },
    },
    { webviewOptions: { retainContextWhenHidden: true } },
  );
  return [...pages, cases];
}

/** Documents that stand in no file. */
function registerDocuments(standing: Standing, need: Need): vscode.Disposable[] {
  const { windowsChanged, goSourceChanged, stateChanged } = standing;
  return [
    vscode.workspace.registerFileSystemProvider(
      LOG_SCHEME,
      new ReadOnlyFiles(windowsChanged.event, async () => (await need()).windows),
      { isCaseSensitive: true, isReadonly: true },
    ),
    vscode.workspace.registerTextDocumentContentProvider(SOURCE_SCHEME, {
      onDidChange: goSourceChanged.event,
      provideTextDocumentContent: async (uri) => await (await need()).goSourceText(uri),
    }),
    vscode.workspace.registerTextDocumentContentProvider(STATE_SCHEME, {
      onDidChange: stateChanged.event,
      provideTextDocumentContent: async (uri) => await (await need()).stateText(uri),
    }),
  ];
}

function registerDebugging(need: Need): vscode.Disposable[] {
  return [
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
      resolveDebugConfiguration: async (_folder, configuration) =>
        await (await need()).debugging.complete(configuration),
    }),
    vscode.debug.registerDebugConfigurationProvider(
      DEBUG_TYPE,
      { provideDebugConfigurations: async () => await (await need()).debugging.offered() },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: async () => await (await need()).debugging.adapter(),
    }),
  ];
}

/** Tools of the editor's models, and the participant of its chats. */
function registerAssistant(
  context: vscode.ExtensionContext,
  need: Need,
): readonly { dispose(): void }[] {
  let made: Assistant | undefined;
  const assistant = async (): Promise<Assistant> => {
    const whole = await need();
    const { Assistant: Made } = await import('./commands/assistant.ts');
    made ??= new Made(whole, context.extensionUri);
    return made;
  };
  const tools = contributed(context, 'languageModelTools', 'name').map((name) =>
    vscode.lm.registerTool(name, {
      invoke: async ({ input }, token) =>
        await (await assistant()).invoke(name.slice(TOOL_PREFIX.length), input, token),
    }),
  );
  const participant = vscode.chat.createChatParticipant(
    CHAT_PARTICIPANT,
    async (request, _, stream) => {
      await (await assistant()).chat(request, stream);
    },
  );
  participant.iconPath = new vscode.ThemeIcon('debug-alt');
  return [...tools, participant];
}
