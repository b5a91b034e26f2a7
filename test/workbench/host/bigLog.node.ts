// A log too big for one document: windows of it, in which every line has its one place.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { equal, ok } from '../lib/hostSupport.ts';

const WINDOW = 1 << 20;
const lineOf = (index: number): string => {
  const time = new Date(Date.UTC(2026, 10, 21, 9, 0, 0, index * 10)).toISOString().slice(11, 23);
  return `I1121 ${time}000   26449 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-${index}"] ${'x'.repeat(60)}`;
};

suite('a log of ten megabytes', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-big-'));
  const file = path.join(folder, 'big.log');
  const offsets: number[] = [];

  suiteSetup(async function () {
    this.timeout(60_000);
    const lines: string[] = [];
    for (let index = 0, offset = 0; offset < 10.5 * WINDOW; index++) {
      const line = lineOf(index);
      offsets.push(offset);
      lines.push(line);
      offset += line.length + 1;
    }
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    await vscode.commands.executeCommand('kubelet.openLog', vscode.Uri.file(file));
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand('kubelet.closeLog');
    fs.rmSync(folder, { recursive: true });
  });

  async function shownFor(index: number): Promise<{ text: string; uri: string }> {
    const input = { source: 0, offset: offsets[index] };
    await vscode.commands.executeCommand('kubelet.pick', { input, podKey: undefined });
    const editor = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.scheme === 'kubelet-log',
    );
    if (!editor) throw new Error('No editor shows the log.');
    const text = editor.document.lineAt(editor.selection.active.line).text;
    return { text, uri: editor.document.uri.toString() };
  }

  test('it is shown in windows, not as the file', () => {
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document.uri.scheme);
    ok(shown.includes('kubelet-log') && !shown.includes('file'), shown.join(', '));
  });

  test('the lines on both sides of a border stand in two windows, each at its place', async () => {
    const border = offsets.findIndex((offset) => offset >= WINDOW);
    const before = await shownFor(border - 1);
    const after = await shownFor(border);
    equal([before.text, after.text], [lineOf(border - 1), lineOf(border)]);
    equal(
      [before.uri, after.uri],
      ['kubelet-log://0-0/big.log', `kubelet-log://0-${WINDOW}/big.log`],
    );
  });

  test('first and last line', async () => {
    const last = offsets.length - 1;
    equal((await shownFor(0)).text, lineOf(0));
    equal((await shownFor(last)).text, lineOf(last));
  });
});
