// What assistants may read in the editor, whom that is asked, and what a chat shows.
import { Uri, type CancellationToken } from 'vscode';
import { beforeEach, expect, test, vi } from 'vitest';
import { Assistant } from '../../../../src/extension/commands/assistant.ts';
import type { InputId } from '../../../../src/base/input.ts';
import { TrustGate } from '../../../../src/extension/trust.ts';
import type { SessionInfo } from '../../../../src/protocol/engineApi.ts';
import type { Session } from '../../../../src/extension/session.ts';

interface Modal {
  readonly text: string;
  readonly modal: boolean | undefined;
}

const editor = vi.hoisted(() => ({
  modals: [] as Modal[],
  /** What the person presses; nothing closes the question. */
  pressed: undefined as string | undefined,
  isTrusted: true,
  told: [] as string[],
}));

vi.mock('vscode', async () => {
  const { posix } = await import('node:path');
  const uri = (path: string): object => ({
    scheme: 'file',
    authority: '',
    path,
    fsPath: path,
    with: (change: { path: string }) => uri(change.path),
  });
  class MarkdownString {
    readonly value: string;
    isTrusted: unknown;
    constructor(value: string) {
      this.value = value;
    }
  }
  return {
    MarkdownString,
    LanguageModelTextPart: class {
      readonly value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    LanguageModelToolResult: class {
      readonly content: unknown;
      constructor(content: unknown) {
        this.content = content;
      }
    },
    Uri: {
      file: uri,
      joinPath: (base: Uri, ...parts: string[]) => uri(posix.join(base.path, ...parts)),
    },
    l10n: {
      t: (text: string, ...args: string[]) =>
        text.replace(/\{(\d)\}/g, (_, n: string) => args[Number(n)] ?? ''),
    },
    window: {
      showErrorMessage: (text: string) => void editor.told.push(text),
      createOutputChannel: () => ({ appendLine: () => undefined }),
      showWarningMessage: (text: string, { modal }: { modal?: boolean }) => {
        editor.modals.push({ text, modal });
        return Promise.resolve(editor.pressed);
      },
    },
    workspace: {
      workspaceFolders: [{ uri: uri('/incident') }],
      fs: {
        stat: ({ path }: Uri) =>
          path.includes('nowhere') ? Promise.reject(new Error('none')) : Promise.resolve({}),
      },
      getConfiguration: () => ({ get: (_: string, fallback: boolean) => fallback }),
    },
  };
});

const answer = {
  text: 'told',
  answer: {
    notice: '',
    rows: [
      {
        text: 'it waits for [a link](command:evil)',
        known: 'inferred',
        lines: ['0:17', '0:99'],
        from: '2026-11-21T09:30:01.25Z',
      },
    ],
    quotes: [{ id: '0:17', place: 'kubelet.log:3', text: '' }],
    next: '1',
  },
};

function made(links: (file: Uri) => boolean = () => true) {
  const opened: string[][] = [];
  const asked: unknown[][] = [];
  let signal: AbortSignal | undefined;
  const session = {
    cursor: undefined,
    info: { sources: [{ source: 0, name: 'kubelet.log' }] },
    open: (uris: readonly Uri[]) => {
      opened.push(uris.map(({ path }) => path));
      return Promise.resolve();
    },
    ask: (method: string, args: unknown[], given?: AbortSignal) => {
      if (method === 'input') return Promise.resolve({ line: 3 });
      if (method === 'session') return Promise.resolve({ sources: [{ lines: 7 }] });
      asked.push(args);
      signal = given;
      return Promise.resolve(answer);
    },
  };
  const attached: unknown[] = [];
  const attach = (target: { readonly node: string }) => {
    if (target.node === 'dead') return Promise.reject(new Error('https://secret.example is dead'));
    attached.push(target);
    return Promise.resolve({ info: {} as SessionInfo, wasFollowed: false });
  };
  const parts = {
    session: session as unknown as Session,
    isInside: (_: Uri, file: Uri) => Promise.resolve(links(file)),
    caret: () => Promise.resolve({ source: 0, offset: 99 } as InputId),
    gate: new TrustGate(() => editor.isTrusted),
    nodes: { attach },
  };
  const assistant = new Assistant(parts, Uri.file('/extension'));
  return { assistant, opened, asked, attached, signal: () => signal };
}

function token(): CancellationToken & { cancel(): void } {
  const heard: (() => void)[] = [];
  return {
    isCancellationRequested: false,
    onCancellationRequested: (hear: () => void) => {
      heard.push(hear);
      return { dispose: () => undefined };
    },
    cancel: () => {
      for (const hear of heard) hear();
    },
  } as unknown as CancellationToken & { cancel(): void };
}

async function open(assistant: Assistant, path: string): Promise<string> {
  const { content } = await assistant.invoke('open_logs', { paths: [path] }, token());
  return content.map((part) => (part as { value: string }).value).join('');
}

beforeEach(() => {
  editor.modals.length = 0;
  editor.pressed = undefined;
  editor.isTrusted = true;
  editor.told.length = 0;
});

test('a file of the workspace is read without a question', async () => {
  const { assistant, opened } = made();
  expect(await open(assistant, 'logs/kubelet.log')).toBe('told');
  expect(await open(assistant, '/incident/kubelet.log')).toBe('told');
  expect(opened).toEqual([['/incident/logs/kubelet.log'], ['/incident/kubelet.log']]);
  expect(editor.modals).toEqual([]);
});

test.each([
  ['/etc/passwd', '/etc/passwd'],
  ['../other.log', '/other.log'],
  ['/incident/../etc/passwd', '/etc/passwd'],
  ['/incidents/kubelet.log', '/incidents/kubelet.log'],
])(
  '%s outside of it is asked for by our own modal, and not read when the person closes it',
  async (path, real) => {
    const { assistant, opened } = made();
    expect(await open(assistant, path)).toContain('The user did not allow it.');
    expect(opened).toEqual([]);
    expect(editor.modals).toEqual([{ text: expect.stringContaining(real) as string, modal: true }]);
  },
);

test('what is not in the workspace’s folder at all is opened without a question, and so told of', async () => {
  const { assistant, opened } = made(() => false);
  await open(assistant, 'nowhere.log');
  expect(editor.modals).toEqual([]);
  expect(opened).toEqual([['/incident/nowhere.log']]);
});

test('a link of the workspace that leads out is asked for, too', async () => {
  const { assistant, opened } = made(() => false);
  await open(assistant, 'link.log');
  expect(editor.modals.length).toBe(1);
  expect(opened).toEqual([]);
});

test('with the leave of the person it is read', async () => {
  editor.pressed = 'Open';
  const { assistant, opened } = made();
  expect(await open(assistant, '/var/log/kubelet.log')).toBe('told');
  expect(opened).toEqual([['/var/log/kubelet.log']]);
});

test('the kubelet of a node is read when the person allows it', async () => {
  const { assistant, attached } = made();
  const address = 'cluster://arn:aws:eks:eu:1:cluster/prod/node-a';
  expect(await open(assistant, address)).toContain('The user did not allow it.');
  expect(attached).toEqual([]);
  editor.pressed = 'Open';
  expect(await open(assistant, address)).toBe('told');
  const context = 'arn:aws:eks:eu:1:cluster/prod';
  expect(attached).toEqual([{ context, node: 'node-a', kubeconfig: undefined }]);
  const said = await open(assistant, 'cluster://prod/dead');
  expect(said).toContain('The log cannot be read. The user is told why.');
  expect(said).not.toContain('secret.example');
  expect(editor.told.join()).toContain('secret.example is dead');
  expect(editor.modals.map(({ modal }) => modal)).toEqual([true, true, true]);
});

test('in a workspace that is not trusted nobody is asked for a cluster, and no store is opened', async () => {
  editor.isTrusted = false;
  editor.pressed = 'Open';
  const { assistant, attached } = made();
  expect(await open(assistant, 'cluster://prod/node-a')).toContain('It failed');
  expect(await open(assistant, 'loki+http://127.0.0.1:3100')).toContain('opens no log store');
  expect([attached, editor.modals]).toEqual([[], []]);
});

test('a model that cancels ends the question', async () => {
  const { assistant, signal } = made();
  const cancelled = token();
  const done = assistant.invoke('why_pod', { pod: 'default/web-1' }, cancelled);
  await vi.waitFor(() => {
    expect(signal()).toBeDefined();
  });
  cancelled.cancel();
  await done;
  expect(signal()?.aborted).toBe(true);
});

test('the chat shows rows with links to their lines, and nothing of a log is a link', async () => {
  const { assistant, asked } = made();
  const shown: { value: string; isTrusted?: unknown }[] = [];
  const stream = { markdown: (part: unknown) => void shown.push(part as { value: string }) };
  await assistant.chat({ command: 'why', prompt: 'default/web-1 09:30' }, stream);
  expect(asked).toEqual([['why_pod', { pod: 'default/web-1', at: '09:30' }, false]]);
  const [row] = shown;
  expect(row?.isTrusted).toEqual({ enabledCommands: ['kubelet.pick'] });
  expect(row?.value.match(/(?<!\\)\]\(command:[^)]*\)/g)).toHaveLength(2);
  expect(row?.value).toContain('command:kubelet.pick?');
  const text = row?.value.replaceAll('\\', '') ?? '';
  expect(text).toMatch(/^- 09:30:01\.25 it waits for/);
  expect(text.match(/\[kubelet\.log:3\]/g)).toHaveLength(2);
  expect(row?.value).not.toContain('](command:evil)');
  expect(shown.length).toBe(2);
});

test.each([
  [
    { command: 'timeline', prompt: '09:30 09:40' },
    ['timeline_window', { from: '09:30', to: '09:40' }, false],
  ],
  [{ command: 'explain', prompt: '0:17' }, ['explain_line', { line: '0:17' }, false]],
  [{ command: 'explain', prompt: '' }, ['explain_line', { line: '0:99' }, false]],
  [{ command: undefined, prompt: 'what is wrong?' }, ['findings', {}, false]],
])('a chat asks %j', async (request, question) => {
  const { assistant, asked } = made();
  await assistant.chat(request, { markdown: () => undefined });
  expect(asked).toEqual([question]);
});

test('a chat that lacks something says what', async () => {
  const { assistant } = made();
  const said: string[] = [];
  const stream = {
    markdown: (part: unknown) => void said.push((part as { value?: string }).value ?? String(part)),
  };
  await assistant.chat({ command: 'timeline', prompt: '' }, stream);
  expect(said.join('')).toContain('For example');
});
