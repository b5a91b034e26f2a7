// A log that is worth several threads, in a web worker host: the engine's worker makes more of its own, and what they read is the log.
import * as vscode from 'vscode';
import { equal, ok } from '../lib/hostSupport.ts';

const SIZE = 40 << 20;
const SCHEME = 'kubelet-big';

/** Every worker that the engine's worker makes is told of here, by its name. */
const made: string[] = [];
const channel = new BroadcastChannel('kubelet-test-workers');
channel.addEventListener('message', ({ data }) => made.push(String(data)));
tellOfWorkers();

/** In front of a worker's script stands that each worker it makes is told of. */
function tellOfWorkers(): void {
  const Plain = globalThis.Worker;
  const told = `const Plain = self.Worker;
self.Worker = class extends Plain {
  constructor(address, options) {
    super(address, options);
    new BroadcastChannel('${channel.name}').postMessage(options?.name);
  }
};`;
  globalThis.Worker = class extends Plain {
    constructor(address: string | URL, options?: WorkerOptions) {
      const script = `${told}\nimportScripts(${JSON.stringify(String(address))});`;
      super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), options);
    }
  };
}

const lineOf = (index: number): string => {
  const time = new Date(Date.UTC(2026, 10, 21, 9, 0, 0, index * 10)).toISOString().slice(11, 23);
  return `I1121 ${time}000   26449 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-${index % 5000}"] ${'x'.repeat(60)}`;
};

/**
 * Some 40 MB of lines, whose offsets are added to `offsets`. In slices: VS Code gives a host that does not answer for 1.75 s up, and says
 * so as an error.
 */
async function writeLog(offsets: number[]): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(SIZE + 1024);
  let size = 0;
  while (size < SIZE) {
    offsets.push(size);
    size += encoder.encodeInto(`${lineOf(offsets.length - 1)}\n`, bytes.subarray(size)).written;
    if (offsets.length % 2000 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return bytes.slice(0, size);
}

/** One file, read only. */
class OneFile implements vscode.FileSystemProvider {
  private readonly bytes: Uint8Array;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  stat(): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.bytes.length };
  }

  readFile(): Uint8Array {
    return this.bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory = refuse;
  writeFile = refuse;
  delete = refuse;
  rename = refuse;
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}

suite('a log of forty megabytes in a browser', () => {
  const offsets: number[] = [];
  let provider: vscode.Disposable;

  suiteSetup(async function () {
    this.timeout(120_000);
    const file = new OneFile(await writeLog(offsets));
    provider = vscode.workspace.registerFileSystemProvider(SCHEME, file, { isReadonly: true });
    await vscode.commands.executeCommand('kubelet.openLog', vscode.Uri.parse(`${SCHEME}:/big.log`));
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand('kubelet.closeLog');
    provider.dispose();
    channel.close();
  });

  test('several threads have read it', () => {
    const threads = made.filter((name) => name.endsWith('kubelet-index')).length;
    ok(threads > 1, `made: ${made.join(', ')}`);
  });

  test('its lines stand where one thread finds them', async () => {
    const last = offsets.length - 1;
    for (const index of [0, 1, last >> 2, last >> 1, last - 1, last]) {
      const input = { source: 0, offset: offsets[index] };
      await vscode.commands.executeCommand('kubelet.pick', { input, podKey: undefined });
      const editor = vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.scheme === 'kubelet-log',
      );
      ok(editor, 'an editor shows the log');
      equal(editor?.document.lineAt(editor.selection.active.line).text, lineOf(index));
    }
  });
});
