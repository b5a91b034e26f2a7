// What stands from the extension's start on does nothing until it is used, and then what it is there for.
import { TabInputText, type ExtensionContext, type TextDocument, type Uri } from 'vscode';
import { beforeEach, expect, test, vi } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { start } from '../../../src/extension/activate.ts';
import { pageTypes, viewIds } from '../../../src/extension/contributions.ts';
import type { Standing, Whole } from '../../../src/extension/standing.ts';

/** An editor that keeps what is registered with it. */
const editor = vi.hoisted(() => ({
  commands: new Map<string, (...args: unknown[]) => Promise<void>>(),
  registered: new Map<string, number>(),
  documents: [] as Pick<TextDocument, 'languageId' | 'uri' | 'getText'>[],
  front: [] as object[],
  files: new Set<string>(),
  errors: [] as string[],
}));

vi.mock('vscode', () => {
  const lasting = { dispose: () => undefined };
  const keep = (kind: string) => () => {
    editor.registered.set(kind, (editor.registered.get(kind) ?? 0) + 1);
    return lasting;
  };
  const isThere = (uri: string): Promise<string[]> =>
    editor.files.has(uri) ? Promise.resolve([uri]) : Promise.reject(new Error('absent'));
  return {
    l10n: { t: (text: string, ...args: string[]) => text.replace('{0}', args[0] ?? '') },
    Range: Object,
    TerminalLink: Object,
    TabInputText: class {
      readonly uri: unknown;
      constructor(uri: unknown) {
        this.uri = uri;
      }
    },
    EventEmitter: class {
      event = () => lasting;
      dispose = () => undefined;
    },
    Uri: { joinPath: (base: string, ...parts: string[]) => [base, ...parts].join('/') },
    DebugConfigurationProviderTriggerKind: { Dynamic: 2 },
    commands: {
      registerCommand(id: string, run: (...args: unknown[]) => Promise<void>) {
        editor.commands.set(id, run);
        return lasting;
      },
    },
    window: {
      tabGroups: {
        get activeTabGroup() {
          return { activeTab: { input: editor.front[0] } };
        },
        onDidChangeTabs: keep('listener'),
      },
      registerTerminalLinkProvider: keep('links'),
      createTreeView: keep('view'),
      registerWebviewPanelSerializer: keep('page'),
      registerCustomEditorProvider: keep('editor'),
      showErrorMessage: (text: string) => editor.errors.push(text),
    },
    workspace: {
      textDocuments: editor.documents,
      workspaceFolders: [{ uri: '/folder' }],
      fs: { stat: isThere, readDirectory: isThere },
      getConfiguration: () => ({ get: () => [] }),
      onDidOpenTextDocument: keep('listener'),
      onDidChangeConfiguration: keep('listener'),
      registerFileSystemProvider: keep('files'),
      registerTextDocumentContentProvider: keep('documents'),
    },
    ThemeIcon: Object,
    lm: { registerTool: keep('tool') },
    chat: {
      createChatParticipant() {
        keep('participant')();
        return { ...lasting };
      },
    },
    debug: {
      registerDebugConfigurationProvider: keep('debug'),
      registerDebugAdapterDescriptorFactory: keep('debug'),
    },
  };
});

beforeEach(() => {
  editor.commands.clear();
  editor.registered.clear();
  editor.documents.length = 0;
  editor.front.length = 0;
  editor.files.clear();
  editor.errors.length = 0;
});

/** An extension that was started, whose rest loads as `load` says. */
async function started(load: (standing: Standing) => Promise<Whole>) {
  const loading = vi.fn(load);
  const context = {
    subscriptions: [],
    extension: { packageJSON: manifest },
    globalStorageUri: '/storage',
  };
  const end = start(context as unknown as ExtensionContext, loading);
  await settled();
  return { loading, end };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

function whole(): Whole & { readonly ran: unknown[] } {
  const ran: unknown[] = [];
  const made = {
    ran,
    run: (...call: unknown[]) => Promise.resolve(void ran.push(call)),
    end: () => Promise.resolve(void ran.push('end')),
  };
  return made as unknown as ReturnType<typeof whole>;
}

function uriAt(path: string): Uri {
  const made: unknown = { scheme: 'file', path };
  return made as Uri;
}

function document(languageId: string, text: string, path: string): (typeof editor.documents)[0] {
  return { languageId, uri: uriAt(path), getText: () => text };
}

const shownText = document('plaintext', 'Nov 21 09:34:04 node-a kubelet[26449]: …', '/node.txt');

test.each([
  document('plaintext', 'a shopping list', '/list.txt'),
  document('markdown', 'what a kubelet does', '/kubelet.md'),
])('%s calls for nothing', async (shown) => {
  editor.documents.push(shown);
  const { loading } = await started(() => Promise.resolve(whole()));
  expect(loading).not.toHaveBeenCalled();
});

test('all of it is there at once, and nothing is loaded for it', async () => {
  const { loading, end } = await started(() => Promise.resolve(whole()));
  expect([...editor.commands.keys()]).toEqual(
    manifest.contributes.commands.map(({ command }) => command),
  );
  expect(Object.fromEntries(editor.registered)).toEqual({
    view: viewIds.length,
    page: Object.keys(pageTypes).length,
    editor: 1,
    files: 1,
    documents: 2,
    debug: 3,
    links: 1,
    listener: 3,
    tool: manifest.contributes.languageModelTools.length,
    participant: 1,
  });
  await end();
  expect(loading).not.toHaveBeenCalled();
});

test('the first command loads the rest, once, and is run with what it was given', async () => {
  const made = whole();
  const { loading, end } = await started(() => Promise.resolve(made));
  await editor.commands.get('kubelet.openSample')?.('stuck-pod');
  await editor.commands.get('kubelet.goToEnd')?.();
  await end();
  expect(loading).toHaveBeenCalledTimes(1);
  expect(made.ran).toEqual([['kubelet.openSample', ['stuck-pod']], ['kubelet.goToEnd', []], 'end']);
});

test('a rest that does not load is told of in a sentence, and tried again', async () => {
  const made = whole();
  const { loading } = await started(() =>
    loading.mock.calls.length === 1
      ? Promise.reject(new Error('whole.cjs is not there.'))
      : Promise.resolve(made),
  );
  await editor.commands.get('kubelet.goToEnd')?.();
  expect(editor.errors).toEqual([
    'Part of Kubelet Debugger could not be loaded. Reinstalling it may help. whole.cjs is not there.',
  ]);
  await editor.commands.get('kubelet.goToEnd')?.();
  expect(made.ran).toEqual([['kubelet.goToEnd', []]]);
});

test.each([
  ['a log that is shown', () => void editor.documents.push(document('kubelet-log', '', 'a'))],
  ['a text that names a kubelet', () => void editor.documents.push(shownText)],
  ['a packed log in front', () => void editor.front.push(new TabInputText(uriAt('/node.log.gz')))],
  ['a folder that is an incident', () => void editor.files.add('/folder/kubelet-incident.json')],
  ['a kubelet that was left verbose', () => void editor.files.add('/storage/verbosities')],
])('%s calls for the rest', async (_, lie) => {
  lie();
  const { loading } = await started(() => Promise.resolve(whole()));
  expect(loading).toHaveBeenCalledTimes(1);
});
